"""The catalogue: what each mistake is, and that the right program among them is right."""

from __future__ import annotations

from itertools import chain
from random import Random

import pytest

from satmayan.base.errors import ConfigError
from satmayan.base.messages import translate
from satmayan.mistakes import catalogue as mistakes
from satmayan.mistakes.program import Program, Shared, as_grid, line_runs
from satmayan.puzzle import rules
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import format_plan, parse_line
from satmayan.puzzle.generate import random_board
from satmayan.search import literal as dfs

# From what was seen in published programs: a board, the right answer, the mistaken program's.
SEEN = [
    ("skip-same-colour", "2 | - | - | - | 1 1 | 1", "3 0 1, 3 0 -1", "-1"),
    ("early-clear", "2 | - | - | 1 | - | 1 1", "-1", "4 0 -1"),
    ("early-clear-padded", "2 | - | - | 1 | - | 1 1", "-1", "4 0 -1, -1 -1 -1"),
    ("early-clear-zeros", "2 | - | - | 1 | - | 1 1", "-1", "4 0 -1, 0 0 0"),
    (
        "left-first",
        "3 | - | - | 1 | - | 1 1",
        "2 0 1, 3 0 -1, 4 0 -1",
        "2 0 -1, 1 0 1, 4 0 -1",
    ),
    ("no-left", "1 | - | - | - | 1 1 | 1", "3 0 -1", "-1"),
    ("three-only", "1 | - | 1 | - | 1 1 | 1", "3 0 -1", "-1"),
    ("one-run-at-a-time", "1 | - | - | 1 2 1 | 2 1 | 2 1", "-1", "2 0 -1"),
    ("columns-first", "1 | - | 1 | 1 | 2 1 1 | 1 2 2", "3 0 1", "-1"),
    ("rows-first", "1 | - | 1 | 1 | 2 1 1 | 1 2 2", "3 0 1", "-1"),
    ("no-chain", "1 | - | - | - | 1 1 2 1 2 | 2", "3 2 -1", "-1"),
    ("mid-air", "1 | - | 1 | 1 | - | 1 1", "4 0 -1", "4 1 -1"),
    ("full-column-read", "1 | - | 1 | 2 3 4 4 2 2 1 | 1 4 | 3 3", "2 2 1", None),
]


def random_puzzles(seed: int, count: int) -> list[Puzzle]:
    rng = Random(seed)
    sizes = [(rng.randint(3, 9), rng.randint(1, 2)) for _ in range(count)]
    return [Puzzle(random_board(rng, b, 2 if b > 5 else 1), n) for b, n in sizes]


def answer(text: str) -> list[str]:
    return text.replace(",", "").split()


@pytest.mark.parametrize("puzzle", random_puzzles(5, 60), ids=str)
def test_the_program_without_a_mistake_is_right(puzzle: Puzzle) -> None:
    assert Program().output(puzzle) == format_plan(dfs.first_plan(puzzle, literal=True))


def test_runs_by_line_are_the_runs_of_the_rules() -> None:
    rng = Random(8)
    for _ in range(300):
        heights = [rng.randint(0, 7) for _ in range(5)]
        columns = tuple(tuple(rng.randint(1, 2) for _ in range(h)) for h in heights)
        board = Puzzle(rules.Board(columns), 1).board
        found = Program().find_runs(as_grid(board))
        assert set(chain.from_iterable(found)) == rules.runs(board)


def test_a_longer_run_is_one_run_and_neighbouring_runs_are_two() -> None:
    assert line_runs((2, 1, 1, 1, 1)) == (range(1, 5),)
    assert line_runs((1, 1, 1, 2, 2, 2)) == (range(0, 3), range(3, 6))


@pytest.mark.parametrize("name, board, right, wrong", SEEN, ids=[row[0] for row in SEEN])
def test_a_mistake_answers_as_published_programs_did(
    name: str, board: str, right: str, wrong: str | None
) -> None:
    puzzle = parse_line(board)
    printed = mistakes.load(name)().output(puzzle)
    if wrong is None:
        assert printed is not None and printed.split() != answer(right)
    else:
        assert printed is not None and printed.split() == answer(wrong)


def test_the_catalogue_is_large() -> None:
    assert len(mistakes.names()) >= 18


@pytest.mark.parametrize("name", mistakes.names())
def test_a_mistake_is_wrong_on_its_own_board(name: str) -> None:
    kind = mistakes.load(name)
    puzzle = parse_line(kind.board)
    assert rules.is_stable(puzzle.board)
    assert kind().output(puzzle) != format_plan(dfs.first_plan(puzzle, literal=True))


@pytest.mark.parametrize("name", mistakes.names())
def test_a_mistake_is_described_in_two_languages(name: str) -> None:
    kind = mistakes.load(name)
    assert kind.does.isascii() and not translate(kind.does, "zh").isascii()


@pytest.mark.parametrize("name", mistakes.names())
def test_a_mistake_provokes_itself_on_its_own_board(name: str) -> None:
    kind = mistakes.load(name)
    assert kind.is_provoked_by(parse_line(kind.board).board)


def test_match_empty_never_ends() -> None:
    assert mistakes.load("match-empty")().output(parse_line("1 | - | - | - | 1 1 | 1")) is None


def test_an_unknown_mistake_lists_the_choices() -> None:
    with pytest.raises(ConfigError, match="skip-same-colour"):
        mistakes.load("no-such")


def test_mistakes_combine_over_different_hooks() -> None:
    """early-clear accepts the board one step early, three-only then misses the run of four."""
    puzzle = parse_line("2 | - | 1 | - | 1 1 | 1")
    both = mistakes.combine(("early-clear", "three-only"))().output(puzzle)
    alone = mistakes.combine(("early-clear",))().output(puzzle)
    assert both != alone and both != format_plan(dfs.first_plan(puzzle))


def test_mistakes_of_one_hook_chain() -> None:
    """Row by row and left before right: among equal rows and columns, left is tried first."""
    kind = mistakes.combine(("left-first", "row-major"))
    board = parse_line("1 | - | 1 2 | 2 1 | 1 | -").board
    assert [str(move) for move in kind().moves(board)][:3] == ["1 0 -1", "1 0 1", "2 0 -1"]


def test_a_mistake_does_not_combine_with_one_that_contains_it() -> None:
    with pytest.raises(ConfigError, match="variations"):
        mistakes.combine(("early-clear", "early-clear-padded"))


@pytest.mark.parametrize(
    "one, other", [("vertical-bound", "vertical-bound-lower"), ("one-cell-falls", "one-gap-falls")]
)
def test_variations_of_a_mistake_do_not_share_what_they_know(one: str, other: str) -> None:
    """They used to: the second that was asked printed what the first does."""
    known = Shared()
    puzzles = [parse_line(mistakes.load(name).board) for name in (one, other)]
    for name in (one, other):
        for puzzle in puzzles:
            assert mistakes.load(name)(known).output(puzzle) == mistakes.load(name)().output(puzzle)
