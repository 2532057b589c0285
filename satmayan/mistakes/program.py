"""A contestant's program: the literal search, taken apart into hooks that a mistake may override.

:class:`Program` with nothing overridden is right: every hook asks :mod:`satmayan.puzzle.rules`.  A
mistake is a subclass that overrides a hook or two and calls ``super()`` for the rest, so
mistakes combine by multiple inheritance (:func:`satmayan.mistakes.combine`): those that
override different hooks do not notice each other, those that override the same one chain.

The hooks, in the order in which a program meets them:

==============  =====================================================================
``read``        the board that the program believes it was given
``moves``       the moves that are tried on a board
``order``       the key by which the moves are sorted
``drag``        the board after a drag and its fall
``find_runs``   the runs that are seen on a grid
``take_runs``   those of them, or the parts, that vanish in this round
``max_rounds``  how many rounds of vanish and fall a step may have
``is_done``     whether a board, with so many steps left, counts as solved
``memo_key``    under what a failed board is remembered
``is_hopeless`` which boards are given up early (for speed: must never change an answer)
``write``       what is printed
==============  =====================================================================
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import ClassVar

from satmayan.base.limits import Deadline
from satmayan.puzzle import rules
from satmayan.puzzle.board import EMPTY, Board, Move, Plan, Puzzle
from satmayan.puzzle.files import format_plan
from satmayan.puzzle.rules import Cell, Round, Step
from satmayan.search import literal as dfs

# grid[x][y] is a colour or EMPTY; every column has the board's full height.  Unlike a Board, a
# grid may have gaps: some programs look for runs while a block is in the air.
Grid = Sequence[tuple[int, ...]]

# The cells of a run, in line, from the left or from below.
Run = tuple[Cell, ...]


class Hangs(Exception):
    """The program never ends: its rounds change nothing and go on."""


class Program:
    """A program as a contestant might hand it in; this one is right.

    A mistake states itself in ``en`` and ``zh`` (what is done, what the statement says
    instead), and in ``board`` the smallest board found on which it answers wrongly, in
    the notation of :mod:`satmayan.puzzle.files`.
    """

    en: ClassVar[str]
    zh: ClassVar[str]
    board: ClassVar[str]

    max_rounds: ClassVar[int | None] = None

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        """Whether a board is of a kind on which the mistake may show; guides the hunt for one."""
        return True

    # -- the hooks ------------------------------------------------------------------

    def read(self, puzzle: Puzzle) -> Board:
        """The board that the program believes it was given."""
        return puzzle.board

    def moves(self, board: Board) -> Iterable[Move]:
        """The moves tried on a board, in the order in which they are tried."""
        return sorted(rules.legal_moves(board), key=lambda move: self.order(move.x, move.y, move.g))

    def order(self, x: int, y: int, g: int) -> tuple[int, int, int]:
        """The key of a move; the moves are tried from the smallest."""
        return Move(x, y, g).key

    def drag(self, board: Board, move: Move) -> Board:
        """The board after the drag and its fall, before anything else vanishes."""
        return rules.drag(board, move)

    def find_runs(self, grid: Grid) -> list[Run]:
        """The maximal runs seen, by their first cell, vertical before horizontal."""
        vertical = (
            tuple((x, y) for y in span)
            for x, column in enumerate(grid)
            for span in line_runs(column)
        )
        horizontal = (
            tuple((x, y) for x in span)
            for y, row in enumerate(zip(*grid, strict=True))
            for span in line_runs(row)
        )
        return sorted(chain(vertical, horizontal))

    def take_runs(self, found: list[Run]) -> list[Run]:
        """Of the runs seen, those (or the parts of them) that vanish in this round."""
        return found

    def is_done(self, board: Board, left: int) -> bool:
        """Whether a board, with ``left`` steps still to go, counts as solved."""
        return left == 0 and board.is_empty

    def memo_key(self, board: Board, left: int) -> Hashable:
        """What a failed board is remembered under."""
        return (board, left)

    def is_hopeless(self, board: Board) -> bool:
        """Whether the program can be spared this board; sound wherever no block is ever made."""
        return dfs.is_hopeless(board)

    def write(self, puzzle: Puzzle, plan: Plan | None) -> str:
        """What is printed."""
        return format_plan(plan)

    # -- what the hooks make up -----------------------------------------------------

    def vanishing(self, grid: Grid) -> frozenset[Cell]:
        """The cells that vanish from a grid in one round."""
        found = self.find_runs(grid)
        return frozenset(chain.from_iterable(self.take_runs(found))) if found else frozenset()

    def settle(self, board: Board) -> tuple[Board, tuple[Round, ...]]:
        """Rounds of vanish and fall, as in :func:`satmayan.puzzle.rules.settle`.  Raises Hangs."""
        rounds: list[Round] = []
        while self.max_rounds is None or len(rounds) < self.max_rounds:
            cells = self.vanishing(as_grid(board))
            if not cells:
                break
            rounds.append(Round(board, cells))
            after = rules.vanish(board, cells)
            if after == board:
                raise Hangs
            board = after
        return board, tuple(rounds)

    def step(self, board: Board, move: Move) -> Step:
        """One step as the program makes it.  Raises IllegalMove and Hangs."""
        dragged = self.drag(board, move)
        after, rounds = self.settle(dragged)
        return Step(board, move, dragged, rounds, after)

    def first_plan(self, puzzle: Puzzle, deadline: Deadline | None = None) -> Plan | None:
        """The first plan that the program finds, or None.  Raises Hangs and LimitReached."""
        deadline = deadline or Deadline()
        failed: set[Hashable] = set()

        def search(board: Board, left: int) -> Plan | None:
            if self.is_done(board, left):
                return ()
            if left == 0 or self.is_hopeless(board):
                return None
            key = self.memo_key(board, left)
            if key in failed:
                return None
            for move in self.moves(board):
                deadline.check()
                rest = search(self.settle(self.drag(board, move))[0], left - 1)
                if rest is not None:
                    return (move, *rest)
            failed.add(key)
            return None

        return search(self.read(puzzle), puzzle.steps)

    def output(self, puzzle: Puzzle, deadline: Deadline | None = None) -> str | None:
        """What the program prints, or None if it never ends.  Raises LimitReached."""
        try:
            return self.write(puzzle, self.first_plan(puzzle, deadline))
        except Hangs:
            return None


def as_grid(board: Board) -> Grid:
    """The board with the empty cells above its columns."""
    return [column + (EMPTY,) * (board.height - len(column)) for column in board.columns]


@lru_cache(maxsize=1 << 16)
def line_runs(line: tuple[int, ...]) -> tuple[range, ...]:
    """The maximal runs of one row or column, by position, as ``rules.runs`` says.

    >>> line_runs((1, 1, 1, 1, 2, 0, 0, 0))
    (range(0, 4),)
    """
    row = Board(tuple((colour,) if colour else () for colour in line), 1)
    spans: list[range] = []
    for x, _ in sorted(rules.runs(row)):
        if spans and spans[-1].stop == x and line[x - 1] == line[x]:
            spans[-1] = range(spans[-1].start, x + 1)
        else:
            spans.append(range(x, x + 1))
    return tuple(spans)
