"""Unfolding: the simulator makes the first steps, SAT has to find the others.

The boards that D steps can reach make up a frontier, in the order of their smallest move
sequences, each board once.  Boards are expanded in that order, and the moves of each in
answer order, so sequences of one step more are listed in lexicographic order; of equal
boards the first is kept.  Boards that the column counts reject (:mod:`satmayan.search.bound`),
most of them, and boards that are empty too early are dropped.

Each board left is a cube of the formula of the whole puzzle: its move sequence, fixed.
*The smallest plan of the first cube that has one is the smallest plan of all.*  Let P be
the smallest plan, which every encoding has as a model.  Its first D moves lead to a board
that is in the frontier, since a board that a plan passes is neither empty nor rejected;
and they are the sequence kept for it, since a smaller one with P's other moves would make
a smaller plan.  So P is in a cube, and it is the smallest plan there; a plan in an earlier
cube has smaller first moves, and so would be smaller than P.

The simulator thus decides which first moves are looked at: an answer got by unfolding does
not come from the formula alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from satmayan.base.limits import Deadline
from satmayan.puzzle.board import Board, Move, Puzzle
from satmayan.puzzle.rules import legal_moves, step
from satmayan.sat.encoding import Encoding
from satmayan.search.bound import lower_bound


@dataclass(frozen=True, slots=True)
class Reached:
    """A board that is not empty, the smallest moves that lead to it, and their rounds."""

    board: Board
    moves: tuple[Move, ...] = ()
    rounds: tuple[int, ...] = ()


def frontier(puzzle: Puzzle, depth: int, deadline: Deadline) -> list[Reached]:
    """The boards after ``depth`` steps that the bound leaves, in the order of their moves.

    Raises LimitReached.
    """
    boards = [Reached(puzzle.board)]
    for made in range(1, depth + 1):
        seen: set[Board] = set()
        after: list[Reached] = []
        for before in boards:
            deadline.check()
            for move in legal_moves(before.board):
                made_step = step(before.board, move)
                board, rounds = made_step.after, len(made_step.rounds)
                if board not in seen:
                    seen.add(board)
                    if _may_be_emptied(board, puzzle.steps - made):
                        moves = (*before.moves, move)
                        after.append(Reached(board, moves, (*before.rounds, rounds)))
        boards = after
    return boards


def _may_be_emptied(board: Board, steps: int) -> bool:
    bound = lower_bound(board)
    return not board.is_empty and bound is not None and bound <= steps


def cubes(encoding: Encoding, boards: Sequence[Reached]) -> list[list[int]]:
    """For each of the boards the literals of its moves.

    A board is left out where the encoding does not have one of its moves: no smallest plan
    begins with them.
    """

    @cache
    def literals(history: tuple[int, ...]) -> dict[Move, int]:
        return dict(encoding.choices(history))

    found = []
    for reached in boards:
        cube = [literals(reached.rounds[:k]).get(move) for k, move in enumerate(reached.moves)]
        if None not in cube:
            found.append([literal for literal in cube if literal is not None])
    return found
