"""The depth-first verifier: the first plan in answer order, by simulation alone.

Short enough to be checked by eye.  It shares nothing with the encodings but the
board, and nothing with :mod:`satmayan.search.fast` but the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from satmayan.base.limits import Deadline, LimitReached
from satmayan.base.messages import Message
from satmayan.puzzle.board import LEFT, Board, Move, Plan, Puzzle
from satmayan.puzzle.rules import RUN, drag, legal_moves, settle


def first_plan(
    puzzle: Puzzle, *, literal: bool = False, deadline: Deadline | None = None
) -> Plan | None:
    """The lexicographically smallest plan, or None if there is none.

    ``literal`` tries every legal move, in answer order, and prunes nothing.  The
    default leaves out moves and boards that can be shown to lose no smallest plan
    (see :func:`useful_moves`, :func:`is_hopeless`) and remembers the boards that
    failed, together with the number of steps that were left.

    The board must be stable.  Raises LimitReached at the deadline, and for more steps
    than Python can nest calls.
    """
    deadline = deadline or Deadline()
    failed: set[tuple[Board, int]] = set()

    def search(board: Board, left: int) -> Plan | None:
        if left == 0:
            return () if board.is_empty else None
        if not literal and (is_hopeless(board) or (board, left) in failed):
            return None
        deadline.tick()
        for move in legal_moves(board) if literal else useful_moves(board):
            rest = search(settle(drag(board, move))[0], left - 1)
            if rest is not None:
                return (move, *rest)
        if not literal:
            failed.add((board, left))
        return None

    try:
        return search(puzzle.board, puzzle.steps)
    except RecursionError:
        raise _too_many(puzzle) from None


def all_plans(puzzle: Puzzle, *, deadline: Deadline | None = None) -> Iterator[Plan]:
    """Every plan, in answer order, literally: nothing is pruned.

    Raises LimitReached at the deadline, and for more steps than Python can nest calls.
    """
    deadline = deadline or Deadline()

    def search(board: Board, left: int) -> Iterator[Plan]:
        if left == 0:
            if board.is_empty:
                yield ()
            return
        deadline.tick()
        for move in legal_moves(board):
            for rest in search(settle(drag(board, move))[0], left - 1):
                yield (move, *rest)

    try:
        yield from search(puzzle.board, puzzle.steps)
    except RecursionError:
        raise _too_many(puzzle) from None


def count_plans(puzzle: Puzzle, *, deadline: Deadline | None = None) -> int:
    """How many plans there are, counted one by one."""
    return sum(1 for _ in all_plans(puzzle, deadline=deadline))


def useful_moves(board: Board) -> Iterator[Move]:
    """The legal moves that a smallest plan may need, in answer order.

    A left drag onto a block equals the right drag of its left neighbour, which sorts
    earlier.  All swaps of two blocks of one colour lead to the same board, so only the
    first can be part of a smallest plan.
    """
    wasted = False
    for move in legal_moves(board):
        colour, other = board.at(move.x, move.y), board.at(move.target, move.y)
        if other and move.g == LEFT:
            continue
        if other == colour:
            if wasted:
                continue
            wasted = True
        yield move


def is_hopeless(board: Board) -> bool:
    """Whether a colour has too few blocks to ever form a run, or no block is left to drag.

    Blocks vanish in runs of three or more and never come back.
    """
    return board.is_empty or any(n < RUN for n in board.colours().values())


def _too_many(puzzle: Puzzle) -> LimitReached:
    return LimitReached(Message("{n} steps are too many for a recursive search", n=puzzle.steps))
