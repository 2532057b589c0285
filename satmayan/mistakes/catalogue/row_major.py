"""Mistake: moves are compared by row before column."""

from __future__ import annotations

from satmayan.mistakes.program import Program


class RowMajor(Program):
    en = "compares moves by y before x (scans row by row): the answer order has x first"
    zh = "先按 y 再按 x 比较（逐行扫描）：题面要求 x 为第一关键字、y 为第二关键字"
    board = "2 | 1 1 | 1 | - | - | -"

    def order(self, x: int, y: int, g: int) -> tuple[int, int, int]:
        return super().order(y, x, g)
