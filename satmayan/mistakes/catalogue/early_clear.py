"""Mistake: a board that is empty before the last step counts as solved."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import Board


class EarlyClear(Program):
    does = noted(
        "accepts a board cleared before step n and prints fewer lines: the statement asks for "
        "exactly n steps, and an empty board has no block to drag"
    )
    board = "2 | - | - | 1 | - | 1 1"

    def is_done(self, board: Board, left: int) -> bool:
        return board.is_empty
