"""The fast search: the answers of the literal depth-first search, within its limits."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from satmayan.base.limits import Deadline, LimitReached
from satmayan.puzzle.board import Board, Move, Puzzle
from satmayan.puzzle.files import format_plan, parse_puzzle
from satmayan.puzzle.generate import random_board
from satmayan.search import fast as search
from satmayan.search import frontier as sweep
from satmayan.search import literal as dfs

OFFICIAL = Path(__file__).parents[3] / "shared" / "data" / "official"
SIZES = [(5, 7), (5, 7), (3, 4), (4, 3), (4, 9), (6, 8), (2, 5), (1, 6), (8, 8), (9, 8), (13, 5)]

# 3 colours and 35 blocks: millions of boards within six steps.
CROWDED = random_board(Random(0), 35, 3)


@pytest.fixture(params=["boards", "arrays", "mixed"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Expand frontiers board by board, in arrays, or first so and then so."""
    small = {"boards": 10**9, "arrays": -1, "mixed": 30}[request.param]
    monkeypatch.setattr(search, "SMALL", small)
    return str(request.param)


def some_puzzle(rng: Random, most_blocks: int, most_steps: int) -> Puzzle:
    """A random puzzle, of a random size, that the literal search can answer in time."""
    while True:
        width, height = rng.choice(SIZES)
        blocks = rng.randint(1, min(most_blocks, width * height))
        try:
            board = random_board(rng, blocks, rng.randint(1, 10), width=width, height=height)
        except ValueError:  # so full of one colour that it cannot be stable
            continue
        return Puzzle(board, rng.randint(1, most_steps))


@pytest.mark.parametrize("seed", range(12))
def test_first_plan_is_the_literal_one(way: str, seed: int) -> None:
    rng = Random(seed)
    for _ in range(3):
        puzzle = some_puzzle(rng, 8, 3)
        assert search.first_plan(puzzle) == dfs.first_plan(puzzle, literal=True), puzzle


