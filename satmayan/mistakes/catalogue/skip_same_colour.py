"""Mistake: two blocks of one colour are never made to change places."""

from __future__ import annotations

from collections.abc import Iterable

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import Board, Move


class SkipSameColour(Program):
    does = noted(
        "skips same-colour swaps: the statement's rule 1 lets two blocks change places whatever "
        "their colours, and such a swap is the way to waste a step"
    )
    board = "2 | - | - | - | 1 1 | 1"

    def moves(self, board: Board) -> Iterable[Move]:
        for move in super().moves(board):
            if board.at(move.x, move.y) != board.at(move.target, move.y):
                yield move
