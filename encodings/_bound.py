"""The column-count bound in clauses (options ``bound`` and ``look``); redundant constraints.

``satmayan/bound.py`` proves: a board that can be emptied in r steps has a sum of h over
its colours of at most 2 r, and every h at most r, where h depends on a colour's column
counts only.  Every plan keeps this at every moment, so no plan is lost.

h is written by boxes: the count vectors v with h(v) >= k are covered by boxes
lo <= v <= hi that hold no other vector, and each box gives one clause, "outside the box in
some column, or h >= k".  The covers are for five columns (``_covers.jsonl``, made by
``scripts/make_covers.py``): on other widths the options do nothing, and of colours with
more blocks than the file knows h is taken as 0.  ``look`` takes no notice of colours of
more than ``LOOKED`` blocks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from satmayan.encodings._auto import auto
from satmayan.encodings._clock import Clock
from satmayan.encodings._crossings import Crossings
from satmayan.sat.encoding import Option
from satmayan.sat.formula import Clause, Formula, Group

Clauses = Iterator[Clause]
Box = tuple[list[int], list[int]]

BOUND = Option("bound", ("on", "off"), "the column-count bound on the steps that are left")
WEIGHTS = auto("weights", "the bound by weighted moves, too (needs bound)")
LOOK = Option("look", ("on", "off"), "the bound one move ahead, on what crosses (needs bound)")

WIDTH = 5  # of the covers
LOOKED = (
    8  # blocks: of colours with more, look reads nothing, for its boxes cost more than they save
)


@cache
def _covers(total: int) -> dict[str, list[list[Box]]]:
    """The families of a colour of ``total`` blocks: that line of the file, counted from 0."""
    with Path(__file__).with_name("_covers.jsonl").open(encoding="utf-8") as lines:
        families: dict[str, list[list[Box]]] = json.loads(next(islice(lines, total, None), "{}"))
    return families


def family(crossings: Crossings, colour: int, name: str) -> list[list[Box]]:
    """The covers of a family for a colour, without boxes higher than the board.

    An empty list where the file has none.
    """
    families, most = _covers(crossings.totals[colour]), crossings.most(colour)
    return [[box for box in boxes if max(box[0]) <= most] for boxes in families.get(name, [])]


class Weighting(NamedTuple):
    """What the unit moves cost: the family of its covers, and whether left and right are
    exchanged.  A step costs at most 2, and ``single`` where one colour pays alone."""

    family: str
    mirrored: bool = False
    single: int = 2


PLAIN = Weighting("h", single=1)


def weightings(crossings: Crossings) -> list[Weighting]:
    """The plain moves, of cost 1 each, then every other weighting that the file has."""
    known = dict.fromkeys(
        name
        for c in crossings.totals
        for name in _covers(crossings.totals[c])
        if name.startswith("h ")
    )
    return [PLAIN, *(Weighting(name, side) for name in known for side in (False, True))]


class Bound(NamedTuple):
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
        cls, formula: Formula, crossings: Crossings, steps: int, weighted: bool = False
    ) -> Bound:
        """Declare the groups; a sum is kept up to 2 ``steps`` + 1, which no plan allows."""
        kinds = weightings(crossings) if weighted else [PLAIN]
        most, high, sums = 2 * steps + 1, [], []
        for w, kind in enumerate(kinds):
            total = 0
            for i, c in enumerate(crossings.totals):
                height = len(family(crossings, c, kind.family))
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


def outside(crossings: Crossings, colour: int, box: Box, mirrored: bool = False) -> list[int]:
    """The literals of "the counts of the colour are outside the box in some column"."""
    literals, most = [], crossings.most(colour)
    for i, (lo, hi) in enumerate(zip(*box, strict=True)):
        x = WIDTH - 1 - i if mirrored else i
        if lo > 0:
            literals.append(-crossings.K[x, colour, lo])
        if hi < most:
            literals.append(crossings.K[x, colour, hi + 1])
    return literals


def enough_steps(bound: Bound, crossings: Crossings, clock: Clock) -> Clauses:
    """Each sum of h is at most twice the steps left; colours that cannot vanish are gone."""
    steps, colours = len(clock.C), len(crossings.totals)
    for w, kind in enumerate(bound.weightings):
        for c in crossings.totals:
            for k, boxes in enumerate(family(crossings, c, kind.family), 1):
                high = bound.H[w, c, k]
                yield from ([*outside(crossings, c, box, kind.mirrored), high] for box in boxes)
                yield [-high, *at_most_done(clock, steps - -(-k // kind.single))]
        yield from _sums(bound, crossings, w)
        for m, high in enumerate(bound.total(w, colours), 1):
            yield [-high, *at_most_done(clock, steps - (m + 1) // 2)]
    for c in crossings.totals:
        for boxes in family(crossings, c, "dead"):
            yield from (outside(crossings, c, box) for box in boxes)


def at_most_done(clock: Clock, moves: int) -> list[int]:
    """The literals of "at most so many moves are done": none where that cannot be."""
    return [] if moves < 0 else [-clock.C[moves + 1,]]


def _sums(bound: Bound, crossings: Crossings, w: int) -> Clauses:
    """The sum of the first colours is a or more and h of the next b or more: a + b or more."""
    for i, c in enumerate(crossings.totals):
        before, own, after = bound.total(w, i), bound.own(w, c), bound.total(w, i + 1)
        for a, some in enumerate([[], *([-v] for v in before)]):
            for b, more in enumerate([[], *([-v] for v in own)]):
                if a + b > 0:
                    yield [*some, *more, after[min(a + b, len(after)) - 1]]


def changes(bound: Bound, crossings: Crossings) -> Clauses:
    """Whether what crosses lowers or raises h of its colour, from the counts before."""
    yield [-bound.right_lowers, *crossings.CR.values()]
    yield [-bound.left_lowers, *crossings.CL.values()]
    for c in (c for c, total in crossings.totals.items() if total <= LOOKED):
        for name, rights, lefts in (
            ("stays", -bound.right_lowers, -bound.left_lowers),
            ("raises", bound.right_raises, bound.left_raises),
        ):
            for p, boxes in enumerate(family(crossings, c, name)):
                for box in boxes:
                    # to the left is the mirror image
                    right, left = crossings.CR[p, c], crossings.CL[WIDTH - 2 - p, c]
                    yield [-right, *outside(crossings, c, box), rights]
                    yield [-left, *outside(crossings, c, box, mirrored=True), lefts]


def look_ahead(bound: Bound, crossings: Crossings, clock: Clock) -> Clauses:
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
    steps, total = len(clock.C), bound.total(0, len(crossings.totals))
    for left in range(1, steps + 1):
        done = [-clock.C[steps - left,]] if left < steps else []
        for short, conclusions in rules:
            m = 2 * left - short
            if m <= len(total):
                high = [-total[m - 1]] if m > 0 else []
                for conclusion in conclusions:
                    yield [-clock.go, *done, *high, *conclusion]
