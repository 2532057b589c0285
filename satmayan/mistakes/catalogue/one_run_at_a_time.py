"""Mistake: one run vanishes, blocks fall, and only then the next one is looked for."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program, Run


class OneRunAtATime(Program):
    does = noted(
        "lets one run vanish at a time, with a fall in between: the statement's note (a) makes "
        "all runs vanish at once"
    )
    board = "1 | - | - | 1 2 1 | 2 1 | 2 1"

    def take_runs(self, found: list[Run]) -> list[Run]:
        return super().take_runs(found)[:1]
