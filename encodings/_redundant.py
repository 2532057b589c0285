"""Redundant constraints that encodings share, each an option by name; they read cells one
literal a colour (see ``seen`` of ``_cells`` for others).

``bound``, ``look``, ``weights`` and ``last`` hold of every plan.  ``noop`` (``_moves``) and
``commute`` do not: they take plans away, but never the smallest, so with them the formula has
the same first plan and is satisfiable iff there is one.
"""

from __future__ import annotations

from typing import NamedTuple

from satmayan.encodings._auto import is_on
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
from satmayan.encodings._commute import (
    COMMUTE,
    Leaves,
    Sleep,
    coming_late,
    falling_asleep,
    staying,
    staying_late,
)
from satmayan.encodings._crossings import Crossings, counts, crossing, recount, vanishing
from satmayan.encodings._exchange import Exchange, near_equalities, quiet_exchanges
from satmayan.encodings._last import LAST, last_swap
from satmayan.encodings._line import Line
from satmayan.sat.encoding import Options
from satmayan.sat.formula import Layered

REDUNDANT = (BOUND, LOOK, WEIGHTS, LAST, COMMUTE)


class Redundant(NamedTuple):
    """The groups that the options ask for; None where they are off."""

    crossings: Crossings | None
    bound: Bound | None
    exchange: Exchange | None
    sleep: Sleep | None
    looks: bool
    last: bool

    @classmethod
    def declare(cls, formula: Layered, line: Line, options: Options) -> Redundant:
        """Declare the groups."""
        family, steps = line.family, line.family.steps
        bounded = options["bound"] == "on" and family.width == WIDTH and family.exact
        crossings = Crossings.declare(formula, family) if bounded else None
        weighted = is_on(options, "weights", steps)
        bound = Bound.declare(formula, crossings, steps, weighted) if crossings else None
        commute, last = (is_on(options, name, steps) for name in ("commute", "last"))
        exchange = Exchange.declare(formula, family) if commute or last else None
        sleep = Sleep.declare(formula, family) if commute else None
        return cls(crossings, bound, exchange, sleep, options["look"] == "on", last)

    @property
    def sees_colours(self) -> bool:
        """Whether a constraint that is on reads cells one literal a colour."""
        return self.crossings is not None or self.exchange is not None

    def add(self, formula: Layered, line: Line, cells: OneHot, leaves: Leaves) -> None:
        """Add the axioms of every layer; ``leaves``: see ``_commute.staying``."""
        if self.crossings and self.bound:
            self._add_bound(formula, line, cells, self.crossings, self.bound)
        if self.exchange:
            self._add_exchanges(formula, line, cells, self.exchange, leaves)

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
        f.reserve("initial counts")
        if self.looks:
            f.repeat("changes", changes(bound, crossings), range(events))
            f.repeat("look", look_ahead(bound, crossings, line.clock), range(events))

    def _add_exchanges(
        self, f: Layered, line: Line, cells: OneHot, exchange: Exchange, leaves: Leaves
    ) -> None:
        events, moves, O = range(line.clock.events), line.moves, cells.O
        f.repeat("near equalities", near_equalities(exchange, cells), events)
        f.repeat("quiet exchanges", quiet_exchanges(exchange, line.triples), events)
        if self.last:
            f.repeat("last", last_swap(exchange, line.clock, O), events)
        if self.sleep:
            asleep = falling_asleep(self.sleep, exchange, moves, O)
            late = coming_late(self.sleep, exchange, moves, O)
            f.repeat("staying", staying(self.sleep, moves, O, leaves), events)
            f.repeat("falling asleep", asleep, events)
            f.repeat("staying late", staying_late(self.sleep, exchange, line.clock), events)
            f.repeat("coming late", late, events[:-1])
            f.add("none is asleep or late at first", self.sleep.initial())
