"""Mistake: the board is not restored on the way back from a failed attempt."""

from __future__ import annotations

from itertools import product

from satmayan.base.limits import Deadline
from satmayan.base.messages import noted
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import LEFT, RIGHT, Move, Plan, Puzzle


class NotRestored(Program):
    does = noted(
        "does not put the board back after an attempt that failed: the next one starts from what "
        "that left"
    )
    board = "1 | - | - | - | 1 | 1 1"

    def first_plan(self, puzzle: Puzzle, deadline: Deadline | None = None) -> Plan | None:
        deadline = deadline or Deadline()
        board = self.read(puzzle)
        cells = product(range(board.width), range(board.height), (RIGHT, LEFT))
        moves = sorted(cells, key=lambda move: self.order(*move))

        def search(left: int) -> Plan | None:
            nonlocal board
            if self.is_done(board, left):
                return ()
            if left == 0 or self.is_hopeless(board):
                return None
            for move in (Move(*cell) for cell in moves):
                if move in self.tried(board):
                    deadline.tick()
                    board = self.after(board, move)
                    rest = search(left - 1)
                    if rest is not None:
                        return (move, *rest)
            return None

        return search(self.steps(puzzle))
