"""The bound and the look-ahead for many boards at once, by tables over the column counts.

As :mod:`satmayan.search.bound` and :mod:`satmayan.search.lookahead` have them for one board;
the boards are arrays of shape (planes, N), see :mod:`satmayan.search.bitboard`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from satmayan.search.bitboard import WORD, Field, Planes
from satmayan.search.bound import NEVER, unit_move_table
from satmayan.search.lookahead import DEAD, Crossings, Moves, worthwhile

Words = NDArray[np.uint64]
Indices = NDArray[np.int64]

_DIGIT = 12  # so many bits of a word are counted by one look-up


class Bound:
    """The bound and the look-ahead for arrays of boards, by tables over the column counts."""

    def __init__(self, field: Field) -> None:
        self.field = field
        table = unit_move_table(field.width, field.height).astype(np.int32)
        table[table == NEVER] = DEAD
        self._h = table.ravel()
        self._counters = self._make_counters()
        boundaries = range(field.width - 1)
        self._right = self._crossings(table, [(x, x + 1) for x in boundaries])
        self._left = self._crossings(table, [(x + 1, x) for x in boundaries])

    def _make_counters(self) -> list[tuple[int, Indices]]:
        """For each digit of a word: its first bit, and what its bits add to the table index."""
        field = self.field
        places = [(field.height + 1) ** (field.width - 1 - x) for x in range(field.width)]
        values = np.arange(1 << _DIGIT)
        counters = []
        for start in range(0, field.cells, _DIGIT):
            bits = range(start, min(start + _DIGIT, field.cells))
            added = sum((values >> (i - start) & 1) * places[i // field.height] for i in bits)
            counters.append((start, np.asarray(added, np.int64)))
        return counters

    def _crossings(
        self, table: NDArray[np.int32], pairs: list[tuple[int, int]]
    ) -> tuple[Words, Words]:
        """By counts: the columns from which a block that crosses lowers h, and raises it."""
        lowers, raises = (np.zeros(table.shape, np.uint64) for _ in range(2))
        for source, target in pairs:
            index: list[slice] = [slice(None)] * table.ndim
            index[source], index[target] = slice(1, None), slice(None, -1)
            before = tuple(index)
            index[source], index[target] = slice(None, -1), slice(1, None)
            change = table[tuple(index)] - table[before]
            column = np.uint64(self.field.column << (source * self.field.height))
            lowers[before] |= (change < 0) * column
            raises[before] |= (change > 0) * column
        return lowers.ravel(), raises.ravel()

    def _indices(self, planes: Planes) -> Iterator[tuple[Words, Indices]]:
        """The cells of each colour, and the table index of its column counts."""
        occupied, digit = self.field.occupied(planes), (1 << _DIGIT) - 1
        for c in range(1, self.field.colours + 1):
            cells = self.field.of_colour(planes, occupied, c)
            index = np.zeros(cells.shape, np.int64)
            for start, table in self._counters:
                index += table.take(((cells >> start) & digit).view(np.int64))
            yield cells, index

    def allows(self, planes: Planes, steps: int) -> NDArray[np.bool_]:
        """Whether the bound allows ``steps`` more steps to empty the boards."""
        h = np.where(self._h > steps, np.int32(DEAD), self._h)
        total = np.zeros(planes[0].shape, np.int32)
        for _, index in self._indices(planes):
            total += h.take(index)
        return total <= 2 * steps

    def moves(self, planes: Planes, steps: int) -> Moves:
        """The worthwhile moves of the boards with ``steps`` steps left."""
        h = np.where(self._h > steps, np.int32(DEAD), self._h)
        slack = np.full(planes[0].shape, 2 * (steps - 1), np.int32)
        found = Crossings(*(np.zeros(planes[0].shape, np.uint64) for _ in range(4)))
        for cells, index in self._indices(planes):
            slack -= h.take(index)
            found.right_lowers |= cells & self._right[0].take(index)
            found.right_raises |= cells & self._right[1].take(index)
            found.left_lowers |= cells & self._left[0].take(index)
            found.left_raises |= cells & self._left[1].take(index)
        ones, none = np.uint64(2**WORD - 1), np.uint64(0)
        return worthwhile(
            self.field, planes, found, lambda least: np.where(slack >= least, ones, none)
        )
