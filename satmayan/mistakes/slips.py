"""Slips that only change how an answer is written, each undone on what was printed.

A slip is no search: it is a way to read an output.  A program that is right, or makes a
mistake of the catalogue, once its output is read so, makes the slip as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from satmayan.base.messages import noted
from satmayan.puzzle.board import LEFT
from satmayan.puzzle.files import NO_PLAN

_INTEGER = re.compile(r"-?[0-9]+", re.ASCII)

# The lines of an output, in words.
Lines = list[list[str]]

# Undoes a slip on an output for a puzzle of so many steps; None where it cannot have been made.
Undo = Callable[[Lines, int], Lines | None]


@dataclass(frozen=True, slots=True)
class Slip:
    """A slip: its name, what a program does that makes it, and how it is undone."""

    name: str
    does: str
    undo: Undo


def read_as(slips: Sequence[Slip], output: str, steps: int) -> str | None:
    """The output as it would be without the slips; None where these were not made."""
    lines: Lines | None = [line.split() for line in output.splitlines() if line.split()]
    for slip in slips:
        if lines is None:
            return None
        lines = slip.undo(lines, steps)
    return None if lines is None else "".join(" ".join(line) + "\n" for line in lines)


def readings() -> Iterator[tuple[Slip, ...]]:
    """Every set of slips that may be made together, the empty one first, small ones before large.

    Of ways to print more than the answer, at most one.
    """
    sets = product(((), *((slip,) for slip in _MORE)), *(((), (slip,)) for slip in _CHANGES))
    yield from sorted((tuple(s for part in chosen for s in part) for chosen in sets), key=len)


def _is_move(line: list[str]) -> bool:
    return len(line) == 3 and all(map(_INTEGER.fullmatch, line))


def _last(lines: Lines, steps: int) -> Lines | None:
    """The answer is at the end."""
    if all(map(_is_move, lines)):
        return lines
    if lines[-1:] == [[NO_PLAN]]:
        return lines[-1:]
    return lines[-steps:] if lines and all(map(_is_move, lines[-steps:])) else None


def _first(lines: Lines, steps: int) -> Lines | None:
    """The answer is at the beginning."""
    if all(map(_is_move, lines)):
        return lines
    if lines[:1] == [[NO_PLAN]]:
        return lines[:1]
    return lines[:steps] if lines and all(map(_is_move, lines[:steps])) else None


def _among(lines: Lines, steps: int) -> Lines | None:
    """The answer is what looks like one: lines of three numbers, or a line that is -1."""
    moves = [line for line in lines if _is_move(line)]
    return moves or [line for line in lines if line == [NO_PLAN]] or None


def _no_plan(lines: Lines, steps: int) -> Lines:
    """Whatever is no list of moves stands for -1."""
    said = [word for line in lines for word in line]
    numbers = all(map(_INTEGER.fullmatch, said))
    return lines if numbers and len(said) > 1 else [[NO_PLAN]]


def _each(change: Callable[[int, int, int], tuple[int, int, int] | None]) -> Undo:
    """Undoes a slip move by move."""

    def undo(lines: Lines, steps: int) -> Lines | None:
        if lines == [[NO_PLAN]]:
            return lines
        said = [word for line in lines for word in line]
        if len(said) % 3 or not all(map(_INTEGER.fullmatch, said)):
            return None
        numbers = iter(map(int, said))
        moves = [change(*move) for move in zip(numbers, numbers, numbers, strict=True)]
        return None if None in moves else [[str(n) for n in move] for move in moves if move]

    return undo


_MORE = (
    Slip(
        "more-than-answer",
        noted("prints more than the answer, before it"),
        _last,
    ),
    Slip(
        "more-than-answer",
        noted("prints more than the answer, after it"),
        _first,
    ),
    Slip(
        "more-than-answer",
        noted("prints more than the answer, around it or between its lines"),
        _among,
    ),
)

_CHANGES = (
    Slip(
        "other-words",
        noted("prints something else than -1 where there is no plan"),
        _no_plan,
    ),
    Slip(
        "exchanged",
        noted("prints the row before the column: x, the column, comes first"),
        _each(lambda x, y, g: (y, x, g)),
    ),
    Slip(
        "from-one",
        noted("counts columns and rows from 1: both are counted from 0"),
        _each(lambda x, y, g: (x - 1, y - 1, g)),
    ),
    Slip(
        "zero-for-left",
        noted("prints 0 for a drag to the left: left is -1"),
        _each(lambda x, y, g: (x, y, LEFT if g == 0 else g) if g != LEFT else None),
    ),
    Slip(
        "directions-exchanged",
        noted("prints 1 for a drag to the left and -1 for one to the right: right is 1"),
        _each(lambda x, y, g: (x, y, -g)),
    ),
)

ALWAYS_NO = Slip(
    "always-no",
    noted("says -1 to every board"),
    lambda lines, steps: lines if lines == [[NO_PLAN]] else None,
)
