"""Redundant constraints that encodings share, each an option by name; they read cells one
literal a colour (see ``seen`` of ``_cells`` for others).

``bound``, ``look`` and ``weights`` hold of every plan.  ``noop`` (``_moves``) and ``commute``
do not: they take plans away, but never the smallest, so with them the formula has the same
first plan and is satisfiable iff there is one.
"""

from __future__ import annotations

from typing import NamedTuple

from satmayan.encoding import Options
from satmayan.encodings import _commute
from satmayan.encodings._bound import (
    BOUND,
    LOOK,
    WEIGHTS,
    WIDTH,
    Bound,
    changes,
    enough_steps,
    look_ahead,
)
from satmayan.encodings._cells import OneHot
from satmayan.encodings._commute import COMMUTE, in_order
from satmayan.encodings._crossings import Crossings, counts, crossing, recount, vanishing
from satmayan.encodings._line import Line
from satmayan.formula import Group, Layered

REDUNDANT = (BOUND, LOOK, WEIGHTS, COMMUTE)


class Redundant(NamedTuple):
    """The groups that the options ask for; None where they are off."""

    crossings: Crossings | None
    bound: Bound | None
    Z: Group | None
    looks: bool

    @classmethod
    def declare(cls, formula: Layered, line: Line, options: Options) -> Redundant:
        """Declare the groups."""
        board = line.puzzle.board
        bounded = options["bound"] == "on" and board.width == WIDTH
        crossings = Crossings.declare(formula, board) if bounded else None
        weighted = options["weights"] == "on"
        bound = (
            Bound.declare(formula, crossings, line.puzzle.steps, weighted) if crossings else None
        )
        Z = _commute.declare(formula, board) if options["commute"] == "on" else None
        return cls(crossings, bound, Z, options["look"] == "on")

    @property
    def sees_colours(self) -> bool:
        """Whether a constraint that is on reads cells one literal a colour."""
        return self.crossings is not None or self.Z is not None

    def add(self, formula: Layered, line: Line, cells: OneHot) -> None:
        """Add the axioms of every layer."""
        if self.crossings and self.bound:
            self._add_bound(formula, line, cells, self.crossings, self.bound)
        if self.Z:
            axiom = in_order(self.Z, line.moves, cells, line.triples)
            formula.repeat("commute", axiom, range(line.clock.events - 1))

    def _add_bound(
        self, f: Layered, line: Line, cells: OneHot, crossings: Crossings, bound: Bound
    ) -> None:
        later, triples, events = cells.next(), line.triples, line.clock.events
        for axiom, clauses in (
            ("crossings", crossing(crossings, cells, triples, line.moves)),
            ("counts", counts(crossings, crossings.next())),
            ("vanishing", vanishing(crossings, cells, later, triples)),
            ("recount", recount(crossings, crossings.next(), later)),
        ):
            f.repeat(axiom, clauses, range(events))
        f.repeat("bound", enough_steps(bound, crossings, line.clock), range(events + 1))
        f.add("initial counts", crossings.initial(line.puzzle.board))
        if self.looks:
            f.repeat("changes", changes(bound, crossings), range(events))
            f.repeat("look", look_ahead(bound, crossings, line.clock), range(events))
