"""A board at one moment: its cells, and three of one colour in line.

There are several ways to write a cell.  :class:`Cells` is what all of them can do, and what
the axioms that are shared ask for; :class:`OneHot`, one literal a colour, is the one that most
encodings take.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple, Protocol, TypeVar

from satmayan.puzzle.board import Board
from satmayan.puzzle.rules import RUN
from satmayan.sat.encoding import Family
from satmayan.sat.formula import Clause, Formula, Group

Clauses = Iterator[Clause]
Cell = tuple[int, int]
C = TypeVar("C", bound="Cells")


class Cells(Protocol):
    """A way to write the cells of a board."""

    @property
    def O(self) -> Group:
        """``O(x,y)``: there is a block at (x, y)."""

    def well_formed(self) -> Clauses:
        """What holds of every board."""

    def is_not(self, cell: Cell, colour: int) -> list[int]:
        """The literals that deny that a cell has a colour, or with ``EMPTY`` no block."""

    def equal(self, e: int, a: Cell, b: Cell) -> Clauses:
        """e iff the blocks at a and b have one colour."""

    def moved(self: C, later: C, a: Cell, b: Cell) -> Clauses:
        """The block that is at a, if any, is at b later."""

    def lifted(self, a: Cell) -> Clauses:
        """The block at a is the one that is dropped."""

    def landed(self: C, later: C, b: Cell) -> Clauses:
        """The block that is dropped is at b later."""

    def initial(self, board: Board) -> Clauses:
        """The cells are those of the board."""


class OneHot(NamedTuple):
    """One literal a colour: ``X(x,y,c)``, the block at (x, y) has colour c; ``O(x,y)``, there is
    a block; ``G(c)``, the block that is dropped has colour c."""

    X: Group
    O: Group
    G: Group
    colours: tuple[int, ...]

    @classmethod
    def declare(
        cls, formula: Formula, family: Family, mark: str = "", drops: bool = True
    ) -> OneHot:
        """Declare the groups; ``mark`` ends their names.  No G unless a block ``drops`` from it."""
        xs, ys, colours = range(family.width), range(family.height), tuple(family.colours)
        X = formula.group(f"X{mark}", xs, ys, colours)
        O = formula.group(f"O{mark}", xs, ys)
        G = formula.group(f"G{mark}", colours) if drops else Group("G", (), 0)
        return cls(X, O, G, colours)

    def colour(self, cell: Cell) -> list[int]:
        """The literals of a cell's colours."""
        x, y = cell
        return [self.X[x, y, c] for c in self.colours]

    def well_formed(self) -> Clauses:
        """A cell holds a block iff it holds a colour, and one colour only; nothing floats."""
        for x, y in self.O:
            for some, other in combinations(self.colour((x, y)), 2):
                yield [-some, -other]
        for (x, y), block in self.O.items():
            yield [-block, *self.colour((x, y))]
            for colour in self.colour((x, y)):
                yield [-colour, block]
        yield from no_floating(self.O)

    def is_not(self, cell: Cell, colour: int) -> list[int]:
        """The literals that deny that a cell has a colour, or with ``EMPTY`` no block."""
        x, y = cell
        return [-self.X[x, y, colour]] if colour else [self.O[x, y]]

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


def no_floating(O: Group) -> Clauses:
    """Below a block stands a block."""
    for x, y in O:
        if y > 0:
            yield [-O[x, y], O[x, y - 1]]


def declare_seen(formula: Formula, family: Family) -> Group:
    """Declare ``J(x,y,c)``: (x, y) has colour c, for cells that are not written so."""
    return formula.group("J", range(family.width), range(family.height), tuple(family.colours))


def one_hot(J: Group, O: Group) -> OneHot:
    """Cells as that view shows them, to be read only."""
    return OneHot(J, O, Group("G", (), 0), tuple(dict.fromkeys(c for _, _, c in J)))


def seen(J: Group, cells: Cells) -> Clauses:
    """J iff the cell has the colour."""
    for (x, y, c), literal in J.items():
        deny = cells.is_not((x, y), c)
        yield [literal, *deny]
        for v in deny:
            yield [-literal, -v]


class Triples(NamedTuple):
    """``eh(x,y)``, ``ev(x,y)``: the blocks at (x, y) and to its right, above it have one colour;
    ``th(x,y)``, ``tv(x,y)``: three in line from (x, y) have; ``stable``: no three have."""

    eh: Group
    ev: Group
    th: Group
    tv: Group
    none: Group

    @classmethod
    def declare(cls, formula: Formula, family: Family, mark: str = "") -> Triples:
        """Declare the groups; ``mark`` ends their names."""
        w, h = family.width, family.height
        return cls(
            formula.group(f"eh{mark}", range(w - 1), range(h)),
            formula.group(f"ev{mark}", range(w), range(h - 1)),
            formula.group(f"th{mark}", range(w - RUN + 1), range(h)),
            formula.group(f"tv{mark}", range(w), range(h - RUN + 1)),
            formula.group(f"stable{mark}"),
        )

    @property
    def stable(self) -> int:
        """No three in line have one colour."""
        return self.none[()]

    def covers(self) -> Iterator[tuple[int, list[Cell]]]:
        """Every triple and its cells."""
        for group, dx, dy in ((self.th, 1, 0), (self.tv, 0, 1)):
            for (x, y), triple in group.items():
                yield triple, [(x + i * dx, y + i * dy) for i in range(RUN)]


def equalities(triples: Triples, cells: Cells) -> Clauses:
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
