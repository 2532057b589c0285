"""The judge of an answer."""

from __future__ import annotations

import pytest

from satmayan import planner
from satmayan.base.errors import Contradiction
from satmayan.base.limits import Deadline
from satmayan.judge import Finding, judge_replay
from satmayan.planner import Config, Result, Verdict, judge
from satmayan.puzzle.board import Board, Move, Plan, Puzzle

DFS = Config("dfs")
PUZZLE = Puzzle(Board.of("", "", "", "11", "1"), 2)
SMALLEST = (Move(3, 0, 1), Move(3, 0, -1))
NO_PLAN = Puzzle(Board.of("", "", "1", "", "11"), 2)  # could only be cleared too early


def answer(text: str) -> Plan:
    """A plan from moves written as ``301`` or ``30-1``."""
    return tuple(Move(int(m[0]), int(m[1]), int(m[2:])) for m in text.split())


def test_the_smallest_plan_is_right() -> None:
    judgement = judge(PUZZLE, SMALLEST, DFS)
    assert (judgement.finding, judgement.right, judgement.at) == (Finding.RIGHT, True, None)
    assert judgement.detail == (
        "the plan is legal and empties the board in 2 steps, and no plan is smaller"
    )


def test_no_plan_is_right_where_there_is_none() -> None:
    judgement = judge(NO_PLAN, None, DFS)
    assert judgement.right
    assert judgement.detail == "there is no plan of exactly 2 steps"


def test_no_plan_is_wrong_where_there_is_one() -> None:
    judgement = judge(PUZZLE, None, DFS)
    assert (judgement.finding, judgement.better, judgement.proven) == (
        Finding.PLAN_EXISTS,
        SMALLEST,
        True,
    )


@pytest.mark.parametrize(
    ("plan", "finding", "at", "detail"),
    [
        ("301 31-1", Finding.NOT_SMALLEST, 2, "a smaller plan has 3 0 -1 here"),
        ("311 42-1", Finding.ILLEGAL, 2, "there is no block at (4, 2)"),
        ("301 301", Finding.NOT_CLEARED, None, "the board still has 3 blocks after the last step"),
        ("302 30-1", Finding.ILLEGAL, 1, "the direction must be 1 or -1, not 2"),
        ("401 30-1", Finding.ILLEGAL, 1, "the block at (4, 0) would leave the board"),
        ("301", Finding.TOO_FEW, None, "the answer has 1 step, not 2"),
        ("301 301 30-1", Finding.TOO_MANY, None, "the answer has 3 steps, not 2"),
        (
            "30-1",
            Finding.CLEARED_EARLY,
            None,
            "the board is empty after 1 step, but exactly 2 must be made",
        ),
        (
            "30-1 000",
            Finding.CLEARED_EARLY,
            2,
            "the board is empty after 1 step, but exactly 2 must be made",
        ),
    ],
)
def test_a_wrong_answer_is_told_what_is_wrong_and_where(
    plan: str, finding: Finding, at: int | None, detail: str
) -> None:
    judgement = judge(PUZZLE, answer(plan), DFS)
    assert (judgement.finding, judgement.at, judgement.detail) == (finding, at, detail)
    assert judgement.right is False


def test_a_padded_answer_is_wrong_though_no_plan_exists() -> None:
    """Programs that stop early and fill up the missing lines with numbers."""
    judgement = judge(NO_PLAN, (Move(4, 0, -1), Move(-1, -1, -1)), DFS)
    assert (judgement.finding, judgement.at) == (Finding.CLEARED_EARLY, 2)


def test_the_board_shown_is_the_one_before_the_wrong_step() -> None:
    judgement = judge(PUZZLE, answer("311 42-1"), DFS)
    assert judgement.board == Board.of("", "", "", "1", "11")
    assert [s.move for s in judgement.steps] == [Move(3, 1, 1)]


def test_a_smaller_plan_is_given_and_where_it_parts() -> None:
    judgement = judge(PUZZLE, answer("301 31-1"), DFS)
    assert (judgement.better, judgement.proven) == (SMALLEST, True)
    assert judgement.board == PUZZLE.board


def test_a_replay_needs_no_engine() -> None:
    assert judge_replay(PUZZLE, answer("301 31-1")).finding is Finding.OPEN


def engine(monkeypatch: pytest.MonkeyPatch, result: Result) -> None:
    def solve(*_: object) -> Result:
        return result

    monkeypatch.setattr(planner, "solve", solve)


def test_a_limit_leaves_the_question_open_but_says_what_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine(monkeypatch, Result(Verdict.UNKNOWN, reason="time limit of 1 s reached"))
    judgement = judge(PUZZLE, SMALLEST)
    assert judgement.right is None
    assert judgement.detail == (
        "the plan is legal and empties the board in 2 steps; "
        "whether a smaller one exists is open: time limit of 1 s reached"
    )


def test_a_limit_leaves_the_claim_of_no_plan_open() -> None:
    judgement = judge(PUZZLE, None, DFS, Deadline(1e-9))
    assert judgement.right is None
    assert "whether there is a plan of exactly 2 steps is open: time limit" in judgement.detail


def test_a_smaller_plan_counts_though_the_limit_was_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine(monkeypatch, Result(Verdict.UNKNOWN, best=SMALLEST, reason="time limit"))
    judgement = judge(PUZZLE, answer("301 31-1"))
    assert (judgement.right, judgement.better, judgement.proven) == (False, SMALLEST, False)


def test_any_plan_refutes_the_claim_of_none_though_the_limit_was_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine(monkeypatch, Result(Verdict.UNKNOWN, best=SMALLEST, reason="time limit"))
    assert judge(PUZZLE, None).finding is Finding.PLAN_EXISTS


@pytest.mark.parametrize(
    "result",
    [
        Result(Verdict.NO_PLAN),
        Result(Verdict.PLAN, plan=answer("311 41-1"), best=answer("311 41-1")),
    ],
    ids=["no plan", "a larger plan"],
)
def test_an_answer_that_refutes_the_engine_is_a_contradiction(
    monkeypatch: pytest.MonkeyPatch, result: Result
) -> None:
    engine(monkeypatch, result)
    with pytest.raises(Contradiction):
        judge(PUZZLE, SMALLEST)
