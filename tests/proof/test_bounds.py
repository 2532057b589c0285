"""Claims of an encoding that asserts bounds are refuted by clauses alone in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from satmayan.base.limits import Deadline, LimitReached
from satmayan.proof.bounds import apply, raise_bounds
from satmayan.proof.claim import claims
from satmayan.proof.prover import Statement
from satmayan.proof.solvers import Satisfiable
from satmayan.puzzle.board import Move, Puzzle
from satmayan.sat.encoding import Encoding, find
from satmayan.sat.formula import Clause, Formula, Model
from satmayan.sat.oracle import Oracle, Status
from satmayan.search.literal import all_plans


class Bounded(Encoding):
    """The events encoding, its goal under an assumption that one refinement makes a fact."""

    def __init__(self, puzzle: Puzzle) -> None:
        events = find("events")
        plain = {o.name: "off" for o in events.options if "off" in o.values}
        self.exact = events.encode(puzzle, plain)  # redundant constraints would imply the goal
        self.formula = Formula()
        self.formula.variables = self.exact.formula.variables + 1
        self.bound = self.formula.variables
        self.goal = self.exact.formula.clauses[-self.exact.formula.axioms["goal"] :]
        self.formula.clauses = [
            *self.exact.formula.clauses[: -len(self.goal)],
            *([*clause, -self.bound] for clause in self.goal),
        ]

    def first(self, x: int, y: int, colour: int) -> list[int]:
        return self.exact.first(x, y, colour)

    def choices(self, step: int, rounds_before: int) -> list[tuple[Move, int]]:
        return self.exact.choices(step, rounds_before)

    def steps(self, model: Model) -> list[tuple[Move, int]]:
        return self.exact.steps(model)

    def assumptions(self) -> list[int]:
        return [self.bound] if self.bound else []

    def refine(self, core: Sequence[int]) -> Sequence[Clause] | None:
        if not self.bound or self.bound not in core:
            return None
        self.formula.clauses += self.goal
        self.bound = 0
        return self.goal


def whole_claim(encoding: Encoding, answer: Statement) -> Status:
    [(_, claim)] = claims(encoding, answer.puzzle, answer.plan)
    with Oracle("glucose4", claim.clauses) as oracle:
        return oracle.solve()


def test_bounds_are_raised_until_the_clauses_refute_the_claim(answer: Statement) -> None:
    encoding = Bounded(answer.puzzle)
    assert whole_claim(encoding, answer) is Status.SAT
    [bound] = encoding.assumptions()
    assert raise_bounds(encoding, answer.puzzle, answer.plan, Deadline()) == [[bound]]
    assert whole_claim(encoding, answer) is Status.UNSAT


def test_the_same_cores_make_the_same_formula_again(answer: Statement) -> None:
    first, second = Bounded(answer.puzzle), Bounded(answer.puzzle)
    apply(second, raise_bounds(first, answer.puzzle, answer.plan, Deadline()))
    assert first.formula.clauses == second.formula.clauses


def test_a_claim_that_holds_under_the_bounds_is_found_out(answer: Statement) -> None:
    *_, last = all_plans(answer.puzzle)
    wrong = replace(answer, plan=last)
    with pytest.raises(Satisfiable):
        raise_bounds(Bounded(wrong.puzzle), wrong.puzzle, wrong.plan, Deadline())


def test_an_exact_encoding_needs_nothing(answer: Statement) -> None:
    encoding = find("events").encode(answer.puzzle)
    assert raise_bounds(encoding, answer.puzzle, answer.plan, Deadline()) == []


def test_a_core_without_a_bound_is_refused(answer: Statement) -> None:
    with pytest.raises(ValueError, match="rests on no bound"):
        apply(Bounded(answer.puzzle), [[1]])


def test_a_deadline_ends_it(answer: Statement) -> None:
    with pytest.raises(LimitReached):
        raise_bounds(Bounded(answer.puzzle), answer.puzzle, answer.plan, Deadline(1e-9))
