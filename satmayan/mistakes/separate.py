"""Boards that tell the mistakes, and pairs of them, apart from one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from satmayan.mistakes.catalogue import Names, load, names
from satmayan.mistakes.cover import Specimen, examine, greedy_cover, split
from satmayan.mistakes.diagnose import hypotheses
from satmayan.mistakes.hunt import is_answered_wrongly, random_puzzles, smallest_like, tells_apart
from satmayan.mistakes.program import Program
from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.files import parse_line, puzzle_line
from satmayan.puzzle.generate import random_board
from satmayan.puzzle.shrink import size

FIRST = 12  # hits of each mistake that are looked at closely
LIMIT = 60  # boards


def separating_text(seed: int, tries: int) -> str:
    """The file ``separating.txt`` of the catalogue: one board a line, made from a seed."""
    lines = [
        "# Boards that tell the mistakes of the catalogue, and pairs of them, apart.",
        f"# Made by: satmayan mistakes --separating --seed {seed} --tries {tries}",
    ]
    lines += [puzzle_line(puzzle) for puzzle in separate(seed, tries)]
    return "\n".join(lines) + "\n"


def separate(seed: int, tries: int) -> list[Puzzle]:
    """Few boards on which as many programs as possible print different things.

    The programs are the right one and those with one or two mistakes.  The boards are the
    best of each mistake's own, random ones that provoke a mistake, and random ones
    that provoke what two programs differ by that nothing else tells apart.
    """
    rng = Random(seed)
    programs: list[Names] = [(), *hypotheses(1), *hypotheses(2)]
    own = [parse_line(load(name).board) for name in names()]
    specimens = examine([*own, *_telling(rng, tries), *_dense(rng)], programs)
    specimens += examine(_last_resorts(rng, tries // 10, specimens, programs), programs)
    specimens.sort(key=lambda specimen: size(specimen.puzzle))
    # A program that never prints anything is to be told from one that hangs at times.
    chosen = greedy_cover([split((*s.outputs, None)) for s in specimens], limit=LIMIT)
    return [specimens[i].puzzle for i in sorted(chosen)]


def _last_resorts(
    rng: Random, tries: int, specimens: Sequence[Specimen], programs: Sequence[Names]
) -> list[Puzzle]:
    """Boards for programs that no specimen tells from an earlier one; some are never told."""
    first: dict[tuple[str | None, ...], Names] = {}
    found: list[Puzzle] = []
    columns = zip(*(s.outputs for s in specimens), strict=True)
    for program, outputs in zip(programs, columns, strict=True):
        twin = first.setdefault(outputs, program)
        differs = tells_apart(twin, program)
        if twin == program or any(map(differs, found)):
            continue
        kinds = [load(name) for name in sorted(set(twin) ^ set(program))]

        def wanted(board: Board, kinds: list[type[Program]] = kinds) -> bool:
            return all(kind.is_provoked_by(board) for kind in kinds)

        hit = next(filter(differs, random_puzzles(rng, tries, wanted)), None)
        if hit is not None:
            found.append(smallest_like(hit, differs))
    return found


def _telling(rng: Random, tries: int) -> Iterator[Puzzle]:
    """For each mistake, the first boards found that it answers wrongly."""
    for name in names():
        puzzles = random_puzzles(rng, tries // len(names()), load(name).is_provoked_by)
        yield from islice(filter(is_answered_wrongly((name,)), puzzles), FIRST)


def _dense(rng: Random) -> list[Puzzle]:
    """Full boards of one step: what takes empty cells for blocks meets none here."""
    return [Puzzle(random_board(rng, 35, 10), 1) for _ in range(5)]
