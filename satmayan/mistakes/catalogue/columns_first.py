"""Mistake: vertical runs vanish and blocks fall before horizontal runs are looked for."""

from __future__ import annotations

from satmayan.mistakes.program import Program, Run


class ColumnsFirst(Program):
    en = (
        "clears vertical runs first and horizontal runs after the fall: the statement's note (b) "
        "makes rows and columns vanish at once, shared blocks included"
    )
    zh = "先消竖列，下落后再消横行：题面注意 b) 规定行和列上满足条件的方块同时消除（含共享的方块）"
    board = "1 | - | 1 2 1 1 2 | - | 2 | 2"

    def take_runs(self, found: list[Run]) -> list[Run]:
        vertical = [run for run in found if run[0][0] == run[1][0]]
        return super().take_runs(vertical or found)
