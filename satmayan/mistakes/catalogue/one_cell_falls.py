"""Mistake: after a round blocks that rest on nothing fall by one cell only."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.catalogue._boards import LazyFall
from satmayan.puzzle.board import EMPTY


class OneCellFalls(LazyFall):
    does = noted(
        "lets blocks fall by one cell only after a round (one pass over the column), so that they "
        "stay in the air above a higher gap: they fall until they rest on something"
    )
    board = "1 | - | - | - | 1 1 2 1 2 | 2"

    def fallen(self, column: list[int]) -> list[int]:
        low = next((y for y, colour in enumerate(column) if colour == EMPTY), len(column))
        return column[:low] + column[low + 1 :]
