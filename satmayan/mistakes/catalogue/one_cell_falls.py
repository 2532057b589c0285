"""Mistake: after a round blocks that rest on nothing fall by one cell only."""

from __future__ import annotations

from satmayan.mistakes.catalogue._boards import LazyFall
from satmayan.puzzle.board import EMPTY


class OneCellFalls(LazyFall):
    en = (
        "lets blocks fall by one cell only after a round (one pass over the column), so that they "
        "stay in the air above a higher gap: they fall until they rest on something"
    )
    zh = "每轮消除后方块只下落一格（每列只扫描一遍），下面仍有空格时停在空中：方块应一直落到底"
    board = "1 | - | - | - | 1 1 2 1 2 | 2"

    def fallen(self, column: list[int]) -> list[int]:
        low = next((y for y, colour in enumerate(column) if colour == EMPTY), len(column))
        return column[:low] + column[low + 1 :]
