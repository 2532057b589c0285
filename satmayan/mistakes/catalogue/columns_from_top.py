"""Mistake: columns are read from the top down."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import Board, Puzzle


class ColumnsFromTop(Program):
    does = noted("reads each column from the top down: the input has it from the bottom up")
    board = "1 | - | - | - | 1 1 | 2 1 2 2"

    def read(self, puzzle: Puzzle) -> Board:
        board = super().read(puzzle)
        return Board(tuple(column[::-1] for column in board.columns), board.height)
