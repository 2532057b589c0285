"""One look for every picture and plot: colours, shapes, markers, and matplotlib's settings.

Colours differ in lightness as well as hue (Paul Tol's qualitative schemes), and each has
a shape of its own, so that nothing is told apart by hue alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Point = tuple[float, float]

PALETTE = (
    "#4477aa",
    "#ee6677",
    "#228833",
    "#ccbb44",
    "#aa3377",
    "#66ccee",
    "#ee7733",
    "#885533",
    "#aaaaaa",
    "#44bb99",
)
MARKERS = ("o", "s", "^", "D", "p", "*", "P", "v", "h", "X")  # matplotlib's names

INK = "#20242b"
PAPER = "#ffffff"
PANEL = "#eceff3"
MUTED = "#6a7280"
ACCENT = "#d1242f"


def colour(number: int) -> str:
    """The fill of colour ``number`` (1 or more); after the last the palette begins again."""
    return PALETTE[(number - 1) % len(PALETTE)]


def shape(number: int) -> tuple[Point, ...]:
    """The polygon of colour ``number``, within the circle of radius 1, y downwards.

    Where the palette begins again the shapes are one further on, so that the pair of
    colour and shape is new for the first 90 numbers.
    """
    turn = (number - 1) // len(PALETTE)
    return SHAPES[(number - 1 + turn) % len(SHAPES)]


def _ring(corners: int, start: float, inner: float = 1.0) -> Iterator[Point]:
    """Corners on a circle from ``start`` (in turns from the top), with ``inner`` ones between."""
    for k in range(corners):
        angle = 2 * pi * (start + k / corners)
        yield (round(sin(angle), 3), round(-cos(angle), 3))
        if inner < 1.0:
            angle += pi / corners
            yield (round(inner * sin(angle), 3), round(-inner * cos(angle), 3))


def _plus(arm: float) -> tuple[Point, ...]:
    a, b = arm, 0.95
    return (
        *((-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a)),
        *((a, b), (-a, b), (-a, a), (-b, a), (-b, -a), (-a, -a)),
    )


SHAPES: tuple[tuple[Point, ...], ...] = (
    tuple(_ring(24, 0)),  # circle
    ((-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7)),  # square
    tuple(_ring(3, 0)),  # triangle
    tuple(_ring(4, 0)),  # diamond
    tuple(_ring(5, 0)),  # pentagon
    tuple(_ring(5, 0, 0.55)),  # star
    _plus(0.42),
    tuple(_ring(3, 0.5)),  # triangle on its tip
    tuple(_ring(6, 0.25)),  # hexagon
    tuple(_ring(4, 0.125, 0.4)),  # cross
)


def mix(one: str, other: str, part: float) -> str:
    """The colour between two ``#rrggbb`` colours, ``part`` (0 to 1) of the way to the other."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * part) for a, b in pairs).hex()


@contextmanager
def figure(
    width: float = 8.0, height: float = 4.5, panels: int = 1
) -> Iterator[tuple[Figure, tuple[Axes, ...]]]:
    """A new matplotlib figure (sizes in inches) with so many axes side by side, in this look.

    Line k takes its colour and marker from ``PALETTE`` and ``MARKERS``.  What is drawn,
    titles and legends among it, is drawn within the context; save with
    ``figure.savefig(path)``.  Needs the extra ``plot``; raises ImportError without it.
    """
    from cycler import cycler
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    settings: Any = {  # matplotlib's own types know each key
        "axes.prop_cycle": cycler(color=PALETTE) + cycler(marker=MARKERS),
        "axes.edgecolor": MUTED,
        "axes.labelcolor": INK,
        "axes.titlecolor": INK,
        "axes.titleweight": "bold",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": PANEL,
        "xtick.color": MUTED,
        "ytick.color": MUTED,
        "legend.frameon": False,
        "figure.facecolor": PAPER,
        "svg.hashsalt": "satmayan",  # the same plot gives the same bytes
    }
    with rc_context(settings):
        drawing = Figure(figsize=(width, height), dpi=150, layout="constrained")
        yield drawing, tuple(drawing.add_subplot(1, panels, k + 1) for k in range(panels))
