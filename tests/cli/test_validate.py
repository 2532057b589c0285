"""``satmayan validate`` as its users see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Program = Callable[..., Any]


def test_a_file_that_keeps_the_promises(run: Program, boards: Path) -> None:
    result = run("validate", boards / "a.in")
    assert (result.code, result.out, result.err) == (0, f"{boards / 'a.in'}: ok\n", "")


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("x", ["<stdin>:1:1: found 'x', expected the number of steps, 1 or more"]),
        ("6 0 0 0 0 0", ["<stdin>:1:1: 6 steps; the statement promises at most 5"]),
        (
            "1 2 2 2 0 0 0 0 0",
            [
                "<stdin>: the colours are not numbered from 1 without gaps: there is no colour 1",
                "<stdin>:1:3: found a run of 3 or more of colour 2, at column 0, row 0, "
                "expected a board at rest (--settle lets it settle)",
            ],
        ),
    ],
)
def test_every_broken_promise_is_a_line(run: Program, text: str, lines: list[str]) -> None:
    result = run("validate", "-", stdin=text)
    assert (result.code, result.err) == (1, "")
    assert result.out.splitlines() == lines


def test_all_files_are_looked_at(run: Program, boards: Path) -> None:
    bad = boards / "bad.in"
    bad.write_text("", encoding="utf-8")
    result = run("validate", bad, boards / "a.in")
    assert result.code == 1
    assert [line.rsplit(": ", 1)[-1] for line in result.out.splitlines()][-1] == "ok"


def test_a_missing_file_exits_2(run: Program, boards: Path) -> None:
    result = run("validate", boards / "none.in")
    assert (result.code, result.out) == (2, "")
    assert result.err == f"satmayan: {boards / 'none.in'}: No such file or directory\n"
