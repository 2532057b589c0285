"""What encodings over one line of moves and rounds (see ``_clock``) have in common.

Such an encoding declares its cells and its way to fall, and adds the axioms of one layer
and the next; moves, triples, clock, goal and reading are here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from satmayan.encodings._cells import OneHot, Triples, equalities, three_in_line
from satmayan.encodings._clock import Clock, counted, most_rounds, ticks
from satmayan.encodings._crossings import Crossings
from satmayan.encodings._moves import Moves, declare_wasted, first_waste, one_move
from satmayan.puzzle.board import Board, Move
from satmayan.sat.encoding import Axioms, Encoding, Family, Options
from satmayan.sat.formula import Clause, Group, Layered, Model


def empty_line(family: Family) -> Layered:
    """A formula with a layer for each move and each round there can be, and a last one."""
    return Layered(family.steps + most_rounds(family) + 1)


class Line(NamedTuple):
    """The groups that every layer has, however its cells are written."""

    family: Family
    moves: Moves
    triples: Triples
    clock: Clock
    same: Group | None  # if noop is on

    @classmethod
    def declare(cls, formula: Layered, family: Family, options: Options) -> Line:
        """Declare the groups; the options are ``amo`` and ``noop``."""
        moves = Moves.declare(formula, family, options["amo"])
        triples = Triples.declare(formula, family)
        clock = Clock.declare(formula, family.steps, triples.stable, moves)
        same = declare_wasted(formula, family) if options["noop"] == "on" else None
        return cls(family, moves, triples, clock, same)


def add_line(
    formula: Layered, line: Line, cells: OneHot, change: Iterable[tuple[str, Iterable[Clause]]]
) -> None:
    """Add the axioms of every layer, and those of ``change`` between neighbouring layers."""
    moves, triples, clock, family = line.moves, line.triples, line.clock, line.family
    events = clock.events
    formula.repeat("well formed", cells.well_formed(), range(events + 1))
    formula.repeat("moves are counted", counted(clock), range(events + 1))
    for axiom, clauses in (
        ("equal neighbours", equalities(triples, cells)),
        ("triples", three_in_line(triples)),
        ("clock", ticks(clock)),
        ("one move", one_move(moves, cells.O, clock.go)),
        *change,
    ):
        formula.repeat(axiom, clauses, range(events))
    if line.same:
        waste = first_waste(moves, triples.eh, line.same)
        formula.repeat("first waste", waste, range(events))
    formula.reserve("initial board")
    formula.add("no move is done at first", ([-done] for done in clock.C.values()))
    # the goal: the board is empty, after n moves
    last = events * formula.stride
    formula.add("goal", ([-cells.O[x, 0] - last] for x in range(family.width)))
    formula.add("goal", [[clock.C[family.steps,] + last]])


class LineEncoding(Encoding):
    """A formula over one line, and how to read it."""

    formula: Layered

    def __init__(
        self, formula: Layered, line: Line, cells: OneHot, crossings: Crossings | None = None
    ) -> None:
        self.formula = formula
        self.line, self.cells, self.crossings = line, cells, crossings
        self.leading = formula.leading * line.clock.events

    def first(self, x: int, y: int, colour: int) -> list[int]:
        return [-literal for literal in self.cells.is_not((x, y), colour)]

    def fix(self, board: Board) -> Axioms:
        yield "initial board", self.cells.initial(board)
        if self.crossings:
            yield "initial counts", self.crossings.initial(board)

    def choices(self, step: int, rounds_before: int) -> list[tuple[Move, int]]:
        found: list[tuple[Move, int]] = self.line.moves.choices(step + rounds_before)
        return found

    def steps(self, model: Model) -> list[tuple[Move, int]]:
        found: list[tuple[Move, int]] = self.line.clock.steps(model, self.formula.stride)
        return found
