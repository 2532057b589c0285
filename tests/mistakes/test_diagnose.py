"""Diagnosis: programs explained by their outputs, and no explanation where none is true."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from satmayan.mistakes.catalogue import Names, combine, names
from satmayan.mistakes.diagnose import Diagnosis, Observation, diagnose, separating_boards
from satmayan.mistakes.program import Program, Run
from satmayan.puzzle import rules
from satmayan.puzzle.board import Board, Plan, Puzzle
from satmayan.puzzle.files import format_plan, parse_line
from satmayan.puzzle.generate import random_board
from satmayan.puzzle.rules import RUN

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


def run(program: Program, boards: tuple[Puzzle, ...] | None = None) -> Diagnosis:
    boards = separating_boards() if boards is None else boards
    return diagnose(Observation(puzzle, program.output(puzzle)) for puzzle in boards)


@pytest.mark.parametrize("name", names())
def test_a_single_mistake_is_named_and_no_other(name: str) -> None:
    assert run(combine((name,))()).explanations == ((name,),)


@pytest.mark.parametrize("pair", PAIRS, ids="+".join)
def test_a_pair_of_mistakes_is_named_and_no_other(pair: Names) -> None:
    assert run(combine(pair)()).explanations == (pair,)


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


class FromOne(Program):
    """Prints coordinates counted from 1."""

    def write(self, puzzle: Puzzle, plan: Plan | None) -> str:
        return format_plan(plan and tuple(rules.Move(m.x + 1, m.y + 1, m.g) for m in plan))


class AnyClear(Program):
    """Stops at a board with a block or two left."""

    def is_done(self, board: Board, left: int) -> bool:
        return left == 0 and board.blocks < RUN


class Silent(Program):
    """Prints nothing, ever."""

    def output(self, puzzle: Puzzle, deadline: object = None) -> str | None:
        return None


class AlwaysNo(Program):
    """Says -1 to everything."""

    def first_plan(self, puzzle: Puzzle, deadline: object = None) -> Plan | None:
        return None


class Descending(Program):
    """Gives the largest plan instead of the smallest."""

    def order(self, x: int, y: int, g: int) -> tuple[int, int, int]:
        a, b, c = super().order(x, y, g)
        return (-a, -b, -c)


@pytest.mark.parametrize(
    "kind", [FourNeeded, Mirrored, FromOne, AnyClear, Silent, AlwaysNo, Descending]
)
def test_an_unknown_mistake_gets_no_false_explanation(kind: Callable[[], Program]) -> None:
    diagnosis = run(kind())
    assert diagnosis.wrong and diagnosis.explanations == ()


def test_a_known_mistake_with_one_odd_output_is_not_explained() -> None:
    boards = separating_boards()
    program = combine(("skip-same-colour",))()
    seen = [Observation(puzzle, program.output(puzzle)) for puzzle in boards]
    seen[-1] = Observation(seen[-1].puzzle, "0 0 1\n")
    assert diagnose(seen).explanations == ()


def test_mistakes_that_the_boards_do_not_tell_apart_are_all_listed() -> None:
    boards = (parse_line("1 | - | 1 | 1 | 2 1 1 | 1 2 2"),)
    explanations = run(combine(("rows-first",))(), boards).explanations
    assert {("columns-first",), ("rows-first",)} <= set(explanations)


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
