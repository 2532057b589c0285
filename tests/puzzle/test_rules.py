"""The rules: hand-made cases beside the statement, and laws that hold on every board."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satmayan.puzzle.board import LEFT, RIGHT, Board, Move
from satmayan.puzzle.rules import (
    IllegalMove,
    drag,
    is_stable,
    legal_moves,
    replay,
    runs,
    settle,
    step,
    vanish,
    why_illegal,
)


@st.composite
def boards(draw: st.DrawFn, *, blocks: bool = False) -> Board:
    """A board of any small size, stable or not; with ``blocks`` it has one at least."""
    width, height = draw(st.integers(2, 6)), draw(st.integers(1, 8))
    column = st.lists(st.integers(1, 4), max_size=height).map(tuple)
    columns = draw(st.lists(column, min_size=width, max_size=width).map(tuple))
    if blocks and not any(columns):
        columns = ((draw(st.integers(1, 4)),), *columns[1:])
    return Board(columns, height)


@st.composite
def drags(draw: st.DrawFn) -> tuple[Board, Move]:
    """A stable board with a block or more, and a legal move on it whose target has room."""
    board = draw(boards(blocks=True).map(lambda b: settle(b)[0]).filter(lambda b: b.blocks))
    return board, draw(st.sampled_from(list(legal_moves(board))))


def mirrored(board: Board, move: Move) -> Move:
    return Move(board.width - 1 - move.x, move.y, -move.g)


def naive_runs(board: Board) -> set[tuple[int, int]]:
    """Runs as the statement words them: maximal lines of one colour, three or longer."""
    rows = [[(x, y) for x in range(board.width)] for y in range(board.height)]
    columns = [[(x, y) for y in range(board.height)] for x in range(board.width)]
    found: set[tuple[int, int]] = set()
    for line in rows + columns:
        for colour, cells in groupby(line, key=lambda cell: board.at(*cell)):
            together = list(cells)
            if colour and len(together) >= 3:
                found.update(together)
    return found


# --- the drag -------------------------------------------------------------------------


def test_a_drag_onto_a_block_changes_places() -> None:
    assert drag(Board.of("12", "34"), Move(0, 1, RIGHT)) == Board.of("14", "32")


def test_a_left_drag_onto_a_block_equals_the_right_drag_of_its_neighbour() -> None:
    board = Board.of("12", "34", "5")
    assert drag(board, Move(1, 1, LEFT)) == drag(board, Move(0, 1, RIGHT))


def test_two_blocks_of_one_colour_may_change_places() -> None:
    board = Board.of("12", "13")
    assert drag(board, Move(0, 0, RIGHT)) == board


def test_a_drag_onto_an_empty_cell_falls_on_top_of_the_column() -> None:
    assert drag(Board.of("12", "123", "1"), Move(1, 2, RIGHT)) == Board.of("12", "12", "13")


def test_a_drag_into_an_empty_column_falls_to_the_ground() -> None:
    assert drag(Board.of("123", ""), Move(0, 2, RIGHT)) == Board.of("12", "3")


def test_what_stood_above_the_dragged_block_comes_down() -> None:
    assert drag(Board.of("1234", ""), Move(0, 1, RIGHT)) == Board.of("134", "2")


def test_a_drag_from_a_full_column() -> None:
    assert drag(Board.of("1212121", "33"), Move(0, 6, RIGHT)) == Board.of("121212", "331")


def test_a_drag_beside_a_full_column_changes_places() -> None:
    assert drag(Board.of("1212121", "33"), Move(1, 1, LEFT)) == Board.of("1312121", "32")


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Move(-1, 0, 1), "not on the board"),
        (Move(3, 0, 1), "not on the board"),
        (Move(0, 7, 1), "not on the board"),
        (Move(0, -1, 1), "not on the board"),
        (Move(0, 0, 0), "direction must be 1 or -1, not 0"),
        (Move(0, 0, 2), "direction must be 1 or -1, not 2"),
        (Move(0, 2, 1), "no block at (0, 2)"),
        (Move(1, 0, 1), "no block at (1, 0)"),
        (Move(0, 0, -1), "would leave the board"),
        (Move(2, 0, 1), "would leave the board"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(move: Move, reason: str) -> None:
    board = Board.of("12", "", "1")
    assert reason in (why_illegal(board, move) or "")
    with pytest.raises(IllegalMove):
        drag(board, move)


@given(boards())
def test_legal_moves_are_in_answer_order_and_are_all_there_are(board: Board) -> None:
    everything = [
        Move(x, y, g)
        for x in range(-1, board.width + 1)
        for y in range(-1, board.height + 1)
        for g in (RIGHT, LEFT)
    ]
    assert list(legal_moves(board)) == [m for m in everything if why_illegal(board, m) is None]


# --- what vanishes --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "cells"),
    [
        pytest.param(Board.of("11", "11"), set(), id="two by two is no run"),
        pytest.param(Board.of("1", "2", "1", "1"), set(), id="a gap is no run"),
        pytest.param(Board.of("1", "", "1", "1"), set(), id="an empty cell is no colour"),
        pytest.param(Board.of("", "", ""), set(), id="empty cells do not vanish"),
        pytest.param(Board.of("2111"), {(0, 1), (0, 2), (0, 3)}, id="vertical"),
        pytest.param(Board.of("1", "1", "1", "2"), {(0, 0), (1, 0), (2, 0)}, id="horizontal"),
        pytest.param(Board.of("1111"), {(0, y) for y in range(4)}, id="four upright"),
        pytest.param(Board.of(*"11111"), {(x, 0) for x in range(5)}, id="five in a row"),
        pytest.param(
            Board.of("2222111"), {(0, y) for y in range(7)}, id="two runs to the top of a column"
        ),
        pytest.param(
            Board.of("21", "212", "111", "2"),
            {(0, 1), (1, 1), (2, 0), (2, 1), (2, 2)},
            id="T-shape shares a block",
        ),
        pytest.param(
            Board.of("21", "111", "21"),
            {(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)},
            id="cross shares its middle",
        ),
        pytest.param(
            Board.of("111", "12", "13"), {(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)}, id="corner"
        ),
        pytest.param(
            Board.of("111", "112", "121"),
            {(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)},
            id="a block beside a corner stays",
        ),
        pytest.param(
            Board.of("13", "13", "13", "2"),
            {(x, y) for x in range(3) for y in range(2)},
            id="two colours at once",
        ),
    ],
)
def test_runs(board: Board, cells: set[tuple[int, int]]) -> None:
    assert runs(board) == cells


def test_no_run_reaches_from_the_top_of_a_column_into_the_next() -> None:
    assert runs(Board.of("2323211", "1")) == frozenset()


@given(boards())
def test_runs_are_the_maximal_lines_of_the_statement(board: Board) -> None:
    assert runs(board) == naive_runs(board)


def test_blocks_above_the_vanished_fall() -> None:
    assert vanish(Board.of("12223", "4"), [(0, 1), (0, 2), (0, 3)]) == Board.of("13", "4")


# --- settling -------------------------------------------------------------------------


def test_a_chain_takes_a_round_for_every_fall() -> None:
    board, rounds = settle(Board.of("2111", "2", "3332", ""))
    assert [sorted(r.vanishing) for r in rounds] == [
        [(0, 1), (0, 2), (0, 3), (2, 0), (2, 1), (2, 2)],
        [(0, 0), (1, 0), (2, 0)],
    ]
    assert board.is_empty


def test_all_runs_of_a_round_vanish_at_once() -> None:
    """Were the row taken first, the column of 2s would be broken, and the other way round."""
    board, rounds = settle(Board.of("12", "22", "12"))
    assert (len(rounds), board) == (1, Board.of("1", "2", "1"))


def test_nothing_vanishes_while_blocks_are_falling() -> None:
    """In mid-air the 2 stands in a row with its like; it falls on, and no run is left."""
    result = step(Board.of("342", "", "132", "132"), Move(0, 2, RIGHT))
    assert (result.rounds, result.after) == ((), Board.of("34", "2", "132", "132"))


def test_a_step_keeps_every_board_of_its_cascade() -> None:
    result = step(Board.of("1", "1", "", "1"), Move(3, 0, LEFT))
    assert result.dragged == Board.of("1", "1", "1", "")
    assert [r.board for r in result.rounds] == [result.dragged]
    assert result.after.is_empty


def test_pulling_a_block_out_from_under_a_stack_can_set_off_a_run() -> None:
    result = step(Board.of("1121", "", "3"), Move(0, 2, RIGHT))
    assert result.after == Board.of("", "2", "3")


def test_a_replay_is_the_steps_one_after_another() -> None:
    board = Board.of("", "", "", "11", "1")
    steps = replay(board, (Move(3, 0, RIGHT), Move(3, 0, LEFT)))
    assert [s.after for s in steps] == [board, Board.of("", "", "", "", "")]


def test_a_replay_names_the_step_that_is_illegal() -> None:
    with pytest.raises(IllegalMove, match=r"step 2 \(0 0 1\): there is no block at \(0, 0\)"):
        replay(Board.of("1", "", ""), (Move(0, 0, RIGHT), Move(0, 0, RIGHT), Move(1, 0, RIGHT)))


# --- laws -----------------------------------------------------------------------------


@given(boards())
def test_a_settled_board_has_no_run(board: Board) -> None:
    assert is_stable(settle(board)[0])


@given(boards())
def test_blocks_vanish_by_three_or_more_of_a_colour_or_not_at_all(board: Board) -> None:
    after, rounds = settle(board)
    gone = Counter(board.colours()) - Counter(after.colours())
    assert all(number >= 3 for number in gone.values())
    assert board.blocks - after.blocks == sum(len(r.vanishing) for r in rounds)
    assert len(rounds) <= board.blocks // 3


@given(drags())
def test_a_drag_conserves_the_blocks(case: tuple[Board, Move]) -> None:
    board, move = case
    assert drag(board, move).colours() == board.colours()


@given(drags())
def test_a_drag_changes_two_neighbouring_columns_only(case: tuple[Board, Move]) -> None:
    board, move = case
    after = drag(board, move)
    changed = {x for x in range(board.width) if board.columns[x] != after.columns[x]}
    assert changed <= {move.x, move.target}


@given(drags())
def test_mirroring_commutes_with_every_step(case: tuple[Board, Move]) -> None:
    board, move = case
    assert step(board.mirrored(), mirrored(board, move)).after == step(board, move).after.mirrored()


@given(drags(), st.permutations(range(1, 5)))
def test_renaming_the_colours_commutes_with_every_step(
    case: tuple[Board, Move], names: list[int]
) -> None:
    board, move = case
    naming = dict(zip(range(1, 5), names, strict=True))
    assert step(board.renamed(naming), move).after == step(board, move).after.renamed(naming)


@given(drags())
def test_every_frame_of_a_step_follows_from_the_one_before(case: tuple[Board, Move]) -> None:
    result = step(*case)
    board = result.dragged
    for round_ in result.rounds:
        assert round_.board == board
        board = vanish(board, round_.vanishing)
    assert board == result.after
