"""What leaves its place, and what falls: by counting the gaps below each block.

One removal mask serves drags and rounds alike: a block that is dragged onto an empty cell
leaves its column's stack just as one that vanishes does, and what stood above comes down.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from satmayan.encodings._cells import Cell, OneHot, Triples
from satmayan.encodings._moves import Moves
from satmayan.sat.encoding import Family
from satmayan.sat.formula import Clause, Formula, Group

Clauses = Iterator[Clause]


class Fall(NamedTuple):
    """``m(x,y)``: the block at (x, y) leaves its place; ``ge(x,y,d)``: at least d blocks below
    (x, y) do, for d up to ``depth``, the most that can leave one column."""

    m: Group
    ge: Group
    height: int
    depth: int

    @classmethod
    def declare(
        cls, formula: Formula, family: Family, mark: str = "", depth: int | None = None
    ) -> Fall:
        """Declare the groups; ``mark`` ends their names."""
        xs, h = range(family.width), family.height
        depth = h if depth is None else depth
        ge = ((x, y, d) for x in xs for y in range(1, h + 1) for d in range(1, min(y, depth) + 1))
        return cls(
            formula.group(f"m{mark}", xs, range(h)),
            formula.sparse_group(f"ge{mark}", ge),
            h,
            depth,
        )

    def falls(self, y: int) -> range:
        """By how much a block in row y can fall."""
        return range(min(y, self.depth) + 1)

    def exactly(self, x: int, y: int, d: int) -> list[int]:
        """The literals that deny "exactly d blocks below (x, y) leave"."""
        denial = [-self.ge[x, y, d]] if d > 0 else []
        return denial + ([self.ge[x, y, d + 1]] if d + 1 in self.falls(y) else [])

    def leaves(self, x: int, y: int) -> list[int]:
        """The literals of "a block at or below (x, y), which holds one, leaves"."""
        return [self.ge[x, y + 1, 1]]


def landing(formula: Formula, family: Family) -> Group:
    """Declare ``I(x)``: a dropped block lands on column x."""
    return formula.group("I", range(family.width))


def removal(
    fall: Fall, O: Group, triples: Triples | None = None, moves: Moves | None = None
) -> Clauses:
    """What stands in a triple or is dragged onto an empty cell leaves its place, nothing else."""
    causes: dict[tuple[int, ...], list[int]] = {cell: [] for cell in fall.m}
    for t, cells in triples.covers() if triples else ():
        for cell in cells:
            yield [-t, fall.m[cell]]
            causes[cell].append(t)
    for (x, y), right in moves.R.items() if moves else ():
        # what changes places does not leave
        yield [-right, O[x + 1, y], fall.m[x, y]]
        yield [-right, -O[x + 1, y], -fall.m[x, y]]
        causes[x, y].append(right)
    for cell, left in moves.L.items() if moves else ():
        yield [-left, fall.m[cell]]
        causes[cell].append(left)
    for cell, why in causes.items():
        yield [-fall.m[cell], *why]


def gaps(fall: Fall) -> Clauses:
    """At least d leave below y iff d do below y - 1, or d - 1 and the block at y - 1."""
    ge = fall.ge
    for (x, y, d), gap in ge.items():
        leaves = fall.m[x, y - 1]
        fewer = [ge[x, y - 1, d - 1]] if d > 1 else []
        same = [ge[x, y - 1, d]] if d < y else []
        yield [gap, -leaves, *(-v for v in fewer)]
        yield [-gap, leaves, *same]
        for v in same:
            yield [gap, -v]
        if fewer:
            yield [-gap, *fewer, *same]


def gravity(fall: Fall, cells: OneHot, later: OneHot, moves: Moves | None = None) -> Clauses:
    """What does not leave comes down by the gaps below it."""
    for x, y in cells.O:
        for d in fall.falls(y):
            stays = [fall.m[x, y], *fall.exactly(x, y, d)]
            if d == 0 and moves:  # a block that changes places is moved by the swap
                stays += [moves.R[u, y] for u in (x - 1, x) if (u, y) in moves.R]
            for clause in cells.moved(later, (x, y), (x, y - d)):
                yield [*stays, *clause]


def swap(moves: Moves, cells: OneHot, later: OneHot) -> Clauses:
    """A block dragged onto a block: the two change places."""
    for (x, y), right in moves.R.items():
        for clause in cells.moved(later, (x, y), (x + 1, y)):
            yield [-right, -cells.O[x + 1, y], *clause]
        for clause in cells.moved(later, (x + 1, y), (x, y)):
            yield [-right, *clause]


def drop(moves: Moves, I: Group, cells: OneHot, later: OneHot) -> Clauses:
    """A block dragged onto an empty cell lands, with its colour, on top of that column."""
    sources: dict[int, list[int]] = {x: [] for (x,) in I}
    for (x, y), right in moves.R.items():
        yield [-right, cells.O[x + 1, y], I[x + 1,]]
        yield [-right, -cells.O[x + 1, y], -I[x + 1,]]
        sources[x + 1].append(right)
        for clause in cells.lifted((x, y)):
            yield [-right, cells.O[x + 1, y], *clause]
    for (x, y), left in moves.L.items():
        yield [-left, I[x - 1,]]
        sources[x - 1].append(left)
        for clause in cells.lifted((x, y)):
            yield [-left, *clause]
    for x, why in sources.items():
        yield [-I[x,], *why]
    for x, y in cells.O:
        for clause in cells.landed(later, (x, y)):
            yield [-I[x,], *not_the_top(cells.O, (x, y)), *clause]


def not_the_top(O: Group, cell: Cell) -> list[int]:
    """The literals that deny "the first empty cell of its column"."""
    x, y = cell
    return [O[cell]] + ([-O[x, y - 1]] if y > 0 else [])


def new_heights(fall: Fall, O: Group, later: Group, I: Group | None = None) -> Clauses:
    """No block appears from nowhere: it stood as much higher as it fell, or has just landed."""
    h = fall.height
    for x, y in O:
        for d in fall.falls(h):
            above = [O[x, y + d]] if y + d < h else []
            landed = [I[x,]] if I and d == 0 else []
            yield [-later[x, y], *fall.exactly(x, h, d), *above, *landed]
        if y > 0:
            yield [-later[x, y], O[x, y - 1]]
