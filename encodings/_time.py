"""Time as one line of layers, each a move or a round; and all that encodings over it share.

A move is made when the board is stable and not all n moves are done; else the layer is a round,
in which nothing happens on a stable board.  A round takes three blocks of one colour at least,
so n + :func:`most_rounds` layers hold every run of n steps: no bound is guessed.

An encoding over this line declares its cells and its way to fall, and gives the axioms from a
layer to the next that are its own.  The others are these, stated once:

- *well formed* (``Cells``), *equal neighbours*, *triples*     of a board (``_board``)
- *one move*, with option ``noop`` *first waste*               of a drag (``_step``)
- *moves are counted*, *clock*, *no move is done at first*, *goal*: the board is empty after n
- *initial board* or *stable at first*, *counts at first*: the first board given, or left free

and the redundant constraints, each an option by name.  ``bound``, ``look``, ``weights``
(``_counts``) and ``last`` (``_order``) hold of every plan.  ``noop`` and ``commute`` (``_order``)
do not: they take plans away, but never the smallest, so with them the formula has the same
first plan and is satisfiable iff there is one.  All of this is true of every first board, so
it stays where the board is free; only the counts must then be tied to the cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from satmayan.encodings._board import (
    Cells,
    OneHot,
    Triples,
    declare_seen,
    equalities,
    one_hot,
    seen,
    three_in_line,
)
from satmayan.encodings._counts import (
    WIDTH,
    ColumnCounts,
    StepsLeft,
    changes,
    counted,
    counted_at_first,
    crossing,
    enough_steps,
    look_ahead,
    recounted,
    vanishing,
)
from satmayan.encodings._order import (
    Exchange,
    Sleep,
    coming_late,
    falling_asleep,
    last_swap,
    near_equalities,
    quiet_exchanges,
    staying,
    staying_late,
)
from satmayan.encodings._step import Drags, Leaving, declare_wasted, first_waste, one_move
from satmayan.puzzle.board import Board, Move
from satmayan.puzzle.rules import RUN
from satmayan.sat.encoding import Axioms, Encoding, Family, Option, Options
from satmayan.sat.formula import Clause, Formula, Group, Layered, Model

Clauses = Iterator[Clause]

NOOP = Option(
    "noop",
    ("on", "off"),
    "of a board's swaps of two blocks of one colour, which change nothing, allow only the first",
)
FROM = {"weights": 5, "last": 4, "commute": 4}  # the least steps for which auto means on


def _auto(name: str, summary: str) -> Option:
    """The option of a constraint that is worth its clauses only from some number of steps on."""
    return Option(name, ("auto", "on", "off"), f"{summary}; auto: from {FROM[name]} steps on")


LINE_OPTIONS = (
    NOOP,
    Option("bound", ("on", "off"), "the column-count bound on the steps that are left"),
    Option("look", ("on", "off"), "the bound one move ahead, on what crosses (needs bound)"),
    _auto("weights", "the bound by weighted moves, too (needs bound)"),
    _auto("last", "the last move, if a swap, makes a run"),
    _auto("commute", "no swap before or after a move with which it ought to change places"),
)


def is_on(options: Options, name: str, steps: int) -> bool:
    """Whether a constraint is to be added to a puzzle of so many steps; not if it is no option."""
    value = options.get(name, "off")
    return value == "on" or (value == "auto" and steps >= FROM[name])


def most_rounds(family: Family) -> int:
    """The most rounds in which blocks can vanish, until none are left."""
    return sum(n // RUN for n in family.colours.values())


class Clock(NamedTuple):
    """``C(k)``: at least k moves are done; ``go``: this layer is a move."""

    C: Group
    moving: Group

    @classmethod
    def declare(cls, formula: Formula, steps: int) -> Clock:
        """Declare the groups."""
        return cls(formula.group("C", range(1, steps + 1)), formula.group("go"))

    @property
    def go(self) -> int:
        """This layer is a move."""
        return self.moving[()]


def counted_moves(clock: Clock) -> Clauses:
    """Moves are counted in unary."""
    for k in range(2, len(clock.C) + 1):
        yield [-clock.C[k], clock.C[k - 1]]


def ticks(clock: Clock, later: Clock, stable: int) -> Clauses:
    """A move is made iff the board is stable and not all are done; it is counted."""
    C, go, n = clock.C, clock.go, len(clock.C)
    yield [-go, stable]
    yield [-go, -C[n]]
    yield [go, -stable, C[n]]
    for k in range(1, n + 1):
        before = [C[k - 1]] if k > 1 else []
        # at least k are done next iff they are now, or k - 1 are and this is a move
        yield [-C[k], later.C[k]]
        yield [-go, *(-v for v in before), later.C[k]]
        yield [C[k], go, -later.C[k]]
        for v in before:
            yield [C[k], v, -later.C[k]]


class Timeline:
    """The formula, the groups that every layer has, and the axioms that encodings share.

    Made first; then an encoding declares its own groups, calls ``seal``, and ``add``.
    """

    def __init__(self, family: Family, options: Options) -> None:
        f = self.formula = Layered(family.steps + most_rounds(family) + 1)
        self.family, self.options = family, options
        self.drags = Drags.declare(f, family)
        self.triples = Triples.declare(f, family)
        self.clock = Clock.declare(f, family.steps)
        self.same = declare_wasted(f, family) if is_on(options, "noop", family.steps) else None

    @property
    def events(self) -> int:
        """The number of moves and rounds, which is the number of the last layer."""
        return self.formula.layers - 1

    def seal(self, colours: OneHot | None = None) -> None:
        """Declare the groups of the redundant constraints, and end the declarations.

        They read cells one literal a colour; without ``colours``, a group J shows them so.
        """
        f, family = self.formula, self.family
        self.redundant = Redundant.declare(f, family, self.options)
        self.colours = colours
        self.J = declare_seen(f, family) if not colours and self.redundant.reads_colours else None
        f.seal()

    def add(self, cells: Cells, leaving: Leaving, own: Axioms) -> None:
        """Add the axioms of every layer, the encoding's own among them, and the goal."""
        f, events, clock, triples = self.formula, range(self.events), self.clock, self.triples
        f.repeat("well formed", cells.well_formed(), range(f.layers))
        f.repeat("moves are counted", counted_moves(clock), range(f.layers))
        f.repeat("equal neighbours", equalities(triples, cells), events)
        f.repeat("triples", three_in_line(triples), events)
        f.repeat("clock", ticks(clock, f.later(clock), triples.stable), events)
        f.repeat("one move", one_move(self.drags, cells.O, clock.go), events)
        for axiom, clauses in own:
            f.repeat(axiom, clauses, events)
        if self.same:
            f.repeat("first waste", first_waste(self.drags, triples.eh, self.same), events)
        f.reserve("initial board")
        f.add("no move is done at first", ([-done] for done in clock.C.values()))
        O, C = f.later(cells.O, self.events), f.later(clock.C, self.events)
        f.add("goal", ([-O[x, 0]] for x in range(self.family.width)))
        f.add("goal", [[C[self.family.steps]]])
        if self.J is not None:
            f.repeat("seen", seen(self.J, cells), range(f.layers))
            self.colours = one_hot(self.J, cells.O)
        if self.colours:
            self.redundant.add(f, self, self.colours, leaving)


