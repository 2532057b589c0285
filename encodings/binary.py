"""Colours in binary, over one line of moves and rounds: few variables, long clauses.

The colours are numbered 1, 2, ... and an empty cell is number 0; a cell is the bits of its
number.  Time is that of ``events``: T = n + E layers, each a move or a round.

Groups (layer t first in names):

- ``X(x,y,i)``   bit i of the number of the cell (x, y)
- ``O(x,y)``     there is a block at (x, y)
- ``G(i)``       bit i of the number of a block that is dropped
- ``M P Y same`` the drag (``_step``), ``eh ev th tv stable`` runs (``_board``),
  ``C go`` the clock (``_time``), ``m ge I`` gravity (``_step``)
- ``J(x,y,c)``   (x, y) has colour c: what redundant constraints read
- ``CR CL K W N H Q``, ``eu ed eg quiet``, ``stay asleep late``   redundant (``_time``)

Axioms of its own, of cells: a block's number is not 0; equal neighbours share every bit; a
block that moves takes its ones and its zeros along.  From a layer to the next they are those
of ``events``; the others are listed in ``_time``.

Size: 5 x 7, C colours, b = ceil(log2(C + 1)) bits:
36 b + 416 + n variables a layer, without the
redundant constraints.
Reference: the log encoding of variables with many values (Walsh, "SAT v CSP", CP 2000).

The smallest case, one drop that completes a row of three:

>>> from satmayan.puzzle.board import Board, Puzzle
>>> from satmayan.sat.encoding import find
>>> binary = find("binary").encode(Puzzle(Board.of("1", "", "11", height=2), 1))
>>> binary.formula.layers, binary.formula.variables, len(binary.formula.clauses)
(3, 177, 554)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from satmayan.encodings._board import Cell, no_floating
from satmayan.encodings._step import Gaps, drop, gaps, gravity, landing, new_heights, removal, swap
from satmayan.encodings._time import LINE_OPTIONS, Timeline, TimelineEncoding
from satmayan.puzzle.board import Board
from satmayan.sat.encoding import Encoding, Family, Options
from satmayan.sat.formula import Clause, Formula, Group

OPTIONS = LINE_OPTIONS

Clauses = Iterator[Clause]


def encode(family: Family, options: Options) -> Encoding:
    """The binary encoding of a family; exact."""
    line = Timeline(family, options)
    f, drags = line.formula, line.drags
    cells, fall, lands = Binary.declare(f, family), Gaps.declare(f, family), landing(f, family)
    line.seal()
    later = f.later(cells)
    axioms = [
        ("removal", removal(fall, cells.O, line.triples, drags)),
        ("gaps", gaps(fall)),
        ("gravity", gravity(fall, cells, later, drags)),
        ("swap", swap(drags, cells, later)),
        ("drop", drop(drags, lands, cells, later)),
        ("new heights", new_heights(fall, cells.O, later.O, lands)),
    ]
    line.add(cells, fall, axioms)
    return TimelineEncoding(line, cells)


@dataclass(frozen=True, slots=True)
class Binary:
    """Cells as bits."""

    X: Group
    O: Group
    G: Group
    numbers: dict[int, int]  # of the colours, from 1; an empty cell is 0
    bits: int

    @classmethod
    def declare(cls, formula: Formula, family: Family) -> Binary:
        """Declare the groups."""
        xs, ys = range(family.width), range(family.height)
        numbers = {c: i for i, c in enumerate(family.colours, 1)}
        bits = len(numbers).bit_length()
        X, O = formula.group("X", xs, ys, range(bits)), formula.group("O", xs, ys)
        return cls(X, O, formula.group("G", range(bits)), numbers, bits)

    def colour(self, cell: Cell) -> list[int]:
        """The bits of a cell, the lowest first."""
        x, y = cell
        return [self.X[x, y, i] for i in range(self.bits)]

    def is_not(self, cell: Cell, colour: int) -> list[int]:
        """The literals that deny that a cell has a colour, or with ``EMPTY`` no block."""
        return denial(self.numbers[colour] if colour else 0, self.colour(cell))

    def well_formed(self) -> Clauses:
        """A cell holds a block iff a bit is one; nothing floats."""
        for (x, y), block in self.O.items():
            yield [-block, *self.colour((x, y))]
            for bit in self.colour((x, y)):
                yield [-bit, block]
        yield from no_floating(self.O)

    def equal(self, e: int, a: Cell, b: Cell) -> Clauses:
        """e iff the blocks at a and b have one colour."""
        here, there = self.colour(a), self.colour(b)
        yield [-e, self.O[a]]
        yield [-e, self.O[b]]
        for p, q in zip(here, there, strict=True):
            yield [-e, -p, q]
            yield [-e, p, -q]
        for number in self.numbers.values():
            yield [e, *denial(number, here), *denial(number, there)]

    def moved(self, later: Binary, a: Cell, b: Cell) -> Clauses:
        """The block that is at a, if any, is at b later."""
        for here, there in zip(self.colour(a), later.colour(b), strict=True):
            yield [-here, there]
            yield [-self.O[a], here, -there]

    def lifted(self, a: Cell) -> Clauses:
        """The block at a is the one that is dropped."""
        yield from same_bits(self.colour(a), tuple(self.G.values()))

    def landed(self, later: Binary, b: Cell) -> Clauses:
        """The block that is dropped is at b later."""
        yield from same_bits(tuple(self.G.values()), later.colour(b))

    def initial(self, board: Board) -> Clauses:
        """The cells are those of the board."""
        for x, y in self.O:
            number = self.numbers.get(board.at(x, y), 0)
            yield [self.O[x, y] if number else -self.O[x, y]]
            for literal in denial(number, self.colour((x, y))):
                yield [-literal]


def denial(number: int, bits: Sequence[int]) -> list[int]:
    """The literals that deny that the bits are those of the number."""
    return [-bit if number >> i & 1 else bit for i, bit in enumerate(bits)]


def same_bits(here: Sequence[int], there: Sequence[int]) -> Clauses:
    """The bits agree, one by one."""
    for p, q in zip(here, there, strict=True):
        yield [-p, q]
        yield [p, -q]
