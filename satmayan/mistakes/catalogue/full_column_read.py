"""Mistake: the reading loop ends after seven numbers and leaves the 0 of a full column unread."""

from __future__ import annotations

from itertools import chain, islice, takewhile

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import EMPTY, Board, Puzzle


class FullColumnRead(Program):
    does = noted(
        "reads at most seven numbers a column, so that the 0 which ends a full column is taken "
        "for the next column, and all that follows is shifted"
    )
    board = "2 | - | - | - | 1 1 2 1 1 2 2 | 1"

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        return any(len(column) == board.height for column in board.columns)

    def read(self, puzzle: Puzzle) -> Board:
        board = super().read(puzzle)
        numbers = iter(list(chain.from_iterable((*column, EMPTY) for column in board.columns)))
        columns = (
            tuple(takewhile(lambda c: c != EMPTY, islice(numbers, board.height)))
            for _ in board.columns
        )
        return Board(tuple(columns), board.height)
