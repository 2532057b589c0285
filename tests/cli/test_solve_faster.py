"""``satmayan solve`` with --jobs: what it prints, and what is bad usage."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Program = Callable[..., Any]

ANSWER = "3 0 1\n3 0 -1\n"


def test_the_answer_is_that_without(run: Program, boards: Path) -> None:
    found = run("solve", boards / "a.in", "--jobs", "2")
    assert (found.code, found.out, found.err) == (0, ANSWER, "")


@pytest.mark.parametrize("engine", ["search", "dfs"])
def test_other_engines_do_not_take_them_silently(run: Program, boards: Path, engine: str) -> None:
    """--jobs used to be ignored with an engine that is not SAT."""
    found = run("solve", boards / "a.in", "--engine", engine, "--jobs", "2")
    assert (found.code, found.out) == (2, "")
    assert f"not --engine {engine}" in found.err


@pytest.mark.parametrize(
    "options", [("--solver", "nobody"), ("--solver", "minisat22", "--strategy", "static")]
)
def test_a_bad_choice_is_bad_usage_with_processes_too(
    run: Program, boards: Path, options: tuple[str, ...]
) -> None:
    alone = run("solve", boards / "a.in", *options)
    assert alone.code == 2
    assert run("solve", boards / "a.in", *options, "--jobs", "2") == alone
