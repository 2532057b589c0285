"""A board at one moment: cells with their colours, equal neighbours, triples.

:class:`OneHot` is one way to write a cell's colour; an encoding with another way gives a
class with the same methods, and every axiom of ``_moves`` and ``_gravity`` works with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from satmayan.encodings._amo import AtMostOne
from satmayan.puzzle.board import Board
from satmayan.puzzle.rules import RUN
from satmayan.sat.encoding import Family
from satmayan.sat.formula import Clause, Formula, Group

Clauses = Iterator[Clause]
Cell = tuple[int, ...]


class OneHot(NamedTuple):
    """One literal a colour: ``X(x,y,c)``, the block at (x, y) has colour c; ``O(x,y)``, there is
    a block; ``G(c)``, the block that is dropped has colour c."""

    X: Group
    O: Group
    G: Group
    colours: tuple[int, ...]
    one_colour: AtMostOne

    @classmethod
    def declare(
        cls, formula: Formula, family: Family, amo: str, mark: str = "", drops: bool = True
    ) -> OneHot:
        """Declare the groups; ``mark`` ends their names.  No G unless a block ``drops`` from it."""
        xs, ys, colours = range(family.width), range(family.height), tuple(family.colours)
        X = formula.group(f"X{mark}", xs, ys, colours)
        O = formula.group(f"O{mark}", xs, ys)
        G = formula.group(f"G{mark}", colours) if drops else Group("G", (), 0)
        sets = ([X[x, y, c] for c in colours] for x, y in O)
        return cls(X, O, G, colours, AtMostOne.declare(formula, f"X{mark}.amo", amo, sets))

    def next(self) -> OneHot:
        """The same board one layer later."""
        return self._replace(X=self.X.next(), O=self.O.next())

    def is_not(self, cell: Cell, colour: int) -> list[int]:
        """The literals that deny that a cell has a colour, or with ``EMPTY`` no block."""
        return [-self.X[cell + (colour,)]] if colour else [self.O[cell]]

    def colour(self, cell: Cell) -> list[int]:
        """The literals of a cell's colours."""
        return [self.X[cell + (c,)] for c in self.colours]

    def well_formed(self) -> Clauses:
        """A cell holds a block iff it holds a colour, and one colour only; nothing floats."""
        yield from self.one_colour.clauses()
        for cell, block in self.O.items():
            yield [-block, *self.colour(cell)]
            for colour in self.colour(cell):
                yield [-colour, block]
        yield from no_floating(self.O)

    def equal(self, e: int, a: Cell, b: Cell) -> Clauses:
        """e iff the blocks at a and b have one colour."""
        yield [-e, self.O[a]]
        yield [-e, self.O[b]]
        for here, there in zip(self.colour(a), self.colour(b), strict=True):
            yield [-e, -here, there]
            yield [-e, here, -there]
            yield [e, -here, -there]

    def moved(self, later: OneHot, a: Cell, b: Cell) -> Clauses:
        """The block that is at a, if any, is at b later."""
        for here, there in zip(self.colour(a), later.colour(b), strict=True):
            yield [-here, there]

    def lifted(self, a: Cell) -> Clauses:
        """The block at a is the one that is dropped."""
        for here, held in zip(self.colour(a), self.G.values(), strict=True):
            yield [-here, held]

    def landed(self, later: OneHot, b: Cell) -> Clauses:
        """The block that is dropped is at b later."""
        for held, there in zip(self.G.values(), later.colour(b), strict=True):
            yield [-held, there]

    def initial(self, board: Board) -> Clauses:
        """The cells are those of the board."""
        for (x, y, c), cell in self.X.items():
            yield [cell if board.at(x, y) == c else -cell]
        for (x, y), block in self.O.items():
            yield [block if board.at(x, y) else -block]


def declare_seen(formula: Formula, family: Family) -> Group:
    """Declare ``J(x,y,c)``: (x, y) has colour c, for cells that are not written so."""
    return formula.group("J", range(family.width), range(family.height), tuple(family.colours))


def one_hot(J: Group, O: Group) -> OneHot:
    """Cells as that view shows them, to be read only."""
    colours = tuple(dict.fromkeys(c for _, _, c in J))
    return OneHot(J, O, Group("G", (), 0), colours, AtMostOne("pairwise", (), {}))


def seen(J: Group, denial: Callable[[Cell, int], list[int]]) -> Clauses:
    """J iff the cell has the colour.

    ``denial`` gives the literals that deny "the cell has the colour".
    """
    for (x, y, c), literal in J.items():
        deny = denial((x, y), c)
        yield [literal, *deny]
        for v in deny:
            yield [-literal, -v]


def no_floating(O: Group) -> Clauses:
    """Below a block stands a block."""
    for x, y in O:
        if y > 0:
            yield [-O[x, y], O[x, y - 1]]


class Triples(NamedTuple):
    """``eh(x,y)``, ``ev(x,y)``: the blocks at (x, y) and to its right, above it have one colour;
    ``th(x,y)``, ``tv(x,y)``: three in line from (x, y) have; ``stable``: no three have."""

    eh: Group
    ev: Group
    th: Group
    tv: Group
    stable: int

    @classmethod
    def declare(cls, formula: Formula, family: Family, mark: str = "") -> Triples:
        """Declare the groups; ``mark`` ends their names."""
        w, h = family.width, family.height
        return cls(
            formula.group(f"eh{mark}", range(w - 1), range(h)),
            formula.group(f"ev{mark}", range(w), range(h - 1)),
            formula.group(f"th{mark}", range(w - RUN + 1), range(h)),
            formula.group(f"tv{mark}", range(w), range(h - RUN + 1)),
            formula.group(f"stable{mark}")[()],
        )

    def next(self) -> Triples:
        """The same one layer later."""
        return Triples(
            self.eh.next(),
            self.ev.next(),
            self.th.next(),
            self.tv.next(),
            self.stable + self.eh.stride,
        )

    def covers(self) -> Iterator[tuple[int, list[Cell]]]:
        """Every triple and its cells."""
        for group, dx, dy in ((self.th, 1, 0), (self.tv, 0, 1)):
            for (x, y), triple in group.items():
                yield triple, [(x + i * dx, y + i * dy) for i in range(RUN)]


def equalities(triples: Triples, cells: OneHot) -> Clauses:
    """Equal neighbours are blocks that share their colour."""
    for (x, y), e in triples.eh.items():
        yield from cells.equal(e, (x, y), (x + 1, y))
    for (x, y), e in triples.ev.items():
        yield from cells.equal(e, (x, y), (x, y + 1))


def three_in_line(triples: Triples) -> Clauses:
    """A triple is two equal neighbours; stable iff there is none."""
    found = []
    for group, equal, dx, dy in (
        (triples.th, triples.eh, 1, 0),
        (triples.tv, triples.ev, 0, 1),
    ):
        for (x, y), t in group.items():
            a, b = equal[x, y], equal[x + dx, y + dy]
            yield [-t, a]
            yield [-t, b]
            yield [t, -a, -b]
            found.append(t)
    yield [triples.stable, *found]
    for t in found:
        yield [-triples.stable, -t]
