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

from collections.abc import Iterator

from satmayan.bitboard import Field, Planes
from satmayan.board import LEFT, RIGHT, Move, Plan, Puzzle
from satmayan.bound import lower_bound
from satmayan.limits import Deadline
from satmayan.lookahead import worthwhile_of_one

MEMORY_LIMIT = 2 << 30  # bytes
SMALL = 4000  # boards that are sooner made one by one than NumPy is imported

# A board, and the smallest moves that lead to it.
_Reached = tuple[tuple[int, ...], tuple[int, ...]]


def first_plan(
    puzzle: Puzzle, *, deadline: Deadline | None = None, memory_limit: int = MEMORY_LIMIT
) -> Plan | None:
    """The lexicographically smallest plan, or None if there is none.

    The board must be stable.  ``memory_limit``, in bytes, bounds the frontiers of boards of
    up to 64 cells.  Raises LimitReached at the deadline.
    """
    deadline = deadline or Deadline()
    board = puzzle.board.renumbered()
    bound = lower_bound(board)
    if bound is None or bound > puzzle.steps:
        return None
    field = Field(board.width, board.height, len(board.colours()))
    frontier: list[_Reached] = [(field.pack(board), ())]
    expected = 0  # boards to be made in the next step, should they have as many moves as now
    for left in range(puzzle.steps, 0, -1):
        if expected > SMALL and field.fits_words:
            moves = _swept(field, frontier, left, deadline, memory_limit)
            break
        frontier, expected = _next(field, frontier, left, deadline)
    else:
        moves = next((moves for planes, moves in frontier if not any(planes)), None)
    return None if moves is None else tuple(_move(field, code) for code in moves)


def _move(field: Field, code: int) -> Move:
    x, y = divmod(code >> 1, field.height)
    return Move(x, y, LEFT if code & 1 else RIGHT)


def _swept(
    field: Field, frontier: list[_Reached], left: int, deadline: Deadline, memory_limit: int
) -> tuple[int, ...] | None:
    from satmayan.sweep import Sweep, packed

    boards = packed([planes for planes, _ in frontier])
    found = Sweep(field, left, deadline, memory_limit).first_plan(boards, left)
    return None if found is None else (*frontier[found[0]][1], *found[1])


def _next(
    field: Field, frontier: list[_Reached], left: int, deadline: Deadline
) -> tuple[list[_Reached], int]:
    """The frontier one step on, with ``left`` steps left before it, and what to expect next."""
    reached: dict[tuple[int, ...], tuple[int, ...]] = {}
    made = 0
    for planes, moves in frontier:
        deadline.check()
        for code, after in _children(field, planes, left):
            made += 1
            reached.setdefault(after, (*moves, code))
    return list(reached.items()), made * len(reached) // max(1, len(frontier))


def _children(field: Field, planes: Planes, left: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The worthwhile moves of a board in answer order, and the boards they lead to."""
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
                after = field.swap(planes, cell)
            else:
                after = field.drop(planes, bit, floor, floor << by)
            yield 2 * bit, _settled(field, after)
        if moves.left & cell:
            yield 2 * bit + 1, _settled(field, field.drop(planes, bit, floor, floor >> by))


def _settled(field: Field, planes: Planes) -> tuple[int, ...]:
    while cells := field.runs(planes):
        planes = field.vanish(planes, cells)
    return tuple(planes)
