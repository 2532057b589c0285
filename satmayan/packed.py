"""Many boards at once: colours as bit planes in 64-bit words, the rules as shifts and masks.

Cell (x, y) is bit ``x * height + y`` of a word.  A board is ``planes`` words: bit p of a
cell's colour (1 .. colours; 0 is empty) is that cell's bit in plane p.  An array of N
boards has shape (planes, N), so that every operation runs along N.

This is :mod:`satmayan.rules` over again, for speed; the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from satmayan.board import Board
from satmayan.rules import RUN

Words = NDArray[np.uint64]
Indices = NDArray[np.int64]

WORD = 64

_u = np.uint64
_ONE = _u(1)


class Field:
    """The boards of one size and number of colours: how they are packed, and how they move.

    Raises ValueError for more than 64 cells.
    """

    def __init__(self, width: int, height: int, colours: int) -> None:
        if width * height > WORD:
            raise ValueError(f"{width} x {height} cells do not fit into {WORD} bits")
        self.width, self.height, self.colours = width, height, colours
        self.planes = max(1, colours.bit_length())
        column = (1 << height) - 1
        self.columns = [column << (x * height) for x in range(width)]
        self.not_in_first_column = sum(self.columns[1:])
        self.not_in_last_column = sum(self.columns[:-1])
        self._floor = _u(sum(1 << (x * height) for x in range(width)))
        self._below_top = _u(sum((column >> 1) << (x * height) for x in range(width)))
        # By bit: the column it is in, and that column's lowest bit.
        cells = range(width * height)
        self._column_of = np.array([self.columns[i // height] for i in cells], np.uint64)
        self._floor_of = np.array([1 << (i // height * height) for i in cells], np.uint64)

    def pack(self, boards: Sequence[Board]) -> Words:
        """The boards as words, shape (planes, len(boards)); colours must be 1 .. colours."""
        words = [[0] * len(boards) for _ in range(self.planes)]
        for i, board in enumerate(boards):
            for x, column in enumerate(board.columns):
                for y, colour in enumerate(column):
                    for p in range(self.planes):
                        words[p][i] |= (colour >> p & 1) << (x * self.height + y)
        return np.array(words, np.uint64).reshape(self.planes, len(boards))

    def unpack(self, words: Words) -> list[Board]:
        """The boards in an array of shape (planes, N)."""
        return [
            Board(tuple(self._column(planes, x) for x in range(self.width)), self.height)
            for planes in words.T.tolist()
        ]

    def _column(self, planes: list[int], x: int) -> tuple[int, ...]:
        bits = range(x * self.height, (x + 1) * self.height)
        colours = (sum((w >> i & 1) << p for p, w in enumerate(planes)) for i in bits)
        return tuple(c for c in colours if c)

    def occupied(self, boards: Words) -> Words:
        """The cells with a block on them, shape (N,)."""
        return np.bitwise_or.reduce(boards, axis=0)

    def of_colour(self, boards: Words, occupied: Words, colour: int) -> Words:
        """The cells with a block of the colour."""
        cells = occupied
        for p in range(self.planes):
            cells = cells & boards[p] if colour >> p & 1 else cells & ~boards[p]
        return cells

    def equal_neighbours(self, boards: Words, occupied: Words, shift: int) -> Words:
        """The blocks whose neighbour ``shift`` bits above is a block of the same colour.

        A shift of 1 looks up, where the topmost row must be left out by the caller; a shift
        of ``height`` looks right.
        """
        by = _u(shift)
        equal = occupied & (occupied >> by)
        for plane in boards:
            equal &= ~(plane ^ (plane >> by))
        return equal

    def runs(self, boards: Words) -> Words:
        """The cells of every run of three or more."""
        occupied = self.occupied(boards)
        up = self.equal_neighbours(boards, occupied, 1) & self._below_top
        up &= up >> _ONE
        found = up | (up << _ONE) | (up << _u(2))
        if self.width >= RUN:
            by = _u(self.height)
            right = self.equal_neighbours(boards, occupied, self.height)
            right &= right >> by
            found |= right | (right << by) | (right << (by + by))
        return found

    def vanish(self, boards: Words, cells: Words) -> None:
        """Take the cells out, in place; what stood above them falls."""
        top = 1 << self.height
        for y in reversed(range(self.height)):
            hit = (cells >> _u(y)) & self._floor  # the columns that lose row y
            kept = ~(hit * _u(top - (1 << y)))
            above = hit * _u(top - (2 << y))
            for plane in boards:
                falling = (plane & above) >> _ONE
                plane &= kept
                plane |= falling

    def settle(self, boards: Words) -> Indices:
        """Rounds of vanish and fall, in place; the indices of the boards that were not stable."""
        cells = self.runs(boards)
        unstable = where = np.flatnonzero(cells)
        moving, cells = boards[:, where], cells[where]
        while where.size:
            self.vanish(moving, cells)
            boards[:, where] = moving
            cells = self.runs(moving)
            again = np.flatnonzero(cells)
            where, moving, cells = where[again], moving[:, again], cells[again]
        return unstable

    def swap(self, boards: Words, bits: Indices) -> None:
        """Exchange the blocks at ``bits`` with their right neighbours, in place."""
        by = _u(self.height)
        cell = _ONE << bits.astype(np.uint64)
        for plane in boards:
            change = (plane ^ (plane >> by)) & cell
            plane ^= change | (change << by)

    def drop(self, boards: Words, bits: Indices, targets: Indices) -> None:
        """Drop the blocks at ``bits`` onto the columns of the cells ``targets``, in place."""
        cell = _ONE << bits.astype(np.uint64)
        above = (_u(0) - (cell << _ONE)) & self._column_of[bits]
        kept = ~(above | cell)
        landing = (self.occupied(boards) & self._column_of[targets]) + self._floor_of[targets]
        for plane in boards:
            moved = np.where(plane & cell, landing, _u(0))
            falling = (plane & above) >> _ONE
            plane &= kept
            plane |= falling | moved


def first_of_each(boards: Words) -> Indices:
    """The indices, ascending, of the boards that equal none before them.

    A hash table built by assignment: of several boards written to a slot, in descending
    order, the first stays.  Boards that met a different one there try again with another
    hash; equal boards always meet, so the result is exact whatever the hash.
    """
    return np.flatnonzero(representatives(boards) == np.arange(boards.shape[1]))


def representatives(boards: Words) -> Indices:
    """For each board the index of the first that equals it."""
    count = boards.shape[1]
    found = np.arange(count)
    left = found
    bits = max(4, (2 * count).bit_length())
    table = np.empty(1 << bits, np.int64)
    multiplier = 0x9E3779B97F4A7C15
    while left.size:
        mixed = np.zeros(left.size, np.uint64)
        for plane in boards:
            mixed = (mixed ^ plane[left]) * _u(multiplier)
            mixed ^= mixed >> _u(32)
        slots = ((mixed * _u(multiplier)) >> _u(WORD - bits)).astype(np.int64)
        table[slots[::-1]] = left[::-1]
        first = table[slots]
        equal = (boards[:, first] == boards[:, left]).all(axis=0)
        found[left[equal]] = first[equal]
        left = left[~equal]
        multiplier = (multiplier * 0xD1342543DE82EF95 + 2) % (1 << WORD) | 1
    return found
