"""Mistake: the search goes by pairs of neighbouring columns, not by the dragged block."""

from __future__ import annotations

from satmayan.mistakes.program import Program
from satmayan.puzzle.board import RIGHT


class PairScan(Program):
    en = (
        "scans pairs of columns (x, x+1), so that it tries (x+1, y, -1) before the right drags of "
        "column x above row y: the answer order goes by the column of the dragged block"
    )
    zh = (
        "按相邻两列 (x, x+1) 扫描，把 (x+1, y, -1) 排在第 x 列更高方块的右移之前："
        "题面按被拖动方块自己的列号比较"
    )
    board = "2 | - | - | 1 | 1 1 | -"

    def order(self, x: int, y: int, g: int) -> tuple[int, int, int]:
        return super().order(x if g == RIGHT else x - 1, y, g)
