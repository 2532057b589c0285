"""The claim formulas say what they should: they have a model iff there is a smaller plan."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from satmayan.proof.claim import WHOLE, Claim, claims, write_claim
from satmayan.proof.prover import provenance
from satmayan.puzzle.board import EMPTY, RIGHT, Board, Plan, Puzzle
from satmayan.puzzle.rules import Step, replay
from satmayan.sat.encoding import Encoding, find
from satmayan.sat.oracle import Oracle, Status
from satmayan.search.literal import all_plans, first_plan

PUZZLES = {
    "waste": Puzzle(Board.of("", "", "", "11", "1"), 2),
    "three plans": Puzzle(Board.of("", "11", "2", "212", ""), 2),
    "ten plans": Puzzle(Board.of("1", "12", "2", "21", ""), 3),
    "two rounds, then one": Puzzle(Board.of("1", "", "11211", "2", "21"), 2),
    "wastes": Puzzle(Board.of("1", "1", "", "11", "1"), 3),
}


@pytest.fixture(params=PUZZLES.values(), ids=PUZZLES.keys())
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    found: Puzzle = request.param
    return found


def smaller_plan(encoding: Encoding, claim: Claim) -> Plan | None:
    with Oracle("glucose4", claim.clauses) as oracle:
        return encoding.plan(oracle.model) if oracle.solve() is Status.SAT else None


def encodable_plans(puzzle: Puzzle) -> list[Plan]:
    """The plans without a left drag onto a block, in answer order."""

    def is_encodable(step: Step) -> bool:
        move = step.move
        return move.g == RIGHT or step.before.at(move.target, move.y) == EMPTY

    return [p for p in all_plans(puzzle) if all(map(is_encodable, replay(puzzle.board, p)))]


def test_the_whole_claim_holds_iff_there_is_a_smaller_plan(puzzle: Puzzle) -> None:
    encoding = find("events").encode(puzzle)
    plans = encodable_plans(puzzle)
    assert plans
    for plan in plans:
        [(name, claim)] = claims(encoding, puzzle, plan)
        found = smaller_plan(encoding, claim)
        assert name == WHOLE
        if plan == plans[0]:
            assert found is None
        else:
            assert found is not None and found < plan and found in set(all_plans(puzzle))


def test_the_claims_of_the_steps_are_the_cases_of_the_whole_claim(puzzle: Puzzle) -> None:
    """Step k's claim has a model iff a plan leaves the given one at step k, for a smaller move.

    Without the constraints that keep the smallest plan only.
    """
    events = find("events")
    encoding = events.encode(puzzle, {o.name: "off" for o in events.options if "off" in o.values})
    plans = encodable_plans(puzzle)
    for plan in plans:
        _, *steps = claims(encoding, puzzle, plan, per_step=True)
        satisfiable = {name for name, claim in steps if smaller_plan(encoding, claim)}
        assert satisfiable == {
            f"step-{k + 1}"
            for k in range(len(plan))
            if any(other[:k] == plan[:k] and other[k] < plan[k] for other in plans)
        }


def test_the_answer_minus_one_denies_the_formula_itself() -> None:
    puzzle = Puzzle(Board.of("", "", "1", "1", "1"), 1)
    encoding = find("events").encode(puzzle)
    [(name, claim)] = claims(encoding, puzzle, None, per_step=True)
    assert (name, claim.clauses) == (WHOLE, encoding.formula.clauses)


def test_the_variable_map_names_the_selectors() -> None:
    puzzle = PUZZLES["waste"]
    encoding = find("events").encode(puzzle)
    [(_, claim)] = claims(encoding, puzzle, first_plan(puzzle))
    text = io.StringIO()
    write_claim(text, claim, provenance(puzzle, "events", {}))
    lines = text.getvalue().splitlines()
    top = encoding.formula.variables
    assert f"c var {top + 1} smaller(1)" in lines
    assert f"c var {top + 2} smaller(2)" in lines
    assert "c claim there is a plan smaller than 3 0 1, 3 0 -1" in lines
    assert f"p cnf {top + 2} {len(claim.clauses)}" in lines


def test_a_claim_has_the_same_bytes_under_every_hash_seed() -> None:
    code = (
        "import sys; from satmayan.puzzle.board import *; from satmayan.proof.claim import *\n"
        "from satmayan.sat.encoding import find; from satmayan.proof.prover import provenance\n"
        "puzzle = Puzzle(Board.of('', '11', '2', '212', ''), 2)\n"
        "plan = (Move(1, 1, 1), Move(3, 2, 1))\n"
        "for _, claim in claims(find('events').encode(puzzle), puzzle, plan, True):\n"
        "    write_claim(sys.stdout, claim, provenance(puzzle, 'events', {}))\n"
    )
    texts = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            timeout=60,
        ).stdout
        for seed in ("1", "2")
    ]
    assert texts[0].startswith(b"c program satmayan\n")
    assert texts[0] == texts[1]