@pytest.mark.parametrize("seed", range(6))
def test_first_plan_on_crowded_boards(way: str, seed: int) -> None:
    puzzle = Puzzle(random_board(Random(seed), 20 + seed, 5 + seed % 6), 2)
    assert search.first_plan(puzzle) == dfs.first_plan(puzzle, literal=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_first_plan_agrees_on_ten_thousand_boards(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Literally on the smaller ones, and with what ``dfs`` prunes on the larger."""
    rng = Random(1000 + seed)
    for k in range(100):
        most_blocks, most_steps, literal = [
            (35, 1, True),
            (12, 2, True),
            (6, 3, True),
            (24, 2, False),
            (9, 4, False),
        ][k % 5]
        puzzle = some_puzzle(rng, most_blocks, most_steps)
        expected = dfs.first_plan(puzzle, literal=literal)
        for small in (10**9, -1):
            monkeypatch.setattr(search, "SMALL", small)
            assert search.first_plan(puzzle) == expected, puzzle


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official data is not here")
@pytest.mark.parametrize("name", sorted(path.stem for path in OFFICIAL.glob("*.in")))
def test_official_answers(name: str) -> None:
    puzzle = parse_puzzle((OFFICIAL / f"{name}.in").read_text()).puzzle
    answer = (OFFICIAL / f"{name}.ans").read_text().split()
    assert format_plan(search.first_plan(puzzle)).split() == answer


def test_same_colour_swap_wastes_a_step(way: str) -> None:
    puzzle = Puzzle(Board.of("", "", "", "11", "1"), 2)
    assert search.first_plan(puzzle) == (Move(3, 0, 1), Move(3, 0, -1))


def test_board_cleared_early_is_not_solved(way: str) -> None:
    assert search.first_plan(Puzzle(Board.of("", "", "1", "", "11"), 2)) is None


def test_empty_board_has_no_plan(way: str) -> None:
    assert search.first_plan(Puzzle(Board.of("", "", "", "", ""), 1)) is None


def test_vertical_run_that_joins_two_rows_is_found(way: str) -> None:
    """The look-ahead must know that (2, 3, 2) vanishes at once."""
    board = Board.of("121", "314112", "314215", "53245", "")
    assert search.first_plan(Puzzle(board, 1)) == (Move(3, 0, 1),)


@pytest.mark.parametrize("seed", range(10))
def test_all_plans_and_their_number(way: str, seed: int) -> None:
    rng = Random(seed)
    for _ in range(2):
        puzzle = some_puzzle(rng, 6, 3)
        plans = list(dfs.all_plans(puzzle))
        assert list(search.all_plans(puzzle)) == plans, puzzle
        assert search.count_plans(puzzle) == len(plans), puzzle


def test_left_drags_onto_blocks_and_every_way_to_waste_a_step_count(way: str) -> None:
    puzzle = Puzzle(Board.of("", "", "", "11", "1"), 2)
    plans = list(search.all_plans(puzzle))
    assert {plan[0] for plan in plans} >= {Move(3, 0, 1), Move(4, 0, -1)}
    assert plans == list(dfs.all_plans(puzzle))
    assert search.count_plans(puzzle) == len(plans)


def test_all_plans_come_one_by_one() -> None:
    puzzle = Puzzle(Board.of("", "1", "21", "212", "1", ""), 9)
    plans = list(islice(search.all_plans(puzzle), 3))
    assert len(plans) == 3 and plans == sorted(plans)
    assert plans[0] == search.first_plan(puzzle)


def test_count_is_exact_beyond_64_bits(way: str) -> None:
    """A row of three, one apart: 16 steps waste their way to more than 2^64 plans."""
    board = Board.of("11", "", "1", height=3)
    counts = [search.count_plans(Puzzle(board, n)) for n in range(1, 4)]
    assert counts == [len(list(dfs.all_plans(Puzzle(board, n)))) for n in range(1, 4)]
    many = search.count_plans(Puzzle(board, 60))
    assert many > 2**64


def test_pieces_that_fit_into_memory_give_the_same_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(random_board(Random(2), 9, 2), 5)
    whole = search.first_plan(puzzle), search.count_plans(puzzle)
    assert whole[0] is not None
    monkeypatch.setattr(search, "SMALL", -1)
    monkeypatch.setattr(sweep, "_CHUNK", 16)
    assert (search.first_plan(puzzle, memory_limit=1), search.count_plans(puzzle)) == whole
    assert search.count_plans(puzzle, memory_limit=1) == whole[1]


@pytest.mark.parametrize("call", [search.first_plan, search.count_plans])
def test_deadline_is_kept_within_half_a_second(call: object) -> None:
    """In seconds of the processor, so that a busy machine does not count."""
    start = time.process_time()
    with pytest.raises(LimitReached):
        call(Puzzle(CROWDED, 8), deadline=Deadline(0.3))  # type: ignore[operator]
    assert time.process_time() - start < 0.8


def test_many_steps_on_a_small_board_are_wasted_one_by_one() -> None:
    puzzle = Puzzle(Board.of("", "", "", "11", "1"), 3000)
    plan = search.first_plan(puzzle)
    assert plan is not None and len(plan) == 3000
    assert plan[-1] == Move(3, 0, -1)


@pytest.mark.parametrize("steps", [5000, 10**12])
@pytest.mark.parametrize("call", [search.first_plan, search.count_plans])
def test_too_many_steps_are_a_limit(call: object, steps: int) -> None:
    with pytest.raises(LimitReached):
        call(Puzzle(CROWDED, steps), deadline=Deadline(5))  # type: ignore[operator]


def test_too_many_steps_to_list_plans_of_are_a_limit() -> None:
    with pytest.raises(LimitReached):
        next(search.all_plans(Puzzle(Board.of("", "", "", "11", "1"), 3000)))


def test_small_puzzle_does_not_import_numpy() -> None:
    """Its import takes longer than the search."""
    code = (
        "import sys; from satmayan.puzzle.board import *; from satmayan.search import fast;"
        "plan = fast.first_plan(Puzzle(Board.of('', '', '', '11', '1'), 2));"
        "assert plan; print('numpy' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False"]


def test_search_knows_nothing_of_sat() -> None:
    code = (
        "import sys; import satmayan.search.fast, satmayan.search.frontier;"
        "print(*(m for m in sys.modules if m.startswith(('pysat', 'satmayan'))))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rooms = {name.split(".")[1] for name in run.stdout.split() if "." in name}
    assert rooms == {"base", "puzzle", "search"}
