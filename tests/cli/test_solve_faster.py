"""``satmayan solve`` with --unfold and --jobs: what they print, and what is bad usage."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Program = Callable[..., Any]

ANSWER = "3 0 1\n3 0 -1\n"


@pytest.mark.parametrize(
    "options", [("--unfold", "1"), ("--jobs", "2"), ("--jobs", "3", "--unfold", "1")]
)
def test_the_answer_is_that_without(run: Program, boards: Path, options: tuple[str, ...]) -> None:
    found = run("solve", boards / "a.in", *options)
    assert (found.code, found.out, found.err) == (0, ANSWER, "")


def test_the_statistics_say_that_steps_were_simulated(run: Program, boards: Path) -> None:
    text = run("solve", boards / "a.in", "--unfold", "1", "--stats").err
    assert "first 1 step(s) simulated" in text and "unfold:" in text
    document = json.loads(run("solve", boards / "a.in", "--unfold", "1", "--json").out)
    assert "simulated" in document["engine"] and document["statistics"]["simulated"] == 1


def test_no_certificate_for_an_unfolded_answer(run: Program, boards: Path) -> None:
    target = boards / "certificate"
    found = run("solve", boards / "a.in", "--unfold", "1", "--prove", target)
    assert (found.code, found.out) == (2, "")
    assert "no --unfold" in found.err and not target.exists()


@pytest.mark.parametrize("engine", ["search", "dfs"])
@pytest.mark.parametrize("options", [("--unfold", "1"), ("--jobs", "2")])
def test_other_engines_do_not_take_them_silently(
    run: Program, boards: Path, engine: str, options: tuple[str, ...]
) -> None:
    """--jobs and --unfold used to be ignored with an engine that is not SAT."""
    found = run("solve", boards / "a.in", "--engine", engine, *options)
    assert (found.code, found.out) == (2, "")
    assert f"not --engine {engine}" in found.err


def test_as_many_steps_as_there_are_cannot_be_unfolded(run: Program, boards: Path) -> None:
    found = run("solve", boards / "a.in", "--unfold", "2")
    assert (found.code, found.out) == (2, "")
    assert found.err == (
        "satmayan: cannot unfold 2 of 2 step(s): at least one is left to the formula\n"
    )


@pytest.mark.parametrize(
    "options", [("--solver", "nobody"), ("--solver", "minisat22", "--strategy", "static")]
)
def test_a_bad_choice_is_bad_usage_with_processes_too(
    run: Program, boards: Path, options: tuple[str, ...]
) -> None:
    alone = run("solve", boards / "a.in", *options)
    assert alone.code == 2
    assert run("solve", boards / "a.in", *options, "--jobs", "2") == alone
