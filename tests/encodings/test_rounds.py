"""The bound of the rounds encoding: raised by cores, step by step, and never an answer."""

from __future__ import annotations

from random import Random

import pytest
from cascades import cascade

from satmayan.puzzle.board import Board, Puzzle
from satmayan.sat.encoding import Encoding, find
from satmayan.sat.lexmin import ask
from satmayan.sat.oracle import Oracle, Status

CASCADE = cascade(Random(4), 4, 4)


def rounds(puzzle: Puzzle, bound: str) -> Encoding:
    return find("rounds").encode(puzzle, {"rounds": bound})


def test_a_step_that_needs_more_rounds_gets_them() -> None:
    """With room for one round four are found; the plan says how many its step takes."""
    encoding = rounds(Puzzle(CASCADE, 1), "1")
    with Oracle("minisat22", encoding.formula.clauses) as oracle:
        assert oracle.solve(encoding.assumptions()) is Status.UNSAT  # under the bound, no plan
        assert ask(encoding, oracle, [])
        [(_, taken)] = encoding.steps(oracle.model)
    assert taken == 4


def test_only_the_steps_of_the_core_are_raised() -> None:
    """A core with the bound of the second step leaves that of the first as it is."""
    encoding = rounds(Puzzle(CASCADE, 2), "1")
    first, second = encoding.assumptions()
    assert encoding.refine([second, -1])
    assert encoding.assumptions()[0] == first
    assert encoding.assumptions()[1] != second


def test_a_core_without_a_bound_is_an_answer() -> None:
    encoding = rounds(Puzzle(CASCADE, 2), "1")
    assert encoding.refine([]) is None
    assert encoding.refine([-1, 2]) is None


def test_the_bound_ends_where_no_more_blocks_can_vanish() -> None:
    """Raised again and again, a bound becomes a fact after floor(blocks / 3) rounds a colour."""
    encoding = rounds(Puzzle(CASCADE, 1), "1")
    raised = 0
    while bounds := encoding.assumptions():
        assert encoding.refine(bounds)
        raised += 1
    assert raised == sum(n // 3 for n in CASCADE.colours().values()) - 1


@pytest.mark.parametrize("bound", ["all", "4"])
def test_a_bound_that_cannot_be_passed_is_no_assumption(bound: str) -> None:
    """Where there is room for every round, the formula is exact as it stands."""
    assert rounds(Puzzle(Board.of("1", "1", "", "1"), 2), bound).assumptions() == []


def test_later_rounds_are_named_and_counted() -> None:
    """What a refinement adds belongs to the formula: its variables have names, each one."""
    encoding = rounds(Puzzle(CASCADE, 2), "1")
    before = encoding.formula.variables
    clauses = encoding.refine(encoding.assumptions())
    names = dict(encoding.formula.names())
    assert encoding.formula.variables > before
    assert sorted(names) == list(range(1, encoding.formula.variables + 1))
    assert len(set(names.values())) == len(names)
    assert encoding.formula.axioms["more rounds"] == len(clauses or ())
