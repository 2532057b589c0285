"""Shrinking to a smallest board that still fails."""

from __future__ import annotations

from random import Random

from satmayan.base.limits import Deadline
from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.files import promises
from satmayan.puzzle.generate import random_puzzle
from satmayan.puzzle.rules import is_stable, legal_moves, step
from satmayan.puzzle.shrink import shrink, size, smaller
from satmayan.search import literal as dfs

BIG = Puzzle(Board.of("121", "2131", "312", "2", "33221"), 4)


def test_everything_proposed_is_smaller_and_keeps_the_promises() -> None:
    rng = Random(1)
    for _ in range(30):
        puzzle = random_puzzle(rng, steps=3, blocks=12)
        for candidate in smaller(puzzle):
            assert size(candidate) < size(puzzle)
            assert is_stable(candidate.board) and not candidate.board.is_empty
            assert promises(candidate.board) == []


def test_a_failure_that_is_always_there_shrinks_to_one_block() -> None:
    smallest = shrink(BIG, lambda puzzle: True, tries=1000, deadline=Deadline())
    assert smallest == Puzzle(Board.of("", "", "", "", "1"), 1)


def test_what_shows_the_failure_is_kept() -> None:
    """Two colours in one column, at least five blocks, at least two steps."""

    def fails(puzzle: Puzzle) -> bool:
        mixed = any(len(set(column)) > 1 for column in puzzle.board.columns)
        return mixed and puzzle.board.blocks >= 5 and puzzle.steps >= 2

    smallest = shrink(BIG, fails, tries=1000, deadline=Deadline())
    assert (smallest.board.blocks, smallest.steps) == (5, 2)
    assert fails(smallest)


def test_a_missed_same_colour_swap_shrinks_to_three_blocks() -> None:
    """A program that never swaps equal blocks misses plans; three blocks show it."""

    def misses(puzzle: Puzzle) -> bool:
        plan = dfs.first_plan(puzzle)
        return plan is not None and not _without_swaps(puzzle.board, puzzle.steps)

    start = Puzzle(Board.of("", "112", "12", "", "22"), 3)
    assert misses(start)
    smallest = shrink(start, misses, tries=400, deadline=Deadline())
    assert smallest.board.blocks == 3


def _without_swaps(board: Board, steps: int) -> bool:
    if steps == 0:
        return board.is_empty
    return any(
        _without_swaps(after, steps - 1)
        for after in (step(board, move).after for move in legal_moves(board))
        if after != board
    )


def test_it_is_deterministic() -> None:
    def fails(puzzle: Puzzle) -> bool:
        return len(puzzle.board.colours()) > 1

    once = shrink(BIG, fails, tries=50, deadline=Deadline())
    assert once == shrink(BIG, fails, tries=50, deadline=Deadline())


def test_no_more_tries_than_allowed_and_none_twice() -> None:
    seen: list[Puzzle] = []

    def fails(puzzle: Puzzle) -> bool:
        seen.append(puzzle)
        return puzzle.board.blocks >= 14

    shrink(BIG, fails, tries=20, deadline=Deadline())
    assert len(seen) == len(set(seen)) == 20


def test_nothing_is_tried_after_the_deadline() -> None:
    assert shrink(BIG, lambda puzzle: True, tries=1000, deadline=Deadline(0)) == BIG
