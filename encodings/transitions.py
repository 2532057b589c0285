"""Each block chooses how it changes: variables for transitions, clauses of three literals.

From a layer to the next a block does one of these: it leaves, it comes down by d (d = 0: it
stays), or it changes places with a neighbour.  The transitions are the variables that the
search branches on and learns about: one out of every block, one into every block, and each
carries its colour with a clause of three literals.  Time is that of ``events``.

Groups (layer t first in names):

- ``X(x,y,c)``, ``O(x,y)``   as in ``events``
- ``D(x,y,d)``   exactly d blocks below (x, y) leave
- ``F(x,y,d)``   the block at (x, y) comes down by d
- ``S(x,y)``     the blocks at (x, y) and to its right change places
- ``m(x,y)``     the block at (x, y) leaves its column's stack
- ``G(c)``, ``I(x)``         a dropped block has colour c; lands on column x
- ``M P Y same`` the drag (``_step``), ``eh ev th tv stable`` runs (``_board``),
  ``C go`` the clock (``_time``)
- ``CR CL K W N H Q``, ``eu ed eg quiet``, ``stay asleep late``   redundant (``_time``)

Axioms of its own: exactly one number of gaps; one transition out of a block; one into a block;
a transition carries the colour, both ways.  Removal and drop are those of ``events``; the
others are listed in ``_time``.

Size: 5 x 7, C colours: 36 C + 584 + n variables a layer, without the
redundant constraints.
Reference: transition-based encodings (Huang, Chen, Zhang, "A novel transition based
encoding scheme for planning as satisfiability", AAAI 2010).

The smallest case, one drop that completes a row of three:

>>> from satmayan.puzzle.board import Board, Puzzle
>>> from satmayan.sat.encoding import find
>>> transitions = find("transitions").encode(Puzzle(Board.of("1", "", "11", height=2), 1))
>>> formula = transitions.formula
>>> formula.layers, formula.variables, len(formula.clauses)
(3, 216, 610)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from satmayan.encodings._board import OneHot
from satmayan.encodings._step import Drags, drop, landing, not_the_top, removal
from satmayan.encodings._time import LINE_OPTIONS, Timeline, TimelineEncoding
from satmayan.sat.encoding import Encoding, Family, Options
from satmayan.sat.formula import Clause, Formula, Group

OPTIONS = LINE_OPTIONS

Clauses = Iterator[Clause]


def encode(family: Family, options: Options) -> Encoding:
    """The transitions encoding of a family; exact."""
    line = Timeline(family, options)
    f, drags = line.formula, line.drags
    cells, change = OneHot.declare(f, family), Transitions.declare(f, family)
    lands = landing(f, family)
    line.seal(cells)
    later = f.later(cells)
    axioms = [
        ("removal", removal(change, cells.O, line.triples, drags)),
        ("gaps", gaps(change)),
        ("swap", swapped(change, drags, cells.O)),
        ("out of a block", out_of(change, cells.O)),
        ("into a block", into(change, lands, cells.O, later.O)),
        ("carry", carry(change, cells, later)),
        ("drop", drop(drags, lands, cells, later)),
    ]
    line.add(cells, change, axioms)
    return TimelineEncoding(line, cells)


@dataclass(frozen=True, slots=True)
class Transitions:
    """The groups ``m``, ``D``, ``F`` and ``S``."""

    m: Group
    D: Group
    F: Group
    S: Group

    @classmethod
    def declare(cls, formula: Formula, family: Family) -> Transitions:
        """Declare the groups."""
        w, h = family.width, family.height
        cells = [(x, y) for x in range(w) for y in range(h)]
        D = formula.sparse_group("D", ((x, y, d) for x, y in cells for d in range(y + 1)))
        return cls(
            formula.group("m", range(w), range(h)),
            D,
            formula.sparse_group("F", D),
            formula.group("S", range(w - 1), range(h)),
        )

    def swaps(self, x: int, y: int) -> list[int]:
        """The swaps that a cell takes part in."""
        return [self.S[u, y] for u in (x - 1, x) if (u, y) in self.S]

    def leaves(self, x: int, y: int) -> list[int]:
        """The literals of "a block at or below (x, y), which holds one, leaves"."""
        return [self.m[x, y], -self.D[x, y, 0]]


def gaps(change: Transitions) -> Clauses:
    """Exactly one number of blocks leave below a cell; it grows by one above what leaves."""
    for x, y in change.m:
        for some, other in combinations(range(y + 1), 2):
            yield [-change.D[x, y, some], -change.D[x, y, other]]
    for (x, y, d), here in change.D.items():
        if y == 0:
            yield [here]
        elif (x, y - 1, d) in change.D:
            yield [-change.D[x, y - 1, d], change.m[x, y - 1], here]
        if y > 0 and d > 0:
            yield [-change.D[x, y - 1, d - 1], -change.m[x, y - 1], here]


def swapped(change: Transitions, drags: Drags, O: Group) -> Clauses:
    """Two blocks change places iff one is dragged right onto the other."""
    for (x, y), s in change.S.items():
        yield [-s, drags.R[x, y]]
        yield [-s, O[x + 1, y]]
        yield [s, -drags.R[x, y], -O[x + 1, y]]


def out_of(change: Transitions, O: Group) -> Clauses:
    """A block leaves, changes places, or comes down by the gaps below it."""
    for (x, y, d), falls in change.F.items():
        swaps = change.swaps(x, y)
        yield [-falls, O[x, y]]
        yield [-falls, -change.m[x, y]]
        yield [-falls, change.D[x, y, d]]
        for s in swaps:
            yield [-falls, -s]
        yield [falls, -O[x, y], change.m[x, y], -change.D[x, y, d], *swaps]


def into(change: Transitions, I: Group, O: Group, later: Group) -> Clauses:
    """A block has come down, changed places or just landed; one comes to a cell at most."""
    height = 1 + max(y for _, y in O)
    for (x, y), block in later.items():
        falls = [change.F[x, y + d, d] for d in range(height - y)]
        lands = [I[x]]
        yield [-block, *falls, *change.swaps(x, y), *lands]
        # where a block lands, the column was as high as the cell, or nothing comes
        for literal in not_the_top(O, (x, y)):
            yield [-block, *falls, *change.swaps(x, y), -literal]


def carry(change: Transitions, cells: OneHot, later: OneHot) -> Clauses:
    """A transition carries the colour, both ways."""
    steps = [(t, (x, y), (x, y - d)) for (x, y, d), t in change.F.items()]
    for (x, y), s in change.S.items():
        steps += [(s, (x, y), (x + 1, y)), (s, (x + 1, y), (x, y))]
    for t, a, b in steps:
        for here, there in zip(cells.colour(a), later.colour(b), strict=True):
            yield [-t, -here, there]
            yield [-t, here, -there]
