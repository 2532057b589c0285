"""Mistake: a run is cleared with the runs that cross it, but not with those that cross these."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program, Run
from satmayan.puzzle.board import Board
from satmayan.puzzle.rules import RUN, Cell


class NestedCross(Program):
    does = noted(
        "clears a run together with the runs that cross it, and misses a run that only touches "
        "such a crossing one: every run on the board vanishes at once"
    )
    board = "1 | - | - | 1 1 2 1 2 2 | 2 2 1 2 | 2 2 1"

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        return max(board.colours().values(), default=0) >= 3 * RUN - 2

    def take_runs(self, found: list[Run]) -> list[Run]:
        gone: set[Cell] = set()
        taken: list[Run] = []
        for run in found:
            if gone.isdisjoint(run):
                cross = [other for other in found if not set(run).isdisjoint(other)]
                gone.update(cell for other in cross for cell in other)
                taken += cross
        return super().take_runs(taken)