class Redundant(NamedTuple):
    """The groups that the options ask for; None where they are off."""

    counts: ColumnCounts | None
    bound: StepsLeft | None
    exchange: Exchange | None
    sleep: Sleep | None
    looks: bool
    last: bool

    @classmethod
    def declare(cls, formula: Layered, family: Family, options: Options) -> Redundant:
        """Declare the groups."""
        bound, look, weights, last, commute = (
            is_on(options, name, family.steps)
            for name in ("bound", "look", "weights", "last", "commute")
        )
        bound = bound and family.width == WIDTH and family.exact
        counts = ColumnCounts.declare(formula, family) if bound else None
        left = StepsLeft.declare(formula, counts, family.steps, weights) if counts else None
        exchange = Exchange.declare(formula, family) if commute or last else None
        sleep = Sleep.declare(formula, family) if commute else None
        return cls(counts, left, exchange, sleep, look, last)

    @property
    def reads_colours(self) -> bool:
        """Whether a constraint that is on reads cells one literal a colour."""
        return self.counts is not None or self.exchange is not None

    def add(self, f: Layered, line: Timeline, cells: OneHot, leaving: Leaving) -> None:
        """Add the axioms of every layer."""
        if self.counts and self.bound:
            self._add_bound(f, line, cells, self.counts, self.bound)
        if self.exchange:
            self._add_exchanges(f, line, cells, self.exchange, leaving)

    def _add_bound(
        self, f: Layered, line: Timeline, cells: OneHot, counts: ColumnCounts, bound: StepsLeft
    ) -> None:
        events, triples, C = range(line.events), line.triples, line.clock.C
        f.repeat("crossings", crossing(counts, cells, triples, line.drags), events)
        f.repeat("counts", counted(f, counts), events)
        f.repeat("vanishing", vanishing(counts, cells, f.later(cells), triples), events)
        f.repeat("recount", recounted(f, counts, cells), events)
        f.repeat("bound", enough_steps(bound, counts, C), range(f.layers))
        f.reserve("initial counts")
        if self.looks:
            f.repeat("changes", changes(bound, counts), events)
            f.repeat("look", look_ahead(bound, counts, C, line.clock.go), events)

    def _add_exchanges(
        self, f: Layered, line: Timeline, cells: OneHot, exchange: Exchange, leaving: Leaving
    ) -> None:
        events, drags, O = range(line.events), line.drags, cells.O
        triples, clock, sleep = line.triples, line.clock, self.sleep
        f.repeat("near equalities", near_equalities(exchange, cells), events)
        f.repeat("quiet exchanges", quiet_exchanges(exchange, triples), events)
        if self.last:
            f.repeat("last", last_swap(exchange, drags, O, clock.C), events)
        if sleep:
            f.repeat("staying", staying(sleep, drags, O, leaving), events)
            f.repeat("falling asleep", falling_asleep(f, sleep, exchange, drags, O), events)
            late = staying_late(f, sleep, exchange, triples, clock.go)
            f.repeat("staying late", late, events)
            f.repeat("coming late", coming_late(f, sleep, exchange, drags, O), events[:-1])
            f.add("none is asleep or late at first", sleep.initial())


