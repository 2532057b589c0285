"""Files: what is read alike, what is refused and where, what is only warned of."""

from __future__ import annotations

import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satmayan.puzzle.board import Board, Move, Puzzle
from satmayan.puzzle.files import (
    FormatError,
    format_plan,
    format_puzzle,
    parse_plan,
    parse_puzzle,
    read_text,
    tokens,
)

TEXT = "3\n1 2 0\n0\n2 1 0\n1 2 0\n2 0\n"
PUZZLE = Puzzle(Board.of("12", "", "21", "12", "2"), 3)


# --- what reads alike -----------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(TEXT, id="plain"),
        pytest.param(TEXT.replace("\n", "\r\n"), id="CRLF"),
        pytest.param(TEXT.replace("\n", "\r"), id="CR"),
        pytest.param("\ufeff" + TEXT, id="byte-order mark"),
        pytest.param(TEXT.replace(" ", "   \t"), id="extra spaces and tabs"),
        pytest.param(TEXT.replace("\n", "  \n"), id="spaces at the ends of lines"),
        pytest.param(TEXT.replace("\n", "\n\n"), id="blank lines"),
        pytest.param("\n \n" + TEXT, id="blank lines in front"),
        pytest.param(TEXT.rstrip("\n"), id="no final newline"),
        pytest.param(TEXT + "\n\n", id="blank lines at the end"),
        pytest.param(TEXT.replace("\n", " "), id="all in one line"),
        pytest.param(TEXT.replace(" ", "\n"), id="a number a line"),
        pytest.param(TEXT.replace("2", "02"), id="leading zeros"),
    ],
)
def test_spelling_makes_no_difference(tmp_path: Path, data: str) -> None:
    path = tmp_path / "mayan.in"
    path.write_bytes(data.encode())
    name, text = read_text(str(path))
    reading = parse_puzzle(text, name)
    assert (reading.puzzle, reading.warnings) == (PUZZLE, ())


def test_a_full_column_is_seven_numbers_and_the_0() -> None:
    text = "1\n1 2 1 2 1 2 1 0\n0\n0\n0\n0\n"
    assert parse_puzzle(text).puzzle.board == Board.of("1212121", "", "", "", "")


def test_an_empty_board_is_a_board() -> None:
    assert parse_puzzle("1 0 0 0 0 0").puzzle.board.is_empty


def test_another_size_is_read_with_its_own_width_and_height() -> None:
    reading = parse_puzzle("1 1 2 0 0 3 0", width=3, height=2)
    assert reading.puzzle.board == Board.of("12", "", "3", height=2)


def test_standard_input_is_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"\xef\xbb\xbf-1\n")))
    assert read_text("-") == ("<stdin>", "-1\n")


# --- what is refused, and where -------------------------------------------------------

