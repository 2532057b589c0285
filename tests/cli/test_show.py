"""``satmayan show`` as its users see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

Program = Callable[..., Any]


def test_a_plan_is_drawn_step_by_step(run: Program, boards: Path) -> None:
    result = run("show", boards / "a.in", boards / "a.out")
    assert (result.code, result.err) == (0, "")
    heads = [line for line in result.out.splitlines() if line.startswith("step")]
    assert heads == [
        "step 1: 3 0 1   drag the 1 at column 3, row 0 right, changing places with its like",
        "step 2: 3 0 -1   drag the 1 at column 3, row 0 left, onto column 2",
    ]
    assert "0  .  . (1)(1)(1)" in result.out


def test_without_an_answer_the_plan_is_looked_for(run: Program, boards: Path) -> None:
    given = run("show", boards / "a.in", boards / "a.out")
    found = run("show", "--engine", "dfs", boards / "a.in")
    assert found == given


def test_no_plan_shows_the_board_and_says_so(run: Program) -> None:
    result = run("show", "--engine", "dfs", "-", stdin="1 1 0 0 1 0 0 1 0")
    assert result.code == 0
    assert "0  1  .  1  .  1\n" in result.out
    assert result.out.endswith("there is no plan (-1)\n")


def test_a_plan_that_breaks_the_rules_is_drawn_up_to_there(run: Program, boards: Path) -> None:
    result = run("show", boards / "a.in", "-", stdin="3 0 1\n0 0 1\n")
    assert result.code == 1
    assert "step 1:" in result.out
    assert result.err == "wrong: step 2 (0 0 1): there is no block at (0, 0)\n"


def test_a_limit_without_a_plan_exits_3(run: Program, boards: Path) -> None:
    result = run("show", "--engine", "dfs", "--time-limit", "1e-9", boards / "a.in")
    assert (result.code, result.out) == (3, "")
