"""Layers that are a move or a round: exact, and no larger than the blocks allow.

A run of n steps is a sequence of events: a *move* when the board is stable, one *round*
of vanish and fall when it is not, nothing once n moves are done.  A round takes three
blocks of one colour at least, so there are at most E = sum over colours of
floor(blocks / 3) rounds, and T = n + E layers are enough: no bound is guessed.

Groups (layer t first in names; x column, y row, c colour):

- ``X(x,y,c)``   the block at (x, y) has colour c
- ``O(x,y)``     there is a block at (x, y)
- ``G(c)``       a dropped block has colour c
- ``R(x,y)``, ``L(x,y)``     the move drags the block at (x, y) right; left, onto an empty cell
- ``P(x)``, ``Y(y)``         the move crosses from column x to x + 1 or back; is in row y
- ``eh(x,y)``, ``ev(x,y)``   (x, y) and its right, upper neighbour are blocks of one colour
- ``th(x,y)``, ``tv(x,y)``   three of one colour in line from (x, y) to the right, upwards
- ``stable``     no triple
- ``C(k)``       at least k moves are done
- ``go``         this layer is a move
- ``m(x,y)``     the block at (x, y) leaves its place: it vanishes, or is dragged onto an empty cell
- ``ge(x,y,d)``  at least d blocks below (x, y) leave their column's stack
- ``I(x)``       a dropped block lands on column x

Axioms: the list in ``encode``; each emitter (``_cells``, ``_moves``, ``_gravity``,
``_clock``) states its own.  Between layers everything follows by unit propagation once
the moves are known.

Size: 5 x 7, C colours: 36 C + 456 + n variables a layer, T + 1 layers (more for the
at-most-one variables of ``amo``).
Reference: linear encodings of planning as satisfiability (Kautz & Selman, ECAI 1992),
with one action a layer.

The smallest case, one drop that completes a row of three:

>>> from satmayan.board import Board, Puzzle
>>> from satmayan.encoding import find
>>> events = find("events").encode(Puzzle(Board.of("1", "", "11", height=2), 1))
>>> events.formula.layers, events.formula.variables, len(events.formula.clauses)
(3, 210, 654)
>>> [(str(move), literal) for move, literal in events.choices([])][-2:]
[('2 0 -1', 7), ('2 1 -1', 8)]
"""

from __future__ import annotations

from collections.abc import Sequence

from satmayan.board import Move, Puzzle
from satmayan.encoding import Encoding, Options
from satmayan.encodings._amo import AMO
from satmayan.encodings._bound import BOUND, LOOK, Bound, changes, enough_steps, look_ahead
from satmayan.encodings._cells import OneHot, Triples, equalities, three_in_line
from satmayan.encodings._clock import Clock, counted, most_rounds, ticks
from satmayan.encodings._commute import COMMUTE, in_order
from satmayan.encodings._commute import declare as declare_commute
from satmayan.encodings._crossings import Crossings, counts, crossing, recount, vanishing
from satmayan.encodings._gravity import (
    Fall,
    drop,
    gaps,
    gravity,
    landing,
    new_heights,
    removal,
    swap,
)
from satmayan.encodings._moves import NOOP, Moves, first_waste, one_move
from satmayan.formula import Layered, Model

OPTIONS = (AMO, NOOP, BOUND, LOOK, COMMUTE)


def encode(puzzle: Puzzle, options: Options) -> Encoding:
    """The events encoding of a puzzle; exact."""
    return Events(puzzle, options)


class Events(Encoding):
    """One formula over T + 1 equal layers."""

    def __init__(self, puzzle: Puzzle, options: Options) -> None:
        board, amo = puzzle.board, options["amo"]
        events = puzzle.steps + most_rounds(board)
        self.formula: Layered = Layered(events + 1)
        f = self.formula
        moves = self.moves = Moves.declare(f, board, amo)
        cells = OneHot.declare(f, board, amo)
        triples = Triples.declare(f, board)
        clock = self.clock = Clock.declare(f, puzzle.steps, triples.stable, moves)
        fall, lands = Fall.declare(f, board), landing(f, board)
        bounded = options["bound"] == "on"
        if bounded:
            crossings = Crossings.declare(f, board)
            bound = Bound.declare(f, crossings, puzzle.steps)
        commutes = options["commute"] == "on"
        if commutes:
            Z = declare_commute(f, board)
        f.seal()
        self.leading = f.leading * events
        later = cells.next()

        f.repeat("well formed", cells.well_formed(), range(events + 1))
        f.repeat("moves are counted", counted(clock), range(events + 1))
        for axiom, clauses in (
            ("equal neighbours", equalities(triples, cells)),
            ("triples", three_in_line(triples)),
            ("clock", ticks(clock)),
            ("one move", one_move(moves, cells.O, clock.go)),
            ("removal", removal(fall, cells.O, triples, moves)),
            ("gaps", gaps(fall)),
            ("gravity", gravity(fall, cells, later, moves)),
            ("swap", swap(moves, cells, later)),
            ("drop", drop(moves, lands, cells, later)),
            ("new heights", new_heights(fall, cells.O, later.O, lands)),
        ):
            f.repeat(axiom, clauses, range(events))
        if options["noop"] == "on":
            f.repeat("first waste", first_waste(moves, triples.eh), range(events))
        if bounded:
            f.repeat("crossings", crossing(crossings, cells, triples, moves), range(events))
            f.repeat("counts", counts(crossings, crossings.next()), range(events))
            f.repeat("vanishing", vanishing(crossings, cells, triples, fall), range(events))
            f.repeat("recount", recount(crossings, crossings.next(), later), range(events))
            f.repeat("bound", enough_steps(bound, crossings, clock), range(events + 1))
            f.add("initial counts", crossings.initial(board))
        if bounded and options["look"] == "on":
            f.repeat("changes", changes(bound, crossings), range(events))
            f.repeat("look", look_ahead(bound, crossings, clock), range(events))
        if commutes:
            f.repeat("commute", in_order(Z, moves, cells, triples), range(events - 1))
        f.add("initial board", cells.initial(board))
        f.add("no move is done at first", ([-done] for done in clock.C.values()))
        # the goal: the board is empty, after n moves
        f.add("goal", ([-cells.O.at(events, x, 0)] for x in range(board.width)))
        f.add("goal", [[clock.C.at(events, puzzle.steps)]])

    def choices(self, history: Sequence[int]) -> list[tuple[Move, int]]:
        found: list[tuple[Move, int]] = self.moves.choices(len(history) + sum(history))
        return found

    def steps(self, model: Model) -> list[tuple[Move, int]]:
        found: list[tuple[Move, int]] = self.clock.steps(model, self.formula.stride)
        return found
