"""Mistake: only vertical runs are looked for."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Grid, Program, Run


class VerticalOnly(Program):
    does = noted("looks for vertical runs only: three or more in a row vanish as well")
    board = "1 | - | - | - | 1 1 | 1"

    def find_runs(self, grid: Grid) -> list[Run]:
        return [run for run in super().find_runs(grid) if run[0][0] == run[1][0]]
