"""Unfolding: the frontier, and the same answers as without it."""

from __future__ import annotations

from random import Random

import pytest
from cascades import cascade

from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline, LimitReached
from satmayan.planner import Config, Verdict, solve, solve_least
from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.generate import random_board
from satmayan.puzzle.rules import replay
from satmayan.search import fast as search
from satmayan.search import literal as dfs
from satmayan.search.unfolding import frontier

PUZZLE = Puzzle(Board.of("", "", "", "11", "1"), 3)


def sample(seed: int) -> Puzzle:
    """A small board, with or without a plan."""
    random = Random(seed)
    colours = random.randint(1, 3)
    board = random_board(random, 3 * colours + random.randint(0, 3), colours)
    return Puzzle(board, 2 + seed % 3)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("encoding", ["events", "rounds"])
def test_every_depth_gives_the_answer_of_the_search(encoding: str, seed: int) -> None:
    puzzle = sample(seed)
    expected = search.first_plan(puzzle)
    for depth in range(1, puzzle.steps):
        result = solve(puzzle, Config(encoding=encoding, unfold=depth))
        assert result.verdict is (Verdict.NO_PLAN if expected is None else Verdict.PLAN)
        assert result.plan == expected


@pytest.mark.parametrize("seed", [0, 3, 9])
def test_a_bound_that_has_to_be_raised_loses_no_plan(seed: int) -> None:
    """Two or three rounds in a step, where there is room for one at first."""
    puzzle = Puzzle(cascade(Random(seed), 3, 3), 2)
    config = Config(encoding="rounds", options={"rounds": "1"}, unfold=1)
    assert solve(puzzle, config).plan == search.first_plan(puzzle) is not None


def test_the_samples_are_solvable_and_not() -> None:
    answers = [search.first_plan(sample(seed)) for seed in range(12)]
    assert None in answers and any(answers)


@pytest.mark.parametrize("seed", range(4))
def test_a_frontier_holds_each_board_once_by_its_smallest_moves_in_order(seed: int) -> None:
    puzzle = sample(seed)
    reached = frontier(puzzle, 2, Deadline())
    assert [r.moves for r in reached] == sorted(r.moves for r in reached)
    assert len({r.board for r in reached}) == len(reached)
    for r in reached:
        steps = replay(puzzle.board, r.moves)
        assert steps[-1].after == r.board
        assert tuple(len(step.rounds) for step in steps) == r.rounds


def test_every_plan_passes_a_board_of_the_frontier() -> None:
    boards = {r.board for r in frontier(PUZZLE, 2, Deadline())}
    plans = list(dfs.all_plans(PUZZLE))
    assert plans
    assert all(replay(PUZZLE.board, plan)[1].after in boards for plan in plans)


def test_unfolding_keeps_to_the_deadline() -> None:
    with pytest.raises(LimitReached):
        frontier(PUZZLE, 2, Deadline(0))


def test_all_steps_cannot_be_unfolded() -> None:
    with pytest.raises(ConfigError, match="cannot unfold 3 of 3"):
        solve(PUZZLE, Config(unfold=3))


def test_the_least_number_of_steps_unfolds_what_it_can() -> None:
    result = solve_least(PUZZLE, Config(unfold=2))
    assert result.plan is not None and len(result.plan) == 1


def test_the_run_says_what_was_simulated() -> None:
    config = Config(unfold=2)
    assert "first 2 step(s) simulated" in str(config)
    assert solve(PUZZLE, config).statistics["simulated"] == 2
    assert "simulated" not in solve(PUZZLE).statistics
