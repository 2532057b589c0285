"""Mistake: of a run of four or five only the first three blocks vanish."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program, Run
from satmayan.puzzle.rules import RUN


class ThreeOnly(Program):
    does = noted("clears only the first three blocks of a longer run: runs of 4 and 5 vanish whole")
    board = "1 | - | 1 | - | 1 1 | 1"

    def take_runs(self, found: list[Run]) -> list[Run]:
        return [run[:RUN] for run in super().take_runs(found)]
