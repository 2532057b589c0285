"""``satmayan generate``."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from satmayan.cli.generate import command
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import format_plan, parse_puzzle
from satmayan.puzzle.rules import replay
from satmayan.search import literal as dfs


def generate(*args: str) -> Result:
    return CliRunner().invoke(command, ["--engine", "dfs", *args], catch_exceptions=False)


def puzzles(*args: str) -> list[Puzzle]:
    return [parse_puzzle(text).puzzle for text in generate(*args).stdout.split("\n\n")]


def test_one_board_is_a_mayan_in() -> None:
    (puzzle,) = puzzles("--blocks", "9", "--colours", "3", "--steps", "2")
    assert (puzzle.board.blocks, len(puzzle.board.colours()), puzzle.steps) == (9, 3, 2)


def test_a_seed_gives_the_same_boards_and_all_differ() -> None:
    found = puzzles("--count", "10", "--seed", "5")
    assert found == puzzles("--count", "10", "--seed", "5")
    assert len(set(found)) == 10
    assert found != puzzles("--count", "10", "--seed", "6")


@pytest.mark.parametrize(("option", "solvable"), [("--solvable", True), ("--unsolvable", False)])
def test_with_or_without_a_plan(option: str, solvable: bool) -> None:
    found = puzzles(option, "--count", "5", "--steps", "1-2")
    assert [dfs.first_plan(puzzle) is not None for puzzle in found] == [solvable] * 5


def test_a_chain_of_rounds() -> None:
    (puzzle,) = puzzles("--rounds", "3", "--steps", "2")
    plan = dfs.first_plan(puzzle)
    assert plan and max(len(step.rounds) for step in replay(puzzle.board, plan)) >= 3


def test_a_same_colour_swap() -> None:
    (puzzle,) = puzzles("--same-colour-swap", "--blocks", "3-8")
    plan = dfs.first_plan(puzzle)
    assert plan and any(step.before == step.dragged for step in replay(puzzle.board, plan))


def test_files_hold_boards_and_answers(tmp_path: Path) -> None:
    result = generate("--count", "2", "-o", str(tmp_path / "new"))
    assert result.stdout == ""
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["1.in", "1.out", "2.in", "2.out"]
    puzzle = parse_puzzle((tmp_path / "new" / "2.in").read_text()).puzzle
    assert (tmp_path / "new" / "2.out").read_text() == format_plan(dfs.first_plan(puzzle))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--blocks", "36"), "not within 3-35"),
        (("--steps", "3-2"), "not within 1-5"),
        (("--colours", "many"), "not N or N-M"),
        (("--unsolvable", "--rounds", "2"), "no answer to wish anything of"),
    ],
)
def test_bad_wishes(args: tuple[str, ...], message: str) -> None:
    result = generate(*args)
    assert result.exit_code == 2
    assert message in result.stderr
