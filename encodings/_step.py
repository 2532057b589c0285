"""One step: the drag, who leaves its place, who falls where.

A drag takes one block right, or left onto an empty cell.  A left drag onto a block equals the
right drag of its left neighbour, which sorts earlier, so it is not written.

One removal mask serves drags and rounds alike: a block that is dragged onto an empty cell
leaves its column's stack just as one that vanishes does, and what stood above comes down.
There are several ways to say who leaves.  :class:`Leaving` is what all of them can do;
:class:`Gaps` counts the gaps below each block.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from typing import NamedTuple, Protocol

from satmayan.encodings._board import C, Cell, Triples
from satmayan.puzzle.board import LEFT, RIGHT, Move
from satmayan.sat.encoding import Family
from satmayan.sat.formula import Clause, Formula, Group, Layered, Model

Clauses = Iterator[Clause]


class Drags(NamedTuple):
    """``M(x,y,g)``: the block at (x, y) is dragged right (g = 1), or left onto an empty cell
    (g = -1), ``R(x,y)`` and ``L(x,y)`` for short; ``P(x)``, ``Y(y)``: the drag crosses from
    column x to x + 1 or back; is in row y.  M is declared in answer order."""

    M: Group
    R: Group
    L: Group
    P: Group
    Y: Group

    @classmethod
    def declare(cls, formula: Formula, family: Family) -> Drags:
        """Declare the groups; M leads in a layered formula, so declare the drags first."""
        w, ys = family.width, range(family.height)
        indices = [(x, y, g) for x in range(w) for y in ys for g in (RIGHT, LEFT) if 0 <= x + g < w]
        if isinstance(formula, Layered):
            M = formula.leading_group("M", indices)
        else:
            M = formula.sparse_group("M", indices)
        R, L = (
            M.part("M", (((x, y), v) for (x, y, towards), v in M.items() if towards == g))
            for g in (RIGHT, LEFT)
        )
        return cls(M, R, L, formula.group("P", range(w - 1)), formula.group("Y", ys))

    def swaps(self, x: int, y: int) -> list[int]:
        """The drags by which a block at (x, y) can change places with a neighbour."""
        return [self.R[u, y] for u in (x - 1, x) if (u, y) in self.R]

    def choices(self, layer: int) -> list[tuple[Move, int]]:
        """The moves of a layer and their literals, in answer order."""
        return [(Move(*index), self.M.at(layer, *index)) for index in self.M]

    def made(self, model: Model, layer: int) -> Move:
        """The move that a model makes in a layer where it makes one."""
        [move] = [move for move, literal in self.choices(layer) if literal in model]
        return move


def one_move(drags: Drags, O: Group, go: int | None = None) -> Clauses:
    """One boundary, one row and one block under ``go`` (None: always), none otherwise."""
    wanted = [] if go is None else [-go]
    for axis in (drags.P, drags.Y):
        for some, other in combinations(axis.values(), 2):
            yield [-some, -other]
    for axis in (drags.P, drags.Y):
        yield [*wanted, *axis.values()]
        if go is not None:
            for a in axis.values():
                yield [-a, go]
    for (x, y), right in drags.R.items():
        left = drags.L[x + 1, y]
        for drag in (right, left):
            yield [-drag, drags.P[x]]
            yield [-drag, drags.Y[y]]
        yield [-drags.P[x], -drags.Y[y], right, left]
        # a right drag needs a block; a left drag a block and an empty cell to its left
        yield [-right, O[x, y]]
        yield [-left, O[x + 1, y]]
        yield [-left, -O[x, y]]


def declare_wasted(formula: Formula, family: Family) -> Group:
    """Declare ``same(x,y)``: the blocks at (x, y) and to its right have one colour, or so have
    two before them in answer order; made true, never false, by ``first_waste``."""
    return formula.group("same", range(family.width - 1), range(family.height))


def first_waste(drags: Drags, eh: Group, same: Group) -> Clauses:
    """Of the swaps of two blocks of one colour only the first in answer order (option ``noop``).

    All of them leave the board as it is, so a smallest plan uses no other.
    """
    for cell, seen in same.items():
        yield [-eh[cell], seen]
    for before, cell in pairwise(same):
        yield [-same[before], same[cell]]
        yield [-drags.R[cell], -eh[cell], -same[before]]


class Leaving(Protocol):
    """A way to say who leaves its place."""

    @property
    def m(self) -> Group:
        """``m(x,y)``: the block at (x, y) leaves its place."""

    def leaves(self, x: int, y: int) -> list[int]:
        """Literals of which one is true iff a block at or below (x, y), which holds one, leaves."""


class Gaps(NamedTuple):
    """``m(x,y)``: the block at (x, y) leaves its place; ``ge(x,y,d)``: at least d blocks below
    (x, y) do, for d up to ``depth``, the most that can leave one column."""

    m: Group
    ge: Group
    height: int
    depth: int

    @classmethod
    def declare(
        cls, formula: Formula, family: Family, mark: str = "", depth: int | None = None
    ) -> Gaps:
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
    leaving: Leaving, O: Group, triples: Triples | None = None, drags: Drags | None = None
) -> Clauses:
    """What stands in a triple or is dragged onto an empty cell leaves its place, nothing else."""
    causes: dict[tuple[int, ...], list[int]] = {cell: [] for cell in leaving.m}
    for t, cells in triples.covers() if triples else ():
        for x, y in cells:
            yield [-t, leaving.m[x, y]]
            causes[x, y].append(t)
    for (x, y), right in drags.R.items() if drags else ():
        # what changes places does not leave
        yield [-right, O[x + 1, y], leaving.m[x, y]]
        yield [-right, -O[x + 1, y], -leaving.m[x, y]]
        causes[x, y].append(right)
    for cell, left in drags.L.items() if drags else ():
        yield [-left, leaving.m[cell]]
        causes[cell].append(left)
    for cell, why in causes.items():
        yield [-leaving.m[cell], *why]


def gaps(fall: Gaps) -> Clauses:
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


def gravity(fall: Gaps, cells: C, later: C, drags: Drags | None = None) -> Clauses:
    """What does not leave comes down by the gaps below it."""
    for x, y in cells.O:
        for d in fall.falls(y):
            stays = [fall.m[x, y], *fall.exactly(x, y, d)]
            if d == 0 and drags:  # a block that changes places is moved by the swap
                stays += drags.swaps(x, y)
            for clause in cells.moved(later, (x, y), (x, y - d)):
                yield [*stays, *clause]


def swap(drags: Drags, cells: C, later: C) -> Clauses:
    """A block dragged onto a block: the two change places."""
    for (x, y), right in drags.R.items():
        for clause in cells.moved(later, (x, y), (x + 1, y)):
            yield [-right, -cells.O[x + 1, y], *clause]
        for clause in cells.moved(later, (x + 1, y), (x, y)):
            yield [-right, *clause]


def drop(drags: Drags, I: Group, cells: C, later: C) -> Clauses:
    """A block dragged onto an empty cell lands, with its colour, on top of that column."""
    sources: dict[int, list[int]] = {x: [] for (x,) in I}
    for (x, y), right in drags.R.items():
        yield [-right, cells.O[x + 1, y], I[x + 1]]
        yield [-right, -cells.O[x + 1, y], -I[x + 1]]
        sources[x + 1].append(right)
        for clause in cells.lifted((x, y)):
            yield [-right, cells.O[x + 1, y], *clause]
    for (x, y), left in drags.L.items():
        yield [-left, I[x - 1]]
        sources[x - 1].append(left)
        for clause in cells.lifted((x, y)):
            yield [-left, *clause]
    for x, why in sources.items():
        yield [-I[x], *why]
    for x, y in cells.O:
        for clause in cells.landed(later, (x, y)):
            yield [-I[x], *not_the_top(cells.O, (x, y)), *clause]


def not_the_top(O: Group, cell: Cell) -> list[int]:
    """The literals that deny "the first empty cell of its column"."""
    x, y = cell
    return [O[cell]] + ([-O[x, y - 1]] if y > 0 else [])


def new_heights(fall: Gaps, O: Group, later: Group, I: Group | None = None) -> Clauses:
    """No block appears from nowhere: it stood as much higher as it fell, or has just landed."""
    h = fall.height
    for x, y in O:
        for d in fall.falls(h):
            above = [O[x, y + d]] if y + d < h else []
            landed = [I[x]] if I and d == 0 else []
            yield [-later[x, y], *fall.exactly(x, h, d), *above, *landed]
        if y > 0:
            yield [-later[x, y], O[x, y - 1]]
