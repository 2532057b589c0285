"""Choosing few boards that do much: greedy cover over what programs print on many boards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from satmayan.mistakes.catalogue import Names
from satmayan.mistakes.trials import runs
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.shrink import size


@dataclass(frozen=True, slots=True)
class Specimen:
    """A puzzle, what a right program prints, and what each of some others does, in their order."""

    puzzle: Puzzle
    right: str
    outputs: tuple[str | None, ...]

    def catches(self, programs: Sequence[Names]) -> list[Names]:
        """Those of the programs (the ones it was examined with) that answer wrongly."""
        return [p for p, out in zip(programs, self.outputs, strict=True) if out != self.right]

    @property
    def caught(self) -> int:
        """The set of programs that answer wrongly, a bit each."""
        return sum(1 << i for i, out in enumerate(self.outputs) if out != self.right)


def examine(puzzles: Iterable[Puzzle], programs: Sequence[Names]) -> list[Specimen]:
    """What the programs print on the puzzles, by size; what is too large is left out.

    A program that takes too long on a puzzle is not said to answer it wrongly.
    """
    specimens = []
    for puzzle in sorted(dict.fromkeys(puzzles), key=size):
        right = runs()((), puzzle)
        if right.ended and right.printed is not None:
            made = [runs()(program, puzzle) for program in programs]
            outputs = tuple(run.printed if run.ended else right.printed for run in made)
            specimens.append(Specimen(puzzle, right.printed, outputs))
    return specimens


def greedy_cover(
    sets: Sequence[int],
    *,
    times: int = 1,
    covered: Sequence[int] = (),
    skip: Collection[int] = (),
    limit: int | None = None,
) -> list[int]:
    """Indices of few sets (bits of an integer) that together cover what all of them cover.

    Each bit is covered so many times, where the sets can.  The sets ``covered`` are there
    already, and the indices in ``skip`` are not taken.  Of the sets that gain most the first
    is taken; stops at ``limit`` sets.
    """
    levels = [0] * times  # what is covered once, twice, ...

    def add(bits: int) -> None:
        for k in range(times):
            levels[k], bits = levels[k] | bits, levels[k] & bits

    for bits in covered:
        add(bits)
    chosen: list[int] = []
    while limit is None or len(chosen) < limit:
        gains = [
            0 if i in skip or i in chosen else (s & ~levels[-1]).bit_count()
            for i, s in enumerate(sets)
        ]
        best = max(range(len(sets)), key=gains.__getitem__, default=None)
        if best is None or gains[best] == 0:
            break
        chosen.append(best)
        add(sets[best])
    return chosen


def split(outputs: Sequence[str | None]) -> int:
    """The set of pairs of programs (as ``combinations`` has them) told apart, a bit each.

    >>> bin(split(["-1", "-1", None]))
    '0b110'
    """
    bits = "".join("1" if a != b else "0" for a, b in combinations(outputs, 2))
    return int(bits[::-1] or "0", 2)
