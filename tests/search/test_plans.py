"""``satmayan solve``: the least number of steps, several plans, and their number."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from satmayan.cli.solve import command
from satmayan.planner import Config, Verdict, solve_least
from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.files import format_plan
from satmayan.puzzle.generate import random_board
from satmayan.search import literal as dfs

TWO = "2 0 0 0 1 1 0 1 0\n"
PUZZLE = Puzzle(Board.of("", "", "", "11", "1"), 2)
ENGINES = ["search", "dfs"]


def run(*args: str, text: str = TWO) -> Result:
    return CliRunner().invoke(command, ["-", *args], input=text, standalone_mode=False)


@pytest.mark.parametrize("engine", ["sat", "search", "dfs"])
def test_min_steps_prints_the_plan_of_the_least_number_of_steps(engine: str) -> None:
    assert run("--min-steps", "--engine", engine).stdout == "3 0 -1\n"


@pytest.mark.parametrize("engine", ["sat", "search", "dfs"])
def test_min_steps_goes_no_further_than_n(engine: str) -> None:
    text = "1 1 0 1 1 0 0 2 2 0 2 0\n"
    assert run("--min-steps", "--engine", engine, text=text).stdout == "-1\n"
    more = run("--min-steps", "--engine", engine, "--steps", "3", text=text)
    assert more.stdout == "1 0 1\n3 0 -1\n"


@pytest.mark.parametrize("seed", range(12))
def test_least_number_of_steps(seed: int) -> None:
    puzzle = Puzzle(random_board(Random(seed), 6 + seed % 3, 1 + seed % 2), 3)
    plans = (dfs.first_plan(Puzzle(puzzle.board, n)) for n in (1, 2, 3))
    expected = next((plan for plan in plans if plan is not None), None)
    result = solve_least(puzzle, Config("search"))
    assert result.plan == expected
    assert result.verdict is (Verdict.NO_PLAN if expected is None else Verdict.PLAN)


@pytest.mark.parametrize("options", [(), ("--engine", "search"), ("--engine", "dfs")])
def test_all_prints_the_first_plans_in_answer_order(options: tuple[str, ...]) -> None:
    plans = list(dfs.all_plans(PUZZLE))
    assert len(plans) > 3
    assert run("--all", "3", *options).stdout == "\n".join(map(format_plan, plans[:3]))


def test_all_prints_every_plan_where_there_are_fewer() -> None:
    plans = list(dfs.all_plans(PUZZLE))
    found = json.loads(run("--all", "1000", "--json").stdout)["plans"]
    assert found == [[[m.x, m.y, m.g] for m in plan] for plan in plans]


@pytest.mark.parametrize("engine", ENGINES)
def test_without_a_plan_all_prints_minus_one_and_count_nought(engine: str) -> None:
    text = "1 0 0 0 1 1 0 2 0\n"
    assert run("--all", "2", "--engine", engine, text=text).stdout == "-1\n"
    assert run("--count", "--engine", engine, text=text).stdout == "0\n"


@pytest.mark.parametrize("engine", ENGINES)
def test_count(engine: str) -> None:
    count = len(list(dfs.all_plans(PUZZLE)))
    assert run("--count", "--engine", engine).stdout == f"{count}\n"
    assert json.loads(run("--count", "--engine", engine, "--json").stdout) == {"count": count}


def test_count_goes_to_the_output_file(tmp_path: Path) -> None:
    out = tmp_path / "count"
    assert run("--count", "-o", str(out)).stdout == ""
    assert int(out.read_text()) == len(list(dfs.all_plans(PUZZLE)))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--all", "2", "--engine", "sat"], "not with sat"),
        (["--count", "--engine", "sat"], "not with sat"),
        (["--count", "--all", "2"], "exclude each other"),
        (["--min-steps", "--count"], "exclude each other"),
    ],
)
def test_what_does_not_go_together_is_bad_usage(options: list[str], message: str) -> None:
    error = run(*options).exception
    assert error is not None and message in str(error)
