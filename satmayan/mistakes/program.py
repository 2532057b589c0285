"""A contestant's program: the literal search, taken apart into hooks that a mistake may override.

:class:`Program` with nothing overridden is right: every hook asks :mod:`satmayan.puzzle.rules`.  A
mistake is a subclass that overrides a hook or two and calls ``super()`` for the rest, so
mistakes combine by multiple inheritance (:func:`satmayan.mistakes.combine`): those that
override different hooks do not notice each other, those that override the same one chain.

The hooks, in the order in which a program meets them:

==============  =====================================================================
``read``        the board that the program believes it was given
``steps``       the number of steps that it believes it was given
``moves``       the moves that are tried on a board
``order``       the key by which the moves are sorted
``drag``        the board after a drag and its fall
``seen``        the grid in which runs are looked for
``find_runs``   the runs that are seen on a grid
``take_runs``   those of them, or the parts, that vanish in this round
``remove``      the board after a round: what vanished is gone, the rest has fallen
``max_rounds``  how many rounds of vanish and fall a step may have
``is_done``     whether a board, with so many steps left, counts as solved
``memo_key``    under what a failed board is remembered
``is_hopeless`` which boards are given up early (for speed: must never change an answer)
``write``       what is printed
``prints``      whether what was seen printed may be what this program prints
==============  =====================================================================
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
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


_Classes = tuple[type, ...]


class Hangs(Exception):
    """The program never ends: its rounds change nothing and go on."""


@dataclass(slots=True)
class Shared:
    """What is known of boards, by the classes that have a say in it, for programs to share.

    ``runs`` are those seen on a board, ``settled`` is where a board comes to rest, ``steps``
    the board after a move (both None where the rounds never end), ``moves`` those tried.
    """

    runs: dict[_Classes, dict[Board, list[Run]]] = field(default_factory=dict)
    settled: dict[_Classes, dict[Board, Board | None]] = field(default_factory=dict)
    steps: dict[_Classes, dict[Board, dict[Move, Board | None]]] = field(default_factory=dict)
    moves: dict[_Classes, dict[Board, tuple[Move, ...]]] = field(default_factory=dict)

    @property
    def boards(self) -> int:
        """How many boards are remembered, in all."""
        held = sum(map(len, self.runs.values())) + sum(map(len, self.settled.values()))
        return held + sum(map(len, self.steps.values())) + sum(map(len, self.moves.values()))


class Program:
    """A program as a contestant might hand it in; this one is right.

    A mistake states itself in ``does`` (what is done, what the statement says
    instead), and in ``board`` the smallest board found on which it answers wrongly, in
    the notation of :mod:`satmayan.puzzle.files`.
    """

    does: ClassVar[str]
    board: ClassVar[str]

    max_rounds: ClassVar[int | None] = None

    # Whether ``prints`` leaves something open; what is exact is believed first.
    is_vague: ClassVar[bool] = False

    def __init__(self, known: Shared | None = None) -> None:
        """What is ``known`` is not worked out again; programs may share it."""
        self._known = known = known or Shared()
        kind = type(self)
        self._steps = known.steps.setdefault(_made_of(kind, _STEP), {})
        self._runs = known.runs.setdefault(_made_of(kind, _FIND), {})
        self._settled = known.settled.setdefault(_made_of(kind, _SETTLE), {})
        self._moves = known.moves.setdefault(_made_of(kind, _MOVES), {})

    @classmethod
    def is_provoked_by(cls, board: Board) -> bool:
        """Whether a board is of a kind on which the mistake may show; guides the hunt for one."""
        return True

    # -- the hooks ------------------------------------------------------------------

    def read(self, puzzle: Puzzle) -> Board:
        """The board that the program believes it was given."""
        return puzzle.board

    def steps(self, puzzle: Puzzle) -> int:
        """The number of steps that the program believes it was given."""
        return puzzle.steps

    def moves(self, board: Board) -> Iterable[Move]:
        """The moves tried on a board, in the order in which they are tried."""
        return sorted(rules.legal_moves(board), key=lambda move: self.order(move.x, move.y, move.g))

    def order(self, x: int, y: int, g: int) -> tuple[int, int, int]:
        """The key of a move; the moves are tried from the smallest."""
        return Move(x, y, g).key

    def drag(self, board: Board, move: Move) -> Board:
        """The board after the drag and its fall, before anything else vanishes."""
        return rules.drag(board, move)

    def seen(self, board: Board) -> Grid:
        """The cells in which runs are looked for."""
        return as_grid(board)

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

    def remove(self, board: Board, cells: frozenset[Cell]) -> Board:
        """The board after a round: without the cells, after the fall."""
        return rules.vanish(board, cells)

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

    def prints(self, puzzle: Puzzle, printed: str | None, seen: str | None) -> bool:
        """Whether what was seen is what the program prints (``printed``), spaces aside."""
        return words(printed) == words(seen)

    # -- what the hooks make up -----------------------------------------------------

    def vanishing(self, grid: Grid) -> frozenset[Cell]:
        """The cells that vanish from a grid in one round."""
        return self._taken(self.find_runs(grid))

    def _taken(self, found: list[Run]) -> frozenset[Cell]:
        return frozenset(chain.from_iterable(self.take_runs(found))) if found else frozenset()

    def _found(self, board: Board) -> list[Run]:
        found = self._runs.get(board)
        if found is None:
            found = self._runs[board] = self.find_runs(self.seen(board))
        return found

    def settle(self, board: Board) -> tuple[Board, tuple[Round, ...]]:
        """Rounds of vanish and fall, as in :func:`satmayan.puzzle.rules.settle`.  Raises Hangs."""
        rounds: list[Round] = []
        while self.max_rounds is None or len(rounds) < self.max_rounds:
            cells = self._taken(self._found(board))
            if not cells:
                break
            rounds.append(Round(board, cells))
            after = self.remove(board, cells)
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
        after = self.after
        failed: set[Hashable] = set()

        def search(board: Board, left: int) -> Plan | None:
            if self.is_done(board, left):
                return ()
            if left == 0 or self.is_hopeless(board):
                return None
            key = self.memo_key(board, left)
            if key in failed:
                return None
            for move in self.tried(board):
                deadline.tick()
                rest = search(after(board, move), left - 1)
                if rest is not None:
                    return (move, *rest)
            failed.add(key)
            return None

        return search(self.read(puzzle), self.steps(puzzle))

    def after(self, board: Board, move: Move) -> Board:
        """The board after one step.  Raises Hangs."""
        steps = self._steps.get(board)
        if steps is None:
            steps = self._steps[board] = {}
        if move not in steps:
            steps[move] = self._rest(self.drag(board, move))
        after = steps[move]
        if after is None:
            raise Hangs
        return after

    def _rest(self, dragged: Board) -> Board | None:
        """Where a board comes to rest; None if it never does."""
        if dragged not in self._settled:
            try:
                self._settled[dragged] = self.settle(dragged)[0]
            except Hangs:
                self._settled[dragged] = None
        return self._settled[dragged]

    def tried(self, board: Board) -> tuple[Move, ...]:
        """The moves tried on a board."""
        if board not in self._moves:
            self._moves[board] = tuple(self.moves(board))
        return self._moves[board]

    def output(self, puzzle: Puzzle, deadline: Deadline | None = None) -> str | None:
        """What the program prints, or None if it never ends.  Raises LimitReached."""
        try:
            return self.write(puzzle, self.first_plan(puzzle, deadline))
        except Hangs:
            return None


_MOVES = ("moves", "order")
_FIND = ("seen", "find_runs")
_SETTLE = (*_FIND, "take_runs", "remove", "max_rounds")
_STEP = ("drag", *_SETTLE)


def _made_of(kind: type[Program], hooks: tuple[str, ...]) -> _Classes:
    """The mistakes that have a say in some of the hooks of a program.

    One may have it by what it sets for a hook that it inherits.
    """
    return tuple(
        base
        for base in kind.__mro__
        if "does" in vars(base)
        and any(
            not vars(origin).keys().isdisjoint(hooks)
            for origin in base.__mro__
            if origin not in Program.__mro__
        )
    )


def words(output: str | None) -> list[str] | None:
    """The words of an output; None where nothing was ever printed."""
    return None if output is None else output.split()


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
