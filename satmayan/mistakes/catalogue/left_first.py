"""Mistake: the left drag of a block is tried before its right drag."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program


class LeftFirst(Program):
    does = noted(
        "tries the left drag of a block before the right: the answer order puts 1 before -1"
    )
    board = "2 | - | - | 1 | 1 1 | -"

    def order(self, x: int, y: int, g: int) -> tuple[int, int, int]:
        return super().order(x, y, -g)
