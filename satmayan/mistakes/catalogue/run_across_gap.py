"""Mistake: a horizontal run is seen across an empty column."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Grid, Program, Run, line_runs
from satmayan.puzzle.board import Board


class RunAcrossGap(Program):
    does = noted(
        "steps over empty columns when it looks for horizontal runs: blocks are in line only "
        "where their columns are side by side"
    )
    board = "1 | - | 1 | - | - | 1 1"

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        return not all(board.columns[1:-1])

    def find_runs(self, grid: Grid) -> list[Run]:
        found = super().find_runs(grid)
        full = [x for x, column in enumerate(grid) if any(column)]
        across = [
            tuple((full[k], y) for k in span)
            for y, row in enumerate(zip(*(grid[x] for x in full), strict=True))
            for span in line_runs(row)
            if full[span[-1]] - full[span[0]] >= len(span)
        ]
        return sorted(found + across) if across else found
