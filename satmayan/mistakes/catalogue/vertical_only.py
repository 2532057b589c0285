"""Mistake: only vertical runs are looked for."""

from __future__ import annotations

from satmayan.mistakes.program import Grid, Program, Run


class VerticalOnly(Program):
    en = "looks for vertical runs only: three or more in a row vanish as well"
    zh = "只检查竖直方向：横向三个或更多相同方块同样要消除"
    board = "1 | - | - | - | 1 1 | 1"

    def find_runs(self, grid: Grid) -> list[Run]:
        return [run for run in super().find_runs(grid) if run[0][0] == run[1][0]]
