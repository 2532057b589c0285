"""Mistake: one pass of falling, in which only the lowest gap of a column is closed."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.catalogue._boards import LazyFall
from satmayan.puzzle.board import EMPTY, Board


class OneGapFalls(LazyFall):
    does = noted(
        "closes only the lowest gap of each column after a round, so that blocks above a second "
        "gap stay in the air: they fall until they rest on something"
    )
    board = "1 | - | 1 2 3 3 1 3 1 | 1 2 1 | 2 1 | 1"

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        return board.blocks >= 8 and max(map(len, board.columns)) >= 4

    def fallen(self, column: list[int]) -> list[int]:
        low = next((y for y, colour in enumerate(column) if colour == EMPTY), len(column))
        high = next((y for y in range(low, len(column)) if column[y] != EMPTY), len(column))
        return column[:low] + column[high:]
