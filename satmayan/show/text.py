"""Boards and plans as text: rows from the top down, with column and row numbers.

``[3>`` is the block to be dragged right, ``<3]`` left, ``(3)`` one that vanishes in this
round.  Lines are made of spans, which :mod:`satmayan.show.terminal` colours.

>>> from satmayan.puzzle.board import Board, Move
>>> frame = Frame(Board.of("1", "12", "3", height=2), 1, Move(1, 1, 1))
>>> print(frame_text(frame))
1  . [2> .
0  1  1  3
   0  1  2
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from satmayan.puzzle.board import RIGHT
from satmayan.puzzle.rules import Cell, Step
from satmayan.show.frames import Frame, describe_move, step_frames

WIDTH = 80  # characters that a row of pictures may take
_GAP = 3


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a line: plain words (colour 0), or a block of a colour, marked or not."""

    text: str
    colour: int = 0
    marked: bool = False


Row = list[Span]


def plain(rows: Iterable[Row]) -> str:
    """Rows as text, without colours and without blanks at the ends."""
    return "\n".join("".join(span.text for span in row).rstrip() for row in rows)


def frame_text(frame: Frame) -> str:
    """One picture as plain text."""
    return plain(picture(frame))


def plan_text(steps: Sequence[Step]) -> str:
    """A plan as plain text."""
    return plain(plan_rows(steps))


def plan_rows(steps: Sequence[Step], width: int = WIDTH) -> Iterator[Row]:
    """Every step of a plan, an empty line between two."""
    for number, step in enumerate(steps, 1):
        if number > 1:
            yield []
        yield from step_rows(step, number, width)


def step_rows(step: Step, number: int, width: int = WIDTH) -> Iterator[Row]:
    """One step: a headline, and the boards before, in every round, and after, side by side."""
    yield [Span(f"step {number}: {step.move}   {describe_move(step.before, step.move)}")]
    pictures = [[[Span(_caption(frame))], *picture(frame)] for frame in step_frames(step, number)]
    size = max(_length(row) for rows in pictures for row in rows)
    per_row = max(1, (width + _GAP) // (size + _GAP))
    for k in range(0, len(pictures), per_row):
        yield from _side_by_side(pictures[k : k + per_row], size + _GAP)


def picture(frame: Frame) -> list[Row]:
    """The rows of one board, and under them the numbers of its columns."""
    board = frame.board
    digits = max(len(str(n)) for n in (board.width - 1, *board.colours()))
    margin = len(str(board.height - 1))
    rows = [
        [Span(f"{y:>{margin}} "), *(_cell(frame, (x, y), digits) for x in range(board.width))]
        for y in reversed(range(board.height))
    ]
    numbers = "".join(f" {x:>{digits}} " for x in range(board.width))
    return [*rows, [Span(" " * (margin + 1) + numbers)]]


def _cell(frame: Frame, cell: Cell, digits: int) -> Span:
    colour = frame.board.at(*cell)
    text = str(colour or ".").rjust(digits)
    if cell in frame.vanishing:
        return Span(f"({text})", colour, marked=True)
    if frame.move is not None and (frame.move.x, frame.move.y) == cell:
        return Span(f"[{text}>" if frame.move.g == RIGHT else f"<{text}]", colour, marked=True)
    return Span(f" {text} ", colour)


def _caption(frame: Frame) -> str:
    if frame.move is not None:
        return "drag"
    return f"round {frame.round}" if frame.round else "after"


def _side_by_side(pictures: Sequence[list[Row]], size: int) -> Iterator[Row]:
    for rows in zip(*pictures, strict=True):
        yield [span for row in rows for span in (*row, Span(" " * (size - _length(row))))]


def _length(row: Row) -> int:
    return sum(len(span.text) for span in row)
