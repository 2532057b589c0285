"""The fast verifier: the first plan in answer order; all plans; their number.

A small puzzle is searched depth first, in answer order, with a memo of the boards that
failed (and the steps that were left).  What outgrows that goes to :mod:`satmayan.search.frontier`,
which works on whole frontiers of boards.  Both leave out the same moves, none of which a
smallest plan can begin with: see :func:`satmayan.search.lookahead.worthwhile`.

Nothing here knows of SAT, and NumPy is imported only for a sweep: its import takes longer
than the search of most puzzles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from satmayan.base.limits import Deadline, LimitReached
from satmayan.base.messages import Message
from satmayan.puzzle.board import LEFT, RIGHT, Board, Move, Plan, Puzzle
from satmayan.puzzle.rules import drag, legal_moves, replay, settle
from satmayan.search.bitboard import Field, Planes
from satmayan.search.bound import lower_bound
from satmayan.search.lookahead import worthwhile_of_one

if TYPE_CHECKING:
    from satmayan.search.arrays import Words
    from satmayan.search.frontier import Sweep

MEMORY_LIMIT = 2 << 30  # bytes
SMALL = 4000  # boards that are sooner made one by one than NumPy is imported

# A board's planes; the moves of a plan, in the codes of satmayan.search.frontier.Frontier.
_Key = tuple[int, ...]
_Moves = tuple[int, ...]


def first_plan(
    puzzle: Puzzle, *, deadline: Deadline | None = None, memory_limit: int = MEMORY_LIMIT
) -> Plan | None:
    """The lexicographically smallest plan, or None if there is none.

    The board must be stable.  ``memory_limit``, in bytes, bounds the frontiers of a sweep;
    a board too large for one (see :class:`satmayan.search.bitboard.Field`) is searched without
    such a bound.  Raises LimitReached at the deadline, and where a sweep would take more
    than ``satmayan.search.frontier.MOST_STEPS`` steps.
    """
    search = _Search(puzzle, deadline, memory_limit)
    moves = search.first()
    return None if moves is None else tuple(search.move(code) for code in moves)


def all_plans(
    puzzle: Puzzle, *, deadline: Deadline | None = None, memory_limit: int = MEMORY_LIMIT
) -> Iterator[Plan]:
    """Every plan in answer order, as :func:`satmayan.search.literal.all_plans` gives them.

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

    try:
        yield from follow(puzzle.board, puzzle.steps)
    except RecursionError:
        raise LimitReached(
            Message("{n} steps are too many to list plans of", n=puzzle.steps)
        ) from None


def count_plans(
    puzzle: Puzzle, *, deadline: Deadline | None = None, memory_limit: int = MEMORY_LIMIT
) -> int:
    """How many plans there are: the exact number of those :func:`all_plans` gives."""
    return _Search(puzzle, deadline, memory_limit).count()


class _TooLarge(Exception):
    """A puzzle that a sweep had better take over."""


class _Search:
    """One search: what is small here, and what outgrows it in a sweep."""

    def __init__(self, puzzle: Puzzle, deadline: Deadline | None, memory_limit: int) -> None:
        board = puzzle.board.renumbered()
        bound = lower_bound(board)
        self.hopeless = bound is None or bound > puzzle.steps
        self.field = Field(board.width, board.height, len(board.colours()))
        self.start: _Key = self.field.pack(board)
        self.steps = puzzle.steps
        self.deadline = deadline or Deadline()
        self.memory_limit = memory_limit

    def move(self, code: int) -> Move:
        """The move that a code stands for."""
        x, y = divmod(code >> 1, self.field.height)
        return Move(x, y, LEFT if code & 1 else RIGHT)

    def first(self) -> _Moves | None:
        """The smallest plan, in codes."""
        if self.hopeless:
            return None
        try:
            return self._first_depth_first()
        except _TooLarge:
            sweep, boards = self._sweep([self.start], self.steps)
            return sweep.first_plan(boards)

    def _first_depth_first(self) -> _Moves | None:
        """As :meth:`first`; raises _TooLarge after ``SMALL`` boards, if a sweep can take over."""
        most = SMALL if self.field.fits_words else None
        made = 0
        failed: set[tuple[_Key, int]] = set()  # with the steps that were left
        path = [(self.start, children(self.field, self.start, self.steps))]
        moves: list[int] = []
        while path:
            left = self.steps - len(path)
            for code, after, _ in path[-1][1]:
                made += 1
                if left and (after, left) not in failed:
                    moves.append(code)
                    path.append((after, children(self.field, after, left)))
                    break
                if not left and after == self.field.empty:
                    return (*moves, code)
            else:
                failed.add((path.pop()[0], left + 1))
                del moves[-1:]
            self.deadline.check()
            if most is not None and made > most:
                raise _TooLarge
        return None

    def count(self) -> int:
        """The number of plans."""
        frontier: dict[_Key, int] = {} if self.hopeless else {self.start: 1}
        expected = 0  # boards to be made by the next step, if it makes as many of each as this
        for left in range(self.steps, 0, -1):
            if expected > SMALL and self.field.fits_words:
                sweep, boards = self._sweep(frontier, left)
                return sweep.count(boards, sweep.numbers(frontier.values(), self.steps), left)
            reached: dict[_Key, int] = {}
            made = 0
            for board, before in frontier.items():
                self.deadline.check()
                for _, after, ways in children(self.field, board, left):
                    made += 1
                    reached[after] = reached.get(after, 0) + before * ways
            expected = len(reached) * made // max(1, len(frontier))
            frontier = reached
        return frontier.get(self.field.empty, 0)

    def _sweep(self, frontier: Collection[_Key], left: int) -> tuple[Sweep, Words]:
        from satmayan.search.frontier import Sweep

        sweep = Sweep(self.field, left, self.deadline, self.memory_limit)
        return sweep, sweep.pack(frontier)


def children(field: Field, planes: Planes, left: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
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
