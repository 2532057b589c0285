"""Blocks followed through time: where is each, not what is where.

Every block has a name b = 0, 1, ... (colour by colour), a column and a row (its rank in the
column) as long as it is there; its colour never changes.  Cells follow from the
blocks.  Time is that of ``events``: T = n + E layers, each a move or a round.

Groups (layer t first in names):

- ``A(b)``       block b is there
- ``U(b,x)``, ``V(b,y)``     it is in column x; in row y
- ``X(x,y,c)``, ``O(x,y)``   as in ``events``
- ``B(b)``       block b is dropped
- ``M P Y same`` the drag (``_step``), ``eh ev th tv stable`` runs (``_board``),
  ``C go`` the clock (``_time``), ``m ge I`` gravity (``_step``)
- ``CR CL K W N H Q``, ``eu ed eg quiet``, ``stay asleep late``   redundant (``_time``)

Axioms of its own: a block that is there is in one column and one row; it colours its cell; in
a round, who leaves is gone (*vanish*); who is gone stays so; who moves takes its name along.
From a layer to the next the others are those of ``events``; the rest are listed in ``_time``.

Size: 5 x 7, N blocks, C colours:
14 N + 35 C + 416 + n variables a layer, without the
redundant constraints.
Reference: the lifted state variables of planning as satisfiability, "where is this object?"
(Ernst, Millstein, Weld, "Automatic SAT-compilation of planning problems", IJCAI 1997).

The smallest case, one drop that completes a row of three:

>>> from satmayan.puzzle.board import Board, Puzzle
>>> from satmayan.sat.encoding import find
>>> blocks = find("blocks").encode(Puzzle(Board.of("1", "", "11", height=2), 1))
>>> blocks.formula.layers, blocks.formula.variables, len(blocks.formula.clauses)
(3, 237, 964)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from satmayan.encodings._board import Cell, OneHot
from satmayan.encodings._step import Gaps, drop, gaps, gravity, landing, new_heights, removal, swap
from satmayan.encodings._time import LINE_OPTIONS, Timeline, TimelineEncoding
from satmayan.puzzle.board import Board
from satmayan.sat.encoding import Axioms, Encoding, Family, Options
from satmayan.sat.formula import Clause, Formula, Group

OPTIONS = LINE_OPTIONS

Clauses = Iterator[Clause]


def encode(family: Family, options: Options) -> Encoding:
    """The blocks encoding of a family; exact."""
    line = Timeline(family, options)
    f, drags = line.formula, line.drags
    blocks, fall, lands = Blocks.declare(f, family), Gaps.declare(f, family), landing(f, family)
    line.seal(blocks.cells)
    later = f.later(blocks)
    axioms = [
        ("removal", removal(fall, blocks.O, line.triples, drags)),
        ("vanish", vanish(fall, blocks, later, line.clock.go)),
        ("gaps", gaps(fall)),
        ("gravity", gravity(fall, blocks, later, drags)),
        ("swap", swap(drags, blocks, later)),
        ("drop", drop(drags, lands, blocks, later)),
        ("new heights", new_heights(fall, blocks.O, later.O, lands)),
    ]
    line.add(blocks, fall, axioms)
    return BlocksEncoding(line, blocks)


class BlocksEncoding(TimelineEncoding):
    """The encoding, which also says where the blocks of a free first board are."""

    def __init__(self, line: Timeline, blocks: Blocks) -> None:
        super().__init__(line, blocks)
        self.blocks = blocks

    def free(self) -> Axioms:
        yield from super().free()
        yield "blocks at first", self.blocks.anywhere(self.formula)


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks and the cells they colour."""

    A: Group
    U: Group
    V: Group
    B: Group
    cells: OneHot
    colours: tuple[int, ...]  # of the blocks, by name

    @classmethod
    def declare(cls, formula: Formula, family: Family) -> Blocks:
        """Declare the groups."""
        names, xs, ys = range(family.blocks), range(family.width), range(family.height)
        U, V = formula.group("U", names, xs), formula.group("V", names, ys)
        return cls(
            formula.group("A", names),
            U,
            V,
            formula.group("B", names),
            OneHot.declare(formula, family, drops=False),
            tuple(c for c, number in family.colours.items() for _ in range(number)),
        )

    @property
    def O(self) -> Group:
        """There is a block."""
        return self.cells.O

    def is_not(self, cell: Cell, colour: int) -> list[int]:
        """The literals that deny that a cell has a colour, or with ``EMPTY`` no block."""
        return self.cells.is_not(cell, colour)

    def well_formed(self) -> Clauses:
        """A block that is there is in one column and one row, and colours its cell."""
        for axis in (self.U, self.V):
            for (b,) in self.A:
                for some, other in combinations(self.places(axis, b), 2):
                    yield [-some, -other]
        for axis in (self.U, self.V):
            for (b, _), place in axis.items():
                yield [-place, self.A[b]]
            for (b,), there in self.A.items():
                yield [-there, *self.places(axis, b)]
        for b, c in enumerate(self.colours):
            for x, y in self.O:
                yield [*self.not_at(b, (x, y)), self.cells.X[x, y, c]]
        yield from self.cells.well_formed()

    def places(self, axis: Group, b: int) -> list[int]:
        """The literals of a block's columns, or rows."""
        return [place for (name, _), place in axis.items() if name == b]

    def not_at(self, b: int, cell: Cell) -> list[int]:
        """The literals that deny "block b is at the cell"."""
        return [-self.U[b, cell[0]], -self.V[b, cell[1]]]

    def equal(self, e: int, a: Cell, b: Cell) -> Clauses:
        """e iff the blocks at a and b have one colour."""
        yield from self.cells.equal(e, a, b)

    def moved(self, later: Blocks, a: Cell, b: Cell) -> Clauses:
        """The block that is at a, if any, is at b later."""
        for (name,) in self.A:
            yield [*self.not_at(name, a), later.U[name, b[0]]]
            yield [*self.not_at(name, a), later.V[name, b[1]]]

    def lifted(self, a: Cell) -> Clauses:
        """The block at a is the one that is dropped."""
        for (name,), dropped in self.B.items():
            yield [*self.not_at(name, a), dropped]

    def landed(self, later: Blocks, b: Cell) -> Clauses:
        """The block that is dropped is at b later."""
        for (name,), dropped in self.B.items():
            yield [-dropped, later.U[name, b[0]]]
            yield [-dropped, later.V[name, b[1]]]

    def initial(self, board: Board) -> Clauses:
        """The blocks of a colour, by name, are at its cells, column by column, from below."""
        places = {c: iter([(x, y) for x, y in self.O if board.at(x, y) == c]) for c in self.colours}
        for name, c in enumerate(self.colours):
            if cell := next(places[c], None):
                yield [self.A[name]]
                yield [self.U[name, cell[0]]]
                yield [self.V[name, cell[1]]]
            else:
                yield [-self.A[name]]
        yield from self.cells.initial(board)

    def anywhere(self, formula: Formula) -> Clauses:
        """Every cell with a colour holds a block of that colour: for a first board that is free.

        Declares ``at(b,x,y)``: block b is there at first; made false, never true, by this.
        """
        places = [dict.fromkeys(place for _, place in axis) for axis in (self.U, self.V)]
        at = formula.group("at", range(len(self.colours)), *places)
        for (b, x, y), here in at.items():
            yield [-here, self.U[b, x]]
            yield [-here, self.V[b, y]]
        for (x, y, c), cell in self.cells.X.items():
            yield [-cell, *(at[b, x, y] for b, other in enumerate(self.colours) if other == c)]


def vanish(fall: Gaps, blocks: Blocks, later: Blocks, go: int) -> Clauses:
    """In a round, who leaves is gone; in a move nobody goes; who is gone stays so."""
    for (b,), there in blocks.A.items():
        now = later.A[b]
        yield [-now, there]
        yield [-go, -there, now]
        for x, y in blocks.O:
            yield [*blocks.not_at(b, (x, y)), -fall.m[x, y], go, -now]
