"""Diagnosis: which mistakes of the catalogue reproduce everything that a program printed.

A program is known by its outputs only.  An explanation is a smallest set of mistakes (one, or
else two) whose program prints the very same on every board; it is never a guess: one output
that it does not reproduce rules it out, and where nothing fits, nothing is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import combinations

from satmayan.base.limits import Deadline, LimitReached, StepBudget
from satmayan.mistakes.catalogue import Names, combine, load, names
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import parse_line, puzzle_line

# In simulated steps, so that a diagnosis is the same on every machine.
RIGHT_BUDGET = 20_000  # for one right answer; boards that need more are left out
BUDGET = 3 * RIGHT_BUDGET  # for one mistaken answer: a mistake may look further
TOTAL = 10 * RIGHT_BUDGET  # for all right answers; the largest boards beyond that are left out


@dataclass(frozen=True, slots=True)
class Observation:
    """What a program printed for a puzzle; ``output`` is None if it never ended or crashed."""

    puzzle: Puzzle
    output: str | None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is known of a program.

    ``explanations`` are the smallest sets of mistakes that reproduce all outputs; several
    cannot be told apart on these boards.  ``wrong`` are the observations that a right
    program contradicts, smallest first; ``compared`` and ``left_out`` count the
    observations that were, and were too large to be, compared.
    """

    explanations: tuple[Names, ...]
    wrong: tuple[Observation, ...]
    compared: int
    left_out: int

    @property
    def is_explained(self) -> bool:
        """Whether there is a mistake and the catalogue knows it."""
        return bool(self.explanations)


def diagnose(observations: Iterable[Observation], *, deadline: Deadline | None = None) -> Diagnosis:
    """Explain a program by its outputs, best on :func:`separating_boards` and some more.

    A program that is right wherever it was compared has no ``wrong`` and no explanation.
    Raises LimitReached at the deadline.
    """
    deadline = deadline or Deadline()
    right, wrong, left_out = _sort(observations)
    order = (*wrong, *right)
    found: list[Names] = []
    # Where nothing was ever printed there is nothing to tell one cause from another.
    if wrong and any(seen.output is not None for seen in order):
        for size in (1, 2):
            for mistakes in hypotheses(size):
                deadline.check()
                if all(reproduces(mistakes, seen) for seen in order):
                    found.append(mistakes)
            if found:
                break
    return Diagnosis(tuple(found), wrong, len(order), left_out)


def hypotheses(size: int) -> Iterator[Names]:
    """Every set of so many mistakes that do not contain one another, in alphabetical order."""
    for mistakes in combinations(names(), size):
        kinds = [load(name) for name in mistakes]
        if not any(a is not b and issubclass(a, b) for a in kinds for b in kinds):
            yield mistakes


def reproduces(mistakes: Names, seen: Observation) -> bool:
    """Whether a program with these mistakes prints what was seen, spaces aside.

    One that takes too long to simulate is not said to.
    """
    try:
        printed = combine(mistakes)().output(seen.puzzle, StepBudget(BUDGET))
    except LimitReached:
        return False
    return _words(printed) == _words(seen.output)


def separating_boards() -> tuple[Puzzle, ...]:
    """The boards that come with the catalogue: each mistake's own, and those that tell two apart.

    A program that is to be diagnosed should be run on all of them.
    """
    own = [load(name).board for name in names()]
    text = files("satmayan.mistakes").joinpath("separating.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(parse_line(line) for line in dict.fromkeys(own + lines))


def _sort(
    observations: Iterable[Observation],
) -> tuple[tuple[Observation, ...], tuple[Observation, ...], int]:
    """The observations that are right, those that are wrong, by size, and the number too large."""
    right: list[Observation] = []
    wrong: list[Observation] = []
    left_out, total = 0, StepBudget(TOTAL)
    for seen in sorted(set(observations), key=_size):
        budget = StepBudget(RIGHT_BUDGET)
        try:
            total.check()
            expected = combine(())().output(seen.puzzle, budget)
        except LimitReached:
            left_out += 1
            continue
        finally:
            total.spend(budget.used)
        (right if _words(expected) == _words(seen.output) else wrong).append(seen)
    return tuple(right), tuple(wrong), left_out


def _size(seen: Observation) -> tuple[int, int, str, str]:
    puzzle = seen.puzzle
    return (puzzle.board.blocks, puzzle.steps, puzzle_line(puzzle), seen.output or "")


def _words(output: str | None) -> Sequence[str] | None:
    return None if output is None else output.split()