COLOUR_0 = "column 0 of 5 (0 to 4): colours, 1 or more, ended by 0"
COLOUR_4 = "column 4 of 5 (0 to 4): colours, 1 or more, ended by 0"
MORE_0 = "a colour (1 or more), or 0 to end column 0"
MORE_4 = "a colour (1 or more), or 0 to end column 4"
STEPS = "the number of steps, 1 or more"
END = "the end of the file"


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected"),
    [
        pytest.param("", 1, 1, END, STEPS, id="empty"),
        pytest.param("\n\n  ", 3, 3, END, STEPS, id="only blanks"),
        pytest.param("0\n0\n0\n0\n0\n0\n", 1, 1, "'0'", STEPS, id="no steps"),
        pytest.param("\n  -2\n0\n0\n0\n0\n0\n", 2, 3, "'-2'", STEPS, id="negative steps"),
        pytest.param("x\n0\n0\n0\n0\n0\n", 1, 1, "'x'", STEPS, id="steps not a number"),
        pytest.param("1.5\n0\n0\n0\n0\n0\n", 1, 1, "'1.5'", STEPS, id="steps not whole"),
        pytest.param(
            "9" * 40 + "\n0\n0\n0\n0\n0\n", 1, 1, "'99999999999999999...'", STEPS, id="steps huge"
        ),
        pytest.param("3\n", 2, 1, END, COLOUR_0, id="no columns"),
        pytest.param("3\n0\n0\n0\n0\n", 6, 1, END, COLOUR_4, id="four columns"),
        pytest.param("3\n0\n0\n0\n0\n1 2\n", 7, 1, END, MORE_4, id="last 0 missing"),
        pytest.param("3\n0\n0\n0\n0\n1 2", 6, 4, END, MORE_4, id="last 0 missing, no newline"),
        pytest.param("3\n1 -2 0\n0\n0\n0\n0\n", 2, 3, "'-2'", MORE_0, id="negative"),
        pytest.param("3\n1 x 0\n0\n0\n0\n0\n", 2, 3, "'x'", MORE_0, id="a word"),
        pytest.param("3\n1 2,0\n0\n0\n0\n0\n", 2, 3, "'2,0'", MORE_0, id="a comma"),
        pytest.param("3\n1 \uff12 0\n", 2, 3, "'\uff12'", MORE_0, id="full-width digit"),
        pytest.param("3\r\n\r\n 1 x\r\n", 3, 4, "'x'", MORE_0, id="counted under CRLF"),
        pytest.param("3\n\t\tx\n", 2, 3, "'x'", COLOUR_0, id="a tab counts as one column"),
        pytest.param(
            "3\n1 " + "7" * 30 + " 0\n",
            2,
            3,
            "'77777777777777777...'",
            MORE_0,
            id="a huge colour",
        ),
        pytest.param(
            "3\n1 2 1 2 1 2 1 2 0\n",
            2,
            15,
            "'2'",
            "0 to end column 0, which already has 7 blocks",
            id="column too high",
        ),
        pytest.param(
            "3\n0\n0\n0\n0\n0\n\n 0\n",
            8,
            2,
            "'0'",
            "nothing after column 4, the last of 5",
            id="a sixth column",
        ),
        pytest.param(
            "3\n0\n0\n0\n0\n0 junk\n",
            6,
            3,
            "'junk'",
            "nothing after column 4, the last of 5",
            id="a word at the end",
        ),
    ],
)
def test_a_broken_shape_is_refused_where_it_breaks(
    text: str, line: int, column: int, found: str, expected: str
) -> None:
    with pytest.raises(FormatError) as caught:
        parse_puzzle(text, "a.in")
    error = caught.value
    assert (error.line, error.column, error.found, error.expected) == (
        line,
        column,
        found,
        expected,
    )
    assert str(error) == f"a.in:{line}:{column}: found {found}, expected {expected}"


@pytest.mark.parametrize(
    ("data", "line", "column", "byte"),
    [
        pytest.param(b"\xff\xfe3\x00\n\x00", 1, 1, "0xff", id="UTF-16"),
        pytest.param(b"3\n1 \x80 0\n", 2, 3, "0x80", id="in the second line"),
        pytest.param(b"\xef\xbb\xbf3\n1 \x80 0\n", 2, 3, "0x80", id="after a byte-order mark"),
    ],
)
def test_bytes_that_are_no_text_are_refused_where_they_stand(
    tmp_path: Path, data: bytes, line: int, column: int, byte: str
) -> None:
    """A byte-order mark once shifted the position and the byte that was named."""
    path = tmp_path / "mayan.in"
    path.write_bytes(data)
    with pytest.raises(FormatError) as caught:
        read_text(str(path))
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.found == f"the byte {byte}"


def test_a_binary_file_of_zeros_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mayan.in"
    path.write_bytes(bytes(100))
    name, text = read_text(str(path))
    with pytest.raises(FormatError, match=":1:1: found "):
        parse_puzzle(text, name)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_a_file_without_an_end_is_refused() -> None:
    """Reading it once took all the memory there is."""
    with pytest.raises(FormatError, match="/dev/zero:1:1: found more than 64 MiB"):
        read_text("/dev/zero")


def test_a_missing_file_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_text(str(tmp_path / "none"))


# --- promises -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("\n 6\n0\n0\n0\n0\n0\n", "a.in:2:2: warning: 6 steps; the statement promises at most 5"),
        (
            "5\n1 2 3 4 5 6 0\n7 8 9 10 11 0\n0\n0\n0\n",
            "a.in: warning: 11 colours; the statement promises at most 10",
        ),
        (
            "5\n1 2 4 0\n0\n0\n0\n0\n",
            "a.in: warning: the colours are not numbered from 1 without gaps: there is no colour 3",
        ),
    ],
)
def test_a_broken_promise_is_a_warning(text: str, warning: str) -> None:
    assert parse_puzzle(text, "a.in").warnings == (warning,)


