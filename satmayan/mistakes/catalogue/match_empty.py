"""Mistake: three empty cells in line are taken for a run."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Grid, Program, Run
from satmayan.puzzle.board import Board


class MatchEmpty(Program):
    does = noted(
        "takes three empty cells in line for a run, so that there is always something left to "
        "vanish and the rounds never end"
    )
    board = "1 | - | - | - | 1 | 1 1"

    def find_runs(self, grid: Grid) -> list[Run]:
        # To the scan an empty cell is one more colour.
        blank = 1 + max(map(max, grid))
        return super().find_runs([tuple(c or blank for c in column) for column in grid])

    def is_hopeless(self, board: Board) -> bool:
        return False
