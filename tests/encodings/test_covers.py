"""The boxes of ``encodings/_covers.jsonl`` say what ``satmayan.search.bound`` says, and no more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.generate import planted
from satmayan.sat.encoding import Options, find
from satmayan.sat.lexmin import smallest_plan
from satmayan.sat.oracle import Oracle
from satmayan.search import literal as dfs
from satmayan.search.bound import Counts, unit_moves

WIDTH = 5
ANY_HEIGHT = 99
FILE = Path(__file__).parents[2] / "encodings" / "_covers.jsonl"
COVERS = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]

every_total = pytest.mark.parametrize("total", [n for n, families in enumerate(COVERS) if families])


def inside(v: Counts, boxes: list[tuple[Counts, Counts]]) -> bool:
    return any(
        all(lo <= k <= hi for lo, k, hi in zip(low, v, high, strict=True)) for low, high in boxes
    )


def possible(total: int) -> Iterator[Counts]:
    """Random count vectors that a colour of so many blocks can come to have."""
    rng = Random(total)
    sums = [total, *range(3, total - 2)] + [0] * (total >= 6)
    for _ in range(150):
        v = [0] * WIDTH
        for _ in range(rng.choice(sums)):
            v[rng.randrange(WIDTH)] += 1
        yield tuple(v)


def h(v: Counts) -> int:
    moves = unit_moves(v, ANY_HEIGHT)
    assert moves is not None
    return moves


@every_total
def test_boxes_hold_the_vectors_that_need_so_many_moves(total: int) -> None:
    for v in possible(total):
        heights = [inside(v, boxes) for boxes in COVERS[total]["h"]]
        assert heights == [h(v) >= k for k in range(1, len(heights) + 1)]


@every_total
def test_boxes_tell_crossings_that_do_not_lower_and_that_raise(total: int) -> None:
    families = COVERS[total]
    for v in possible(total):
        for p in range(WIDTH - 1):
            if v[p]:
                after = tuple(k - (x == p) + (x == p + 1) for x, k in enumerate(v))
                assert inside(v, families["stays"][p]) == (h(after) >= h(v))
                assert inside(v, families["raises"][p]) == (h(after) > h(v))


@every_total
def test_dead_boxes_hold_no_vector_that_can_vanish(total: int) -> None:
    [dead] = COVERS[total]["dead"]
    assert not any(inside(v, dead) for v in possible(total))
    if total >= 6:
        assert inside((0, 1, 0, 1, 0), dead) and inside((0, 0, 1, 0, 0), dead)


@pytest.mark.parametrize("rounds", [(1, 1), (0, 1, 1), (1, 0, 1), (1, 1, 1)], ids=str)
@pytest.mark.parametrize(
    "options",
    [{}, *(pytest.param({name: "off"}, marks=pytest.mark.slow) for name in ("look", "commute"))],
    ids=str,
)
def test_colours_of_many_blocks_lose_no_plan(rounds: tuple[int, ...], options: Options) -> None:
    """The counts of a colour of six blocks or more are taken anew when some of it vanishes."""
    rng = Random(sum(rounds))
    for _ in range(8):
        puzzle, _ = planted(rng, rounds, 2)
        encoding = find("events").encode(puzzle, options)
        with Oracle("glucose4", encoding.formula.clauses) as oracle:
            found = smallest_plan(encoding, oracle, puzzle.steps)
        assert found is not None and found == dfs.first_plan(puzzle)


def test_a_run_up_and_down_may_join_two_rows() -> None:
    """Counts of (2, 3, 2) vanish at once; a bound that asks for more here loses this plan."""
    board = Board.of("121", "314112", "314215", "53245", "")
    puzzle = Puzzle(board, 1)
    encoding = find("events").encode(puzzle)
    with Oracle("glucose4", encoding.formula.clauses) as oracle:
        assert smallest_plan(encoding, oracle, 1) == dfs.first_plan(puzzle)
    assert dfs.first_plan(puzzle) is not None
