"""Mistake: horizontal runs vanish and blocks fall before vertical runs are looked for."""

from __future__ import annotations

from satmayan.mistakes.program import Program, Run


class RowsFirst(Program):
    en = (
        "clears horizontal runs first and vertical runs after the fall: the statement's note (b) "
        "makes rows and columns vanish at once, shared blocks included"
    )
    zh = "先消横行，下落后再消竖列：题面注意 b) 规定行和列上满足条件的方块同时消除（含共享的方块）"
    board = "1 | - | 1 2 2 | 2 1 1 | 1 | 1"

    def take_runs(self, found: list[Run]) -> list[Run]:
        horizontal = [run for run in found if run[0][1] == run[1][1]]
        return super().take_runs(horizontal or found)
