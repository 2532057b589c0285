"""Mistake: the vertical scan ends one row too early."""

from __future__ import annotations

from typing import ClassVar

from satmayan.base.messages import noted
from satmayan.mistakes.program import Grid, Program, Run
from satmayan.puzzle.board import Board
from satmayan.puzzle.rules import RUN


class VerticalBound(Program):
    does = noted(
        "stops looking for vertical runs one row below the top: rows 4 to 6 of a full column are "
        "a run as well"
    )
    board = "2 | - | - | 1 1 2 2 3 2 2 | 3 3 1 3 2 | -"

    rows_missed: ClassVar[int] = 1

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        high = board.height - cls.rows_missed
        return board.blocks >= 9 and any(len(column) >= high for column in board.columns)

    def find_runs(self, grid: Grid) -> list[Run]:
        top = len(grid[0]) - self.rows_missed
        found = []
        for run in super().find_runs(grid):
            vertical = run[0][0] == run[1][0]
            seen = tuple(cell for cell in run if not vertical or cell[1] < top)
            if len(seen) >= RUN:
                found.append(seen)
        return found
