"""Judging one answer: wrong only on evidence that replays."""

from __future__ import annotations

import pytest

from satmayan.crosscheck.verdict import Outcome, judge
from satmayan.puzzle.board import Board, Move, Plan, Puzzle

SWAP = Puzzle(Board.of("", "", "", "11", "1"), 2)  # answer: 3 0 1, 3 0 -1
EARLY = Puzzle(Board.of("", "", "1", "", "11"), 2)  # answer: -1
WASTE = Puzzle(Board.of("", "", "1", "", "11"), 3)  # answer: 2 0 1, 3 0 -1, 4 0 -1


def plan(text: str) -> Plan | None:
    numbers = [int(word) for word in text.split()]
    if numbers == [-1]:
        return None
    return tuple(Move(*numbers[k : k + 3]) for k in range(0, len(numbers), 3))


@pytest.mark.parametrize(
    ("puzzle", "answer", "reference", "outcome"),
    [
        (SWAP, "3 0 1 3 0 -1", "3 0 1 3 0 -1", Outcome.RIGHT),
        (EARLY, "-1", "-1", Outcome.RIGHT),
        (SWAP, "-1", "3 0 1 3 0 -1", Outcome.MISSED),
        (WASTE, "2 0 -1 1 0 1 4 0 -1", "2 0 1 3 0 -1 4 0 -1", Outcome.NOT_SMALLEST),
        (SWAP, "0 0 1 3 0 -1", "3 0 1 3 0 -1", Outcome.ILLEGAL),
        (SWAP, "3 0 7 3 0 -1", "3 0 1 3 0 -1", Outcome.ILLEGAL),
        (EARLY, "4 0 -1", "-1", Outcome.EARLY),
        (SWAP, "3 0 1", "3 0 1 3 0 -1", Outcome.WRONG_LENGTH),
        (SWAP, "3 0 1 3 0 1 3 0 1", "3 0 1 3 0 -1", Outcome.WRONG_LENGTH),
        (EARLY, "4 0 -1 -1 -1 -1", "-1", Outcome.EARLY),
        (SWAP, "3 0 1 3 0 1", "3 0 1 3 0 -1", Outcome.NOT_EMPTY),
        (SWAP, "3 0 1 3 0 -1", "-1", Outcome.REFUTES),
        (WASTE, "2 0 1 3 0 -1 4 0 -1", "2 0 -1 1 0 1 4 0 -1", Outcome.REFUTES),
    ],
)
def test_outcome(puzzle: Puzzle, answer: str, reference: str, outcome: Outcome) -> None:
    assert judge(puzzle, plan(answer), plan(reference))[0] is outcome


def test_a_larger_plan_is_told_where_it_could_be_smaller() -> None:
    _, detail = judge(WASTE, plan("2 0 -1 1 0 1 4 0 -1"), plan("2 0 1 3 0 -1 4 0 -1"))
    assert detail == "step 1 could be 2 0 1, not 2 0 -1"


def test_the_step_that_is_wrong_is_told() -> None:
    assert judge(SWAP, plan("3 0 1 0 0 1"), plan("3 0 1 3 0 -1"))[1] == (
        "step 2: there is no block at (0, 0)"
    )
