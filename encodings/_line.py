"""What encodings over one line of moves and rounds (see ``_clock``) have in common.

Such an encoding declares its cells and its way to fall, and adds the axioms of one layer
and the next; moves, triples, clock, initial board, goal and reading are here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from satmayan.board import Move, Puzzle
from satmayan.encoding import Encoding, Options
from satmayan.encodings._amo import AMO
from satmayan.encodings._bound import BOUND, LOOK, Bound, changes, enough_steps, look_ahead
from satmayan.encodings._cells import OneHot, Triples, equalities, three_in_line
from satmayan.encodings._clock import Clock, counted, most_rounds, ticks
from satmayan.encodings._commute import COMMUTE, in_order
from satmayan.encodings._commute import declare as declare_commute
from satmayan.encodings._crossings import Crossings, counts, crossing, recount, vanishing
from satmayan.encodings._gravity import Fall
from satmayan.encodings._moves import NOOP, Moves, first_waste, one_move
from satmayan.formula import Clause, Group, Layered, Model

LINE_OPTIONS = (AMO, NOOP, BOUND, LOOK, COMMUTE)


def empty_line(puzzle: Puzzle) -> Layered:
    """A formula with a layer for each move and each round there can be, and a last one."""
    return Layered(puzzle.steps + most_rounds(puzzle.board) + 1)


@dataclass(frozen=True, slots=True)
class Line:
    """The groups that every layer has, however its cells are written, and those of the
    redundant constraints that are on: ``crossings`` and ``bound``, ``Z``."""

    puzzle: Puzzle
    options: Options
    moves: Moves
    triples: Triples
    clock: Clock
    crossings: Crossings | None
    bound: Bound | None
    Z: Group | None

    @classmethod
    def declare(cls, formula: Layered, puzzle: Puzzle, options: Options) -> Line:
        """Declare the groups, before all others; the options are ``LINE_OPTIONS``."""
        board = puzzle.board
        moves = Moves.declare(formula, board, options["amo"])
        triples = Triples.declare(formula, board)
        clock = Clock.declare(formula, puzzle.steps, triples.stable, moves)
        crossings = Crossings.declare(formula, board) if options["bound"] == "on" else None
        bound = Bound.declare(formula, crossings, puzzle.steps) if crossings else None
        Z = declare_commute(formula, board) if options["commute"] == "on" else None
        return cls(puzzle, options, moves, triples, clock, crossings, bound, Z)

    @property
    def sees_colours(self) -> bool:
        """Whether a redundant constraint that is on sees cells one literal a colour."""
        return self.crossings is not None or self.Z is not None


def add_line(
    formula: Layered, line: Line, cells: OneHot, change: Iterable[tuple[str, Iterable[Clause]]]
) -> None:
    """Add the axioms of every layer, and those of ``change`` between neighbouring layers."""
    moves, triples, clock, board = line.moves, line.triples, line.clock, line.puzzle.board
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
    if line.options["noop"] == "on":
        formula.repeat("first waste", first_waste(moves, triples.eh), range(events))
    formula.add("initial board", cells.initial(board))
    formula.add("no move is done at first", ([-done] for done in clock.C.values()))
    # the goal: the board is empty, after n moves
    last = events * formula.stride
    formula.add("goal", ([-cells.O[x, 0] - last] for x in range(board.width)))
    formula.add("goal", [[clock.C[line.puzzle.steps,] + last]])


def add_redundant(formula: Layered, line: Line, cells: OneHot, fall: Fall) -> None:
    """Add the redundant constraints that are on; they see ``cells`` one literal a colour."""
    moves, triples, clock = line.moves, line.triples, line.clock
    crossings, bound, events = line.crossings, line.bound, range(clock.events)
    if crossings and bound:
        later = crossings.next()
        formula.repeat("crossings", crossing(crossings, cells, triples, moves), events)
        formula.repeat("counts", counts(crossings, later), events)
        formula.repeat("vanishing", vanishing(crossings, cells, triples, fall), events)
        formula.repeat("recount", recount(crossings, later, cells.next()), events)
        formula.repeat("bound", enough_steps(bound, crossings, clock), range(clock.events + 1))
        formula.add("initial counts", crossings.initial(line.puzzle.board))
        if line.options["look"] == "on":
            formula.repeat("changes", changes(bound, crossings), events)
            formula.repeat("look", look_ahead(bound, crossings, clock), events)
    if line.Z is not None:
        formula.repeat("commute", in_order(line.Z, moves, cells, triples), events[:-1])


class LineEncoding(Encoding):
    """A formula over one line, and how to read it."""

    def __init__(self, formula: Layered, line: Line) -> None:
        self.formula = formula
        self.line = line
        self.leading = formula.leading * line.clock.events
        self.stride = formula.stride

    def choices(self, history: Sequence[int]) -> list[tuple[Move, int]]:
        found: list[tuple[Move, int]] = self.line.moves.choices(len(history) + sum(history))
        return found

    def steps(self, model: Model) -> list[tuple[Move, int]]:
        found: list[tuple[Move, int]] = self.line.clock.steps(model, self.stride)
        return found
