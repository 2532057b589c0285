"""What a cross-check keeps: nothing is lost, nothing is done twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from satmayan.base.messages import Message, translate
from satmayan.crosscheck.contestants import Answer
from satmayan.crosscheck.journal import Findings, Key
from satmayan.crosscheck.referee import Case, Checked, Failure, Result
from satmayan.crosscheck.verdict import Outcome
from satmayan.puzzle.board import Board, Move, Puzzle

HEADER = {"reference": "dfs", "contestants": ["mine"]}
CASE = Case("a", Puzzle(Board.of("", "", "", "11", "1"), 2))
OTHER = Case("b", Puzzle(Board.of("", "", "", "", "1"), 1))
PLAN = (Move(3, 0, 1), Move(3, 0, -1))
MISSED = Answer(Outcome.MISSED, "d", "-1\0\ufffd\n", 0.5, ("left processes running",))
CHECKED = Checked(CASE, PLAN, "", 0.25, (MISSED,))
UNKNOWN = Checked(OTHER, None, "time limit", 9.0, ())
FAILURE = Failure(0, Outcome.MISSED, CASE)


@pytest.mark.parametrize(
    ("job", "result"), [(CASE, CHECKED), (OTHER, UNKNOWN), (FAILURE, CHECKED), (FAILURE, None)]
)
def test_what_was_written_is_read_again(tmp_path: Path, job: Key, result: Result) -> None:
    with Findings(tmp_path, HEADER) as findings:
        findings.add(job, result)
    with Findings(tmp_path, HEADER) as findings:
        assert job in findings and findings[job] == result


def test_what_was_said_still_has_its_chinese(tmp_path: Path) -> None:
    step = Message("there is no block at ({x}, {y})", x=3, y=5)
    detail = Message("step {step} ({move}): {detail}", step=2, move=PLAN[0], detail=step)
    answer = replace(MISSED, outcome=Outcome.ILLEGAL, detail=detail)
    with Findings(tmp_path, HEADER) as findings:
        findings.add(CASE, replace(CHECKED, answers=(answer,)))
    with Findings(tmp_path, HEADER) as findings:
        found = findings[CASE]
    assert found and found.answers == (answer,)
    assert translate(found.answers[0].detail, "zh") == "第 2 步（3 0 1）：(3, 5) 处没有方块"


def test_the_same_name_for_another_board_is_not_known(tmp_path: Path) -> None:
    with Findings(tmp_path, HEADER) as findings:
        findings.add(CASE, CHECKED)
        assert Case("a", OTHER.puzzle) not in findings


def test_without_a_folder_nothing_is_written() -> None:
    with Findings() as findings:
        findings.add(CASE, CHECKED)
        assert findings[CASE] == CHECKED


@pytest.mark.parametrize(
    ("job", "result"),
    [
        (CASE, replace(CHECKED, answers=())),
        (CASE, replace(CHECKED, answers=(MISSED, MISSED))),
        (FAILURE, replace(CHECKED, answers=())),
        (replace(FAILURE, contestant=1), None),
    ],
)
def test_what_no_session_like_this_wrote_is_done_again(
    tmp_path: Path, job: Key, result: Result
) -> None:
    """It used to be a traceback, with a checksum that is right."""
    with Findings(tmp_path, HEADER) as findings:
        findings.add(job, result)
    with Findings(tmp_path, HEADER) as findings:
        assert job not in findings
        assert ":2: a damaged line, done again: " in findings.damaged[0]
