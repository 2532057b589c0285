"""The same text in colour, by rich (the extra ``show``), imported only here.

A block keeps its number, so hue alone tells nothing; shapes are left to the pictures,
for their glyphs are one cell wide on some terminals and two on others.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from satmayan.show import palette as look
from satmayan.show.text import Row, Span

if TYPE_CHECKING:
    from rich.text import Text


def wants_colour() -> bool:
    """Whether standard output is a terminal that shows colours, and rich is there."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not sys.stdout.isatty():
        return False
    try:
        import rich.console  # noqa: F401
    except ImportError:
        return False
    return True


def width() -> int:
    """The width of the terminal in characters."""
    return os.get_terminal_size(sys.stdout.fileno()).columns


def coloured(rows: Iterable[Row]) -> Text:
    """Rows as one rich text."""
    from rich.text import Text

    text = Text()
    for number, row in enumerate(rows):
        if number:
            text.append("\n")
        for span in row:
            text.append(span.text, _style(span))
    return text


def print_coloured(rows: Iterable[Row]) -> None:
    """Print rows in colour on standard output."""
    from rich.console import Console

    Console(highlight=False).print(coloured(rows), no_wrap=True, crop=False, soft_wrap=True)


def _style(span: Span) -> str:
    if not span.colour:
        return ""
    fill = look.colour(span.colour)
    if span.marked:
        return f"bold {look.mix(fill, look.PAPER, 0.5)} on {look.INK}"
    return f"bold {look.INK} on {look.mix(fill, look.PAPER, 0.25)}"
