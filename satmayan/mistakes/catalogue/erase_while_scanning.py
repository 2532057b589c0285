"""Mistake: cells are emptied during the scan, so that a crossing run is no longer seen whole."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program, Run
from satmayan.puzzle.board import Board
from satmayan.puzzle.rules import RUN, Cell


class EraseWhileScanning(Program):
    does = noted(
        "empties cells while it scans, so that a run which crosses an earlier one is no longer "
        "seen: the statement's note (b) makes both vanish, shared block included"
    )
    board = "1 | - | 1 2 2 | 2 1 1 | 1 | 1"

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        return max(board.colours().values(), default=0) >= 2 * RUN - 1

    def take_runs(self, found: list[Run]) -> list[Run]:
        gone: set[Cell] = set()
        taken: list[Run] = []
        for run in found:
            for part in _parts(run, gone):
                gone.update(part)
                taken.append(part)
        return super().take_runs(taken)


def _parts(run: Run, gone: set[Cell]) -> list[Run]:
    """What is left of a run without the cells gone: the parts that are still runs."""
    parts: list[list[Cell]] = [[]]
    for cell in run:
        if cell in gone:
            parts.append([])
        else:
            parts[-1].append(cell)
    return [tuple(part) for part in parts if len(part) >= RUN]
