"""Mistake: one run vanishes, blocks fall, and only then the next one is looked for."""

from __future__ import annotations

from satmayan.mistakes.program import Program, Run


class OneRunAtATime(Program):
    en = (
        "lets one run vanish at a time, with a fall in between: the statement's note (a) makes "
        "all runs vanish at once"
    )
    zh = "每次只消去一组，下落后再找下一组：题面注意 a) 规定多组方块同时消除"
    board = "1 | - | - | 1 2 1 | 2 1 | 2 1"

    def take_runs(self, found: list[Run]) -> list[Run]:
        return super().take_runs(found)[:1]
