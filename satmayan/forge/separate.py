"""Boards that tell the mistakes, and pairs of them, apart from one another."""

from __future__ import annotations

from random import Random

from satmayan.board import Puzzle
from satmayan.diagnose import hypotheses
from satmayan.forge.cover import examine, greedy_cover, split
from satmayan.forge.hunt import random_puzzles
from satmayan.generate import random_board
from satmayan.mistakes import Names, load, names
from satmayan.oneline import format_line, parse_line

FIRST = 12  # hits of each mistake that are looked at closely
LIMIT = 60  # boards


def separating_text(seed: int, tries: int) -> str:
    """The file ``separating.txt`` of the catalogue: one board a line, made from a seed."""
    lines = [
        "# Boards that tell the mistakes of the catalogue, and pairs of them, apart.",
        f"# Made by: satmayan mistakes --separating --seed {seed} --tries {tries}",
    ]
    lines += [format_line(puzzle) for puzzle in separate(seed, tries)]
    return "\n".join(lines) + "\n"


def separate(seed: int, tries: int) -> list[Puzzle]:
    """Few boards on which as many programs as possible print different things.

    The programs are the right one and those with one or two mistakes; the boards are the
    best of ``tries`` random ones for each mistake that provoke it, and each mistake's own.
    """
    rng = Random(seed)
    programs: list[Names] = [(), *hypotheses(1), *hypotheses(2)]
    own = [parse_line(load(name).board) for name in names()]
    specimens = examine([*own, *_telling(rng, tries), *_dense(rng)], programs)
    # A program that never prints anything is to be told from one that hangs at times.
    chosen = greedy_cover([split((*s.outputs, None)) for s in specimens], limit=LIMIT)
    return [specimens[i].puzzle for i in sorted(chosen)]


def _telling(rng: Random, tries: int) -> list[Puzzle]:
    """For each mistake, the first boards found that it answers wrongly."""
    singles: list[Names] = list(hypotheses(1))
    found: list[Puzzle] = []
    for (name,) in singles:
        kind, hits = load(name), 0
        for puzzle in random_puzzles(rng, tries // len(singles), kind.is_provoked_by):
            (specimen, *_) = examine([puzzle], [(name,)]) or (None,)
            if specimen is not None and specimen.caught:
                found.append(puzzle)
                hits += 1
            if hits == FIRST:
                break
    return found


def _dense(rng: Random) -> list[Puzzle]:
    """Full boards of one step: what takes empty cells for blocks meets none here."""
    return [Puzzle(random_board(rng, 35, 10), 1) for _ in range(5)]
