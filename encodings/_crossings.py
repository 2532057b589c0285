"""Which colours cross which boundary, and how many blocks of a colour stand in a column.

A drag changes the counts by what crosses, so in moves the board need not be looked at.
In a round, a colour of five blocks or fewer vanishes as a whole, since one or two blocks
left over could never vanish; its counts are kept as if it had not.  The bound (``_bound``)
stays sound: what vanishes is clearable (``satmayan.search.bound``), with h = 0.  A colour of more
blocks is counted anew on the board after the round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from satmayan.encodings._cells import OneHot, Triples
from satmayan.encodings._moves import Moves
from satmayan.puzzle.board import Board
from satmayan.puzzle.rules import RUN
from satmayan.sat.encoding import Family
from satmayan.sat.formula import Clause, Formula, Group

Clauses = Iterator[Clause]

WHOLE = 2 * RUN - 1  # so many blocks of a colour vanish together or never


class Crossings(NamedTuple):
    """``CR(p,c)``, ``CL(p,c)``: the move takes a block of colour c from column p to p + 1,
    from p + 1 to p; swaps of two blocks of one colour do not count.  ``K(x,c,k)``: at least
    k blocks of colour c stand in column x.  ``W(c)``: blocks of colour c vanish, or it is
    counted anew.  ``N(x,c,a,b,k)``: at least k of the rows a to b - 1 of column x hold
    colour c, where it is counted.  ``totals``: the blocks that each colour has at first."""

    CR: Group
    CL: Group
    K: Group
    W: Group
    N: Group
    totals: Mapping[int, int]
    width: int
    height: int

    @classmethod
    def declare(cls, formula: Formula, family: Family) -> Crossings:
        """Declare the groups."""
        totals = family.colours
        columns = range(family.width)
        counts = (
            (x, c, k)
            for x in columns
            for c, n in totals.items()
            for k in range(1, min(n, family.height) + 1)
        )
        parts = (
            (x, c, first, last, k)
            for x in columns
            for c, n in totals.items()
            if n > WHOLE
            for first, last in halves(0, family.height)
            for k in range(1, min(last - first, n) + 1)
        )
        return cls(
            formula.group("CR", columns[:-1], totals),
            formula.group("CL", columns[:-1], totals),
            formula.sparse_group("K", counts),
            formula.group("W", totals),
            formula.sparse_group("N", parts),
            totals,
            family.width,
            family.height,
        )

    def most(self, c: int) -> int:
        """The largest count of a colour in one column."""
        return min(self.totals[c], self.height)

    def next(self) -> Crossings:
        """The same counts one layer later."""
        return self._replace(K=self.K.next())

    def arrivals(self, x: int, c: int) -> list[int]:
        """The crossings that bring a block of colour c to column x."""
        found = ((self.CR, x - 1), (self.CL, x))
        return [group[p, c] for group, p in found if (p, c) in group]

    def departures(self, x: int, c: int) -> list[int]:
        """The crossings that take a block of colour c from column x."""
        found = ((self.CR, x), (self.CL, x - 1))
        return [group[p, c] for group, p in found if (p, c) in group]

    def initial(self, board: Board) -> Clauses:
        """The counts are those of the board."""
        for (x, c, k), count in self.K.items():
            yield [count if board.columns[x].count(c) >= k else -count]


def crossing(crossings: Crossings, cells: OneHot, triples: Triples, moves: Moves) -> Clauses:
    """A colour crosses iff a block of that colour does, and none of that colour comes back."""
    for (p, c), right in crossings.CR.items():
        left = crossings.CL[p, c]
        yield [-right, moves.P[p,]]
        yield [-left, moves.P[p,]]
        for y in range(len(moves.Y)):
            swap, fall, waste = moves.R[p, y], moves.L[p + 1, y], triples.eh[p, y]
            here, there = cells.X[p, y, c], cells.X[p + 1, y, c]
            yield [-swap, waste, -here, right]
            yield [-swap, waste, -there, left]
            yield [-fall, -there, left]
            yield [-right, -swap, here]
            yield [-right, -swap, -waste]
            yield [-right, -fall]
            yield [-left, -swap, there]
            yield [-left, -swap, -waste]
            yield [-left, -fall, there]


def counts(now: Crossings, later: Crossings) -> Clauses:
    """A count grows by one on arrival, falls by one on departure, and else stays."""
    for (x, c, k), many in now.K.items():
        fewer, more = now.K.get((x, c, k - 1)), now.K.get((x, c, k + 1))
        arrivals, departures = now.arrivals(x, c), now.departures(x, c)
        # where it is counted anew, it may fall further
        anew = [now.W[c,]] if now.totals[c] > WHOLE else []
        yield [-many, *departures, *anew, later.K[x, c, k]]
        yield [many, *arrivals, -later.K[x, c, k]]
        if fewer:
            yield [-many, *anew, later.K[x, c, k - 1]]
            yield [fewer, -later.K[x, c, k]]
        for arrival in arrivals:
            yield [*([-fewer] if fewer else []), -arrival, later.K[x, c, k]]
        for departure in departures:
            yield [*([more] if more else []), -departure, -later.K[x, c, k]]


def vanishing(now: Crossings, cells: OneHot, later: OneHot, triples: Triples) -> Clauses:
    """A colour with a triple vanishes; if it has few blocks, all of them."""
    for vanishes in now.W.values():
        yield [-vanishes, -triples.stable]
    for triple, (cell, *_) in triples.covers():
        for c in now.totals:
            yield [-triple, -cells.X[cell + (c,)], now.W[c,]]
    for (*_, c), block in later.X.items():
        if now.totals[c] <= WHOLE:
            yield [-now.W[c,], -block]


def recount(now: Crossings, later: Crossings, after: OneHot) -> Clauses:
    """After a round, what has vanished from is counted: unary counts, merged half by half.

    Reference: totalizers (Bailleux & Boufkhad, CP 2003).
    """
    height = now.height

    def count(x: int, c: int, first: int, last: int) -> list[int]:
        """The literals of "at least k of these rows hold the colour", k from 1."""
        if last - first == 1:
            return [after.X[x, first, c]]
        if (first, last) == (0, height):
            return [later.K[x, c, k] for k in range(1, now.most(c) + 1)]
        most = min(last - first, now.totals[c])
        return [now.N[x, c, first, last, k] for k in range(1, most + 1)]

    for (c,), counted in now.W.items():
        if now.totals[c] <= WHOLE:
            continue
        for x in range(now.width):
            for first, last in [(0, height), *halves(0, height)]:
                middle = (first + last) // 2
                low, high = count(x, c, first, middle), count(x, c, middle, last)
                for clause in merged(low, high, count(x, c, first, last)):
                    yield [-counted, *clause]


def halves(first: int, last: int) -> Iterator[tuple[int, int]]:
    """The parts of two rows or more into which a column of rows is halved, and halved again."""
    middle = (first + last) // 2
    for part in ((first, middle), (middle, last)):
        if part[1] - part[0] > 1:
            yield part
            yield from halves(*part)


def merged(low: list[int], high: list[int], both: list[int]) -> Clauses:
    """Two unary counts add up to a third."""
    for a in range(len(low) + 1):
        for b in range(len(high) + 1):
            if 0 < a + b <= len(both):
                some = [-low[a - 1]] if a else []
                more = [-high[b - 1]] if b else []
                yield [*some, *more, both[a + b - 1]]
            if a + b < len(both):
                yield [*low[a : a + 1], *high[b : b + 1], -both[a + b]]
