"""The move of a step: one block, dragged right, or left onto an empty cell.

A left drag onto a block equals the right drag of its left neighbour, which sorts earlier,
so it is not written.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from satmayan.encodings._amo import AtMostOne
from satmayan.puzzle.board import LEFT, RIGHT, Move
from satmayan.sat.encoding import Family, Option
from satmayan.sat.formula import Clause, Formula, Group, Layered, Model

Clauses = Iterator[Clause]

NOOP = Option(
    "noop",
    ("on", "off"),
    "of a board's swaps of two blocks of one colour, which change nothing, allow only the first",
)


class Moves(NamedTuple):
    """``M(x,y,g)``: the block at (x, y) is dragged right (g = 1), or left onto an empty cell
    (g = -1), ``R(x,y)`` and ``L(x,y)`` for short; ``P(x)``, ``Y(y)``: the move crosses from
    column x to x + 1 or back; is in row y.  M is declared in answer order."""

    M: Group
    R: Group
    L: Group
    P: Group
    Y: Group
    one_place: AtMostOne

    @classmethod
    def declare(cls, formula: Formula, family: Family, amo: str) -> Moves:
        """Declare the groups; M leads in a layered formula, so declare the moves first."""
        w, ys = family.width, range(family.height)
        indices = [(x, y, g) for x in range(w) for y in ys for g in (RIGHT, LEFT) if 0 <= x + g < w]
        if isinstance(formula, Layered):
            M = formula.leading_group("M", indices)
        else:
            M = formula.sparse_group("M", indices)
        P, Y = formula.group("P", range(w - 1)), formula.group("Y", ys)
        sets = [P.values(), Y.values()]
        one_place = AtMostOne.declare(formula, "P.amo", amo, sets)
        return cls(M, _towards(M, RIGHT), _towards(M, LEFT), P, Y, one_place)

    def next(self) -> Moves:
        """The moves one layer later."""
        return self._replace(
            M=self.M.next(),
            R=_towards(self.M.next(), RIGHT),
            L=_towards(self.M.next(), LEFT),
            P=self.P.next(),
            Y=self.Y.next(),
        )

    def choices(self, layer: int) -> list[tuple[Move, int]]:
        """The moves of a layer and their literals, in answer order."""
        return [(Move(*index), self.M.at(layer, *index)) for index in self.M]

    def made(self, model: Model, layer: int) -> Move:
        """The move that a model makes in a layer where it makes one."""
        [move] = [move for move, literal in self.choices(layer) if literal in model]
        return move


def _towards(M: Group, g: int) -> Group:
    """The moves in one direction, by cell."""
    group = Group(M.name, (), 0)
    group.update(((x, y), move) for (x, y, towards), move in M.items() if towards == g)
    return group


def one_move(moves: Moves, O: Group, go: int | None = None) -> Clauses:
    """One boundary, one row and one block under ``go`` (None: always), none otherwise."""
    wanted = [] if go is None else [-go]
    yield from moves.one_place.clauses()
    for axis in (moves.P, moves.Y):
        yield [*wanted, *axis.values()]
        if go is not None:
            for a in axis.values():
                yield [-a, go]
    for (x, y), right in moves.R.items():
        left = moves.L[x + 1, y]
        for move in (right, left):
            yield [-move, moves.P[x,]]
            yield [-move, moves.Y[y,]]
        yield [-moves.P[x,], -moves.Y[y,], right, left]
        # a right drag needs a block; a left drag a block and an empty cell to its left
        yield [-right, O[x, y]]
        yield [-left, O[x + 1, y]]
        yield [-left, -O[x, y]]


def declare_wasted(formula: Formula, family: Family) -> Group:
    """Declare ``same(x,y)``: the blocks at (x, y) and to its right have one colour, or so have
    two before them in answer order; made true, never false, by ``first_waste``."""
    return formula.group("same", range(family.width - 1), range(family.height))


def first_waste(moves: Moves, eh: Group, same: Group) -> Clauses:
    """Of the swaps of two blocks of one colour only the first in answer order (option ``noop``).

    All of them leave the board as it is, so a smallest plan uses no other.
    """
    for cell, seen in same.items():
        yield [-eh[cell], seen]
    for before, cell in pairwise(same):
        yield [-same[before], same[cell]]
        yield [-moves.R[cell], -eh[cell], -same[before]]
