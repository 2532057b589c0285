"""``satmayan show`` as its users see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


def test_pictures_are_written_instead_of_text(run: Program, boards: Path) -> None:
    pytest.importorskip("PIL", reason="GIFs need Pillow")
    files = [boards / f"a.{kind}" for kind in ("svg", "html", "gif")]
    options = [word for file in files for word in (f"--{file.suffix[1:]}", file)]
    result = run("show", boards / "a.in", boards / "a.out", *options)
    assert (result.code, result.out, result.err) == (0, "", "")
    starts = [file.read_bytes()[:6] for file in files]
    assert starts == [b"<svg x", b"<!DOCT", b"GIF89a"]


def test_a_picture_that_cannot_be_written_is_an_error(run: Program, boards: Path) -> None:
    result = run("show", boards / "a.in", boards / "a.out", "--svg", boards / "none" / "a.svg")
    assert (result.code, result.out) == (2, "")
    assert result.err == f"satmayan: {boards / 'none' / 'a.svg'}: No such file or directory\n"


def test_the_page_of_a_wrong_answer_says_what_is_wrong(run: Program, boards: Path) -> None:
    page = boards / "a.html"
    result = run("show", boards / "a.in", "-", "--html", page, stdin="3 0 1\n0 0 1\n")
    assert result.code == 1
    assert '"en":"wrong: step 2 (0 0 1): there is no block at (0, 0)"' in page.read_text("utf-8")


def test_the_page_of_no_plan_says_so(run: Program, boards: Path) -> None:
    page = boards / "a.html"
    result = run("show", "--engine", "dfs", "-", "--html", page, stdin="1 1 0 0 1 0 0 1 0")
    assert (result.code, result.out) == (0, "there is no plan (-1)\n")
    assert '"note":{"en":"there is no plan (-1)","zh":"无解（-1）"}' in page.read_text("utf-8")
