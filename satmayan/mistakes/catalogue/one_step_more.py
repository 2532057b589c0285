"""Mistake: the search has one step more than it should."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import Puzzle


class OneStepMore(Program):
    does = noted("searches for n + 1 steps: the statement asks for exactly n")
    board = "1 | - | - | - | 1 | 1 1"

    def steps(self, puzzle: Puzzle) -> int:
        return super().steps(puzzle) + 1
