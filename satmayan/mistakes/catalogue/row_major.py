"""Mistake: moves are compared by row before column."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program


class RowMajor(Program):
    does = noted("compares moves by y before x (scans row by row): the answer order has x first")
    board = "2 | 1 1 | 1 | - | - | -"

    def order(self, x: int, y: int, g: int) -> tuple[int, int, int]:
        return super().order(y, x, g)
