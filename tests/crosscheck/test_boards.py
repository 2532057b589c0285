"""The boards that programs are checked on."""

from __future__ import annotations

from itertools import islice

import pytest

from satmayan.crosscheck.boards import builtin, generated, separating
from satmayan.crosscheck.referee import Case
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import MAX_STEPS, format_puzzle, promises
from satmayan.puzzle.rules import Cell, Step, is_stable, replay
from satmayan.search import literal as dfs

ENTRIES = [*builtin(), *generated(1, 49)]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_every_board_keeps_the_promises(entry: Case) -> None:
    board = entry.puzzle.board
    assert is_stable(board) and not board.is_empty
    assert promises(board) == []
    assert entry.puzzle.steps <= MAX_STEPS


def test_names_are_unique() -> None:
    assert len({entry.name for entry in ENTRIES}) == len(ENTRIES)


def test_a_seed_gives_the_same_boards_and_another_gives_others() -> None:
    assert [*generated(3, 14)] == [*islice(generated(3, 100), 14)]
    texts = [{format_puzzle(e.puzzle) for e in generated(seed, 28)} for seed in (3, 4)]
    assert len(texts[0] & texts[1]) < 10


def test_no_board_comes_twice() -> None:
    """38 of 344 were repeats."""
    entries = [*builtin(), *separating(), *generated(1, 300)]
    assert len({entry.puzzle for entry in entries}) == len(entries)


def of_kind(kind: str) -> list[Puzzle]:
    return [e.puzzle for e in ENTRIES if e.name.startswith(kind)]


def test_a_mixture_has_boards_with_and_without_a_plan() -> None:
    solvable = [dfs.first_plan(e.puzzle) is not None for e in ENTRIES]
    assert 0.2 < sum(solvable) / len(solvable) < 0.95


def test_wasteful_boards_make_answers_swap_equal_blocks() -> None:
    plans = [(puzzle, dfs.first_plan(puzzle)) for puzzle in of_kind("wasteful")]
    wasted = [s.before == s.after for p, plan in plans if plan for s in replay(p.board, plan)]
    assert sum(wasted) >= 1


def test_tall_boards_fill_columns() -> None:
    assert any(len(c) == 7 for puzzle in of_kind("tall") for c in puzzle.board.columns)


def answer_to(name: str) -> tuple[Step, ...]:
    """The steps of the answer to a built-in board."""
    (puzzle,) = [entry.puzzle for entry in builtin() if entry.name == name]
    plan = dfs.first_plan(puzzle, literal=True)
    assert plan is not None
    return replay(puzzle.board, plan)


def vanishing(name: str) -> list[frozenset[Cell]]:
    """The cells that vanish, round by round, in the answer to a built-in board."""
    return [r.vanishing for step in answer_to(name) for r in step.rounds]


@pytest.mark.parametrize(("name", "cells"), [("cross", 5), ("plus", 5)])
def test_a_cross_vanishes(name: str, cells: int) -> None:
    crossed = [v for v in vanishing(name) if len({x for x, _ in v}) > 1 < len({y for _, y in v})]
    assert any(len(v) >= cells for v in crossed)


@pytest.mark.parametrize(
    ("name", "run"),
    [
        ("five-in-a-row", {(x, 0) for x in range(5)}),
        ("five-upright", {(4, y) for y in range(5)}),
        ("four-upright", {(3, y) for y in range(4)}),
        ("drop-into-the-top", {(3, y) for y in (4, 5, 6)}),
    ],
)
def test_a_long_or_high_run_vanishes(name: str, run: set[Cell]) -> None:
    assert any(run <= cells for cells in vanishing(name))


@pytest.mark.parametrize(("name", "rounds"), [("three-rounds", 3), ("four-rounds", 4)])
def test_a_chain_of_rounds(name: str, rounds: int) -> None:
    assert max(len(step.rounds) for step in answer_to(name)) == rounds


def test_runs_of_two_colours_vanish_at_once() -> None:
    rounds = [r for step in answer_to("two-runs-at-once") for r in step.rounds]
    assert any(len({r.board.at(*cell) for cell in r.vanishing}) == 2 for r in rounds)


def test_two_columns_are_full() -> None:
    columns = answer_to("full-columns")[0].before.columns
    assert sum(len(column) == 7 for column in columns) == 2
