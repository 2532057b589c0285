"""Boards, moves and puzzles as values."""

from __future__ import annotations

import dataclasses

import pytest

from satmayan.puzzle.board import LEFT, RIGHT, Board, Move, Puzzle


def test_moves_sort_by_column_then_row_then_right_before_left() -> None:
    ordered = [Move(0, 1, RIGHT), Move(1, 0, RIGHT), Move(1, 0, LEFT), Move(1, 2, RIGHT)]
    assert sorted(reversed(ordered)) == ordered


def test_plans_compare_step_by_step() -> None:
    first = (Move(1, 0, RIGHT), Move(4, 0, LEFT))
    assert first < (Move(1, 0, LEFT), Move(0, 0, RIGHT))


def test_a_move_is_written_as_the_answer_file_has_it() -> None:
    assert str(Move(3, 1, LEFT)) == "3 1 -1"


def test_the_target_is_the_column_dragged_to() -> None:
    assert (Move(3, 1, LEFT).target, Move(3, 1, RIGHT).target) == (2, 4)


def test_a_board_tells_its_size_and_blocks() -> None:
    board = Board.of("12", "", "333", height=4)
    assert (board.width, board.height, board.blocks, board.is_empty) == (3, 4, 5, False)


def test_a_cell_above_a_column_is_empty() -> None:
    board = Board.of("12", "")
    assert [board.at(0, 1), board.at(0, 2), board.at(1, 0)] == [2, 0, 0]


def test_colours_are_counted_in_the_order_of_their_numbers() -> None:
    assert list(Board.of("31", "33", "9").colours().items()) == [(1, 1), (3, 3), (9, 1)]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ((), "at least one column"),
        (((1,) * 8,), "column 0 has 8 blocks"),
        (((1,), (2, 0)), "column 1 has a colour below 1"),
    ],
)
def test_what_is_no_board_is_refused(columns: tuple[tuple[int, ...], ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Board(columns)


def test_a_board_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Board.of("1").height = 3  # type: ignore[misc]


def test_equal_boards_are_equal_keys() -> None:
    assert {Board.of("12", "3"): "found"}[Board(((1, 2), (3,)))] == "found"


def test_boards_of_another_height_differ() -> None:
    assert Board.of("1", height=3) != Board.of("1", height=4)


def test_mirroring_exchanges_left_and_right() -> None:
    assert Board.of("12", "3", "").mirrored() == Board.of("", "3", "12")


def test_renumbering_follows_the_first_block_of_each_colour() -> None:
    assert Board.of("92", "29", "5").renumbered() == Board.of("12", "21", "3")


def test_renaming_needs_a_name_for_every_colour() -> None:
    with pytest.raises(KeyError):
        Board.of("12").renamed({1: 5})


def test_a_puzzle_has_at_least_one_step() -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        Puzzle(Board.of("1"), 0)
