"""``satmayan check`` as its users see it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Program = Callable[..., Any]


def test_a_right_answer_exits_0(run: Program, boards: Path) -> None:
    result = run("check", "--engine", "dfs", boards / "a.in", boards / "a.out")
    assert (result.code, result.err) == (0, "")
    assert result.out == (
        "right: the plan is legal and empties the board in 2 steps, and no plan is smaller\n"
    )


def test_a_wrong_answer_exits_1_and_shows_the_board_there(run: Program, boards: Path) -> None:
    result = run("check", boards / "a.in", "-", stdin="3 1 1\n4 2 -1\n")
    assert (result.code, result.err) == (1, "")
    assert result.out == (
        "wrong: step 2 (4 2 -1): there is no block at (4, 2)\n"
        "\n"
        "the board before step 2:\n"
        "6  .  .  .  .  .\n"
        "5  .  .  .  .  .\n"
        "4  .  .  .  .  .\n"
        "3  .  .  .  .  .\n"
        "2  .  .  .  . <.]\n"
        "1  .  .  .  .  1\n"
        "0  .  .  .  1  1\n"
        "   0  1  2  3  4\n"
    )


def test_a_larger_plan_is_told_the_smallest(run: Program, boards: Path) -> None:
    result = run("check", "--engine", "dfs", boards / "a.in", "-", stdin="3 0 1\n3 1 -1\n")
    assert result.code == 1
    assert result.out.startswith("wrong: step 2 (3 1 -1): a smaller plan has 3 0 -1 here\n")
    assert result.out.endswith("\nthe smallest plan:\n3 0 1\n3 0 -1\n")


def test_blocks_left_over_are_shown(run: Program, boards: Path) -> None:
    result = run("check", boards / "a.in", "-", stdin="3 0 1\n3 0 1\n")
    assert result.code == 1
    assert "the board after step 2:\n" in result.out


def test_what_is_no_answer_exits_2_with_its_place(run: Program, boards: Path) -> None:
    result = run("check", boards / "a.in", "-", stdin="3 0 1\n3 0 right\n")
    assert (result.code, result.out) == (2, "")
    assert result.err == "<stdin>:2:5: found 'right', expected a number (g of move 2)\n"


def test_an_open_question_exits_3(run: Program, boards: Path) -> None:
    args = ("--engine", "dfs", "--time-limit", "1e-9")
    result = run("check", *args, boards / "a.in", boards / "a.out")
    assert result.code == 3
    assert result.out.startswith("open: the plan is legal and empties the board in 2 steps; ")


@pytest.mark.parametrize(
    ("option", "name"),
    [("--engine", "magic"), ("--encoding", "magic"), ("--solver", "magic"), ("--set", "magic")],
)
def test_an_unknown_engine_is_refused(run: Program, boards: Path, option: str, name: str) -> None:
    result = run("check", option, name, boards / "a.in", boards / "a.out")
    assert (result.code, result.out) == (2, "")
    assert name in result.err


def test_only_one_file_is_standard_input(run: Program) -> None:
    result = run("check", "-", "-", stdin="1")
    assert result.code == 2
    assert "only one file can be standard input" in result.err


def test_as_a_checker_a_right_answer_is_ok_on_stderr(run: Program, boards: Path) -> None:
    result = run("check", boards / "a.in", boards / "a.out", boards / "a.out")
    assert (result.code, result.out) == (0, "")
    assert result.err.startswith("ok ")


def test_as_a_checker_a_wrong_answer_exits_1(run: Program, boards: Path) -> None:
    result = run("check", boards / "a.in", "-", boards / "a.out", stdin="3 0 1\n3 1 -1\n")
    assert (result.code, result.out) == (1, "")
    assert result.err == "wrong answer step 2 (3 1 -1): a smaller plan has 3 0 -1 here\n"


def test_as_a_checker_no_answer_at_all_exits_2(run: Program, boards: Path) -> None:
    result = run("check", boards / "a.in", "-", boards / "a.out", stdin="none\n")
    assert result.code == 2 and result.err.startswith("wrong output format ")


@pytest.mark.parametrize(
    "jury", ["-1", "3 1 1 3 0 1", "4 0 -1 4 0 -1", "none"], ids=["refuted", "larger", "bad", "text"]
)
def test_as_a_checker_a_wrong_jury_exits_3(run: Program, boards: Path, jury: str) -> None:
    (boards / "jury.out").write_text(jury, encoding="utf-8")
    result = run("check", boards / "a.in", boards / "a.out", boards / "jury.out")
    assert result.code == 3 and result.err.startswith("FAIL ")


def test_as_a_checker_it_writes_the_verdict_to_a_report(run: Program, boards: Path) -> None:
    result = run("check", boards / "a.in", "-", boards / "a.out", boards / "report", stdin="-1")
    assert (result.code, result.out, result.err) == (1, "", "")
    report = (boards / "report").read_text(encoding="utf-8")
    assert report == "wrong answer there is a plan of exactly 2 steps\n"


def test_a_page_shows_the_wrong_answer_beside_the_smallest_plan(run: Program, boards: Path) -> None:
    page = boards / "page.html"
    result = run("check", boards / "a.in", "-", "--html", page, stdin="3 0 1\n3 1 -1\n")
    assert result.code == 1
    data = page_data(page)
    assert [plan["moves"] for plan in data["plans"]] == [
        [[3, 0, 1], [3, 1, -1]],
        [[3, 0, 1], [3, 0, -1]],
    ]
    assert (
        data["plans"][0]["note"]["zh"]
        == "错误：第 2 步（3 1 -1）：字典序更小的方案在这一步走 3 0 -1"
    )


def test_a_page_of_minus_one_shows_the_plan_that_was_missed(run: Program, boards: Path) -> None:
    page = boards / "page.html"
    run("check", boards / "a.in", "-", "--html", page, stdin="-1\n")
    (plan,) = page_data(page)["plans"]
    assert (plan["moves"], plan["good"]) == ([[3, 0, 1], [3, 0, -1]], False)
    assert plan["note"]["en"] == "wrong: there is a plan of exactly 2 steps"


def page_data(page: Path) -> Any:
    text = page.read_text(encoding="utf-8")
    return json.loads(text.split('type="application/json">')[1].split("</script>")[0])
