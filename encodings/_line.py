"""What encodings over one line of moves and rounds (see ``_clock``) have in common.

Such an encoding declares its cells and its way to fall, and adds the axioms of one layer
and the next; moves, triples, clock, initial board, goal and reading are here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from satmayan.encodings._cells import OneHot, Triples, equalities, three_in_line
from satmayan.encodings._clock import Clock, counted, most_rounds, ticks
from satmayan.encodings._moves import Moves, declare_wasted, first_waste, one_move
from satmayan.puzzle.board import Move, Puzzle
from satmayan.sat.encoding import Encoding, Options
from satmayan.sat.formula import Clause, Group, Layered, Model


def empty_line(puzzle: Puzzle) -> Layered:
    """A formula with a layer for each move and each round there can be, and a last one."""
    return Layered(puzzle.steps + most_rounds(puzzle.board) + 1)


class Line(NamedTuple):
    """The groups that every layer has, however its cells are written."""

    puzzle: Puzzle
    moves: Moves
    triples: Triples
    clock: Clock
    same: Group | None  # if noop is on

    @classmethod
    def declare(cls, formula: Layered, puzzle: Puzzle, options: Options) -> Line:
        """Declare the groups; the options are ``amo`` and ``noop``."""
        moves = Moves.declare(formula, puzzle.board, options["amo"])
        triples = Triples.declare(formula, puzzle.board)
        clock = Clock.declare(formula, puzzle.steps, triples.stable, moves)
        same = declare_wasted(formula, puzzle.board) if options["noop"] == "on" else None
        return cls(puzzle, moves, triples, clock, same)


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
    if line.same:
        waste = first_waste(moves, triples.eh, line.same)
        formula.repeat("first waste", waste, range(events))
    formula.add("initial board", cells.initial(board))
    formula.add("no move is done at first", ([-done] for done in clock.C.values()))
    # the goal: the board is empty, after n moves
    last = events * formula.stride
    formula.add("goal", ([-cells.O[x, 0] - last] for x in range(board.width)))
    formula.add("goal", [[clock.C[line.puzzle.steps,] + last]])


class LineEncoding(Encoding):
    """A formula over one line, and how to read it."""

    formula: Layered

    def __init__(self, formula: Layered, line: Line) -> None:
        self.formula = formula
        self.line = line
        self.leading = formula.leading * line.clock.events

    def choices(self, history: Sequence[int]) -> list[tuple[Move, int]]:
        found: list[tuple[Move, int]] = self.line.moves.choices(len(history) + sum(history))
        return found

    def steps(self, model: Model) -> list[tuple[Move, int]]:
        found: list[tuple[Move, int]] = self.line.clock.steps(model, self.formula.stride)
        return found
