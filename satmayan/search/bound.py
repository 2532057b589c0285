"""A lower bound on the steps that a board still needs, from column counts alone.

For one colour let v = (v_0, v_1, ...) be how many of its blocks stand in each column.

*Clearable.*  In one round the vanishing blocks of the colour are a union of horizontal
and vertical runs.  Let r_x be how many of them, in column x, belong to a horizontal run:
r is a sum of rows, each one block in three or more neighbouring columns.  A block of
column x in no horizontal run is in a vertical one, so where r_x differs from the number
that vanish, at least three vanish from column x.  Adding up the rounds that clear the
colour, v is a sum r of such rows except in columns of three or more blocks, where r_x
may be anything up to v_x.  Vectors of this kind are called clearable here: all that a
colour can vanish from, and a few more, since rows and order are not looked at.

*Unit moves.*  h(v) is the least number of unit moves (one block, one column sideways)
that make v clearable.  A step moves at most one block each of at most two colours, by
one column (a swap of two blocks of one colour moves none), so the drag changes h of a
colour by at most one and the sum of h over the colours by at most two.  Vanishing never
lowers h: what vanishes in a round is clearable, clearable vectors add up to clearable
ones, and so any unit moves that make the rest clearable make the whole so.  The empty
board has h = 0.  Therefore

    a board that can be emptied in n steps has  sum of h <= 2 n  and every h <= n.

A colour of one or two blocks can never vanish: its h is infinite.

*Height.*  Here no unit move overfills a column of the board, which makes h a little larger,
and leaves a gap: the moves that make the rest clearable might overfill a column that also
holds what vanished.  Counting shows that this happens only where a column is full of one
colour and a part of it is said to vanish; but such a column vanishes as a whole, at once
(tests/test_bound.py goes through all vectors).  The encodings' h has no such limit.

(A column that two rows cross needs only three blocks, not four: (2, 3, 2) clears as a
whole where a vertical run joins two rows.  Leaving this out makes the bound wrong.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from satmayan.puzzle.board import HEIGHT, WIDTH, Board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RUN = 3
NEVER = 255  # stands for infinite in the table

Counts = tuple[int, ...]


def lower_bound(board: Board) -> int | None:
    """No plan of a stable board has fewer steps; None if it can never be emptied.

    >>> lower_bound(Board.of("", "1", "1", "", "1"))
    1
    """
    moves = [unit_moves(counts, board.height) for counts in column_counts(board).values()]
    if None in moves:
        return None
    known = [h for h in moves if h is not None]
    return max([int(bool(known)), (sum(known) + 1) // 2, *known])


def column_counts(board: Board) -> dict[int, Counts]:
    """For each colour, in ascending order, how many of its blocks stand in each column."""
    columns = [Counter(column) for column in board.columns]
    return {c: tuple(column[c] for column in columns) for c in board.colours()}


@cache
def unit_moves(counts: Counts, height: int = HEIGHT) -> int | None:
    """h(counts): the least unit moves that make the vector clearable; None if none do.

    No column ever holds more than ``height`` blocks.
    """
    if 0 < sum(counts) < RUN:
        return None
    frontier, seen = {counts}, {counts}
    moves = 0
    while frontier:
        if any(map(is_clearable, frontier)):
            return moves
        frontier = {after for v in frontier for after in _unit_moves_from(v, height)} - seen
        seen |= frontier
        moves += 1
    return None


def _unit_moves_from(counts: Counts, height: int) -> Iterator[Counts]:
    for x in range(len(counts) - 1):
        for source, target in ((x, x + 1), (x + 1, x)):
            if counts[source] > 0 and counts[target] < height:
                after = list(counts)
                after[source] -= 1
                after[target] += 1
                yield tuple(after)


def is_clearable(counts: Counts) -> bool:
    """Whether the vector is a sum of rows, except in columns of three or more blocks.

    >>> [is_clearable(v) for v in [(0, 3, 0), (1, 1, 1), (1, 3, 1), (2, 3, 2), (1, 2, 1)]]
    [True, True, True, True, False]
    """
    if not any(0 < count < RUN for count in counts):
        return True
    # How many rows cover the column, by their length up to there: one, two, three or more.
    states = {(0, 0, 0)}
    for count in counts:
        states = {
            (covered - must - kept, one, two + kept)
            for one, two, long in states
            for must in (one + two,)
            for kept in range(long + 1)
            for covered in (range(count + 1) if count >= RUN else (count,))
            if covered >= must + kept
        }
    return any(one == two == 0 for one, two, _ in states)


@cache
def unit_move_table(width: int = WIDTH, height: int = HEIGHT) -> NDArray[np.uint8]:
    """h of every vector at once: an array of ``width`` axes of height + 1 entries each.

    ``table[counts] == unit_moves(counts, height)``, or ``NEVER`` for None.  Milliseconds
    for 5 x 7, seconds for 8 x 8; read-only, since it is shared.
    """
    import numpy as np

    table = np.where(_clearable(width, height), 0, NEVER).astype(np.uint8)
    for moves in range(1, NEVER):
        near = table == moves - 1
        if not near.any():
            break
        for x in range(width - 1):
            for source, target in ((x, x + 1), (x + 1, x)):
                index: list[slice] = [slice(None)] * width
                index[source], index[target] = slice(1, None), slice(None, -1)
                before = tuple(index)
                index[source], index[target] = slice(None, -1), slice(1, None)
                after = tuple(index)
                table[before][near[after] & (table[before] == NEVER)] = moves
    table.flags.writeable = False
    return table


def _clearable(width: int, height: int) -> NDArray[np.bool_]:
    """:func:`is_clearable` of every vector at once."""
    import numpy as np

    sums = np.zeros((height + 1,) * width, np.bool_)
    sums[(0,) * width] = True
    for first in range(width):
        for last in range(first + RUN - 1, width):
            row = range(first, last + 1)
            more = tuple(slice(1, None) if x in row else slice(None) for x in range(width))
            less = tuple(slice(None, -1) if x in row else slice(None) for x in range(width))
            for _ in range(height):
                sums[more] |= sums[less].copy()
    for x in range(width):
        column = np.moveaxis(sums, x, 0)  # a view
        column[RUN:] = np.logical_or.accumulate(column, axis=0)[RUN:]
    return sums


def vectors_needing(
    moves: int, total: int, width: int = WIDTH, height: int = HEIGHT
) -> list[Counts]:
    """The vectors of ``total`` blocks that need ``moves`` unit moves or more, sorted."""
    import numpy as np

    table = unit_move_table(width, height)
    sums = sum(np.ogrid[(slice(height + 1),) * width])
    found = np.argwhere((table >= moves) & (sums == total))
    return [tuple(map(int, v)) for v in found]
