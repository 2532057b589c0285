"""Diagnosis: programs explained by their outputs, and no explanation where none is true."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest

from satmayan.mistakes.catalogue import Names, combine, names
from satmayan.mistakes.diagnose import (
    ENOUGH,
    Diagnosis,
    diagnose,
    questions,
    separating_boards,
)
from satmayan.mistakes.program import Program, Run
from satmayan.mistakes.trials import Observation, hypotheses, runs
from satmayan.puzzle import rules
from satmayan.puzzle.board import Board, Plan, Puzzle
from satmayan.puzzle.files import format_plan, parse_line
from satmayan.puzzle.generate import random_board
from satmayan.puzzle.rules import RUN

# The quick tests take the first three.
PAIRS: list[Names] = [
    ("early-clear", "skip-same-colour"),
    ("left-first", "skip-same-colour"),
    ("no-chain", "skip-same-colour"),
    ("pair-scan", "skip-same-colour"),
    ("mid-air", "no-left"),
    ("no-left", "one-run-at-a-time"),
    ("full-column-read", "row-major"),
    ("early-clear-padded", "no-chain"),
    ("memo-without-steps", "three-only"),
    ("columns-first", "left-first"),
]

TRIPLES: list[Names] = [
    ("early-clear-zeros", "left-first", "skip-same-colour"),
    ("nested-cross", "pair-scan", "skip-same-colour"),
    # Each alone is harmless on boards on which two of them are not; that was thought impossible.
    ("early-clear", "left-first", "three-only"),
]


def run(program: Program, boards: tuple[Puzzle, ...] | None = None) -> Diagnosis:
    boards = separating_boards() if boards is None else boards
    return diagnose(Observation(puzzle, program.output(puzzle)) for puzzle in boards)


def summary(found: Diagnosis) -> tuple[list[str], tuple[Names, ...]]:
    """The names of the slips, and the explanations."""
    return [slip.name for slip in found.slips], found.explanations


def printed(mistakes: Names) -> list[Observation]:
    """What a program that makes these mistakes prints, each run once in all these tests."""
    return [Observation(p, runs()(mistakes, p).printed) for p in separating_boards()]


def named(mistakes: Names) -> tuple[Names, ...]:
    return diagnose(printed(mistakes)).explanations


@pytest.mark.parametrize("name", names()[::7])
def test_a_single_mistake_is_named_and_no_other(name: str) -> None:
    assert named((name,)) == ((name,),)


@pytest.mark.slow
def test_every_single_mistake_is_named_and_no_other() -> None:
    assert {name: named((name,)) for name in names()} == {name: ((name,),) for name in names()}


@pytest.mark.parametrize("pair", PAIRS[:3], ids="+".join)
def test_a_pair_of_mistakes_is_named_and_no_other(pair: Names) -> None:
    assert named(pair) == (pair,)


@pytest.mark.slow
def test_all_these_pairs_are_named_and_no_other() -> None:
    assert {pair: named(pair) for pair in PAIRS} == {pair: (pair,) for pair in PAIRS}


@pytest.mark.slow
def test_every_pair_that_can_be_seen_is_named() -> None:
    """Or one mistake that does the same on all the boards, or a pair that does."""
    for pair in hypotheses(2):
        seen = printed(pair)
        found = diagnose(seen)
        assert found.explanations or found.suspects, pair
        for other in (*found.explanations, *found.suspects):
            assert all(
                combine(other)().prints(o.puzzle, runs()(other, o.puzzle).printed, o.output)
                for o in seen
            ), (pair, other)


@pytest.mark.parametrize("triple", TRIPLES, ids="+".join)
def test_three_mistakes_together_are_named(triple: Names) -> None:
    """They used to be no known mistake, though each explains its program exactly."""
    assert named(triple) == (triple,)


def test_a_right_program_has_no_mistake() -> None:
    diagnosis = run(Program())
    assert not diagnosis.wrong and not diagnosis.is_explained


class FourNeeded(Program):
    """Runs of four and more vanish only: in nobody's catalogue."""

    def take_runs(self, found: list[Run]) -> list[Run]:
        return [run for run in found if len(run) > RUN]


class Mirrored(Program):
    """Prints x counted from the right."""

    def write(self, puzzle: Puzzle, plan: Plan | None) -> str:
        width = puzzle.board.width
        flipped = plan and tuple(rules.Move(width - 1 - m.x, m.y, -m.g) for m in plan)
        return format_plan(flipped)


class AnyClear(Program):
    """Stops at a board with a block or two left."""

    def is_done(self, board: Board, left: int) -> bool:
        return left == 0 and board.blocks < RUN


class Silent(Program):
    """Prints nothing, ever."""

    def output(self, puzzle: Puzzle, deadline: object = None) -> str | None:
        return None


class Descending(Program):
    """Gives the largest plan instead of the smallest."""

    def order(self, x: int, y: int, g: int) -> tuple[int, int, int]:
        a, b, c = super().order(x, y, g)
        return (-a, -b, -c)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [FourNeeded, Mirrored, AnyClear, Silent, Descending])
