"""Mistake: only horizontal runs are looked for."""

from __future__ import annotations

from satmayan.mistakes.program import Grid, Program, Run


class HorizontalOnly(Program):
    en = "looks for horizontal runs only: three or more in a column vanish as well"
    zh = "只检查水平方向：竖向三个或更多相同方块同样要消除"
    board = "1 | - | - | - | 1 1 | 2 2 1 2"

    def find_runs(self, grid: Grid) -> list[Run]:
        return [run for run in super().find_runs(grid) if run[0][0] != run[1][0]]
