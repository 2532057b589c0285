"""Blocks followed through time: where is each, not what is where.

Every block has a name b = 0, 1, ... (colour by colour), a column and a row (its rank in the
column) as long as it is there; its colour never changes.  Cells follow from the
blocks.  Time is that of ``events``: T = n + E layers, each a move or a round.

Groups (layer t first in names):

- ``A(b)``       block b is there
- ``U(b,x)``, ``V(b,y)``     it is in column x; in row y
- ``X(x,y,c)``, ``O(x,y)``   as in ``events``
- ``B(b)``       block b is dropped
- ``M P Y same`` the move (``_moves``), ``eh ev th tv stable`` runs (``_cells``),
  ``C go`` the clock (``_clock``), ``m ge I`` gravity (``_gravity``)
- ``CR CL K W N H Q``, ``eu ed eg quiet``, ``stay asleep late``   redundant (``_redundant``)

Axioms: a block that is there is in one column and one row; it colours its cell; in a round,
who leaves is gone; who is gone stays so; who moves takes its name along.  The others are
those of ``events``.

Size: 5 x 7, N blocks, C colours:
14 N + 35 C + 416 + n variables a layer, not counting
those of ``amo`` and of redundant constraints.
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

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from satmayan.encodings._amo import AMO, AtMostOne
from satmayan.encodings._cells import Cell, OneHot
from satmayan.encodings._gravity import (
    Fall,
    drop,
    gaps,
    gravity,
    landing,
    new_heights,
    removal,
    swap,
)
from satmayan.encodings._line import Line, LineEncoding, add_line, empty_line
from satmayan.encodings._moves import NOOP
from satmayan.encodings._redundant import REDUNDANT, Redundant
from satmayan.puzzle.board import Board
from satmayan.sat.encoding import Encoding, Family, Options
from satmayan.sat.formula import Clause, Formula, Group

OPTIONS = (AMO, NOOP, *REDUNDANT)

Clauses = Iterator[Clause]


def encode(family: Family, options: Options) -> Encoding:
    """The blocks encoding of a family; exact."""
    f = empty_line(family)
    line = Line.declare(f, family, options)
    blocks = Blocks.declare(f, family, options["amo"])
    fall, lands = Fall.declare(f, family), landing(f, family)
    redundant = Redundant.declare(f, line, options)
    f.seal()
    later, moves = blocks.next(), line.moves
    change: list[tuple[str, Iterable[Clause]]] = [
        ("removal", removal(fall, blocks.O, line.triples, moves)),
        ("vanish", vanish(fall, blocks, later, line.clock.go)),
        ("gaps", gaps(fall)),
        ("gravity", gravity(fall, blocks, later, moves)),
        ("swap", swap(moves, blocks, later)),
        ("drop", drop(moves, lands, blocks, later)),
        ("new heights", new_heights(fall, blocks.O, later.O, lands)),
    ]
    add_line(f, line, blocks, change)
    redundant.add(f, line, blocks.cells, fall.leaves)
    encoding: Encoding = LineEncoding(f, line, blocks, redundant.crossings)
    return encoding


@dataclass(frozen=True, slots=True)
class Blocks:
    """Blocks and the cells they colour; the same methods as ``OneHot`` of ``_cells``."""

    A: Group
    U: Group
    V: Group
    B: Group
    cells: OneHot
    colours: tuple[int, ...]  # of the blocks, by name
    one_place: AtMostOne

    @classmethod
    def declare(cls, formula: Formula, family: Family, amo: str) -> Blocks:
        """Declare the groups."""
        names, xs, ys = range(family.blocks), range(family.width), range(family.height)
        U, V = formula.group("U", names, xs), formula.group("V", names, ys)
        sets = [[U[b, x] for x in xs] for b in names] + [[V[b, y] for y in ys] for b in names]
        return cls(
            formula.group("A", names),
            U,
            V,
            formula.group("B", names),
            OneHot.declare(formula, family, amo, drops=False),
            tuple(c for c, number in family.colours.items() for _ in range(number)),
            AtMostOne.declare(formula, "U.amo", amo, sets),
        )

    @property
    def O(self) -> Group:
        """There is a block."""
        found: Group = self.cells.O
        return found

    def next(self) -> Blocks:
        """The same board one layer later."""
        return replace(
            self, A=self.A.next(), U=self.U.next(), V=self.V.next(), cells=self.cells.next()
        )

    def is_not(self, cell: Cell, colour: int) -> list[int]:
        """The literals that deny that a cell has a colour, or with ``EMPTY`` no block."""
        found: list[int] = self.cells.is_not(cell, colour)
        return found

    def well_formed(self) -> Clauses:
        """A block that is there is in one column and one row, and colours its cell."""
        yield from self.one_place.clauses()
        for axis in (self.U, self.V):
            for (b, _), place in axis.items():
                yield [-place, self.A[b,]]
            for (b,), there in self.A.items():
                yield [-there, *(place for (name, _), place in axis.items() if name == b)]
        for b, c in enumerate(self.colours):
            for x, y in self.O:
                yield [*self.not_at(b, (x, y)), self.cells.X[x, y, c]]
        yield from self.cells.well_formed()

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
        places = {c: iter([cell for cell in self.O if board.at(*cell) == c]) for c in self.colours}
        for name, c in enumerate(self.colours):
            if cell := next(places[c], None):
                yield [self.A[name,]]
                yield [self.U[name, cell[0]]]
                yield [self.V[name, cell[1]]]
            else:
                yield [-self.A[name,]]
        yield from self.cells.initial(board)


def vanish(fall: Fall, blocks: Blocks, later: Blocks, go: int) -> Clauses:
    """In a round, who leaves is gone; in a move nobody goes; who is gone stays so."""
    for (b,), there in blocks.A.items():
        now = later.A[b,]
        yield [-now, there]
        yield [-go, -there, now]
        for cell in blocks.O:
            yield [*blocks.not_at(b, cell), -fall.m[cell], go, -now]
