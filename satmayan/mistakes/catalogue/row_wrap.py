"""Mistake: the horizontal scan reads past the last column into the next row."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Grid, Program, Run
from satmayan.puzzle.board import EMPTY, Board


class RowWrap(Program):
    does = noted(
        "reads past the end of a row into the first cell of the next (rows of 5 lie one after "
        "another in memory), and sees horizontal runs that go around the edge"
    )
    board = "3 | 1 1 | 1 | - | 1 | 1"

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        return len(board.columns[0]) >= 2 and min(map(len, board.columns[-2:])) >= 1

    def find_runs(self, grid: Grid) -> list[Run]:
        found = super().find_runs(grid)
        last = len(grid) - 1
        for y in range(len(grid[0]) - 1):
            colour = grid[last][y]
            if colour != EMPTY and colour == grid[last - 1][y] == grid[0][y + 1]:
                found.append(((last - 1, y), (last, y), (0, y + 1)))
        return found
