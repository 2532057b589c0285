"""Mistake: vertical runs vanish and blocks fall before horizontal runs are looked for."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program, Run


class ColumnsFirst(Program):
    does = noted(
        "clears vertical runs first and horizontal runs after the fall: the statement's note (b) "
        "makes rows and columns vanish at once, shared blocks included"
    )
    board = "1 | - | 1 2 1 1 2 | - | 2 | 2"

    def take_runs(self, found: list[Run]) -> list[Run]:
        vertical = [run for run in found if run[0][0] == run[1][0]]
        return super().take_runs(vertical or found)
