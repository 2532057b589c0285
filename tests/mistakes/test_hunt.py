"""The hunt for small boards, and where its boards come from."""

from __future__ import annotations

from random import Random

import pytest

from satmayan.mistakes.catalogue import load
from satmayan.mistakes.hunt import (
    is_answered_wrongly,
    random_puzzles,
    small_puzzles,
    smallest,
    smallest_like,
)
from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.files import parse_line, puzzle_line
from satmayan.puzzle.generate import random_board
from satmayan.puzzle.planting import Taste, every_board, planted
from satmayan.puzzle.rules import is_stable
from satmayan.puzzle.shrink import size
from satmayan.search.literal import first_plan


def test_every_board_counts_boards_up_to_colour_names_once() -> None:
    boards = list(every_board(6))
    assert len(boards) == len({board.renumbered() for board in boards})
    assert all(is_stable(board) and min(board.colours().values()) >= 3 for board in boards)


def test_every_board_of_three_blocks_is_met() -> None:
    """35 ways to stack three blocks on five columns, less 5 columns and 3 rows of three."""
    assert len(list(every_board(3))) == 35 - 5 - 3


def test_a_planted_puzzle_has_a_plan() -> None:
    rng = Random(3)
    made = [planted(rng, n, Taste.random(rng)) for n in (1, 1, 1, 2, 2)]
    puzzles = [puzzle for puzzle in made if puzzle is not None and puzzle.board.blocks < 12]
    assert puzzles
    assert all(first_plan(puzzle) is not None for puzzle in puzzles)


def test_random_puzzles_repeat_from_their_seed() -> None:
    assert list(random_puzzles(Random(4), 20)) == list(random_puzzles(Random(4), 20))


def test_random_puzzles_can_be_wanted() -> None:
    def full(board: Board) -> bool:
        return max(map(len, board.columns)) == board.height

    assert all(full(puzzle.board) for puzzle in random_puzzles(Random(1), 5, full))


def test_a_board_is_shrunk_to_one_that_is_still_answered_wrongly() -> None:
    holds = is_answered_wrongly(("no-chain",))
    large = parse_line("2 | 3 3 | - | 3 | 1 1 2 1 2 | 2")
    assert holds(large)
    small = smallest_like(large, holds)
    assert holds(small) and size(small) < size(large) and small.board.blocks == 6


def test_small_puzzles_come_by_size() -> None:
    sizes = [size(puzzle)[:2] for puzzle in small_puzzles(4, 2)]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("name", ["skip-same-colour", "left-first", "mid-air", "no-chain"])
def test_the_recorded_board_is_the_smallest_of_all(name: str) -> None:
    found = smallest((name,), 1)
    assert found is not None and puzzle_line(found) == load(name).board


def test_what_cannot_be_found_is_none() -> None:
    assert smallest((), 1, blocks=3, tries=3) is None


def test_a_puzzle_too_large_to_simulate_is_not_said_to_be_wrong() -> None:
    large = Puzzle(random_board(Random(1), 30, 5), 5)
    assert not is_answered_wrongly(("skip-same-colour",))(large)
