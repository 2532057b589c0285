"""What the mistakes share whose boards are not just stacks of blocks."""

from __future__ import annotations

from collections.abc import Iterable

from satmayan.mistakes.program import Program
from satmayan.puzzle.board import EMPTY, Board, Move
from satmayan.puzzle.rules import Cell


class Gappy(Board):
    """A board that may have gaps (EMPTY cells) in its columns, but none on top of them."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """Gaps are no error here."""

    def colours(self) -> dict[int, int]:
        found = super().colours()
        found.pop(EMPTY, None)
        return found


class OwnBoards(Program):
    """A program with boards of its own kind; no two of these mistakes are made together."""


class LazyFall(OwnBoards):
    """A program whose columns may keep gaps; ``fallen`` says what one fall makes of a column."""

    def fallen(self, column: list[int]) -> list[int]:
        """The column, full height, after one fall."""
        raise NotImplementedError

    def moves(self, board: Board) -> Iterable[Move]:
        return (move for move in super().moves(board) if board.at(move.x, move.y) != EMPTY)

    def drag(self, board: Board, move: Move) -> Board:
        if not isinstance(board, Gappy):
            return super().drag(board, move)
        grid = [list(column) for column in self.seen(board)]
        source, target, y = grid[move.x], grid[move.target], move.y
        source[y], target[y] = target[y], source[y]
        return self._fall(grid, board.height)

    def remove(self, board: Board, cells: frozenset[Cell]) -> Board:
        grid = [
            [EMPTY if (x, y) in cells else colour for y, colour in enumerate(column)]
            for x, column in enumerate(board.columns)
        ]
        return self._fall(grid, board.height)

    def _fall(self, grid: list[list[int]], height: int) -> Board:
        columns = []
        for column in map(self.fallen, grid):
            top = max((y for y, colour in enumerate(column) if colour != EMPTY), default=-1)
            columns.append(tuple(column[: top + 1]))
        kind = Gappy if any(EMPTY in column for column in columns) else Board
        return kind(tuple(columns), height)
