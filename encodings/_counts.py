"""How many blocks of each colour stand in each column, and what that says of the steps left.

*Counts.*  A drag changes them by what crosses, so in moves the board need not be looked at.  In
a round, a colour of five blocks or fewer vanishes as a whole, since one or two blocks left over
could never vanish; its counts are kept as if it had not.  The bound stays sound: what vanishes
is clearable (``satmayan.search.bound``), with h = 0.  A colour of more blocks is counted anew
on the board after the round.

*The bound* (options ``bound``, ``weights`` and ``look``), redundant constraints.
``satmayan.search.bound`` proves: a board that can be emptied in r steps has a sum of h over its
colours of at most 2 r, and every h at most r, where h depends on a colour's column counts only.
Every plan keeps this at every moment, so no plan is lost.

h is written by boxes: the count vectors v with h(v) >= k are covered by boxes lo <= v <= hi that
hold no other vector, and each box gives one clause, "outside the box in some column, or
h >= k".  The covers are for five columns (``_covers.jsonl``, made by ``scripts/make_covers.py``)
and for colours whose number of blocks is known: else the options do nothing, and of colours
with more blocks than the file knows h is taken as 0.  ``look`` takes no notice of colours of
more than ``LOOKED`` blocks, for whom its boxes cost more than they save.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from satmayan.encodings._board import OneHot, Triples
from satmayan.encodings._step import Drags
from satmayan.puzzle.board import Board
from satmayan.puzzle.rules import RUN
from satmayan.sat.encoding import Family
from satmayan.sat.formula import Clause, Formula, Group, Layered

Clauses = Iterator[Clause]
Box = tuple[list[int], list[int]]

WHOLE = 2 * RUN - 1  # so many blocks of a colour vanish together or never
WIDTH = 5  # of the covers
LOOKED = 8  # blocks


class ColumnCounts(NamedTuple):
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
    def declare(cls, formula: Formula, family: Family) -> ColumnCounts:
        """Declare the groups."""
        totals = family.colours
        columns = range(family.width)
        counts = (
            (x, c, k)
            for x in columns
            for c, n in totals.items()
            for k in range(1, min(n, family.height) + 1)
        )
        many = {c: n for c, n in totals.items() if n > WHOLE}
        return cls(
            formula.group("CR", columns[:-1], totals),
            formula.group("CL", columns[:-1], totals),
            formula.sparse_group("K", counts),
            formula.group("W", totals),
            formula.sparse_group("N", parts(family.width, family.height, many)),
            totals,
            family.width,
            family.height,
        )

    def most(self, c: int) -> int:
        """The largest count of a colour in one column."""
        return min(self.totals[c], self.height)

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


def crossing(counts: ColumnCounts, cells: OneHot, triples: Triples, drags: Drags) -> Clauses:
    """A colour crosses iff a block of that colour does, and none of that colour comes back."""
    for (p, c), right in counts.CR.items():
        left = counts.CL[p, c]
        yield [-right, drags.P[p]]
        yield [-left, drags.P[p]]
        for y in range(len(drags.Y)):
            swap, fall, waste = drags.R[p, y], drags.L[p + 1, y], triples.eh[p, y]
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


def counted(f: Layered, now: ColumnCounts) -> Clauses:
    """A count grows by one on arrival, falls by one on departure, and else stays."""
    later = f.later(now.K)
    for (x, c, k), many in now.K.items():
        fewer, more = now.K.get((x, c, k - 1)), now.K.get((x, c, k + 1))
        arrivals, departures = now.arrivals(x, c), now.departures(x, c)
        # where it is counted anew, it may fall further
        anew = [now.W[c]] if now.totals[c] > WHOLE else []
        yield [-many, *departures, *anew, later[x, c, k]]
        yield [many, *arrivals, -later[x, c, k]]
        if fewer:
            yield [-many, *anew, later[x, c, k - 1]]
            yield [fewer, -later[x, c, k]]
        for arrival in arrivals:
            yield [*([-fewer] if fewer else []), -arrival, later[x, c, k]]
        for departure in departures:
            yield [*([more] if more else []), -departure, -later[x, c, k]]


def vanishing(now: ColumnCounts, cells: OneHot, later: OneHot, triples: Triples) -> Clauses:
    """A colour with a triple vanishes; if it has few blocks, all of them."""
    for vanishes in now.W.values():
        yield [-vanishes, -triples.stable]
    for triple, (cell, *_) in triples.covers():
        for c in now.totals:
            yield [-triple, -cells.X[cell + (c,)], now.W[c]]
    for (*_, c), block in later.X.items():
        if now.totals[c] <= WHOLE:
            yield [-now.W[c], -block]


def recounted(f: Layered, now: ColumnCounts, cells: OneHot) -> Clauses:
    """After a round, what has vanished from is counted anew."""
    K, after = f.later(now.K), f.later(cells)
    for (c,), anew in now.W.items():
        if now.totals[c] > WHOLE:
            for x in range(now.width):
                for clause in merged(now, K, now.N, after, x, c):
                    yield [-anew, *clause]


def counted_at_first(f: Formula, now: ColumnCounts, cells: OneHot) -> Clauses:
    """The counts are those of the cells: for a first board that is free.

    Declares ``N.0(x,c,a,b,k)``: what N is to the boards after rounds.
    """
    N = f.sparse_group("N.0", parts(now.width, now.height, now.totals))
    for x in range(now.width):
        for c in now.totals:
            yield from merged(now, now.K, N, cells, x, c)


def merged(counts: ColumnCounts, K: Group, N: Group, cells: OneHot, x: int, c: int) -> Clauses:
    """The count of a colour in a column is that of its cells: unary counts, merged half by half.

    Reference: totalizers (Bailleux & Boufkhad, CP 2003).
    """

    def count(first: int, last: int) -> list[int]:
        """The literals of "at least k of these rows hold the colour", k from 1."""
        if (first, last) == (0, counts.height):
            return [K[x, c, k] for k in range(1, counts.most(c) + 1)]
        if last - first == 1:
            return [cells.X[x, first, c]]
        most = min(last - first, counts.totals[c])
        return [N[x, c, first, last, k] for k in range(1, most + 1)]

    for first, last in [(0, counts.height), *halves(0, counts.height)]:
        middle = (first + last) // 2
        yield from added(count(first, middle), count(middle, last), count(first, last))


def parts(width: int, height: int, totals: Mapping[int, int]) -> Iterator[tuple[int, ...]]:
    """The indices (x, c, a, b, k) of N for colours of so many blocks."""
    for x in range(width):
        for c, n in totals.items():
            for first, last in halves(0, height):
                yield from ((x, c, first, last, k) for k in range(1, min(last - first, n) + 1))


def halves(first: int, last: int) -> Iterator[tuple[int, int]]:
    """The parts of two rows or more into which a column of rows is halved, and halved again."""
    middle = (first + last) // 2
    for part in ((first, middle), (middle, last)):
        if part[1] - part[0] > 1:
            yield part
            yield from halves(*part)


def added(low: list[int], high: list[int], both: list[int]) -> Clauses:
    """Two unary counts add up to a third."""
    for a in range(len(low) + 1):
        for b in range(len(high) + 1):
            if 0 < a + b <= len(both):
                some = [-low[a - 1]] if a else []
                more = [-high[b - 1]] if b else []
                yield [*some, *more, both[a + b - 1]]
            if a + b < len(both):
                yield [*low[a : a + 1], *high[b : b + 1], -both[a + b]]


@cache
def _covers(total: int) -> dict[str, list[list[Box]]]:
    """The families of a colour of ``total`` blocks: that line of the file, counted from 0."""
    with Path(__file__).with_name("_covers.jsonl").open(encoding="utf-8") as lines:
        families: dict[str, list[list[Box]]] = json.loads(next(islice(lines, total, None), "{}"))
    return families


def covers(counts: ColumnCounts, colour: int, name: str) -> list[list[Box]]:
    """The covers of a family for a colour, without boxes higher than the board.

    An empty list where the file has none.
    """
    families, most = _covers(counts.totals[colour]), counts.most(colour)
    return [[box for box in boxes if max(box[0]) <= most] for boxes in families.get(name, [])]


class Weighting(NamedTuple):
    """What the unit moves cost: the family of its covers, and whether left and right are
    exchanged.  A step costs at most 2, and ``single`` where one colour pays alone."""

    family: str
    mirrored: bool = False
    single: int = 2


PLAIN = Weighting("h", single=1)


def weightings(counts: ColumnCounts) -> list[Weighting]:
    """The plain moves, of cost 1 each, then every other weighting that the file has."""
    known = dict.fromkeys(
        name for c in counts.totals for name in _covers(counts.totals[c]) if name.startswith("h ")
    )
    return [PLAIN, *(Weighting(name, side) for name in known for side in (False, True))]


class StepsLeft(NamedTuple):
    """``H(w,c,k)``: under weighting w (0: the plain moves), h of colour c is k or more;
    ``Q(w,i,m)``: that of the first i + 1 colours together is m or more.  Both are only made
    true, never false, by the axioms.

    ``right_lowers``, ``right_raises``, ``left_lowers``, ``left_raises``: the block that
    crosses that way lowers, raises the plain h of its colour (``look``).
    """

    weightings: list[Weighting]
    H: Group
    Q: Group
    right_lowers: int
    right_raises: int
    left_lowers: int
    left_raises: int

    @classmethod
    def declare(
        cls, formula: Formula, counts: ColumnCounts, steps: int, weighted: bool = False
    ) -> StepsLeft:
        """Declare the groups; a sum is kept up to 2 ``steps`` + 1, which no plan allows."""
        kinds = weightings(counts) if weighted else [PLAIN]
        most, high, sums = 2 * steps + 1, [], []
        for w, kind in enumerate(kinds):
            total = 0
            for i, c in enumerate(counts.totals):
                height = len(covers(counts, c, kind.family))
                high += [(w, c, k) for k in range(1, height + 1)]
                total = min(total + height, most)
                sums += [(w, i, m) for m in range(1, total + 1)]
        flags = (
            formula.group(name)[()]
            for name in ("right_lowers", "right_raises", "left_lowers", "left_raises")
        )
        return cls(kinds, formula.sparse_group("H", high), formula.sparse_group("Q", sums), *flags)

    def own(self, w: int, c: int) -> list[int]:
        """The literals of "h of the colour is k or more", k from 1."""
        return [literal for (v, colour, _), literal in self.H.items() if (v, colour) == (w, c)]

    def total(self, w: int, colours: int) -> list[int]:
        """The literals of "the sum over the first colours is m or more", m from 1."""
        return [v for (u, i, _), v in self.Q.items() if (u, i) == (w, colours - 1)]


def outside(counts: ColumnCounts, colour: int, box: Box, mirrored: bool = False) -> list[int]:
    """The literals of "the counts of the colour are outside the box in some column"."""
    literals, most = [], counts.most(colour)
    for i, (lo, hi) in enumerate(zip(*box, strict=True)):
        x = WIDTH - 1 - i if mirrored else i
        if lo > 0:
            literals.append(-counts.K[x, colour, lo])
        if hi < most:
            literals.append(counts.K[x, colour, hi + 1])
    return literals


def enough_steps(bound: StepsLeft, counts: ColumnCounts, C: Group) -> Clauses:
    """Each sum of h is at most twice the steps left; colours that cannot vanish are gone."""
    steps, colours = len(C), len(counts.totals)
    for w, kind in enumerate(bound.weightings):
        for c in counts.totals:
            for k, boxes in enumerate(covers(counts, c, kind.family), 1):
                high = bound.H[w, c, k]
                yield from ([*outside(counts, c, box, kind.mirrored), high] for box in boxes)
                yield [-high, *at_most_done(C, steps - -(-k // kind.single))]
        yield from _sums(bound, counts, w)
        for m, high in enumerate(bound.total(w, colours), 1):
            yield [-high, *at_most_done(C, steps - (m + 1) // 2)]
    for c in counts.totals:
        for boxes in covers(counts, c, "dead"):
            yield from (outside(counts, c, box) for box in boxes)


def at_most_done(C: Group, moves: int) -> list[int]:
    """The literals of "at most so many moves are done": none where that cannot be."""
    return [] if moves < 0 else [-C[moves + 1]]


def _sums(bound: StepsLeft, counts: ColumnCounts, w: int) -> Clauses:
    """The sum of the first colours is a or more and h of the next b or more: a + b or more."""
    for i, c in enumerate(counts.totals):
        before, own, after = bound.total(w, i), bound.own(w, c), bound.total(w, i + 1)
        for a, some in enumerate([[], *([-v] for v in before)]):
            for b, more in enumerate([[], *([-v] for v in own)]):
                if a + b > 0:
                    yield [*some, *more, after[min(a + b, len(after)) - 1]]


def changes(bound: StepsLeft, counts: ColumnCounts) -> Clauses:
    """Whether what crosses lowers or raises h of its colour, from the counts before."""
    yield [-bound.right_lowers, *counts.CR.values()]
    yield [-bound.left_lowers, *counts.CL.values()]
    for c in (c for c, total in counts.totals.items() if total <= LOOKED):
        for name, rights, lefts in (
            ("stays", -bound.right_lowers, -bound.left_lowers),
            ("raises", bound.right_raises, bound.left_raises),
        ):
            for p, boxes in enumerate(covers(counts, c, name)):
                for box in boxes:
                    # to the left is the mirror image
                    right, left = counts.CR[p, c], counts.CL[WIDTH - 2 - p, c]
                    yield [-right, *outside(counts, c, box), rights]
                    yield [-left, *outside(counts, c, box, mirrored=True), lefts]


def look_ahead(bound: StepsLeft, counts: ColumnCounts, C: Group, go: int) -> Clauses:
    """After a move with r steps left, the sum of h is at most 2 (r - 1).

    So of the at most two blocks that cross, with a sum of 2 r before, both must lower h;
    with 2 r - 1, one must and none may raise it; with 2 r - 2, one may raise it only if
    the other lowers it; with 2 r - 3, not both may raise it.
    """
    RL, RR = bound.right_lowers, bound.right_raises
    LL, LR = bound.left_lowers, bound.left_raises
    rules = (
        (0, ([RL], [LL])),
        (1, ([RL, LL], [-RR], [-LR])),
        (2, ([-RR, LL], [-LR, RL])),
        (3, ([-RR, -LR],)),
    )
    steps, total = len(C), bound.total(0, len(counts.totals))
    for left in range(1, steps + 1):
        done = [-C[steps - left]] if left < steps else []
        for short, conclusions in rules:
            m = 2 * left - short
            if m <= len(total):
                high = [-total[m - 1]] if m > 0 else []
                for conclusion in conclusions:
                    yield [-go, *done, *high, *conclusion]
