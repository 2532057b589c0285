"""Mistake: blocks are dragged to the right only."""

from __future__ import annotations

from collections.abc import Iterable

from satmayan.mistakes.program import Program
from satmayan.puzzle.board import RIGHT, Board, Move


class NoLeft(Program):
    en = (
        "never drags to the left: a left drag onto a block is a right drag of its neighbour, but "
        "a left drag onto an empty cell is nothing else"
    )
    zh = "从不向左拖动：向左与方块交换等价于左邻方块向右，但向左拖入空格没有等价的右移"
    board = "1 | - | - | - | 1 1 | 1"

    def moves(self, board: Board) -> Iterable[Move]:
        return (move for move in super().moves(board) if move.g == RIGHT)
