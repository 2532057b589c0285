"""Mistake: as early-clear, with the lines that are missing filled by -1 -1 -1."""

from __future__ import annotations

from satmayan.mistakes.catalogue import early_clear
from satmayan.puzzle.board import Plan, Puzzle


class EarlyClearPadded(early_clear.EarlyClear):
    en = (
        "accepts a board cleared before step n and fills the missing lines with -1 -1 -1: the "
        "statement asks for exactly n steps, and an empty board has no block to drag"
    )
    zh = "提前清空也算成功，缺少的行用 -1 -1 -1 补齐：题面要求恰好 n 步，而空棋盘上已没有方块可拖"
    board = "2 | - | - | 1 | - | 1 1"

    filler = "-1 -1 -1\n"

    def write(self, puzzle: Puzzle, plan: Plan | None) -> str:
        missing = 0 if plan is None else puzzle.steps - len(plan)
        return super().write(puzzle, plan) + self.filler * missing
