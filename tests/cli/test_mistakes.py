"""``satmayan mistakes`` and ``satmayan solve --mistake`` as their users see them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from satmayan.mistakes.catalogue import names

Program = Callable[..., Any]


def test_the_list_has_a_line_a_mistake(run: Program) -> None:
    result = run("mistakes")
    assert (result.code, result.err) == (0, "")
    assert tuple(line.split()[0] for line in result.out.splitlines()) == names()


def test_the_list_comes_in_chinese(run: Program) -> None:
    assert "跳过同色交换" in run("mistakes", "--lang", "zh").out


def test_one_is_explained_with_both_replays(run: Program) -> None:
    result = run("mistakes", "skip-same-colour")
    assert result.code == 0
    assert "board: 2 | - | - | - | 1 1 | 1\n" in result.out
    assert "by the rules       |   as the program sees it\n" in result.out
    assert "this move is never tried" in result.out


def test_the_replays_part_where_the_mistake_is_made(run: Program) -> None:
    """The program sees only three of the four blocks vanish, and is left with one."""
    lines = run("mistakes", "three-only").out.splitlines()
    (row,) = (line for line in lines if "(1)" in line)
    right, wrong = row.split("|")
    assert (right.count("(1)"), wrong.count("(1)")) == (4, 3)


def test_two_are_explained_together_on_a_given_board(run: Program, boards: Path) -> None:
    result = run("mistakes", "no-left", "skip-same-colour", "--board", boards / "a.in")
    assert result.code == 0
    assert result.out.startswith("no-left\n") and "\nskip-same-colour\n" in result.out


def test_an_unknown_name_lists_the_choices(run: Program) -> None:
    result = run("mistakes", "no-such")
    assert (result.code, result.out) == (2, "")
    assert "mid-air" in result.err


def test_a_search_prints_the_smallest_board(run: Program) -> None:
    result = run("mistakes", "--search", "no-left")
    assert (result.code, result.out) == (0, "1 | - | - | - | 1 1 | 1\n")
    assert result.err == "proven smallest: every smaller board was tried\n"


def test_a_search_says_what_was_tried_in_vain(run: Program) -> None:
    result = run("mistakes", "--search", "no-chain", "--blocks", "3", "--tries", "1")
    assert result.err.startswith("no board of up to 3 blocks and 3 steps shows it: all were tried")


def test_solve_answers_as_a_program_with_the_mistake(run: Program, boards: Path) -> None:
    result = run("solve", boards / "a.in", "--mistake", "skip-same-colour")
    assert (result.code, result.out) == (0, "-1\n")


def test_solve_writes_the_mistaken_answer_to_a_file(run: Program, boards: Path) -> None:
    target = boards / "got"
    assert run("solve", boards / "a.in", "--mistake", "left-first", "-o", target).code == 0
    assert target.read_text(encoding="utf-8") == "3 0 1\n3 0 -1\n"


def test_solve_with_a_mistake_that_hangs_exits_3(run: Program, boards: Path) -> None:
    result = run("solve", boards / "a.in", "--mistake", "match-empty")
    assert (result.code, result.out) == (3, "")
    assert "never ends" in result.err


@pytest.mark.parametrize("search", [("--search", "mid-air"), ("--separating",)])
def test_a_search_refuses_a_time_limit(run: Program, search: tuple[str, ...]) -> None:
    """It used to take one, and not keep it."""
    result = run("mistakes", *search, "--time-limit", "1")
    assert (result.code, result.out) == (2, "")
    assert "it ends after --tries boards" in result.err
