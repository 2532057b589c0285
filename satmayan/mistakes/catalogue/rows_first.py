"""Mistake: horizontal runs vanish and blocks fall before vertical runs are looked for."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program, Run


class RowsFirst(Program):
    does = noted(
        "clears horizontal runs first and vertical runs after the fall: the statement's note (b) "
        "makes rows and columns vanish at once, shared blocks included"
    )
    board = "1 | - | 1 2 2 | 2 1 1 | 1 | 1"

    def take_runs(self, found: list[Run]) -> list[Run]:
        horizontal = [run for run in found if run[0][1] == run[1][1]]
        return super().take_runs(horizontal or found)
