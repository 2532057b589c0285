"""The column-count bound: right by its definition, and never above the true number of steps."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from satmayan.puzzle.board import Board, Move, Puzzle
from satmayan.puzzle.generate import random_board
from satmayan.puzzle.rules import drag, is_stable, legal_moves, settle
from satmayan.search.bound import (
    NEVER,
    column_counts,
    is_clearable,
    lower_bound,
    unit_move_table,
    unit_moves,
    vectors_needing,
)
from satmayan.search.literal import first_plan

# One move makes two rows that one column's vertical run joins: seven blocks, (2, 3, 2).
JOINED_ROWS = Board.of("121", "314112", "314215", "53245", "")


def true_steps(width: int, height: int, colours: int) -> dict[Board, int | None]:
    """The least steps of every stable board, by relaxation over the whole graph of boards."""
    names = range(1, colours + 1)
    columns = [c for k in range(height + 1) for c in product(names, repeat=k)]
    boards = [Board(c, height) for c in product(columns, repeat=width)]
    after = {
        board: {settle(drag(board, move))[0] for move in legal_moves(board)}
        for board in boards
        if is_stable(board)
    }
    steps: dict[Board, int | None] = {b: 0 if b.is_empty else None for b in after}
    before: dict[Board, list[Board]] = {}
    for board, nexts in after.items():
        for b in nexts:
            before.setdefault(b, []).append(board)
    layer, k = [b for b in after if b.is_empty], 0
    while layer:
        k += 1
        layer = list({b for a in layer for b in before.get(a, []) if steps[b] is None})
        steps.update(dict.fromkeys(layer, k))
    return steps


SMALL = [(3, 3, 2), (4, 2, 2), (3, 2, 3), (5, 4, 1)]
LARGER = [(3, 4, 2), (4, 3, 2), (4, 2, 3), (5, 2, 2)]


@pytest.mark.parametrize(
    "size", [*SMALL, *(pytest.param(s, marks=pytest.mark.slow) for s in LARGER)], ids=str
)
def test_bound_never_exceeds_the_true_number_of_steps(size: tuple[int, int, int]) -> None:
    wrong = []
    for board, steps in true_steps(*size).items():
        bound = lower_bound(board)
        if steps is not None and (bound is None or bound > steps):
            wrong.append((board, bound, steps))
    assert wrong == []


@pytest.mark.parametrize("seed", range(40))
def test_one_step_lowers_h_by_one_a_colour_and_by_two_in_all_at_most(seed: int) -> None:
    rng = Random(seed)
    board = random_board(rng, rng.randint(3, 35), rng.randint(3, 8))
    before = {c: unit_moves(v) for c, v in column_counts(board).items()}
    for move in legal_moves(board):
        counts = column_counts(settle(drag(board, move))[0])
        drops = []
        for c, h in before.items():
            left = unit_moves(counts[c]) if c in counts else 0
            if h is not None and left is not None:
                drops.append(h - left)
        assert max(drops, default=0) <= 1
        assert sum(d for d in drops if d > 0) <= 2


def test_vertical_run_that_joins_two_rows_needs_no_unit_moves() -> None:
    """(2, 3, 2) vanishes at once: a bound that asks for four blocks in the middle is wrong."""
    assert unit_moves((2, 3, 2, 0, 0)) == 0
    move = Move(3, 0, 1)
    assert settle(drag(JOINED_ROWS, move))[0].is_empty
    assert is_stable(JOINED_ROWS)
    assert first_plan(Puzzle(JOINED_ROWS, 1), literal=True) == (move,)
    assert lower_bound(JOINED_ROWS) == 1


@pytest.mark.parametrize(
    ("counts", "moves"),
    [
        ((0, 0, 0, 0, 0), 0),
        ((1, 0, 0, 0, 0), None),
        ((1, 0, 0, 0, 1), None),
        ((3, 0, 0, 0, 0), 0),
        ((0, 1, 1, 1, 0), 0),
        ((1, 1, 0, 1, 0), 1),
        ((2, 0, 0, 0, 1), 3),
        ((1, 2, 1, 0, 0), 2),
        ((1, 1, 3, 1, 1), 0),
        ((1, 1, 2, 1, 1), 0),
        ((2, 1, 0, 0, 0), 1),
    ],
)
def test_unit_moves(counts: tuple[int, ...], moves: int | None) -> None:
    assert unit_moves(counts) == moves


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 3), (3, 4), (4, 3), (5, 2)])
def test_table_equals_the_definition_everywhere(width: int, height: int) -> None:
    table = unit_move_table(width, height)
    for counts in product(range(height + 1), repeat=width):
        moves = unit_moves(counts, height)
        assert table[counts] == (NEVER if moves is None else moves), counts


@pytest.mark.parametrize(("width", "height"), [(5, 7), (4, 9), (6, 5)])
def test_table_equals_the_definition_on_random_vectors(width: int, height: int) -> None:
    table = unit_move_table(width, height)
    rng = Random(width)
    for _ in range(500):
        top = rng.randint(1, height)
        counts = tuple(rng.randint(0, top) for _ in range(width))
        moves = unit_moves(counts, height)
        assert table[counts] == (NEVER if moves is None else moves), counts


def test_clearable_vectors_add_up() -> None:
    """Round upon round: the soundness of the bound rests on it."""
    rng = Random(3)
    for _ in range(300):
        a, b = (tuple(rng.choice((0, 1, 1, 2, 3)) for _ in range(5)) for _ in range(2))
        if is_clearable(a) and is_clearable(b):
            assert is_clearable(tuple(x + y for x, y in zip(a, b, strict=True)))


def test_column_counts() -> None:
    assert column_counts(Board.of("12", "", "221")) == {1: (1, 0, 1), 2: (1, 0, 2)}


@pytest.mark.parametrize(
    ("board", "bound"),
    [
        (Board.of("", "", ""), 0),
        (Board.of("11", "", "2"), None),
        (Board.of("1", "1", "22", "11", "2"), 1),
        (Board.of("11", "", "2", "22", "1"), 3),
        (Board.of("1", "1", "2112", "33", "233"), 2),
    ],
)
def test_lower_bound(board: Board, bound: int | None) -> None:
    assert lower_bound(board) == bound


def test_vectors_needing() -> None:
    vectors = vectors_needing(1, 3)
    assert all(sum(v) == 3 and (unit_moves(v) or 0) >= 1 for v in vectors)
    assert (2, 0, 0, 0, 1) in vectors and (1, 1, 1, 0, 0) not in vectors
    assert vectors == sorted(vectors)


@pytest.mark.parametrize(("width", "height"), [(3, 8), (4, 6), (5, 3), (5, 5), (5, 7), (6, 3)])
def test_vanishing_never_lowers_h(width: int, height: int) -> None:
    """For every vector and all that can vanish from it: the rest needs as many unit moves.

    A column full of one colour vanishes as a whole: by parts, h would be too large.
    """
    h = unit_move_table(width, height)
    for gone in np.argwhere(h == 0):
        before = h[tuple(slice(int(count), None) for count in gone)]
        after = h[tuple(slice(None, height + 1 - int(count)) for count in gone)]
        too_large = np.argwhere(before > after) + gone
        whole = (too_large < height) | (gone == height)
        assert not whole.all(axis=1).any(), (gone, too_large)
