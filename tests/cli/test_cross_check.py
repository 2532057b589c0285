"""An encoding of the user's that says something else than the rules: never a wrong answer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from satmayan.base.limits import Deadline, LimitReached
from satmayan.planner import Config, Verdict, solve
from satmayan.puzzle.board import Board, Move, Puzzle

Program = Callable[..., Any]

ROOT = Path(__file__).parents[2]
TEMPLATE = (ROOT / "encodings" / "_template.py").read_text(encoding="utf-8")

# It has the plans 2 0 1, 3 0 -1, 4 0 -1 and others.
BOARD = "3\n0\n0\n1 0\n0\n1 1 0\n"
ANSWER = "2 0 1\n3 0 -1\n4 0 -1\n"
NO_PLAN = "2\n0\n0\n1 0\n0\n1 1 0\n"

END = "    line.add(cells, fall, axioms)\n"

WRONG = {
    "no seal": (TEMPLATE.replace("    line.seal(cells)\n", ""), 2),
    "an empty clause": (TEMPLATE.replace("yield from ()", "yield []"), 4),
    "no first move is (2, 0) right": (
        TEMPLATE.replace(
            END, END + "    f.add('x', [[-v] for m, v in drags.choices(0) if str(m) == '2 0 1'])\n"
        ),
        4,
    ),
    "no move is right": (
        TEMPLATE.replace(
            END, END + "    f.add('x', [[-v] for m, v in drags.choices(0) if m.g == 1])\n"
        ),
        4,
    ),
    "a literal beyond the last layer": (
        TEMPLATE.replace("yield from ()", "yield [10**6]"),
        2,
    ),
}


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "a.in"
    path.write_text(BOARD)
    return path


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_encoding_gives_no_answer(run: Program, board: Path, case: str) -> None:
    """Each of them answered -1, or a plan that is not the smallest, with exit code 0."""
    text, code = WRONG[case]
    assert text != TEMPLATE
    result = run("solve", board, "--encoding", write(board.parent, text))
    assert (result.code, result.out) == (code, "")
    if code == 4:
        assert "but the search finds 2 0 1, 3 0 -1, 4 0 -1" in result.err


@pytest.mark.parametrize(("text", "answer"), [(BOARD, ANSWER), (NO_PLAN, "-1\n")])
def test_a_right_encoding_is_cross_checked(
    run: Program, board: Path, text: str, answer: str
) -> None:
    board.write_text(text)
    result = run("solve", board, "--encoding", write(board.parent, TEMPLATE), "--stats")
    assert (result.code, result.out) == (0, answer)
    assert "\ncross-check: " in result.err


def test_built_in_encodings_are_believed(run: Program, board: Path) -> None:
    assert "cross-check" not in run("solve", board, "--stats").err


def test_no_cross_check_is_said(run: Program, board: Path) -> None:
    path = write(board.parent, WRONG["an empty clause"][0])
    result = run("solve", board, "--encoding", path, "--no-cross-check")
    assert (result.code, result.out) == (0, "-1\n")
    assert result.err == f"satmayan: what {path} answers is not cross-checked\n"


def test_a_search_that_reaches_its_limit_is_said(
    run: Program, board: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def give_up(*_: object, **__: object) -> None:
        raise LimitReached("enough")

    monkeypatch.setattr("satmayan.search.fast.first_plan", give_up)
    path = write(board.parent, TEMPLATE)
    (board.parent / "a.out").write_text(ANSWER)
    result = run("solve", board, "--encoding", path)
    assert (result.code, result.out) == (0, ANSWER)
    assert result.err == "satmayan: the answer was not cross-checked: enough\n"
    assert run("check", board, board.parent / "a.out", "--encoding", path).code == 3


def test_time_that_is_up_loses_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search has a limit of its own: an answer that is there is compared all the same."""
    puzzle = Puzzle(Board.of("", "", "1", "", "11"), 3)
    plan = (Move(2, 0, 1), Move(3, 0, -1), Move(4, 0, -1))
    monkeypatch.setattr("satmayan.engines.Sat._answer", lambda *_: plan)
    result = solve(puzzle, Config(encoding="mine.py"), Deadline(0))
    assert (result.verdict, result.plan, result.unchecked) == (Verdict.PLAN, plan, "")
