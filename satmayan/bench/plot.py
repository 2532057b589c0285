"""A picture of a session: a cactus plot, and a scatter against the first column."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from satmayan.base.errors import ConfigError
from satmayan.bench.table import Column
from satmayan.run.sandbox import Limits
from satmayan.show.palette import MARKERS, MUTED, PALETTE, figure


def require_matplotlib() -> None:
    """Raises ConfigError, with the cure, where matplotlib is missing."""
    if find_spec("matplotlib") is None:  # not imported yet: see the note on memory in runs.py
        raise ConfigError("--plot needs matplotlib: install it with  pip install 'satmayan[plot]'")


def plot(found: Sequence[Column], limits: Limits, path: Path) -> None:
    """Draw into a file, in the format of its suffix; the same rows give the same SVG.

    Raises ConfigError where matplotlib is missing or cannot write that format.
    """
    require_matplotlib()
    from matplotlib import rc_context

    metadata = {"Date": None} if path.suffix == ".svg" else None
    with figure(12, 5.5, panels=2) as (drawing, (cactus, scatter)):
        _cactus(cactus, found, limits)
        _scatter(scatter, found, limits)
        handles, labels = cactus.get_legend_handles_labels()
        columns = 3 if len(found) > 4 else len(found)
        drawing.legend(handles, labels, loc="outside lower center", ncols=columns, frameon=False)
        with rc_context({"svg.hashsalt": "satmayan", "svg.fonttype": "none"}):
            try:
                drawing.savefig(path, metadata=metadata)
            except ValueError as error:
                raise ConfigError(f"--plot {path}: {error}") from None


def _style(i: int) -> dict[str, Any]:
    return {"color": PALETTE[i % len(PALETTE)], "marker": MARKERS[i % len(MARKERS)]}


def _cactus(axes: Any, found: Sequence[Column], limits: Limits) -> None:
    """How many boards each column solves within so many seconds each."""
    for i, column in enumerate(found):
        times = sorted(column.cpu(b) for b in column.boards if column.solved(b))
        axes.plot(
            range(1, len(times) + 1), times, label=column.name, markersize=4, lw=1.2, **_style(i)
        )
    axes.axhline(limits.seconds, color=MUTED, linestyle=":", lw=1)
    axes.set_yscale("log")
    axes.set_xlim(left=0)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("boards solved")
    axes.set_ylabel("CPU seconds a board")
    axes.set_title("Cactus: lower and longer is better")


def _scatter(axes: Any, found: Sequence[Column], limits: Limits) -> None:
    """Every other column against the first, board by board; unsolved at the limit."""
    first, others = found[0], found[1:]
    times = [column.cpu(b) for column in found for b in column.boards if column.solved(b)]
    low = min(times, default=limits.seconds / 100) / 1.5
    high = limits.seconds * 1.5
    axes.plot([low, high], [low, high], color=MUTED, lw=1, marker="")
    for limit_line in (axes.axhline, axes.axvline):
        limit_line(limits.seconds, color=MUTED, linestyle=":", lw=1)
    for i, column in enumerate(others, 1):
        shared = [b for b in column.boards if b in first.boards]
        axes.scatter(
            [_time(first, b, limits) for b in shared],
            [_time(column, b, limits) for b in shared],
            s=18,
            alpha=0.7,
            linewidths=0,
            **_style(i),
        )
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    axes.set_ylim(low, high)
    axes.set_aspect("equal")
    axes.set_xlabel(f"CPU seconds of {first.name}")
    axes.set_ylabel("CPU seconds of the others")
    axes.set_title(f"Below the line: faster than {first.name}")


def _time(column: Column, board: str, limits: Limits) -> float:
    return column.cpu(board) if column.solved(board) else float(limits.seconds)
