"""Mistake: a block dragged onto an empty cell stays, as a ghost, above the column it left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from satmayan.base.messages import noted
from satmayan.mistakes.catalogue._boards import OwnBoards
from satmayan.mistakes.program import Grid, Run
from satmayan.puzzle.board import EMPTY, Board, Move
from satmayan.puzzle.rules import Cell

_GHOST = -1  # a ghost in a grid is the negative of its colour

# Where the ghosts are, and their colours.
Ghosts = frozenset[tuple[Cell, int]]


@dataclass(frozen=True, slots=True)
class _Haunted(Board):
    """A board with ghosts above its columns."""

    ghosts: Ghosts = frozenset()


class GhostAbove(OwnBoards):
    does = noted(
        "leaves a ghost above every column that a block is dragged out of (the cell above the old "
        "top is not emptied), and counts it in horizontal runs"
    )
    board = "3 | - | - | 1 | - | 1 1"

    def drag(self, board: Board, move: Move) -> Board:
        ghosts = set(_ghosts(board))
        top = (move.x, len(board.columns[move.x]))
        if board.at(move.target, move.y) == EMPTY and top[1] < board.height:
            ghosts.add((top, board.at(move.x, move.y)))
        return _haunted(super().drag(board, move), ghosts)

    def remove(self, board: Board, cells: frozenset[Cell]) -> Board:
        ghosts = {ghost for ghost in _ghosts(board) if ghost[0] not in cells}
        return _haunted(super().remove(board, cells), ghosts)

    def seen(self, board: Board) -> Grid:
        grid = [list(column) for column in super().seen(board)]
        for (x, y), colour in _ghosts(board):
            grid[x][y] = _GHOST * colour
        return [tuple(column) for column in grid]

    def find_runs(self, grid: Grid) -> list[Run]:
        if min(map(min, grid)) >= 0:
            return super().find_runs(grid)
        solid = [tuple(max(0, c) for c in column) for column in grid]
        everything = [tuple(map(abs, column)) for column in grid]
        vertical = [run for run in super().find_runs(solid) if run[0][0] == run[1][0]]
        rows = [run for run in super().find_runs(everything) if run[0][1] == run[1][1]]
        return sorted(vertical + rows)

    def is_hopeless(self, board: Board) -> bool:
        return False


def _ghosts(board: Board) -> Ghosts:
    return board.ghosts if isinstance(board, _Haunted) else frozenset()


def _haunted(board: Board, ghosts: Iterable[tuple[Cell, int]]) -> Board:
    """The board with those of the ghosts that no block has taken the place of."""
    left = frozenset(ghost for ghost in ghosts if board.at(*ghost[0]) == EMPTY)
    return _Haunted(board.columns, board.height, left) if left else board
