"""``satmayan generate``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline
from satmayan.cli.generate import command
from satmayan.cli.verify import command as verify_command
from satmayan.proof import checkers
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import format_plan, parse_puzzle
from satmayan.puzzle.rules import replay
from satmayan.search import literal as dfs

EVENTS = Path(__file__).resolve().parents[2] / "encodings" / "events.py"
SMALL = ("--blocks", "6", "--colours", "2")


def generate(*args: str) -> Result:
    return CliRunner().invoke(command, args, catch_exceptions=False)


def puzzles(*args: str) -> list[Puzzle]:
    return [parse_puzzle(text).puzzle for text in generate(*args).stdout.split("\n\n")]


def test_one_board_is_a_mayan_in() -> None:
    (puzzle,) = puzzles("--blocks", "9", "--colours", "3", "--steps", "2")
    assert (puzzle.board.blocks, len(puzzle.board.colours()), puzzle.steps) == (9, 3, 2)


@pytest.mark.parametrize("engine", ["random", "sat"])
def test_a_seed_gives_the_same_boards_and_all_differ(engine: str) -> None:
    args = (*SMALL, "--engine", engine, "--count", "5", "--seed")
    found = puzzles(*args, "5")
    assert found == puzzles(*args, "5")
    assert len(set(found)) == 5
    assert found != puzzles(*args, "6")


@pytest.mark.parametrize("engine", ["random", "sat"])
@pytest.mark.parametrize(("option", "solvable"), [("--solvable", True), ("--unsolvable", False)])
def test_with_or_without_a_plan(engine: str, option: str, solvable: bool) -> None:
    args = (*SMALL, "--engine", engine, option, "--count", "3", "--steps", "1-2")
    assert [dfs.first_plan(puzzle) is not None for puzzle in puzzles(*args)] == [solvable] * 3


@pytest.mark.parametrize("engine", ["random", "sat"])
def test_a_chain_of_rounds(engine: str) -> None:
    (puzzle,) = puzzles("--chain", "3", "--steps", "1", "--engine", engine)
    plan = dfs.first_plan(puzzle)
    assert plan is not None
    assert engine == "sat" or max(len(s.rounds) for s in replay(puzzle.board, plan)) >= 3


def test_who_made_it_and_the_plan_are_said() -> None:
    result = generate(*SMALL, "--rounds", "0,2")
    assert "made by: sat (events, glucose4)\n" in result.stderr
    assert "plan: " in result.stderr
    assert "made by: random\n" in generate(*SMALL).stderr


def test_the_smallest_is_proven() -> None:
    result = generate("--needs", "same-colour-swap", "--smallest", "--steps", "2")
    assert "fewest blocks: 3 (proven" in result.stderr
    assert parse_puzzle(result.stdout).puzzle.board.blocks == 3


def test_files_hold_boards_answers_and_plans(tmp_path: Path) -> None:
    result = generate(*SMALL, "--has", "left-drag", "--count", "2", "-o", str(tmp_path / "new"))
    assert result.stdout == ""
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == ["1.in", "1.out", "1.plan", "2.in", "2.out", "2.plan"]
    puzzle = parse_puzzle((tmp_path / "new" / "2.in").read_text()).puzzle
    assert (tmp_path / "new" / "2.out").read_text() == format_plan(dfs.first_plan(puzzle))


def test_a_mistake_is_tempted() -> None:
    from satmayan.mistakes.hunt import is_answered_wrongly

    args = ("--blocks", "3", "--colours", "1", "--steps", "2", "--mistake", "skip-same-colour")
    (puzzle,) = puzzles(*args)
    assert is_answered_wrongly(("skip-same-colour",))(puzzle)


def test_a_program_is_made_to_fail() -> None:
    program = f"{sys.executable} -c 'print(-1)'"
    (puzzle,) = puzzles(*SMALL, "--steps", "1", "--solvable", "--fails", program)
    assert dfs.first_plan(puzzle) is not None


def test_no_such_board_is_an_answer_with_a_proof(tmp_path: Path) -> None:
    target = tmp_path / "proof"
    args = (*SMALL, "--steps", "1", "--heights", "0,0,6,0,0", "--prove", str(target))
    result = CliRunner().invoke(command, args, standalone_mode=False, catch_exceptions=False)
    assert (result.return_value, result.stdout) == (1, "")
    assert "no such board (1 sizes refuted)" in result.stderr
    assert sorted(path.name for path in target.iterdir()) == ["1.cnf", "1.drat", "manifest.json"]
    assert (target / "1.cnf").read_text().startswith("c claim there is such a board of 1 steps")
    for checker in checkers.offered():
        checker.check(target / "1.cnf", target / "1.drat", Deadline())
    verified = CliRunner().invoke(verify_command, [str(target)], standalone_mode=False)
    assert verified.return_value == 0
    assert "not checked: that the formulas say what is wished" in verified.stdout
    assert verified.stdout.endswith("\nverified\n")


def test_no_certificate_with_an_encoding_that_nobody_else_has(tmp_path: Path) -> None:
    """Said at once, not after the search."""
    args = (*SMALL, "--encoding", str(EVENTS), "--engine", "sat", "--prove", str(tmp_path / "p"))
    with pytest.raises(ConfigError, match="no certificates with encoding"):
        CliRunner().invoke(command, args, standalone_mode=False, catch_exceptions=False)


def test_fewer_boards_than_asked_for_are_said_to_be_all() -> None:
    args = ("--blocks", "3", "--colours", "1", "--steps", "1", "--heights", "*,*,0,0,0")
    result = generate(*args, "--count", "90", "--solvable")
    assert result.exit_code == 0
    assert "there is no other board: " in result.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--blocks", "36"), "not within 3-35"),
        (("--steps", "3-2"), "not within 1-5"),
        (("--colours", "many"), "not N or N-M"),
        (("--rounds", "1,x"), "'x' is neither * nor within 0-34"),
        (("--rounds", "1,1", "--steps", "3"), "--rounds is for 2 steps"),
        (("--heights", "1,2"), "--heights takes 5 numbers"),
        (("--smallest", "--most-rounds"), "ask for one"),
        (("--smallest", "--engine", "random"), "only --engine sat"),
        (("--prove", "x", "--needs", "crossing"), "speaks of all plans"),
    ],
)
def test_bad_wishes(args: tuple[str, ...], message: str) -> None:
    result = generate(*args)
    assert result.exit_code == 2
    assert message in result.stderr