class TimelineEncoding(Encoding):
    """A formula over one line, and how to read it."""

    formula: Layered

    def __init__(self, line: Timeline, cells: Cells) -> None:
        self.formula, self.family = line.formula, line.family
        self.line, self.cells = line, cells
        self.leading = line.formula.leading * line.events

    def first(self, x: int, y: int, colour: int) -> list[int]:
        return [-literal for literal in self.cells.is_not((x, y), colour)]

    def fix(self, board: Board) -> Axioms:
        yield "initial board", self.cells.initial(board)
        if counts := self.line.redundant.counts:
            yield "initial counts", counts.initial(board)

    def free(self) -> Axioms:
        yield "stable at first", [[self.line.triples.stable]]
        counts, colours = self.line.redundant.counts, self.line.colours
        if counts and colours:
            yield "counts at first", counted_at_first(self.formula, counts, colours)

    def choices(self, step: int, rounds_before: int) -> list[tuple[Move, int]]:
        return self.line.drags.choices(step + rounds_before)

    def steps(self, model: Model) -> list[tuple[Move, int]]:
        go, stable, events = self.line.clock.moving, self.line.triples.none, self.line.events
        layers = [t for t in range(events) if go.at(t) in model]
        after = range(layers[-1] + 1, events + 1)
        end = next(t for t in after if t == events or stable.at(t) in model)
        return [
            (self.line.drags.made(model, t), following - t - 1)
            for t, following in zip(layers, [*layers[1:], end], strict=True)
        ]
