"""Mistake: blocks are dragged to the right only."""

from __future__ import annotations

from collections.abc import Iterable

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import RIGHT, Board, Move


class NoLeft(Program):
    does = noted(
        "never drags to the left: a left drag onto a block is a right drag of its neighbour, but "
        "a left drag onto an empty cell is nothing else"
    )
    board = "1 | - | - | - | 1 1 | 1"

    def moves(self, board: Board) -> Iterable[Move]:
        return (move for move in super().moves(board) if move.g == RIGHT)
