"""How a difference is shown."""

from __future__ import annotations

from satmayan.crosscheck.contestants import Answer
from satmayan.crosscheck.report import Difference, exhibits, explanation, file_name
from satmayan.crosscheck.verdict import Outcome, judge
from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.files import FormatError, parse_plan
from satmayan.search.literal import first_plan


def difference(puzzle: Puzzle, got: str) -> Difference:
    reference = first_plan(puzzle)
    try:
        verdict = judge(puzzle, parse_plan(got), reference)
    except FormatError:
        verdict = (Outcome.NO_ANSWER, "why")
    answer = Answer(*verdict, got, 0.0)
    return Difference(answer.outcome, 1, "a", "n", puzzle, reference, answer)


def shown(puzzle: Puzzle, got: str) -> list[str]:
    return list(explanation(difference(puzzle, got), "mine"))


def test_two_plans_part_at_the_first_different_step() -> None:
    puzzle = Puzzle(Board.of("", "", "1", "", "11"), 3)
    lines = shown(puzzle, "2 0 1\n3 0 1\n4 0 -1\n")
    assert (
        lines[0]
        == "mine leaves blocks on the board: the board still has 3 blocks after the last step"
    )
    assert "They part at step 2:" in lines
    part = lines[lines.index("They part at step 2:") + 1 :]
    assert part[0].split() == "right answer: 3 0 -1 after it mine: 3 0 1 after it".split()
    assert part[-2].split() == "0 . . . <1] 1 0 . . 1 . 1 0 . . . [1> 1 0 . . . 1 1".split()


def test_an_answer_of_minus_one() -> None:
    lines = shown(Puzzle(Board.of("", "", "", "11", "1"), 2), "-1\n")
    assert lines[0] == "mine says -1 where a plan exists"
    assert lines[2].split() == ["mayan.in", "right", "answer", "mine"]
    heading = lines[lines.index("They part at step 1:") + 1]
    assert heading.split() == "right answer: 3 0 1 after it mine: -1".split()


def test_an_illegal_move_is_explained() -> None:
    lines = shown(Puzzle(Board.of("", "", "", "11", "1"), 2), "0 0 1\n3 0 -1\n")
    assert any("illegal: there is no block at (0, 0)" in line for line in lines)


def test_garbage_is_shown_fit_for_a_terminal() -> None:
    lines = shown(Puzzle(Board.of("", "", "", "11", "1"), 2), "\x1b[31m\0" + "x" * 500 + "\n" * 50)
    assert not any("\x1b" in line or "\0" in line for line in lines)
    assert len(lines) < 30 and max(map(len, lines)) < 120


def test_nothing_printed_is_said() -> None:
    lines = shown(Puzzle(Board.of("", "", "", "11", "1"), 2), "")
    assert any(line.endswith("(nothing)") for line in lines)


def test_the_page_plays_the_program_and_the_right_answer() -> None:
    puzzle = Puzzle(Board.of("", "", "", "11", "1"), 2)
    wrong, right = exhibits(difference(puzzle, "0 0 1\n3 0 -1\n"), "mine")
    assert (wrong.plan, right.plan) == (parse_plan("0 0 1 3 0 -1"), parse_plan("3 0 1 3 0 -1"))
    assert wrong.note[0].startswith("mine makes an illegal move: step 1: there is no block")
    assert (wrong.good, right.good) == (False, True)


def test_the_page_of_a_missed_plan_plays_the_right_answer() -> None:
    (only,) = exhibits(difference(Puzzle(Board.of("", "", "", "11", "1"), 2), "-1\n"), "mine")
    assert (only.plan, only.good) == (parse_plan("3 0 1 3 0 -1"), False)
    assert only.note == ("mine says -1 where a plan exists", "mine：有解却输出 -1")


def test_the_page_of_a_plan_that_is_none_plays_the_program() -> None:
    puzzle = Puzzle(Board.of("", "", "1", "", "11"), 2)
    (only,) = exhibits(difference(puzzle, "4 0 -1\n"), "mine")
    assert (only.plan, only.good) == (parse_plan("4 0 -1"), False)


def test_a_file_name_is_never_too_long() -> None:
    """And two long ones that begin alike are two."""
    assert file_name("my prog#2-missed") == "my_prog#2-missed"
    names = {file_name("方" * 200 + end) for end in "ab"}
    assert len(names) == 2 and max(len(name.encode()) for name in names) < 200
