"""Boards and plans as plain text."""

from __future__ import annotations

from satmayan.puzzle.board import Board, Move
from satmayan.puzzle.rules import replay, step
from satmayan.show.frames import Frame, describe_move, plan_frames
from satmayan.show.text import frame_text, plain, plan_text, step_rows


def test_a_board_has_its_rows_from_the_top_down() -> None:
    board = Board.of("12", "", "3", height=3)
    assert frame_text(Frame(board, 0)).splitlines() == [
        "2  .  .  .",
        "1  2  .  .",
        "0  1  .  3",
        "   0  1  2",
    ]


def test_colours_of_two_digits_widen_every_cell() -> None:
    board = Board(((10, 1), (2,)), 2)
    assert frame_text(Frame(board, 0)).splitlines() == ["1   1   .", "0  10   2", "    0   1"]


def test_the_dragged_block_points_where_it_goes() -> None:
    board = Board.of("1", "2", "", height=1)
    assert frame_text(Frame(board, 1, Move(1, 0, 1))).splitlines()[0] == "0  1 [2> ."
    assert frame_text(Frame(board, 1, Move(1, 0, -1))).splitlines()[0] == "0  1 <2] ."


def test_vanishing_blocks_are_in_brackets() -> None:
    text = plain(step_rows(step(Board.of("1", "1", "", "1", height=1), Move(3, 0, -1)), 1))
    assert text.splitlines()[2] == "0  1  1  . <1]   0 (1)(1)(1) .    0  .  .  .  ."


def test_a_long_cascade_goes_on_in_the_next_row_of_pictures() -> None:
    result = step(Board.of("2133", "13", "21", "421"), Move(1, 1, -1))
    assert all(len(line) <= 80 for line in plain(step_rows(result, 1)).splitlines())


def test_a_step_is_headed_by_its_number_and_move() -> None:
    steps = replay(Board.of("1", "", ""), (Move(0, 0, 1), Move(1, 0, 1)))
    heads = [line for line in plan_text(steps).splitlines() if line.startswith("step")]
    assert heads == [
        "step 1: 0 0 1   drag the 1 at column 0, row 0 right, onto column 1",
        "step 2: 1 0 1   drag the 1 at column 1, row 0 right, onto column 2",
    ]


def test_a_move_says_what_the_block_meets() -> None:
    board = Board.of("1", "2", "2", "")
    assert describe_move(board, Move(0, 0, 1)).endswith("changing places with the 2")
    assert describe_move(board, Move(1, 0, 1)).endswith("changing places with its like")
    assert describe_move(board, Move(2, 0, 1)).endswith("onto column 3")


def test_the_frames_of_a_plan_run_from_the_first_drag_to_the_last_board() -> None:
    board = Board.of("", "", "", "11", "1")
    steps = replay(board, (Move(3, 0, 1), Move(3, 0, -1)))
    frames = plan_frames(board, steps)
    assert [(f.step, f.round, f.move is not None) for f in frames] == [
        (1, 0, True),
        (2, 0, True),
        (2, 1, False),
        (2, 0, False),
    ]
    assert [f.board for f in (frames[0], frames[-1])] == [board, Board.of("", "", "", "", "")]


def test_the_only_frame_of_no_steps_is_the_board() -> None:
    assert plan_frames(Board.of("1"), ()) == (Frame(Board.of("1"), 0),)
