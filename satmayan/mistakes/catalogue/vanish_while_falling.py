"""Mistake: blocks fall a cell at a time, and what is in line on the way vanishes."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program, as_grid
from satmayan.puzzle.board import EMPTY, Board, Move


class VanishWhileFalling(Program):
    does = noted(
        "lets blocks fall a cell at a time and looks for runs after each: nothing vanishes while "
        "blocks are falling"
    )
    board = "2 | - | - | - | 1 2 2 1 | 1 2"

    def drag(self, board: Board, move: Move) -> Board:
        grid = [list(column) for column in as_grid(board)]
        source, target, y = grid[move.x], grid[move.target], move.y
        source[y], target[y] = target[y], source[y]
        changed = True
        while changed:
            changed = _sink(grid)
            for x, y in self.vanishing([tuple(column) for column in grid]):
                changed |= grid[x][y] != EMPTY
                grid[x][y] = EMPTY
        return Board(tuple(tuple(filter(None, column)) for column in grid), board.height)


def _sink(grid: list[list[int]]) -> bool:
    """Let every block that rests on air fall by one cell; whether there was one."""
    sunk = False
    for column in grid:
        low = column.index(EMPTY) if EMPTY in column else len(column)
        if any(column[low:]):
            column[low:] = [*column[low + 1 :], EMPTY]
            sunk = True
    return sunk
