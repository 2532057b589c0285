"""A plan as a sequence of still pictures, the same for every kind of drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from satmayan.board import EMPTY, RIGHT, Board, Move
from satmayan.rules import Cell, Step


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture: a board and what is about to happen on it.

    ``move`` is the drag to come (then ``vanishing`` is empty), ``vanishing`` the cells
    that go in this round; neither on a board at rest.  ``step`` counts from 1 (0: before
    any step), ``round`` from 1 within the step (0: no round).
    """

    board: Board
    step: int
    move: Move | None = None
    round: int = 0
    vanishing: frozenset[Cell] = frozenset()


def step_frames(step: Step, number: int) -> tuple[Frame, ...]:
    """The pictures of one step: the drag, every round, the board at the end."""
    rounds = (Frame(r.board, number, None, k, r.vanishing) for k, r in enumerate(step.rounds, 1))
    return (Frame(step.before, number, step.move), *rounds, Frame(step.after, number))


def plan_frames(board: Board, steps: Sequence[Step]) -> tuple[Frame, ...]:
    """The pictures of a whole plan, from the board at rest to the last board.

    The board after a step is the board before the next, so it is shown once, with
    the next drag on it; a drag that makes nothing vanish has its own picture too.
    """
    frames = [Frame(board, 0)]
    for number, step in enumerate(steps, 1):
        frames += step_frames(step, number)
    return tuple(frames)


def describe_move(board: Board, move: Move) -> str:
    """A move in words: which block, where to, and onto what."""
    side = "right" if move.g == RIGHT else "left"
    colour, other = board.at(move.x, move.y), board.at(move.target, move.y)
    block = f"drag the {colour} at column {move.x}, row {move.y} {side}"
    if other == EMPTY:
        return f"{block}, onto column {move.target}"
    if other == colour:
        return f"{block}, changing places with its like"
    return f"{block}, changing places with the {other}"
