"""Random and planted boards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from satmayan.puzzle.generate import candidates, planted, random_board, random_puzzle
from satmayan.puzzle.rules import is_stable, replay
from satmayan.search import literal as dfs


@pytest.mark.parametrize("blocks", [0, 2, 3, 14, 35])
def test_a_random_board_has_so_many_blocks_and_no_run(blocks: int) -> None:
    board = random_board(Random(1), blocks, 8)
    assert board.blocks == blocks
    assert is_stable(board)
    assert list(board.colours()) == list(range(1, len(board.colours()) + 1))


def test_every_colour_of_a_random_board_can_form_a_run() -> None:
    boards = [random_board(Random(seed), 12, 4) for seed in range(30)]
    assert all(min(board.colours().values()) >= 3 for board in boards)


@pytest.mark.parametrize(("blocks", "colours"), [(36, 4), (-1, 4), (35, 1)])
def test_what_cannot_be_met_is_refused(blocks: int, colours: int) -> None:
    with pytest.raises(ValueError):
        random_board(Random(1), blocks, colours)


@pytest.mark.parametrize("rounds", [(1,), (4,), (0, 1), (2, 0, 1), (1, 1, 1, 1, 1), (3, 2)])
def test_a_planted_plan_solves_in_the_wanted_rounds(rounds: Sequence[int]) -> None:
    for seed in range(10):
        puzzle, plan = planted(Random(seed), rounds, 5)
        steps = replay(puzzle.board, plan)
        assert is_stable(puzzle.board) and puzzle.steps == len(plan) == len(rounds)
        assert [len(step.rounds) for step in steps] == [*rounds]
        assert steps[-1].after.is_empty


def test_planted_boards_have_crosses_and_long_runs() -> None:
    sizes = set()
    for seed in range(100):
        puzzle, plan = planted(Random(seed), (1, 1), 2)
        (run,) = replay(puzzle.board, plan)[0].rounds
        straight = (
            len({x for x, _ in run.vanishing}) == 1 or len({y for _, y in run.vanishing}) == 1
        )
        sizes.add((len(run.vanishing), straight))
    assert {(3, True), (4, True), (5, True), (5, False)} <= sizes


@pytest.mark.parametrize("rounds", [(), (1, 0), (-1, 1)])
def test_impossible_rounds_are_refused(rounds: Sequence[int]) -> None:
    with pytest.raises(ValueError, match="1 or more in the last step"):
        planted(Random(1), rounds, 3)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="no board was met"):
        planted(Random(1), (20,), 3, tries=5)


def test_random_puzzles_stay_within_bounds_and_mix() -> None:
    rng = Random(1)
    puzzles = [random_puzzle(rng, steps=3, blocks=10, colours=3) for _ in range(60)]
    solvable = [dfs.first_plan(puzzle) is not None for puzzle in puzzles]
    assert all(p.board.blocks <= 10 and p.steps <= 3 and is_stable(p.board) for p in puzzles)
    assert 10 < sum(solvable) < 50


def test_a_seed_gives_the_same_puzzles() -> None:
    first, second = ([random_puzzle(Random(s)) for s in range(5)] for _ in range(2))
    assert first == second


def test_candidates_fit_what_is_wanted() -> None:
    wanted = range(6, 9), range(2, 3), range(2, 4)
    found = [p for p in islice(candidates(Random(1), *wanted, True, 2), 100) if p is not None]
    assert found
    for puzzle in found:
        assert puzzle.board.blocks in range(6, 9)
        assert len(puzzle.board.colours()) == 2
        assert puzzle.steps in range(2, 4)
