"""Mistake: the search goes by pairs of neighbouring columns, not by the dragged block."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import RIGHT


class PairScan(Program):
    does = noted(
        "scans pairs of columns (x, x+1), so that it tries (x+1, y, -1) before the right drags of "
        "column x above row y: the answer order goes by the column of the dragged block"
    )
    board = "2 | - | - | 1 | 1 1 | -"

    def order(self, x: int, y: int, g: int) -> tuple[int, int, int]:
        return super().order(x if g == RIGHT else x - 1, y, g)
