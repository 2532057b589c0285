"""Mistake: failed boards are remembered without the number of steps that were left."""

from __future__ import annotations

from collections.abc import Hashable

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import Board


class MemoWithoutSteps(Program):
    does = noted(
        "remembers failed boards without the number of steps left: a board that cannot be cleared "
        "in one step may well be cleared in two"
    )
    board = "3 | - | 1 | - | 1 | 1 1"

    def memo_key(self, board: Board, left: int) -> Hashable:
        return board
