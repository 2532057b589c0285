"""Boards that show the mistakes, and tell them apart from one another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from random import Random

from satmayan.mistakes.catalogue import Names, load, names
from satmayan.mistakes.cover import Specimen, examine, greedy_cover, split
from satmayan.mistakes.hunt import is_answered_wrongly, random_puzzles, tells_apart
from satmayan.mistakes.program import Program
from satmayan.mistakes.trials import hypotheses
from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.files import parse_line, puzzle_line
from satmayan.puzzle.generate import random_board
from satmayan.puzzle.rules import RUN, is_stable
from satmayan.puzzle.shrink import rearranged, size

TIMES = 3  # boards that show each mistake, and that tell each two apart
FIRST = 6  # hits of each mistake and sort that are looked at
WALKS = 10  # tries near boards that are known, for each random one
LIMIT = 100  # boards


def separating_text(seed: int, tries: int) -> str:
    """The file ``separating.txt`` of the catalogue: one board a line, made from a seed."""
    lines = [
        f"# Boards that show each mistake of the catalogue, {TIMES} times, and tell them apart.",
        f"# Made by: satmayan mistakes --separating --seed {seed} --tries {tries}",
    ]
    lines += [puzzle_line(puzzle) for puzzle in separate(seed, tries)]
    return "\n".join(lines) + "\n"


def separate(seed: int, tries: int) -> list[Puzzle]:
    """Few boards on which each mistake shows, and as many as possible print different things.

    The boards are the best of each mistake's own, random ones that provoke a mistake, and
    those made for two mistakes that little else tells apart.
    """
    rng = Random(seed)
    programs: list[Names] = [(), *hypotheses(1)]
    own = [parse_line(load(name).board) for name in names()]
    specimens = examine([*own, *_telling(rng, tries), *_dense(rng)], programs)
    specimens += examine(_last_resorts(rng, tries, specimens, programs), programs)
    specimens.sort(key=lambda specimen: size(specimen.puzzle))
    # A program that never prints anything is to be told from one that hangs at times.
    sets = [split((*s.outputs, None)) for s in specimens]
    chosen = greedy_cover(sets, times=TIMES, limit=LIMIT)
    return [specimens[i].puzzle for i in sorted(chosen)]


def _last_resorts(
    rng: Random, tries: int, specimens: Sequence[Specimen], programs: Sequence[Names]
) -> Iterator[Puzzle]:
    """Boards for pairs of programs that few specimens tell apart; some are never told.

    They are like those that do (or like those that show a mistake), or else random ones.
    """
    seen = {s.puzzle for s in specimens}
    for (i, a), (j, b) in combinations(enumerate(programs), 2):
        telling = [s.puzzle for s in specimens if s.outputs[i] != s.outputs[j]]
        if len(telling) < TIMES:
            kinds = [load(name) for name in (*a, *b)]

            def wanted(board: Board, kinds: Sequence[type[Program]] = kinds) -> bool:
                return any(kind.is_provoked_by(board) for kind in kinds)

            shown = (s for s in specimens if {s.outputs[i], s.outputs[j]} != {s.right})
            like = telling or [s.puzzle for s in shown]
            puzzles = chain(_walks(rng, tries * WALKS, like), random_puzzles(rng, tries, wanted))
            fresh = (p for p in puzzles if p not in seen)
            for puzzle in islice(filter(tells_apart(a, b), fresh), TIMES - len(telling)):
                seen.add(puzzle)
                yield puzzle


def _walks(rng: Random, count: int, starts: Sequence[Puzzle]) -> Iterator[Puzzle]:
    """So many puzzles like one of these: a change or two away, or grown; some may be unfit."""
    for _ in range(count):
        start = rng.choice(starts)
        if rng.random() < 0.5:
            start = rng.choice([start, *_relatives(start)])
            yield rng.choice([start, *_relatives(start)])
        else:
            yield from _grown(rng, start)


def _grown(rng: Random, puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle with three blocks and a step more; none where that does not fit."""
    board, colours = puzzle.board, len(puzzle.board.colours())
    colour = rng.choice([colours + 1, rng.randint(1, colours)])
    columns = [list(column) for column in board.columns]
    for _ in range(RUN):
        column = rng.choice(columns)
        column.insert(rng.randint(0, len(column)), colour)
    if max(map(len, columns)) <= board.height:
        grown = Board(tuple(map(tuple, columns)), board.height)
        if is_stable(grown):
            yield Puzzle(grown.renumbered(), puzzle.steps + 1)


def _telling(rng: Random, tries: int) -> Iterator[Puzzle]:
    """For each mistake, boards that it answers wrongly: like its own, and random ones."""
    for name in names():
        holds = is_answered_wrongly((name,))
        relatives = list(_relatives(parse_line(load(name).board)))
        rng.shuffle(relatives)
        yield from islice(filter(holds, relatives), FIRST)
        puzzles = random_puzzles(rng, tries, load(name).is_provoked_by)
        yield from islice(filter(holds, puzzles), FIRST)


def _relatives(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzles with one block elsewhere or in another colour, and these with left and right
    exchanged."""
    for board in rearranged(puzzle.board):
        if is_stable(board) and min(board.colours().values()) >= RUN:
            yield Puzzle(board.renumbered(), puzzle.steps)
            yield Puzzle(board.mirrored().renumbered(), puzzle.steps)


def _dense(rng: Random) -> list[Puzzle]:
    """Full boards of one step: what takes empty cells for blocks meets none here."""
    return [Puzzle(random_board(rng, 35, 10), 1) for _ in range(5)]
