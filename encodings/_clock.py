"""The time structure of moves and rounds in one line: a layer is a move, a round, or nothing.

A move is made when the board is stable and not all n moves are done; else the layer is a
round, in which nothing happens on a stable board.  A round takes three blocks of one
colour at least, so n + :func:`most_rounds` layers hold every run of n steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from satmayan.encodings._moves import Moves
from satmayan.puzzle.board import Move
from satmayan.puzzle.rules import RUN
from satmayan.sat.encoding import Family
from satmayan.sat.formula import Clause, Group, Layered, Model

Clauses = Iterator[Clause]


def most_rounds(family: Family) -> int:
    """The most rounds in which blocks can vanish, until none are left."""
    return sum(n // RUN for n in family.colours.values())


class Clock(NamedTuple):
    """``C(k)``: at least k moves are done; ``go``: this layer is a move.

    ``stable`` and ``moves`` are those of the layers; the last layer is ``events``.
    """

    C: Group
    go: int
    stable: int
    moves: Moves
    events: int

    @classmethod
    def declare(cls, formula: Layered, steps: int, stable: int, moves: Moves) -> Clock:
        """Declare the groups."""
        C, go = formula.group("C", range(1, steps + 1)), formula.group("go")[()]
        return cls(C, go, stable, moves, formula.layers - 1)

    def steps(self, model: Model, stride: int) -> list[tuple[Move, int]]:
        """The moves of a model, and the rounds that each step takes."""
        layers = [t for t in range(self.events) if self.go + t * stride in model]
        rest = (
            t
            for t in range(layers[-1] + 1, self.events + 1)
            if t == self.events or self.stable + t * stride in model
        )
        ends = [*layers[1:], next(rest)]
        return [
            (self.moves.made(model, t), end - t - 1) for t, end in zip(layers, ends, strict=True)
        ]


def counted(clock: Clock) -> Clauses:
    """Moves are counted in unary."""
    for k in range(2, len(clock.C) + 1):
        yield [-clock.C[k,], clock.C[k - 1,]]


def ticks(clock: Clock) -> Clauses:
    """A move is made iff the board is stable and not all are done; it is counted."""
    C, later, n = clock.C, clock.C.next(), len(clock.C)
    yield [-clock.go, clock.stable]
    yield [-clock.go, -C[n,]]
    yield [clock.go, -clock.stable, C[n,]]
    for k in range(1, n + 1):
        before = [C[k - 1,]] if k > 1 else []
        # at least k are done next iff they are now, or k - 1 are and this is a move
        yield [-C[k,], later[k,]]
        yield [-clock.go, *(-v for v in before), later[k,]]
        yield [C[k,], clock.go, -later[k,]]
        for v in before:
            yield [C[k,], v, -later[k,]]
