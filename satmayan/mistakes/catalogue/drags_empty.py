"""Mistake: a cell without a block is dragged to the left, which wastes a step."""

from __future__ import annotations

from collections.abc import Iterable

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import LEFT, Board, Move


class DragsEmpty(Program):
    does = noted(
        "drags an empty cell to the left of another one and so wastes a step: only a block can be "
        "dragged"
    )
    board = "2 | - | - | - | 1 1 | 1"

    def moves(self, board: Board) -> Iterable[Move]:
        empty = [
            Move(x, y, LEFT)
            for x in range(1, board.width)
            for y in range(max(map(len, board.columns[x - 1 : x + 1])), board.height)
        ]
        moves = [*super().moves(board), *empty]
        return sorted(moves, key=lambda move: self.order(move.x, move.y, move.g))

    def drag(self, board: Board, move: Move) -> Board:
        if move.y >= len(board.columns[move.x]):
            return board
        return super().drag(board, move)

    def is_hopeless(self, board: Board) -> bool:
        return not board.is_empty and super().is_hopeless(board)
