"""Boards and plans as plain text: rows from the top down, with column and row numbers.

``[3>`` is the block to be dragged right, ``<3]`` left, ``(3)`` one that vanishes in this
round.

>>> from satmayan.board import Board, Move
>>> frame = Frame(Board.of("1", "12", "3", height=2), 1, Move(1, 1, 1))
>>> print(frame_text(frame))
1  . [2> .
0  1  1  3
   0  1  2
"""

from __future__ import annotations

from collections.abc import Sequence

from satmayan.board import RIGHT, Board
from satmayan.rules import Cell, Step
from satmayan.show.frames import Frame, describe_move, step_frames

LINE = 80  # characters that a row of pictures may take
_GAP = "   "


def frame_text(frame: Frame) -> str:
    """One picture."""
    return "\n".join(line.rstrip() for line in picture(frame))


def plan_text(steps: Sequence[Step]) -> str:
    """Every step: what is dragged, then its boards side by side; the last board is empty."""
    return "\n\n".join(step_text(step, k) for k, step in enumerate(steps, 1))


def step_text(step: Step, number: int) -> str:
    """One step: a headline, and the boards before, in every round, and after, side by side."""
    frames = step_frames(step, number)
    size = _width(step.before)
    per_row = max(1, (LINE + len(_GAP)) // (size + len(_GAP)))
    rows = [_row(frames[i : i + per_row]) for i in range(0, len(frames), per_row)]
    head = f"step {number}: {step.move}   {describe_move(step.before, step.move)}"
    return "\n".join((head, *rows))


def picture(frame: Frame) -> list[str]:
    """The lines of one board, all of one length, its caption not among them."""
    board = frame.board
    size = _digits(board)
    margin = len(str(board.height - 1))
    lines = [
        f"{y:>{margin}} " + "".join(_cell(frame, (x, y), size) for x in range(board.width))
        for y in reversed(range(board.height))
    ]
    numbers = "".join(f" {x:>{size}} " for x in range(board.width))
    return [*lines, " " * (margin + 1) + numbers]


def caption(frame: Frame) -> str:
    """What a picture shows, in a word or two."""
    if frame.move is not None:
        return "drag"
    if frame.round:
        return f"round {frame.round}"
    return "after" if frame.step else ""


def _cell(frame: Frame, cell: Cell, size: int) -> str:
    x, y = cell
    colour = str(frame.board.at(x, y) or ".").rjust(size)
    if cell in frame.vanishing:
        return f"({colour})"
    if frame.move is not None and (frame.move.x, frame.move.y) == cell:
        return f"[{colour}>" if frame.move.g == RIGHT else f"<{colour}]"
    return f" {colour} "


def _row(frames: Sequence[Frame]) -> str:
    """Pictures side by side, each under its caption."""
    columns = [[caption(frame), *picture(frame)] for frame in frames]
    width = max(len(line) for column in columns for line in column)
    lines = (
        _GAP.join(line.ljust(width) for line in row).rstrip() for row in zip(*columns, strict=True)
    )
    return "\n".join(line for line in lines if line)


def _width(board: Board) -> int:
    return len(picture(Frame(board, 0))[0])


def _digits(board: Board) -> int:
    """The width of the widest colour or column number."""
    return max(len(str(n)) for n in (board.width - 1, *board.colours()))
