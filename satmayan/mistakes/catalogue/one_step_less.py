"""Mistake: the search has one step less than it should."""

from __future__ import annotations

from satmayan.mistakes.program import Program
from satmayan.puzzle.board import Puzzle


class OneStepLess(Program):
    en = "searches for n - 1 steps: the statement asks for exactly n"
    zh = "只搜索 n - 1 步：题面要求恰好 n 步"
    board = "1 | - | - | - | 1 1 | 1"

    def steps(self, puzzle: Puzzle) -> int:
        return super().steps(puzzle) - 1
