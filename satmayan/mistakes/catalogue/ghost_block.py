"""Mistake: when a block leaves a full column, the topmost cell is not emptied."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.catalogue._boards import OwnBoards
from satmayan.puzzle.board import EMPTY, Board, Move


class GhostBlock(OwnBoards):
    does = noted(
        "leaves a ghost above a full column: when a block is dragged out of it, the others come "
        "down by one but the topmost cell is not emptied, and its block is there twice"
    )
    board = "2 | - | - | - | 1 1 2 1 1 2 2 | -"

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        return any(len(column) == board.height for column in board.columns)

    def drag(self, board: Board, move: Move) -> Board:
        after = super().drag(board, move)
        column = board.columns[move.x]
        if len(column) < board.height or board.at(move.target, move.y) != EMPTY:
            return after
        columns = list(after.columns)
        columns[move.x] += (column[-1],)
        return Board(tuple(columns), board.height)

    def is_hopeless(self, board: Board) -> bool:
        return False
