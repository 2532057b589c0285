"""The depth-first verifier, on boards that other programs get wrong and against itself."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from satmayan.base.limits import Deadline, LimitReached
from satmayan.puzzle.board import Board, Move, Puzzle
from satmayan.puzzle.files import format_plan, parse_puzzle
from satmayan.puzzle.generate import random_board
from satmayan.search.literal import all_plans, first_plan, is_hopeless, useful_moves

DATA = Path(__file__).parents[1] / "data"
EXAMPLES = Path(__file__).parents[2] / "examples"


def pitfalls() -> list[object]:
    """The table of boards that catch common mistakes, one parameter set a line."""
    cases = []
    for line in (DATA / "pitfalls.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, n, columns, answer = (part.strip() for part in line.split("|"))
            board = Board.of(*(column.strip("-") for column in columns.split()))
            cases.append(pytest.param(Puzzle(board, int(n)), answer, id=name))
    return cases


@pytest.mark.parametrize("literal", [False, True], ids=["pruned", "literal"])
@pytest.mark.parametrize(("puzzle", "answer"), pitfalls())
def test_boards_that_other_programs_get_wrong(puzzle: Puzzle, answer: str, literal: bool) -> None:
    plan = first_plan(puzzle, literal=literal)
    assert format_plan(plan).strip().replace("\n", ", ") == answer


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.in")), ids=lambda path: path.stem)
def test_the_examples_give_their_answers(path: Path) -> None:
    puzzle = parse_puzzle(path.read_text(encoding="utf-8")).puzzle
    answer = path.with_suffix(".out").read_text(encoding="utf-8")
    assert format_plan(first_plan(puzzle)) == answer


@pytest.mark.parametrize(("width", "height"), [(5, 7), (3, 4), (4, 3), (6, 2)])
def test_pruning_changes_no_answer(width: int, height: int) -> None:
    """Over boards of which some have a plan and some have none."""
    outcomes = set()
    for seed in range(40):
        rng = Random(seed)
        board = random_board(rng, rng.choice([3, 4, 6, 7]), 2, width=width, height=height)
        puzzle = Puzzle(board, rng.randint(1, 3))
        plan = first_plan(puzzle)
        assert plan == first_plan(puzzle, literal=True), puzzle
        outcomes.add(plan is None)
    assert outcomes == {True, False}


def test_all_plans_come_in_answer_order_and_the_first_is_the_answer() -> None:
    puzzle = Puzzle(Board.of("", "", "1", "", "11"), 3)
    plans = list(all_plans(puzzle))
    assert plans == sorted(plans)
    assert plans[0] == first_plan(puzzle)


def test_an_empty_board_has_no_plan() -> None:
    """There is no block to drag, and n is 1 at least."""
    assert first_plan(Puzzle(Board.of("", "", "", "", ""), 1)) is None


def test_a_colour_of_one_or_two_blocks_is_hopeless() -> None:
    assert is_hopeless(Board.of("111", "2", "2"))
    assert not is_hopeless(Board.of("11", "1", "22", "2"))


def test_only_the_first_same_colour_swap_is_useful() -> None:
    moves = list(useful_moves(Board.of("11", "11", "")))
    swaps = [m for m in moves if m.x == 0]
    assert swaps == [Move(0, 0, 1)]


def test_left_drags_are_useful_only_onto_empty_cells() -> None:
    moves = useful_moves(Board.of("1", "23", "4"))
    assert [m for m in moves if m.g == -1] == [Move(1, 1, -1)]


def test_the_deadline_holds() -> None:
    """Seven colours of five blocks: far more boards than a moment allows."""
    board = random_board(Random(5), 35, 7)
    with pytest.raises(LimitReached, match=r"time limit of 0\.05 s reached"):
        first_plan(Puzzle(board, 5), deadline=Deadline(0.05))


def test_more_steps_than_calls_can_nest_are_a_limit() -> None:
    puzzle = Puzzle(Board.of("121212", "212121", "", "", ""), 10**6)
    with pytest.raises(LimitReached, match="1000000 steps are too many for a recursive search"):
        first_plan(puzzle)
