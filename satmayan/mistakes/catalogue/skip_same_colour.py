"""Mistake: two blocks of one colour are never made to change places."""

from __future__ import annotations

from collections.abc import Iterable

from satmayan.mistakes.program import Program
from satmayan.puzzle.board import Board, Move


class SkipSameColour(Program):
    en = (
        "skips same-colour swaps: the statement's rule 1 lets two blocks change places whatever "
        "their colours, and such a swap is the way to waste a step"
    )
    zh = (
        "跳过同色交换：题面规则 1 允许任意两个相邻方块交换，与颜色无关；"
        "同色交换可以用来消耗多余的步数"
    )
    board = "2 | - | - | - | 1 1 | 1"

    def moves(self, board: Board) -> Iterable[Move]:
        for move in super().moves(board):
            if board.at(move.x, move.y) != board.at(move.target, move.y):
                yield move
