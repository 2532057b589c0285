"""The rules as shifts and masks on bit planes: for one board or, with arrays, for many.

Cell (x, y) is bit ``x * height + y``.  A board is a list of planes: bit p of a cell's
colour (1 .. colours; 0 is empty) is that cell's bit in plane p.  A plane is an int, for
one board of any size, or a NumPy array of uint64, for as many boards as it is long; the
code is the same, and the module does not import NumPy.

This is :mod:`satmayan.puzzle.rules` over again, for speed; the tests compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from satmayan.puzzle.board import Board
from satmayan.puzzle.rules import RUN

Bits: TypeAlias = Any  # int, or NDArray[np.uint64] (of one length throughout)
Planes: TypeAlias = Any  # Sequence[Bits], or an array of shape (planes, N)

WORD = 64
MAX_VECTORS = 1 << 22


class Field:
    """The boards of one size and number of colours: how they are packed, and how they move.

    ``fits_words`` says whether arrays will do for them: at most 64 cells, and not too many
    vectors of column counts for a table of the bound (up to 8 x 5, 7 x 7, 6 x 10).
    """

    def __init__(self, width: int, height: int, colours: int) -> None:
        self.width, self.height, self.colours = width, height, colours
        self.cells = width * height
        self.planes = max(1, colours.bit_length())
        self.empty = (0,) * self.planes
        self.fits_words = self.cells <= WORD and (height + 1) ** width <= MAX_VECTORS
        self.column = (1 << height) - 1  # the cells of column 0
        self.floor = sum(1 << (x * height) for x in range(width))  # the lowest cell of each column
        self._below_top = self.floor * (self.column >> 1)
        self.not_last = (1 << (self.cells - height)) - 1  # all columns but the last
        self.not_first = self.not_last << height

    def pack(self, board: Board) -> tuple[int, ...]:
        """The planes of a board whose colours are 1 .. colours."""
        planes = [0] * self.planes
        for x, column in enumerate(board.columns):
            for y, colour in enumerate(column):
                for p in range(self.planes):
                    planes[p] |= (colour >> p & 1) << (x * self.height + y)
        return tuple(planes)

    def unpack(self, planes: Sequence[int]) -> Board:
        """The board of planes that are ints."""
        columns = []
        for x in range(self.width):
            bits = range(x * self.height, (x + 1) * self.height)
            colours = (sum((w >> i & 1) << p for p, w in enumerate(planes)) for i in bits)
            columns.append(tuple(c for c in colours if c))
        return Board(tuple(columns), self.height)

    def occupied(self, planes: Planes) -> Bits:
        """The cells with a block on them."""
        cells = planes[0]
        for plane in planes[1:]:
            cells = cells | plane
        return cells

    def of_colour(self, planes: Planes, occupied: Bits, colour: int) -> Bits:
        """The cells with a block of the colour."""
        cells = occupied
        for p, plane in enumerate(planes):
            cells = cells & (plane if colour >> p & 1 else ~plane)
        return cells

    def like_right(self, planes: Planes, occupied: Bits) -> Bits:
        """The blocks with a block of the same colour to their right."""
        return self._like(planes, occupied, self.height) if self.width > 1 else occupied & 0

    def _like(self, planes: Planes, occupied: Bits, shift: int) -> Bits:
        """The blocks whose neighbour ``shift`` bits further on is one of the same colour."""
        differ = planes[0] ^ (planes[0] >> shift)
        for plane in planes[1:]:
            differ = differ | (plane ^ (plane >> shift))
        return occupied & (occupied >> shift) & ~differ

    def runs(self, planes: Planes) -> Bits:
        """The cells of every run of three or more."""
        occupied, by = self.occupied(planes), self.height
        like = self._like(planes, occupied, 1) & self._below_top
        triples = like & (like >> 1)
        found = triples | (triples << 1) | (triples << 2)
        if self.width >= RUN:
            like = self._like(planes, occupied, by)
            triples = like & (like >> by)
            found = found | triples | (triples << by) | (triples << 2 * by)
        return found

    def vanish(self, planes: Planes, cells: Bits) -> Planes:
        """The planes without the blocks at ``cells``, after what stood above has fallen."""
        for y in reversed(range(self.height)):
            hit = (cells >> y) & self.floor  # the columns that lose row y
            above = hit * (self.column & (-2 << y))
            kept = ~(hit * (self.column & (-1 << y)))
            planes = [(plane & kept) | ((plane & above) >> 1) for plane in planes]
        return planes

    def swap(self, planes: Planes, cell: Bits) -> Planes:
        """The planes after the block at ``cell`` changed places with its right neighbour."""
        by = self.height
        changes = [(plane ^ (plane >> by)) & cell for plane in planes]
        return [
            plane ^ change ^ (change << by) for plane, change in zip(planes, changes, strict=True)
        ]

    def drop(self, planes: Planes, bit: Bits, source: Bits, target: Bits) -> Planes:
        """The planes after the block at the cell number ``bit`` dropped onto another column.

        ``source`` and ``target`` are the lowest cells of the two columns.
        """
        cell = 1 << bit
        above = (source * self.column) & ~(cell | (cell - 1))
        kept = ~(above | cell)
        landing = (self.occupied(planes) & (target * self.column)) + target
        return [
            (plane & kept) | ((plane & above) >> 1) | ((plane >> bit) & 1) * landing
            for plane in planes
        ]
