"""Mistake: the 0 that ends a full last column overwrites the height of the first column."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import Board, Puzzle


class ColumnOverwritten(Program):
    does = noted(
        "keeps columns in arrays of 7, so that the 0 which ends a full last column is written "
        "over the height of the first, and that column is taken for empty"
    )
    board = "3 | 1 | - | 1 | - | 1 2 1 1 2 1 2"

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        return len(board.columns[-1]) == board.height and bool(board.columns[0])

    def read(self, puzzle: Puzzle) -> Board:
        board = super().read(puzzle)
        if len(board.columns[-1]) < board.height:
            return board
        return Board(((), *board.columns[1:]), board.height)
