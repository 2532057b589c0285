"""Comparing the answers of a session."""

from __future__ import annotations

import pytest

from satmayan.bench.compare import complaints
from satmayan.bench.runs import CONTRADICTION, ERROR, LIMITS, SOLVED, TIMEOUT, Job, Row
from satmayan.bench.session import Finished
from satmayan.planner import Config
from satmayan.puzzle.board import Board, Move, Plan, Puzzle

PUZZLE = Puzzle(Board.of("", "", "", "11", "1"), 2)
SMALL = Move(3, 0, 1), Move(3, 0, -1)
LARGE = Move(4, 0, -1), Move(3, 0, 1)
SAT, OTHER = Config("sat", "events", "glucose4"), Config("sat", "rounds", "glucose4")
DFS, SEARCH = Config("dfs"), Config("search")


def run(config: Config, plan: Plan | None, status: str = SOLVED, board: str = "a") -> Finished:
    return (
        Job(board, PUZZLE, config, LIMITS),
        Row(board, status, 1.0, 1.0, 1, plan, reason="" if status == SOLVED else "why"),
    )


def test_agreement() -> None:
    runs = [run(SAT, SMALL), run(DFS, SMALL), run(OTHER, None, TIMEOUT), run(DFS, None, board="b")]
    assert complaints(runs, {"a": "3 0 1, 3 0 -1"}) == []


@pytest.mark.parametrize(
    ("one", "two", "contradiction"),
    [
        (SAT, OTHER, False),
        (SAT, SAT, False),
        (DFS, SEARCH, False),
        (SAT, DFS, True),
        (SEARCH, SAT, True),
    ],
)
def test_disagreement_and_who_is_contradicted(
    one: Config, two: Config, contradiction: bool
) -> None:
    [complaint] = complaints([run(one, SMALL), run(two, LARGE)], {})
    assert complaint.text.startswith("a: the answers differ\n  3 0 1, 3 0 -1: ")
    assert complaint.contradiction == contradiction


def test_a_plan_against_none() -> None:
    [complaint] = complaints([run(SAT, SMALL), run(DFS, None)], {})
    assert complaint.text.endswith("\n  -1: dfs")


def test_the_known_answer_counts() -> None:
    [complaint] = complaints([run(SAT, SMALL)], {"a": "-1"})
    assert "-1: known answer" in complaint.text
    assert not complaint.contradiction


def test_two_sat_answers_that_differ_while_simulation_agrees_with_one() -> None:
    [complaint] = complaints([run(SAT, SMALL), run(OTHER, LARGE), run(DFS, SMALL)], {})
    assert complaint.contradiction


@pytest.mark.parametrize(("status", "contradiction"), [(ERROR, False), (CONTRADICTION, True)])
def test_failures_are_told(status: str, contradiction: bool) -> None:
    [complaint] = complaints([run(SAT, None, status)], {})
    assert complaint.text == "a: events glucose4: why"
    assert complaint.contradiction == contradiction
