"""Which of two moves comes first, and which is the last: constraints on swaps, redundant.

*Quiet* is a swap of two neighbours after which neither would stand in a run.  That is seen from
the board before: the block at (x, y), were it one column further right, would stand above,
below or between blocks of the column x + 1, or to the left of two blocks of its row; its
neighbour likewise, mirrored.  Each of these runs is made of two equal pairs, and so is their
absence of a few clauses, without a look at the board after the exchange.

*The last move makes a run* (option ``last``).  After it the board is empty, or is to be emptied
by rounds alone, so a last swap is not quiet; for a drop, after which a whole column comes
down, this is left to the next layer.

*Of two moves that commute the one that sorts first is made first* (option ``commute``).  Take a
swap of two blocks, and moves and rounds that leave both in their places.  If the two, were
they exchanged, would stand in no run of any board on the way, then the swap may be made before
or after all that: whatever else happens, happens the same.  So a smallest plan has

- no swap b after a move a that sorts after b, where b might have been made before a: b is
  *asleep*.  It stays asleep while further moves leave its blocks in their places, since it
  might then have been made before all of them;
- no swap a, after which nothing vanishes, before a move b that sorts before a, where a might
  have been made after b: it is *late* then, and no next move may follow.

In the first, a may be any move, in the second b; what is put off or brought forward is a swap.

Reference: sleep sets, a partial-order reduction (Godefroid, "Partial-order methods for the
verification of concurrent systems", LNCS 1032, 1996).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from satmayan.encodings._board import Cell, OneHot, Triples
from satmayan.encodings._step import Drags, Leaving
from satmayan.sat.encoding import Family
from satmayan.sat.formula import Clause, Formula, Group, Layered

Clauses = Iterator[Clause]


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


def last_swap(exchange: Exchange, drags: Drags, O: Group, C: Group) -> Clauses:
    """When all moves but one are done, no quiet swap (option ``last``)."""
    steps = len(C)
    begun = [-C[steps - 1]] if steps > 1 else []
    for (x, y), quiet in exchange.quiet.items():
        yield [*begun, -drags.R[x, y], -O[x + 1, y], -quiet]


class Sleep(NamedTuple):
    """``stay(x,y)``: the blocks at (x, y) and (x + 1, y) stay in their places in this layer;
    ``asleep(x,y)``: they could have changed places before an earlier move, one that sorts
    after that swap; ``late(x,y)``: they did so before the last move, which sorts before it, and
    could do so now instead.  All are made true, never false, by the axioms."""

    stay: Group
    asleep: Group
    late: Group

    @classmethod
    def declare(cls, formula: Formula, family: Family) -> Sleep:
        """Declare the groups."""
        cells = range(family.width - 1), range(family.height)
        return cls(*(formula.group(name, *cells) for name in ("stay", "asleep", "late")))

    def initial(self) -> Clauses:
        """At first, none is asleep or late."""
        return ([-literal] for group in (self.asleep, self.late) for literal in group.values())


def staying(sleep: Sleep, drags: Drags, O: Group, leaving: Leaving) -> Clauses:
    """Blocks stay where nothing at or below them leaves, and no swap takes one of them."""
    leaves = leaving.leaves
    for (x, y), stay in sleep.stay.items():
        swaps = (drags.R[u, y] for u in (x - 1, x, x + 1) if (u, y) in drags.R)
        yield [stay, -O[x, y], -O[x + 1, y], *leaves(x, y), *leaves(x + 1, y), *swaps]


def falling_asleep(f: Layered, sleep: Sleep, exchange: Exchange, drags: Drags, O: Group) -> Clauses:
    """A quiet swap is put to sleep by a move that sorts after it; asleep, it is not made."""
    still = f.later(sleep.asleep)
    for (x, y), asleep in sleep.asleep.items():
        moved, later = [-sleep.stay[x, y], -exchange.quiet[x, y]], still[x, y]
        yield [-drags.R[x, y], -O[x + 1, y], -asleep]
        yield [*moved, -asleep, later]
        for (p,), crosses in drags.P.items():
            if p > x:
                yield [*moved, -crosses, later]
        # over the same boundary, any move that is not in a lower row
        yield [*moved, -drags.P[x], *(drags.Y[v] for v in range(y)), later]
        # from column x to the left, any that is in a higher row
        for (column, v), left in drags.L.items():
            if column == x and v > y:
                yield [*moved, -left, later]


def staying_late(
    f: Layered, sleep: Sleep, exchange: Exchange, triples: Triples, go: int
) -> Clauses:
    """A late swap stays late in the rounds after the move that it should have waited for."""
    quiet, still = f.later(exchange.quiet), f.later(sleep.late)
    for cell, late in sleep.late.items():
        yield [-late, -triples.stable]
        yield [-late, go, -sleep.stay[cell], -quiet[cell], still[cell]]


def coming_late(f: Layered, sleep: Sleep, exchange: Exchange, drags: Drags, O: Group) -> Clauses:
    """A swap is late if the next move sorts before it, and leaves it as it was."""
    then, stay = f.later(drags), f.later(sleep.stay)
    quiet, late = f.later(exchange.quiet, 2), f.later(sleep.late, 2)
    for x, y in sleep.late:
        swapped = [-drags.R[x, y], -O[x + 1, y], -stay[x, y], -quiet[x, y], late[x, y]]
        for (p,), crosses in then.P.items():
            if p < x - 1:
                yield [*swapped, -crosses]
        # over the boundary before it, any move but those from its column to the left, higher up
        if x > 0:
            higher = (left for (column, v), left in then.L.items() if column == x and v > y)
            yield [*swapped, -then.P[x - 1], *higher]
        # over the same boundary, any move that is in a lower row
        for v in range(y):
            yield [*swapped, -then.P[x], -then.Y[v]]