def test_a_run_at_the_start_is_found_at_its_first_block() -> None:
    run = parse_puzzle("3\n2 0\n\n 1 3 3 3 0\n0\n0\n0\n", "a.in").initial_run()
    assert run is not None
    assert (run.line, run.column) == (4, 4)
    assert run.found == "a run of 3 or more of colour 3, at column 1, row 1"


def test_a_board_at_rest_has_no_initial_run() -> None:
    assert parse_puzzle(TEXT).initial_run() is None


# --- answers --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("-1\n", None),
        ("-1", None),
        (" \r\n-1\r\n\r\n", None),
        ("1 0 1\n3 2 -1\n", (Move(1, 0, 1), Move(3, 2, -1))),
        ("1 0 1 3 2 -1", (Move(1, 0, 1), Move(3, 2, -1))),
        ("1 0 1\r\n3 2 -1\r\n", (Move(1, 0, 1), Move(3, 2, -1))),
        ("-1 -1 -1\n", (Move(-1, -1, -1),)),
        ("9 99 7", (Move(9, 99, 7),)),
    ],
)
def test_an_answer_is_read_by_words(text: str, plan: tuple[Move, ...] | None) -> None:
    assert parse_plan(text) == plan


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected"),
    [
        ("", 1, 1, END, "-1, or a move 'x y g' a line"),
        ("\n \n", 3, 1, END, "-1, or a move 'x y g' a line"),
        ("No solution\n", 1, 1, "'No'", "a number (x of move 1)"),
        ("1 0 1\n1 0", 2, 4, END, "a number (g of move 2)"),
        ("1 0 1\n1\n", 3, 1, END, "a number (y of move 2)"),
        ("1 0 1\n1 0 right\n", 2, 5, "'right'", "a number (g of move 2)"),
        ("-1\n-1\n", 3, 1, END, "a number (g of move 1)"),
        ("1 0 " + "1" * 30, 1, 5, "'11111111111111111...'", "a number (g of move 1)"),
    ],
)
def test_what_is_no_answer_is_refused_where_it_breaks(
    text: str, line: int, column: int, found: str, expected: str
) -> None:
    with pytest.raises(FormatError) as caught:
        parse_plan(text)
    error = caught.value
    assert (error.line, error.column, error.found, error.expected) == (
        line,
        column,
        found,
        expected,
    )


# --- writing --------------------------------------------------------------------------


def test_no_plan_is_written_as_minus_one() -> None:
    assert format_plan(None) == "-1\n"


def test_a_plan_is_written_a_move_a_line() -> None:
    assert format_plan((Move(1, 0, 1), Move(3, 2, -1))) == "1 0 1\n3 2 -1\n"


def test_a_puzzle_is_written_as_the_statement_has_it() -> None:
    assert format_puzzle(PUZZLE) == TEXT


columns = st.lists(st.integers(1, 12), max_size=7).map(tuple)


@given(st.tuples(*[columns] * 5).map(Board), st.integers(1, 9))
def test_what_is_written_reads_back(board: Board, steps: int) -> None:
    assert parse_puzzle(format_puzzle(Puzzle(board, steps))).puzzle == Puzzle(board, steps)


@given(st.none() | st.lists(st.builds(Move, *[st.integers(-9, 9)] * 3), min_size=1).map(tuple))
def test_a_written_plan_reads_back(plan: tuple[Move, ...] | None) -> None:
    assert parse_plan(format_plan(plan)) == plan


@given(st.text(alphabet="0123 -x\r\n\t\ufeff", max_size=60))
def test_any_text_is_a_puzzle_or_an_error_at_a_place_in_it(text: str) -> None:
    try:
        parse_puzzle(text)
    except FormatError as error:
        lines = text.split("\n")
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@given(st.text(alphabet="ab \n\r", max_size=40))
def test_every_word_stands_where_it_is_said_to(text: str) -> None:
    lines = text.split("\n")
    for word in list(tokens(text))[:-1]:
        assert lines[word.line - 1][word.column - 1 :].startswith(word.text)
