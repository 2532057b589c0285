"""A plan as a sequence of still pictures, the same for every kind of drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from satmayan.puzzle.board import EMPTY, RIGHT, Board, Move
from satmayan.puzzle.rules import Cell, Step


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
    """The pictures of one step: the drag, every round, and the board after it."""
    return (*_moving(step, number), Frame(step.after, number))


def plan_frames(board: Board, steps: Sequence[Step]) -> tuple[Frame, ...]:
    """The pictures of a whole plan: every drag and every round, then the last board.

    The board after a step is the one that the next drag is shown on.  ``board`` is the
    last board of a plan without steps.
    """
    moving = (frame for number, step in enumerate(steps, 1) for frame in _moving(step, number))
    return (*moving, Frame(steps[-1].after if steps else board, len(steps)))


def _moving(step: Step, number: int) -> tuple[Frame, ...]:
    rounds = (Frame(r.board, number, None, k, r.vanishing) for k, r in enumerate(step.rounds, 1))
    return (Frame(step.before, number, step.move), *rounds)


def title(frame: Frame) -> str:
    """What a picture shows, in a few words."""
    if frame.move is not None:
        return f"{frame.step}: {frame.move}"
    if frame.round:
        return f"round {frame.round}"
    if frame.step == 0:
        return "board"
    return "empty" if frame.board.is_empty else "after"


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
