"""Mistake: only horizontal runs are looked for."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Grid, Program, Run


class HorizontalOnly(Program):
    does = noted("looks for horizontal runs only: three or more in a column vanish as well")
    board = "1 | - | - | - | 1 1 | 2 2 1 2"

    def find_runs(self, grid: Grid) -> list[Run]:
        return [run for run in super().find_runs(grid) if run[0][0] != run[1][0]]
