"""The boards that programs are checked on."""

from __future__ import annotations

from itertools import islice

import pytest

from satmayan import dfs
from satmayan.board import Puzzle
from satmayan.crosscheck.boards import KINDS, builtin, generated
from satmayan.crosscheck.referee import Entry
from satmayan.mayanfile import MAX_STEPS, format_puzzle, promises
from satmayan.rules import is_stable, replay

ENTRIES = [*builtin(), *generated(1, 70)]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_every_board_keeps_the_promises(entry: Entry) -> None:
    board = entry.puzzle.board
    assert is_stable(board) and not board.is_empty
    assert promises(board) == []
    assert entry.puzzle.steps <= MAX_STEPS


def test_names_are_unique() -> None:
    assert len({entry.name for entry in ENTRIES}) == len(ENTRIES)


def test_a_seed_gives_the_same_boards_and_another_gives_others() -> None:
    assert [*generated(3, 14)] == [*islice(generated(3, 100), 14)]
    texts = [{format_puzzle(e.puzzle) for e in generated(seed, 70)} for seed in (3, 4)]
    assert len(texts[0] & texts[1]) < 20


def of_kind(kind: str) -> list[Puzzle]:
    return [e.puzzle for e in generated(1, 10 * len(KINDS)) if e.name.startswith(kind)]


def test_a_mixture_has_boards_with_and_without_a_plan() -> None:
    solvable = [dfs.first_plan(e.puzzle) is not None for e in ENTRIES]
    assert 0.2 < sum(solvable) / len(solvable) < 0.95


def test_wasteful_boards_make_answers_swap_equal_blocks() -> None:
    plans = [(puzzle, dfs.first_plan(puzzle)) for puzzle in of_kind("wasteful")]
    wasted = [s.before == s.after for p, plan in plans if plan for s in replay(p.board, plan)]
    assert sum(wasted) >= 3


def test_tall_boards_fill_columns() -> None:
    assert any(len(c) == 7 for puzzle in of_kind("tall") for c in puzzle.board.columns)
