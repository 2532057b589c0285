"""Mistake: the left drag of a block is tried before its right drag."""

from __future__ import annotations

from satmayan.mistakes.program import Program


class LeftFirst(Program):
    en = "tries the left drag of a block before the right: the answer order puts 1 before -1"
    zh = "同一方块先试向左再试向右：题面要求 1 优先于 -1"
    board = "2 | - | - | 1 | 1 1 | -"

    def order(self, x: int, y: int, g: int) -> tuple[int, int, int]:
        return super().order(x, y, -g)
