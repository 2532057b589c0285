"""The fast verifier: the first plan in answer order, by a sweep over whole frontiers.

The boards that k steps can reach make up a frontier: in the order of their smallest move
sequences, each board once.  Expanding them in that order, and the moves of each in answer
order, lists sequences of k + 1 steps in lexicographic order; of equal boards the first
is kept.  So the first empty board of the last frontier has the smallest plan: a plan
that passes a board by a sequence that is not its smallest can be made smaller.

What is left out loses no smallest plan: see :func:`satmayan.lookahead.worthwhile`.

Small frontiers are expanded board by board; what grows goes to :mod:`satmayan.sweep`, if
it fits there.  So a small puzzle never waits for NumPy to be imported.

Nothing here knows of SAT.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from satmayan.bitboard import Field, Planes
from satmayan.board import LEFT, RIGHT, Board, Move, Plan, Puzzle
from satmayan.bound import lower_bound
from satmayan.limits import Deadline
from satmayan.lookahead import worthwhile_of_one
from satmayan.rules import drag, legal_moves, replay, settle

if TYPE_CHECKING:
    from satmayan.sweep import Sweep, Words

MEMORY_LIMIT = 2 << 30  # bytes
SMALL = 4000  # boards that are sooner made one by one than NumPy is imported

# A board's planes; the moves of a plan, coded as in satmayan.sweep.Frontier.
_Key = tuple[int, ...]
_Moves = tuple[int, ...]


def first_plan(
    puzzle: Puzzle, *, deadline: Deadline | None = None, memory_limit: int = MEMORY_LIMIT
) -> Plan | None:
    """The lexicographically smallest plan, or None if there is none.

    The board must be stable.  ``memory_limit``, in bytes, bounds the frontiers of boards of
    up to 64 cells.  Raises LimitReached at the deadline.
    """
    search = _Search(puzzle, deadline, memory_limit)
    moves = search.first()
    return None if moves is None else tuple(search.move(code) for code in moves)


def all_plans(
    puzzle: Puzzle, *, deadline: Deadline | None = None, memory_limit: int = MEMORY_LIMIT
) -> Iterator[Plan]:
    """Every plan in answer order, as :func:`satmayan.dfs.all_plans` gives them.

    Literally every sequence of legal moves: left drags onto a block and all swaps of two
    blocks of one colour count.  Each move is tried, and followed where the rest has a plan.
    """
    known: dict[tuple[Board, int], bool] = {}

    def can_be_emptied(board: Board, left: int) -> bool:
        if left == 0:
            return board.is_empty
        if (board, left) not in known:
            plan = first_plan(Puzzle(board, left), deadline=deadline, memory_limit=memory_limit)
            known[board, left] = plan is not None
            if plan is not None:
                after = (step.after for step in replay(board, plan))
                known.update(((b, left - k), True) for k, b in enumerate(after, 1) if k < left)
        return known[board, left]

    def follow(board: Board, left: int) -> Iterator[Plan]:
        if left == 0:
            yield ()
            return
        for move in legal_moves(board):
            after = settle(drag(board, move))[0]
            if can_be_emptied(after, left - 1):
                yield from ((move, *rest) for rest in follow(after, left - 1))

    return follow(puzzle.board, puzzle.steps)


def count_plans(
    puzzle: Puzzle, *, deadline: Deadline | None = None, memory_limit: int = MEMORY_LIMIT
) -> int:
    """How many plans there are: the exact number of those :func:`all_plans` gives."""
    return _Search(puzzle, deadline, memory_limit).count()


class _Search:
    """One search: small frontiers here, and what outgrows them in a sweep."""

    def __init__(self, puzzle: Puzzle, deadline: Deadline | None, memory_limit: int) -> None:
        board = puzzle.board.renumbered()
        bound = lower_bound(board)
        self.hopeless = bound is None or bound > puzzle.steps
        self.field = Field(board.width, board.height, len(board.colours()))
        self.start: _Key = self.field.pack(board)
        self.steps = puzzle.steps
        self.deadline = deadline or Deadline()
        self.memory_limit = memory_limit
        self.expected = 0  # boards to be made by the next step, if it makes as many each

    def move(self, code: int) -> Move:
        """The move that a code stands for."""
        x, y = divmod(code >> 1, self.field.height)
        return Move(x, y, LEFT if code & 1 else RIGHT)

    def first(self) -> _Moves | None:
        """The smallest plan, in codes."""
        frontier: dict[_Key, _Moves] = {} if self.hopeless else {self.start: ()}
        for left in range(self.steps, 0, -1):
            if self._too_large():
                sweep, boards = self._sweep(frontier, left)
                found = sweep.first_plan(boards, left)
                return found and (*list(frontier.values())[found[0]], *found[1])
            reached: dict[_Key, _Moves] = {}
            for board, code, after, _ in self._step(frontier, left):
                reached.setdefault(after, (*frontier[board], code))
            frontier = reached
        return frontier.get(self.field.empty)

    def count(self) -> int:
        """The number of plans."""
        frontier: dict[_Key, int] = {} if self.hopeless else {self.start: 1}
        for left in range(self.steps, 0, -1):
            if self._too_large():
                sweep, boards = self._sweep(frontier, left)
                return sweep.count(boards, sweep.numbers(frontier.values(), self.steps), left)
            reached: dict[_Key, int] = {}
            for board, _, after, ways in self._step(frontier, left):
                reached[after] = reached.get(after, 0) + frontier[board] * ways
            frontier = reached
        return frontier.get(self.field.empty, 0)

    def _too_large(self) -> bool:
        return self.expected > SMALL and self.field.fits_words

    def _sweep(self, frontier: Collection[_Key], left: int) -> tuple[Sweep, Words]:
        from satmayan.sweep import Sweep

        sweep = Sweep(self.field, left, self.deadline, self.memory_limit)
        return sweep, sweep.pack(frontier)

    def _step(
        self, frontier: Mapping[_Key, object], left: int
    ) -> Iterator[tuple[_Key, int, _Key, int]]:
        """Each board, worthwhile move, the board it leads to, and its number of legal moves."""
        made, reached = 0, set()
        for board in frontier:
            self.deadline.check()
            for code, after, ways in _children(self.field, board, left):
                made += 1
                reached.add(after)
                yield board, code, after, ways
        self.expected = len(reached) * made // max(1, len(frontier))


def _children(
    field: Field, planes: Planes, left: int
) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """The worthwhile moves of a board in answer order, the boards they lead to, and how many
    legal moves each stands for."""
    moves = worthwhile_of_one(field, planes, left)
    if moves is None:
        return
    by, occupied = field.height, field.occupied(planes)
    rest = moves.right | moves.left
    while rest:
        cell = rest & -rest
        rest ^= cell
        bit = cell.bit_length() - 1
        floor = 1 << bit // by * by
        if moves.right & cell:
            if occupied >> by & cell:
                after, ways = field.swap(planes, cell), 2
            else:
                after, ways = field.drop(planes, bit, floor, floor << by), 1
            ways = 2 * moves.same.bit_count() if moves.same & cell else ways
            yield 2 * bit, _settled(field, after), ways
        if moves.left & cell:
            yield 2 * bit + 1, _settled(field, field.drop(planes, bit, floor, floor >> by)), 1


def _settled(field: Field, planes: Planes) -> tuple[int, ...]:
    while cells := field.runs(planes):
        planes = field.vanish(planes, cells)
    return tuple(planes)
