"""Swaps that commute are made as early as they can (option ``commute``): sleep sets.

Take a move a and a swap b of two blocks that a and the rounds after it leave in their
places, and that b, made before a instead, would have let make no run: neither on the
board before a, nor, together with what else vanishes, in any of the rounds.  Then b
before a leads to the same board as b after it, since all else happens as it did.  If b
comes before a in answer order, the plan with b first is smaller, and so a smallest plan
does not make b after a: b is *asleep*.  It stays asleep while further moves leave its
blocks in their places, because it could then have been made before all of them.

Asleep is a swap, by its cells, from one layer to the next: put to sleep by a later move,
kept asleep by any other, both only if it is *free*, which is said of each layer on its own.

Reference: sleep sets, a partial-order reduction (Godefroid, "Partial-order methods for the
verification of concurrent systems", LNCS 1032, 1996).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from satmayan.board import Board
from satmayan.encodings._auto import auto
from satmayan.encodings._exchange import Exchange
from satmayan.encodings._moves import Moves
from satmayan.formula import Clause, Formula, Group

Clauses = Iterator[Clause]
Leaves = Callable[[int, int], list[int]]

COMMUTE = auto("commute", "no swap that might have been made a step earlier")


class Sleep(NamedTuple):
    """``free(x,y)``: the blocks at (x, y) and (x + 1, y) are still there after this layer, and
    could change places before it without a run; ``asleep(x,y)``: they could have done so before
    an earlier move, one after that swap in answer order.  Both are made true, never false, by
    the axioms."""

    free: Group
    asleep: Group

    @classmethod
    def declare(cls, formula: Formula, board: Board) -> Sleep:
        """Declare the groups."""
        cells = range(board.width - 1), range(board.height)
        return cls(formula.group("free", *cells), formula.group("asleep", *cells))

    def initial(self) -> Clauses:
        """At first, none is asleep."""
        return ([-asleep] for asleep in self.asleep.values())


def free_swaps(sleep: Sleep, exchange: Exchange, moves: Moves, O: Group, leaves: Leaves) -> Clauses:
    """Free are blocks that could change places quietly, and that nothing moves.

    ``leaves(x, y)`` gives literals of which one is true iff a block at or below (x, y), which
    holds one, leaves its column.
    """
    for (x, y), free in sleep.free.items():
        yield [
            free,
            -exchange.quiet[x, y],
            -O[x, y],
            -O[x + 1, y],
            *leaves(x, y),
            *leaves(x + 1, y),
            *(moves.R[u, y] for u in (x - 1, x, x + 1) if (u, y) in moves.R),
        ]


def falling_asleep(sleep: Sleep, moves: Moves, O: Group) -> Clauses:
    """A free swap is put to sleep by a later move, and kept asleep; asleep, it is not made."""
    for (x, y), asleep in sleep.asleep.items():
        awake, later = -sleep.free[x, y], sleep.asleep.next()[x, y]
        yield [-moves.R[x, y], -O[x + 1, y], -asleep]
        yield [awake, -asleep, later]
        for (p,), crosses in moves.P.items():
            if p > x:
                yield [awake, -crosses, later]
        # over the same boundary, any move that is not in a lower row
        yield [awake, -moves.P[x,], *(moves.Y[v,] for v in range(y)), later]
        # from column x to the left, any that is in a higher row
        for (column, v), left in moves.L.items():
            if column == x and v > y:
                yield [awake, -left, later]
