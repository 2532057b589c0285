"""Would a run come to be if two neighbours changed places?  Seen from the board before.

The block at (x, y), were it one column further right, would stand above, below or between
blocks of the column x + 1, or to the left of two blocks of its row; its neighbour likewise,
mirrored.  Each of these runs is made of two equal pairs, and so is their absence of a few
clauses, without a look at the board after the exchange.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from satmayan.encodings._cells import OneHot, Triples
from satmayan.sat.encoding import Family
from satmayan.sat.formula import Clause, Formula, Group

Clauses = Iterator[Clause]
Cell = tuple[int, int]


class Exchange(NamedTuple):
    """``eu(x,y)``, ``ed(x,y)``, ``eg(x,y)``: the block at (x, y) has the colour of that at
    (x + 1, y + 1), (x + 1, y - 1), (x + 2, y).  ``quiet(x,y)``: were the blocks at (x, y) and
    (x + 1, y) to change places, neither would stand in a run; made true where that is so, but
    false by no axiom."""

    eu: Group
    ed: Group
    eg: Group
    quiet: Group

    @classmethod
    def declare(cls, formula: Formula, family: Family) -> Exchange:
        """Declare the groups."""
        w, h = family.width, family.height
        return cls(
            formula.group("eu", range(w - 1), range(h - 1)),
            formula.group("ed", range(w - 1), range(1, h)),
            formula.group("eg", range(w - 2), range(h)),
            formula.group("quiet", range(w - 1), range(h)),
        )

    def equal(self, a: Cell, b: Cell) -> list[int]:
        """The literal of "a and b have one colour", for such a pair; none outside the board."""
        if a > b:
            a, b = b, a
        group = {(1, 1): self.eu, (1, -1): self.ed, (2, 0): self.eg}[b[0] - a[0], b[1] - a[1]]
        return [group[a]] if a in group else []


def near_equalities(exchange: Exchange, cells: OneHot) -> Clauses:
    """Equal are blocks that share their colour."""
    for group, dx, dy in ((exchange.eu, 1, 1), (exchange.ed, 1, -1), (exchange.eg, 2, 0)):
        for (x, y), e in group.items():
            yield [-e, cells.O[x, y]]
            pairs = zip(cells.colour((x, y)), cells.colour((x + dx, y + dy)), strict=True)
            for here, there in pairs:
                yield [-e, -here, there]
                yield [e, -here, -there]


def quiet_exchanges(exchange: Exchange, triples: Triples) -> Clauses:
    """Quiet is an exchange without any of the runs that it could make."""
    for (x, y), quiet in exchange.quiet.items():
        runs = [
            *_upright(exchange, triples, (x, y), x + 1),
            *_upright(exchange, triples, (x + 1, y), x),
            *_level(exchange, triples, (x, y), x + 2),
            *_level(exchange, triples, (x + 1, y), x - 2),
        ]
        for clause in product(*runs):
            yield [quiet, *(literal for part in clause for literal in part)]


def _upright(
    exchange: Exchange, triples: Triples, block: Cell, column: int
) -> Iterator[list[list[int]]]:
    """In clauses: the block would be in a run up and down, came it to the column beside it."""
    y = block[1]
    above, below = (exchange.equal(block, (column, y + side)) for side in (1, -1))
    two_above, two_below = (
        [triples.ev[column, low]] if (column, low) in triples.ev else [] for low in (y + 1, y - 2)
    )
    # two above, or two below, or one each
    yield [above + below, above + two_below, two_above + below]


def _level(
    exchange: Exchange, triples: Triples, block: Cell, left: int
) -> Iterator[list[list[int]]]:
    """In clauses: the block would be in a run with those in ``left`` and right of it."""
    x, y = block
    if (left, y) in triples.eh:
        near = left if left > x else left + 1
        yield [exchange.equal(block, (near, y)), [triples.eh[left, y]]]
