"""The rules of the game, to be read beside the statement: drag, fall, vanish.

This is the only module that knows the rules concretely.  It knows nothing of SAT;
the encodings know nothing of it.  Source: NOIP 2011 senior group, day 1, problem 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from satmayan.base.messages import Message
from satmayan.puzzle.board import EMPTY, LEFT, RIGHT, Board, Move, Plan

Cell = tuple[int, int]

RUN = 3  # so many equal colours in line vanish


class IllegalMove(ValueError):
    """A move that the board does not allow; the message says why."""


@dataclass(frozen=True, slots=True)
class Round:
    """One pass of vanish and fall: the board as it stood, and the cells that vanish from it."""

    board: Board
    vanishing: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Step:
    """One step, in slow motion: the board before, the move, the rounds, the board after."""

    before: Board
    move: Move
    dragged: Board  # after the drag and its fall, before anything vanishes
    rounds: tuple[Round, ...]
    after: Board


def legal_moves(board: Board) -> Iterator[Move]:
    """Every move the statement allows, in answer order.

    Any block may be dragged either way as long as it stays on the board; two blocks
    may change places whatever their colours.
    """
    for x, column in enumerate(board.columns):
        for y in range(len(column)):
            if x + 1 < board.width:
                yield Move(x, y, RIGHT)
            if x > 0:
                yield Move(x, y, LEFT)


def why_illegal(board: Board, move: Move) -> str | None:
    """The reason why the board does not allow the move; None if it does."""
    if not (0 <= move.x < board.width and 0 <= move.y < board.height):
        return Message("({x}, {y}) is not on the board", x=move.x, y=move.y)
    if move.g not in (RIGHT, LEFT):
        return Message("the direction must be 1 or -1, not {g}", g=move.g)
    if board.at(move.x, move.y) == EMPTY:
        return Message("there is no block at ({x}, {y})", x=move.x, y=move.y)
    if not 0 <= move.target < board.width:
        return Message("the block at ({x}, {y}) would leave the board", x=move.x, y=move.y)
    return None


def drag(board: Board, move: Move) -> Board:
    """Rule 1: the board after the drag, before anything vanishes.

    Onto a block: the two change places.  Onto an empty cell: the block leaves its
    column, what stood above it comes down by one, and it lands on top of the target
    column.  Raises IllegalMove.
    """
    reason = why_illegal(board, move)
    if reason is not None:
        raise IllegalMove(reason)
    columns = list(board.columns)
    source, target, y = columns[move.x], columns[move.target], move.y
    if y < len(target):
        columns[move.x] = source[:y] + (target[y],) + source[y + 1 :]
        columns[move.target] = target[:y] + (source[y],) + target[y + 1 :]
    else:
        columns[move.x] = source[:y] + source[y + 1 :]
        columns[move.target] = (*target, source[y])
    return Board(tuple(columns), board.height)


def runs(board: Board) -> frozenset[Cell]:
    """Rule 2: the cells of every horizontal or vertical run of three or more equal colours.

    All of them vanish at once; runs may cross or share cells.  A run is the union of
    the triples within it, so looking for triples finds every run.
    """
    found: set[Cell] = set()
    columns = board.columns
    for x, column in enumerate(columns):
        for y in range(len(column) - RUN + 1):
            if column[y] == column[y + 1] == column[y + 2]:
                found.update(((x, y), (x, y + 1), (x, y + 2)))
    for x in range(len(columns) - RUN + 1):
        left, middle, right = columns[x : x + RUN]
        for y, (a, b, c) in enumerate(zip(left, middle, right, strict=False)):
            if a == b == c:
                found.update(((x, y), (x + 1, y), (x + 2, y)))
    return frozenset(found)


def vanish(board: Board, cells: Iterable[Cell]) -> Board:
    """Rule 3: the board without the blocks at ``cells``, after what stood above has fallen."""
    gone = set(cells)
    columns = tuple(
        tuple(c for y, c in enumerate(column) if (x, y) not in gone)
        for x, column in enumerate(board.columns)
    )
    return Board(columns, board.height)


def settle(board: Board) -> tuple[Board, tuple[Round, ...]]:
    """Rounds of vanish and fall until no run is left: the stable board, and the rounds.

    Nothing vanishes while blocks are falling.  There are at most blocks // 3 rounds.
    """
    rounds = []
    while cells := runs(board):
        rounds.append(Round(board, cells))
        board = vanish(board, cells)
    return board, tuple(rounds)


def is_stable(board: Board) -> bool:
    """Whether nothing is left to vanish."""
    return not runs(board)


def step(board: Board, move: Move) -> Step:
    """One whole step on a stable board: drag, then settle.  Raises IllegalMove."""
    dragged = drag(board, move)
    after, rounds = settle(dragged)
    return Step(board, move, dragged, rounds, after)


def replay(board: Board, plan: Plan) -> tuple[Step, ...]:
    """The steps of a plan, one after another.  Raises IllegalMove with the step's number."""
    steps: list[Step] = []
    for k, move in enumerate(plan, 1):
        try:
            steps.append(step(board, move))
        except IllegalMove as error:
            raise IllegalMove(
                Message("step {step} ({move}): {detail}", step=k, move=move, detail=str(error))
            ) from None
        board = steps[-1].after
    return tuple(steps)
