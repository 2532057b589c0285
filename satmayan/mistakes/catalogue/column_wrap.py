"""Mistake: the vertical scan reads past the top of a full column into the next one."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Grid, Program, Run
from satmayan.puzzle.board import EMPTY, Board
from satmayan.puzzle.rules import RUN


class ColumnWrap(Program):
    does = noted(
        "reads past the top of a full column into the bottom of the next (an array of 7 with no "
        "room above), and sees vertical runs that go around the corner"
    )
    board = "2 | - | - | - | 1 1 2 1 2 1 1 | 1 2"

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        return any(len(column) >= board.height - 1 for column in board.columns)

    def find_runs(self, grid: Grid) -> list[Run]:
        found = super().find_runs(grid)
        for x, (column, following) in enumerate(zip(grid, grid[1:], strict=False)):
            height = len(column)
            cells = [(x, height - 2), (x, height - 1), (x + 1, 0), (x + 1, 1)]
            colours = column[-2:] + following[:2]
            for i in range(len(cells) - RUN + 1):
                if colours[i] != EMPTY and len(set(colours[i : i + RUN])) == 1:
                    found.append(tuple(cells[i : i + RUN]))
        return found
