"""Mistake: of a run of four or five only the first three blocks vanish."""

from __future__ import annotations

from satmayan.mistakes.program import Program, Run
from satmayan.puzzle.rules import RUN


class ThreeOnly(Program):
    en = "clears only the first three blocks of a longer run: runs of 4 and 5 vanish whole"
    zh = "四连、五连只消去前三个方块：题面规定“三个或三个以上”一起消除"
    board = "1 | - | 1 | - | 1 1 | 1"

    def take_runs(self, found: list[Run]) -> list[Run]:
        return [run[:RUN] for run in super().take_runs(found)]
