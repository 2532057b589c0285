"""Mistake: columns are read from the top down."""

from __future__ import annotations

from satmayan.mistakes.program import Program
from satmayan.puzzle.board import Board, Puzzle


class ColumnsFromTop(Program):
    en = "reads each column from the top down: the input has it from the bottom up"
    zh = "把每列从上往下读：题面规定自下向上给出每列的方块"
    board = "1 | - | - | - | 1 1 | 2 1 2 2"

    def read(self, puzzle: Puzzle) -> Board:
        board = super().read(puzzle)
        return Board(tuple(column[::-1] for column in board.columns), board.height)
