"""Mistake: as early-clear, with the lines that are missing filled by -1 -1 -1."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.catalogue import early_clear
from satmayan.puzzle.board import Plan, Puzzle


class EarlyClearPadded(early_clear.EarlyClear):
    does = noted(
        "accepts a board cleared before step n and fills the missing lines with -1 -1 -1: the "
        "statement asks for exactly n steps, and an empty board has no block to drag"
    )
    board = "2 | - | - | 1 | - | 1 1"

    filler = "-1 -1 -1\n"

    def write(self, puzzle: Puzzle, plan: Plan | None) -> str:
        missing = 0 if plan is None else puzzle.steps - len(plan)
        return super().write(puzzle, plan) + self.filler * missing
