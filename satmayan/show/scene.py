"""A frame as a list of marks: boxes, polygons, lines, words.  SVG and GIF draw the same ones.

Lengths are in cells (a cell is 1 wide and 1 high), x to the right and y downwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from satmayan.puzzle.board import EMPTY, Board, Move
from satmayan.puzzle.rules import Cell
from satmayan.show import palette as look
from satmayan.show.frames import Frame
from satmayan.show.palette import Point

MARGIN = 0.55  # beside and below the cells, for the numbers of rows and columns
HEAD = 0.8  # above them, for the caption
_GAP = 0.05  # around a block within its cell


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: str
    line: str | None = None
    line_width: float = 0.0


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Line:
    """A polyline with round ends."""

    points: tuple[Point, ...]
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class Words:
    """Text centred on a point; ``size`` is the height of the font."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False


Mark = Box | Polygon | Line | Words


def rows_needed(frames: tuple[Frame, ...]) -> int:
    """The rows that hold every frame, and one above them where the board has it."""
    tallest = max(len(column) for frame in frames for column in frame.board.columns)
    return min(frames[0].board.height, max(tallest + 1, 3))


def size(board: Board, rows: int) -> tuple[float, float]:
    """The width and height of a scene, in cells."""
    return board.width + 2 * MARGIN, rows + HEAD + MARGIN


def scene(frame: Frame, rows: int, caption: str) -> tuple[Mark, ...]:
    """The marks of one frame: its ``rows`` lowest rows, under a caption."""
    return tuple(_Scene(frame, rows).marks(caption))


class _Scene:
    def __init__(self, frame: Frame, rows: int) -> None:
        self.frame, self.board, self.rows = frame, frame.board, rows

    def centre(self, cell: Cell) -> Point:
        return (MARGIN + cell[0] + 0.5, HEAD + self.rows - cell[1] - 0.5)

    def marks(self, caption: str) -> Iterator[Mark]:
        board = self.board
        yield Words(MARGIN + board.width / 2, HEAD / 2, caption, 0.42, look.INK, bold=True)
        yield Box(MARGIN, HEAD, board.width, self.rows, 0.12, look.PANEL)
        for x in range(board.width):
            yield Words(MARGIN + x + 0.5, HEAD + self.rows + 0.28, str(x), 0.32, look.MUTED)
        for y in range(self.rows):
            yield Words(MARGIN / 2, self.centre((0, y))[1], str(y), 0.32, look.MUTED)
        for x, column in enumerate(board.columns):
            for y in range(len(column)):
                yield from self.block((x, y))
        if self.frame.move is not None:
            yield from self.arrow(self.frame.move)

    def block(self, cell: Cell) -> Iterator[Mark]:
        """A tile in its colour, on it its shape, on that its number."""
        x, y = self.centre(cell)
        number = self.board.at(*cell)
        fill, plate, ink, line, width = look.colour(number), look.PAPER, look.INK, None, 0.0
        if cell in self.frame.vanishing:
            fill = look.mix(fill, look.PANEL, 0.6)
            line, width = look.ACCENT, 0.09
        elif self.frame.move is not None and (self.frame.move.x, self.frame.move.y) == cell:
            line, width = look.INK, 0.09
        side = 1 - 2 * _GAP
        yield Box(x - side / 2, y - side / 2, side, side, 0.16, fill, line, width)
        yield Polygon(tuple((x + 0.4 * a, y + 0.4 * b) for a, b in look.shape(number)), plate)
        text = str(number)
        yield Words(x, y, text, 0.42 if len(text) == 1 else 0.36, ink, bold=True)

    def arrow(self, move: Move) -> Iterator[Mark]:
        """From the dragged block to where it comes to rest; a swap points both ways."""
        x, y = self.centre((move.x, move.y))
        g = move.g
        if self.board.at(move.target, move.y) != EMPTY:
            left, right = (x + 0.35 * g, y), (x + 0.65 * g, y)
            yield Line((left, right), look.INK, 0.09)
            yield _head(left, (-g, 0))
            yield _head(right, (g, 0))
            return
        landing = self.centre((move.target, len(self.board.columns[move.target])))
        corner = (landing[0], y)
        yield Line(((x + 0.34 * g, y), corner, landing), look.INK, 0.09)
        yield _head(landing, (g, 0) if landing == corner else (0, 1))


def _head(tip: Point, direction: tuple[int, int]) -> Polygon:
    """The head of an arrow that points along an axis; its tip a little beyond ``tip``."""
    (x, y), (dx, dy) = tip, direction
    front, back, wing = 0.17, 0.05, 0.15
    return Polygon(
        (
            (x + front * dx, y + front * dy),
            (x - back * dx + wing * dy, y - back * dy + wing * dx),
            (x - back * dx - wing * dy, y - back * dy - wing * dx),
        ),
        look.INK,
    )
