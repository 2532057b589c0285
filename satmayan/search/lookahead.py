"""The column-count bound one move ahead: which moves of a board are worth making.

A drag takes one block, or two that change places, over the boundary of two columns.
How h (:mod:`satmayan.search.bound`) of their colours changes depends on the column counts
alone, so what the bound rejects after the drag need not be made.  As in
:mod:`satmayan.search.bitboard`, the code serves one board (ints) and many (arrays) alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from satmayan.search.bitboard import Bits, Field, Planes
from satmayan.search.bound import Counts, unit_moves

DEAD = 1 << 20  # stands for an h that no number of steps brings down


@dataclass(slots=True)
class Crossings:
    """The blocks whose crossing to the right, or left, lowers or raises h of their colour."""

    right_lowers: Bits
    right_raises: Bits
    left_lowers: Bits
    left_raises: Bits


@dataclass(frozen=True, slots=True)
class Moves:
    """The blocks to be dragged right and left.

    ``right`` holds at most one of the blocks in ``same``, those that can change places with
    one of their own colour.
    """

    right: Bits
    left: Bits
    same: Bits


def worthwhile(
    field: Field, planes: Planes, crossings: Crossings, slack_of: Callable[[int], Bits]
) -> Moves:
    """The moves that a smallest plan may begin with.

    ``slack_of(s)`` is all ones where the sum of h may grow by ``s`` or more (-2 <= s <= 2),
    else 0.  Left out are the moves after which the sum would be too large, drags to the
    left onto a block, which equal the drag of that block to the right, and all same-colour
    swaps but the first: they all lead to the same board.
    """
    by, occupied = field.height, field.occupied(planes)
    right_lowers, right_raises = crossings.right_lowers, crossings.right_raises
    left_lowers, left_raises = crossings.left_lowers, crossings.left_raises
    grow, stay, fall = slack_of(1), slack_of(0), slack_of(-1)

    # Onto an empty cell: one colour crosses.
    pairs = occupied & (occupied >> by)
    right = occupied & ~pairs & field.not_last
    right = right & (grow | (stay & ~right_raises) | (fall & right_lowers))
    left = occupied & ~(occupied << by) & field.not_first
    left = left & (grow | (stay & ~left_raises) | (fall & left_lowers))

    # Onto a block: one crosses right, and its neighbour, here seen from the first, left.
    left_lowers, left_raises = left_lowers >> by, left_raises >> by
    swaps = slack_of(2) | (grow & ~(right_raises & left_raises))
    swaps = swaps | (stay & (~right_raises | left_lowers) & (~left_raises | right_lowers))
    swaps = swaps | (fall & right_lowers & ~left_raises) | (fall & left_lowers & ~right_raises)
    swaps = swaps | (slack_of(-2) & right_lowers & left_lowers)
    same = field.like_right(planes, occupied)
    first_same = same & ~(same - 1) & stay
    return Moves(right | (swaps & pairs & ~same) | first_same, left, same)


def worthwhile_of_one(field: Field, planes: Planes, steps: int) -> Moves | None:
    """The moves of one board with ``steps`` steps left; None if the bound allows no plan."""
    occupied = field.occupied(planes)
    slack = 2 * (steps - 1)
    found = Crossings(0, 0, 0, 0)
    for c in range(1, field.colours + 1):
        cells = field.of_colour(planes, occupied, c)
        if not cells:
            continue
        counts = tuple(
            (cells >> start & field.column).bit_count()
            for start in range(0, field.cells, field.height)
        )
        h, crossings = _look(counts, field.height)
        slack -= h
        if h > steps or slack < -2:
            return None
        found.right_lowers |= cells & crossings.right_lowers
        found.right_raises |= cells & crossings.right_raises
        found.left_lowers |= cells & crossings.left_lowers
        found.left_raises |= cells & crossings.left_raises
    return worthwhile(field, planes, found, lambda least: -1 if slack >= least else 0)


@cache
def _look(counts: Counts, height: int) -> tuple[int, Crossings]:
    """h of the counts, and as whole columns the crossings that change it."""
    here = unit_moves(counts, height)
    if here is None:
        return DEAD, Crossings(0, 0, 0, 0)
    lowers, raises = [0, 0], [0, 0]
    for x in range(len(counts)):
        for side, target in enumerate((x + 1, x - 1)):
            if not 0 <= target < len(counts) or not counts[x] or counts[target] == height:
                continue
            after = list(counts)
            after[x] -= 1
            after[target] += 1
            there = unit_moves(tuple(after), height)
            column = ((1 << height) - 1) << (x * height)
            if there is not None and there < here:
                lowers[side] |= column
            elif there is None or there > here:
                raises[side] |= column
    return here, Crossings(lowers[0], raises[0], lowers[1], raises[1])
