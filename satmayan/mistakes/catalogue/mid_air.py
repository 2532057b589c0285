"""Mistake: runs are looked for while the dragged block is still in the air."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program, as_grid
from satmayan.puzzle.board import EMPTY, Board, Move


class MidAir(Program):
    does = noted(
        "looks for runs before the dragged block has fallen: nothing vanishes while blocks are "
        "falling, so the fall comes first"
    )
    board = "1 | - | 1 | 1 | - | 1 1"

    def drag(self, board: Board, move: Move) -> Board:
        grid = [list(column) for column in as_grid(board)]
        source, target, y = grid[move.x], grid[move.target], move.y
        source[y], target[y] = target[y], source[y]
        cells = self.vanishing([tuple(column) for column in grid])
        if not cells:
            return super().drag(board, move)
        for x, y in cells:
            grid[x][y] = EMPTY
        return Board(tuple(tuple(filter(None, column)) for column in grid), board.height)