def test_an_unknown_mistake_gets_no_false_explanation(kind: Callable[[], Program]) -> None:
    diagnosis = run(kind())
    assert diagnosis.wrong and diagnosis.explanations == ()


def test_a_known_mistake_with_one_odd_output_is_not_explained() -> None:
    boards = separating_boards()
    program = combine(("skip-same-colour",))()
    seen = [Observation(puzzle, program.output(puzzle)) for puzzle in boards]
    seen[-1] = Observation(seen[-1].puzzle, "0 0 1\n")
    assert diagnose(seen).explanations == ()


def test_one_board_names_nobody_but_suspects() -> None:
    """Two different mistakes were called by one wrong name on one board."""
    boards = (parse_line("1 | - | 1 | 1 | 2 1 1 | 1 2 2"),)
    found = run(combine(("rows-first",))(), boards)
    assert found.explanations == ()
    assert {("columns-first",), ("rows-first",)} <= set(found.suspects)


def test_questions_tell_the_suspects_apart() -> None:
    suspects = (("columns-first",), ("rows-first",))
    asked = questions(suspects, ())
    assert len(asked) == len(set(asked)) >= 3
    program = combine(("rows-first",))()
    explanations = run(program, tuple(asked)).explanations
    assert ("rows-first",) in explanations and ("columns-first",) not in explanations


def test_the_closest_mistake_has_its_share_and_the_board_where_they_part() -> None:
    boards = separating_boards()
    program = combine(("skip-same-colour",))()
    seen = [Observation(puzzle, program.output(puzzle)) for puzzle in boards]
    seen[-1] = Observation(seen[-1].puzzle, "0 0 1\n")
    closest = diagnose(seen).closest
    assert closest and closest.mistakes == ("skip-same-colour",)
    assert closest.explained == len(seen) - 1 and closest.parting == seen[-1].puzzle


def test_a_program_that_never_prints_is_not_named() -> None:
    """A program that waited for ever was called match-empty."""
    assert not run(Silent()).explanations


def rewritten(change: Callable[[Puzzle, str], str], names: Names = ()) -> Diagnosis:
    """The diagnosis of a program that writes its answers in another way."""
    program = combine(names)()
    return diagnose(
        Observation(puzzle, None if out is None else change(puzzle, out))
        for puzzle in separating_boards()
        for out in [program.output(puzzle)]
    )


def each(change: Callable[[int, int, int], tuple[int, int, int]]) -> Callable[[Puzzle, str], str]:
    def write(puzzle: Puzzle, output: str) -> str:
        if output == "-1\n":
            return output
        moves = [change(*map(int, line.split())) for line in output.splitlines()]
        return "".join(f"{x} {y} {g}\n" for x, y, g in moves)

    return write


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("exchanged", each(lambda x, y, g: (y, x, g))),
        ("from-one", each(lambda x, y, g: (x + 1, y + 1, g))),
        ("zero-for-left", each(lambda x, y, g: (x, y, max(g, 0)))),
        ("directions-exchanged", each(lambda x, y, g: (x, y, -g))),
        ("other-words", lambda puzzle, out: "No solution\n" if out == "-1\n" else out),
        ("other-words", lambda puzzle, out: "" if out == "-1\n" else out),
        ("always-no", lambda puzzle, out: "-1\n"),
        ("more-than-answer", lambda puzzle, out: f"n = {puzzle.steps}\n1 1 2\n{out}"),
        ("more-than-answer", lambda puzzle, out: out + "0.01 s\n"),
    ],
)
def test_a_slip_in_the_writing_is_named(name: str, change: Callable[[Puzzle, str], str]) -> None:
    assert summary(rewritten(change)) == ([name], ((),))


def test_a_slip_and_a_mistake_are_both_named() -> None:
    found = rewritten(lambda puzzle, out: "debug\n" + out, ("no-left",))
    assert summary(found) == (["more-than-answer"], (("no-left",),))


@pytest.mark.parametrize("name", names())
def test_three_boards_show_each_mistake(name: str) -> None:
    """The boards that are shipped, so that what is caught is not caught by luck."""
    wrong = (p for p in separating_boards() if runs()((name,), p).printed != runs()((), p).printed)
    assert len(list(islice(wrong, ENOUGH))) == ENOUGH


def test_the_smallest_wrong_board_comes_first() -> None:
    wrong = run(combine(("skip-same-colour",))()).wrong
    sizes = [seen.puzzle.board.blocks for seen in wrong]
    assert sizes == sorted(sizes) and sizes[0] == 3


def test_boards_too_large_to_simulate_are_left_out_and_counted() -> None:
    large = Puzzle(random_board(Random(1), 30, 5), 5)
    diagnosis = diagnose([Observation(large, "-1\n")])
    assert (diagnosis.compared, diagnosis.left_out) == (0, 1)


def test_spaces_and_line_ends_do_not_matter() -> None:
    puzzle = parse_line("1 | - | - | - | 1 1 | 1")
    assert not diagnose([Observation(puzzle, " 3 0  -1 \r\n\n")]).wrong
