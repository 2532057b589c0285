"""The rules on bit planes are those of ``rules.py``, for one board and for arrays."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from satmayan.puzzle.board import Board, Move
from satmayan.puzzle.generate import random_board
from satmayan.puzzle.rules import drag, legal_moves, runs, settle, vanish
from satmayan.search.bitboard import Field
from satmayan.search.frontier import first_of_each, representatives

SIZES = [(5, 7), (3, 4), (4, 9), (6, 8), (1, 6), (2, 5), (8, 8), (9, 8)]


def field_of(board: Board) -> Field:
    return Field(board.width, board.height, max(board.colours(), default=1))


def loose_boards(width: int, height: int, colours: int) -> list[Board]:
    """Random boards, most of them with runs."""
    rng = Random(width * 100 + height)
    return [
        Board(
            tuple(
                tuple(rng.randint(1, colours) for _ in range(rng.randint(0, height)))
                for _ in range(width)
            ),
            height,
        )
        for _ in range(60)
    ]


def mask(board: Board, cells: object) -> int:
    return sum(1 << (x * board.height + y) for x, y in cells)  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_packing_loses_nothing(size: tuple[int, int]) -> None:
    for board in loose_boards(*size, colours=10):
        field = field_of(board)
        assert field.unpack(field.pack(board)) == board


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_runs_and_vanish(size: tuple[int, int]) -> None:
    for board in loose_boards(*size, colours=2):
        field, cells = field_of(board), runs(board)
        planes = field.pack(board)
        assert field.runs(planes) == mask(board, cells)
        assert field.unpack(field.vanish(planes, mask(board, cells))) == vanish(board, cells)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_drags(size: tuple[int, int]) -> None:
    for board in loose_boards(*size, colours=5)[:10]:
        field = field_of(board)
        for move in legal_moves(board):
            assert field.unpack(dragged(field, field.pack(board), board, move)) == drag(board, move)


def dragged(field: Field, planes: object, board: Board, move: Move) -> tuple[int, ...]:
    height = field.height
    if board.at(move.target, move.y):
        cell = 1 << (min(move.x, move.target) * height + move.y)
        return tuple(field.swap(planes, cell))
    source, target = 1 << move.x * height, 1 << move.target * height
    return tuple(field.drop(planes, move.x * height + move.y, source, target))


@pytest.mark.parametrize("size", [s for s in SIZES if s[0] * s[1] <= 64], ids=str)
def test_arrays_give_what_ints_give(size: tuple[int, int]) -> None:
    boards = loose_boards(*size, colours=3)
    field = Field(*size, 3)
    packed = [field.pack(board) for board in boards]
    arrays = np.array(packed, np.uint64).T
    cells = field.runs(arrays)
    assert cells.tolist() == [field.runs(planes) for planes in packed]
    after = np.array(field.vanish(arrays, cells)).T.tolist()
    assert after == [list(field.vanish(p, field.runs(p))) for p in packed]
    assert all(field.unpack(a) == vanish(b, runs(b)) for a, b in zip(after, boards, strict=True))


def test_full_board_of_64_cells_settles() -> None:
    """The highest bit of a word is a cell like any other."""
    board = Board(((1, 2) * 4,) * 8, 8)
    field = field_of(board)
    arrays = np.array([field.pack(board)], np.uint64).T
    assert not np.array(field.vanish(arrays, field.runs(arrays))).any()
    assert settle(board)[0].is_empty


@pytest.mark.parametrize("count", [0, 1, 2, 50, 5000])
def test_first_of_each(count: int) -> None:
    rng = np.random.default_rng(count)
    boards = rng.integers(0, 12, (3, count), np.uint64)
    first: dict[tuple[int, ...], int] = {}
    expected = [first.setdefault(tuple(b), i) for i, b in enumerate(boards.T.tolist())]
    assert representatives(boards).tolist() == expected
    assert first_of_each(boards).tolist() == sorted(first.values())


def test_random_boards_of_ten_colours_keep_them_apart() -> None:
    board = random_board(Random(5), 35, 10)
    field = field_of(board)
    planes = field.pack(board)
    occupied = field.occupied(planes)
    for colour, blocks in board.colours().items():
        assert field.of_colour(planes, occupied, colour).bit_count() == blocks
