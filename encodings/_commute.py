"""Of two moves that commute the one that sorts first is made first (option ``commute``).

Take a swap of two blocks, and moves and rounds that leave both in their places.  If the two,
were they exchanged, would stand in no run of any board on the way, then the swap may be made
before or after all that: whatever else happens, happens the same.  So a smallest plan has

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

from collections.abc import Callable, Iterator
from typing import NamedTuple

from satmayan.encodings._auto import auto
from satmayan.encodings._clock import Clock
from satmayan.encodings._exchange import Exchange
from satmayan.encodings._moves import Moves
from satmayan.sat.encoding import Family
from satmayan.sat.formula import Clause, Formula, Group

Clauses = Iterator[Clause]
Leaves = Callable[[int, int], list[int]]

COMMUTE = auto("commute", "no swap before or after a move with which it ought to change places")


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


def staying(sleep: Sleep, moves: Moves, O: Group, leaves: Leaves) -> Clauses:
    """Blocks stay where nothing at or below them leaves, and no swap takes one of them.

    ``leaves(x, y)`` gives literals of which one is true iff a block at or below (x, y), which
    holds one, leaves its column.
    """
    for (x, y), stay in sleep.stay.items():
        swaps = (moves.R[u, y] for u in (x - 1, x, x + 1) if (u, y) in moves.R)
        yield [stay, -O[x, y], -O[x + 1, y], *leaves(x, y), *leaves(x + 1, y), *swaps]


def falling_asleep(sleep: Sleep, exchange: Exchange, moves: Moves, O: Group) -> Clauses:
    """A quiet swap is put to sleep by a move that sorts after it; asleep, it is not made."""
    for (x, y), asleep in sleep.asleep.items():
        moved = [-sleep.stay[x, y], -exchange.quiet[x, y]]
        later = sleep.asleep.next()[x, y]
        yield [-moves.R[x, y], -O[x + 1, y], -asleep]
        yield [*moved, -asleep, later]
        for (p,), crosses in moves.P.items():
            if p > x:
                yield [*moved, -crosses, later]
        # over the same boundary, any move that is not in a lower row
        yield [*moved, -moves.P[x,], *(moves.Y[v,] for v in range(y)), later]
        # from column x to the left, any that is in a higher row
        for (column, v), left in moves.L.items():
            if column == x and v > y:
                yield [*moved, -left, later]


def staying_late(sleep: Sleep, exchange: Exchange, clock: Clock) -> Clauses:
    """A late swap stays late in the rounds after the move that it should have waited for."""
    for cell, late in sleep.late.items():
        yield [-late, -clock.stable]
        quiet, later = exchange.quiet.next()[cell], sleep.late.next()[cell]
        yield [-late, clock.go, -sleep.stay[cell], -quiet, later]


def coming_late(sleep: Sleep, exchange: Exchange, moves: Moves, O: Group) -> Clauses:
    """A swap is late if the next move sorts before it, and leaves it as it was."""
    then, stay = moves.next(), sleep.stay.next()
    quiet, late = exchange.quiet.next().next(), sleep.late.next().next()
    for x, y in sleep.late:
        swapped = [-moves.R[x, y], -O[x + 1, y], -stay[x, y], -quiet[x, y], late[x, y]]
        for (p,), crosses in then.P.items():
            if p < x - 1:
                yield [*swapped, -crosses]
        # over the boundary before it, any move but those from its column to the left, higher up
        if x > 0:
            higher = (left for (column, v), left in then.L.items() if column == x and v > y)
            yield [*swapped, -then.P[x - 1,], *higher]
        # over the same boundary, any move that is in a lower row
        for v in range(y):
            yield [*swapped, -then.P[x,], -then.Y[v,]]
