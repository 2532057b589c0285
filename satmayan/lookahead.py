"""The column-count bound one move ahead, for arrays of boards: which moves are worth making.

A drag takes one block, or two that change places, over the boundary of two columns.
How the h of their colours changes (:mod:`satmayan.bound`) depends on the column counts
alone, so the boards that the bound would reject after the drag need not be made.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from satmayan.bound import unit_move_table
from satmayan.packed import Field, Indices, Words

_DIGIT = 12  # bits of a word that are counted by one look-up
_DEAD = 100  # h of a colour that needs more steps than are left
_ALL = np.uint64(2**64 - 1)
_NONE = np.uint64(0)
MAX_VECTORS = 1 << 22

Steps = NDArray[np.int16]


class Lookahead:
    """The bound for the boards of a field.

    Raises ValueError where there are more than ``MAX_VECTORS`` vectors of column counts.
    """

    def __init__(self, field: Field) -> None:
        base = field.height + 1
        if base**field.width > MAX_VECTORS:
            raise ValueError(f"no table of {base}^{field.width} values")
        self.field = field
        table = unit_move_table(field.width, field.height).astype(np.int16)
        self._h = table.ravel()
        self._counters = self._make_counters()
        boundaries = range(field.width - 1)
        self._right = self._crossings(table, [(x, x + 1) for x in boundaries])
        self._left = self._crossings(table, [(x + 1, x) for x in boundaries])

    def _make_counters(self) -> list[tuple[np.uint64, Indices]]:
        """For each digit of a word: where it starts, and what its bits add to the vector's index."""
        field = self.field
        cells = field.width * field.height
        places = [(field.height + 1) ** (field.width - 1 - x) for x in range(field.width)]
        values = np.arange(1 << _DIGIT)
        counters = []
        for start in range(0, cells, _DIGIT):
            bits = range(start, min(start + _DIGIT, cells))
            added = sum((values >> (i - start) & 1) * places[i // field.height] for i in bits)
            counters.append((np.uint64(start), np.asarray(added, np.int64)))
        return counters

    def _crossings(
        self, table: NDArray[np.int16], pairs: list[tuple[int, int]]
    ) -> tuple[Words, Words]:
        """By vector: the columns from which a block that crosses lowers h, and raises it."""
        lowers, raises = (np.zeros(table.shape, np.uint64) for _ in range(2))
        for source, target in pairs:
            index: list[slice] = [slice(None)] * table.ndim
            index[source], index[target] = slice(1, None), slice(None, -1)
            before = tuple(index)
            index[source], index[target] = slice(None, -1), slice(1, None)
            change = table[tuple(index)] - table[before]
            column = np.uint64(self.field.columns[source])
            lowers[before] |= np.where(change < 0, column, _NONE)
            raises[before] |= np.where(change > 0, column, _NONE)
        return lowers.ravel(), raises.ravel()

    def _index(self, cells: Words) -> Indices:
        """The index, in the flat table, of the column counts of the cells of one colour."""
        digit = np.uint64((1 << _DIGIT) - 1)
        parts = [
            table.take(((cells >> start) & digit).view(np.int64)) for start, table in self._counters
        ]
        return sum(parts[1:], start=parts[0])

    def _h_within(self, steps: int) -> Steps:
        """The table of h, with a colour that needs more than ``steps`` steps made hopeless."""
        return np.where(self._h > steps, np.int16(_DEAD), self._h)

    def may_be_emptied(self, boards: Words, steps: int) -> NDArray[np.bool_]:
        """Whether the bound allows ``steps`` more steps to empty the boards."""
        field, h = self.field, self._h_within(steps)
        occupied = field.occupied(boards)
        total = np.zeros(boards.shape[1], np.int16)
        for c in range(1, field.colours + 1):
            total += h.take(self._index(field.of_colour(boards, occupied, c)))
        return total <= 2 * steps

    def moves(self, boards: Words, steps: int) -> tuple[Words, Words]:
        """The blocks that may be dragged right, and left, with ``steps`` steps left.

        Left out are the moves after which (and so the boards on which) the bound allows no
        plan, drags to the left onto a block, which equal the drag of that block to the
        right, and all same-colour swaps of a board but the first, which lead to one board.
        """
        field, h = self.field, self._h_within(steps)
        by = np.uint64(field.height)
        occupied = field.occupied(boards)
        slack = np.full(boards.shape[1], 2 * (steps - 1), np.int16)
        right_lowers, right_raises, left_lowers, left_raises = (
            np.zeros(boards.shape[1], np.uint64) for _ in range(4)
        )
        for c in range(1, field.colours + 1):
            cells = field.of_colour(boards, occupied, c)
            index = self._index(cells)
            slack -= h.take(index)
            right_lowers |= cells & self._right[0].take(index)
            right_raises |= cells & self._right[1].take(index)
            left_lowers |= cells & self._left[0].take(index)
            left_raises |= cells & self._left[1].take(index)

        plenty, one, zero, lack, worse = (
            np.where(slack >= least, _ALL, _NONE) for least in (2, 1, 0, -1, -2)
        )
        # A lone block: its h may rise, stay, or must fall.
        right = one | (zero & ~right_raises) | (lack & right_lowers)
        left = one | (zero & ~left_raises) | (lack & left_lowers)
        left_free = np.uint64(field.not_in_first_column) & ~(occupied << by)
        left &= occupied & left_free
        # Two blocks that change places, at the left one's bit.
        pairs = occupied & (occupied >> by)
        alone = occupied & ~pairs & np.uint64(field.not_in_last_column)
        left_lowers >>= by
        left_raises >>= by
        both = plenty | (one & ~(right_raises & left_raises))
        both |= zero & (~right_raises | left_lowers) & (~left_raises | right_lowers)
        both |= lack & ((right_lowers & ~left_raises) | (left_lowers & ~right_raises))
        both |= worse & right_lowers & left_lowers
        same = field.equal_neighbours(boards, occupied, field.height)
        waste = same & (_NONE - same) & zero
        return (right & alone) | (both & pairs & ~same) | waste, left
