"""A test set that bites: few boards on which every known mistake shows, and some that take time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from satmayan.mistakes.catalogue import Names, names
from satmayan.mistakes.cover import Specimen, examine, greedy_cover, split
from satmayan.mistakes.diagnose import separating_boards
from satmayan.mistakes.hunt import random_puzzles
from satmayan.puzzle.board import HEIGHT, WIDTH, Plan, Puzzle
from satmayan.puzzle.files import MAX_STEPS, puzzle_line
from satmayan.puzzle.generate import random_board
from satmayan.puzzle.planting import Taste, planted

SIZE = 30
HARD = 4  # of the boards, for the time limit
TRIES = 100  # random boards examined
PLANTED = 200  # planted boards from which the largest is taken

Solver = Callable[[Puzzle], Plan | None]


@dataclass(frozen=True, slots=True)
class Datum:
    """One test: the puzzle, its answer (None: -1), the mistakes that it catches.

    ``hard`` says that it is there for the time limit; what it catches is not known then.
    """

    puzzle: Puzzle
    answer: Plan | None
    catches: tuple[str, ...]
    hard: bool = False


def make_suite(solver: Solver, seed: int, *, size: int = SIZE, tries: int = TRIES) -> list[Datum]:
    """At most ``size`` cases that catch every mistake of the catalogue, the hard ones last.

    The boards are the catalogue's own, those that tell mistakes apart, and ``tries`` random
    ones.  Each mistake is caught as often as the boards and the size allow, and mistakes are
    told from one another.  The same seed gives the same suite.
    """
    rng = Random(seed)
    programs: list[Names] = [(name,) for name in names()]
    boards = [*separating_boards(), *random_puzzles(rng, tries)]
    hard = list(hard_puzzles(rng, HARD)) if size > HARD else []
    specimens = examine(boards, programs)
    chosen = _choose(specimens, size - len(hard))
    cases = [
        Datum(s.puzzle, solver(s.puzzle), tuple(name for (name,) in s.catches(programs)))
        for s in (specimens[i] for i in sorted(chosen))
    ]
    return cases + [Datum(puzzle, solver(puzzle), (), True) for puzzle in hard]


def _choose(specimens: Sequence[Specimen], size: int) -> list[int]:
    """Which specimens: every mistake caught twice, then told apart, then caught again."""
    caught = [s.caught for s in specimens]
    # None: a program that never prints anything is to be told from one that hangs at times.
    apart = [split((*s.outputs, None)) for s in specimens]
    chosen: list[int] = []

    def take(sets: Sequence[int], times: int) -> bool:
        there = [sets[i] for i in chosen]
        left = size - len(chosen)
        more = greedy_cover(sets, times=times, covered=there, skip=chosen, limit=left)
        chosen.extend(more)
        return bool(more)

    take(caught, 1)
    take(caught, 2)
    take(apart, 1)
    times = 3
    while take(caught, times):
        times += 1
    return chosen


def hard_puzzles(rng: Random, count: int) -> Iterator[Puzzle]:
    """Large boards of five steps, by turns full ones (mostly without a plan) and planted ones.

    Few prunings help on a full board; published programs take 1 to 2 s on one.
    """
    for k in range(count):
        if k % 2 == 0:
            yield Puzzle(random_board(rng, WIDTH * HEIGHT, 4 + 3 * k), MAX_STEPS)
            continue
        made = (planted(rng, MAX_STEPS, Taste.random(rng)) for _ in range(PLANTED))
        yield max(filter(None, made), key=lambda puzzle: puzzle.board.blocks)


def index(cases: Sequence[Datum], heading: str, labels: Sequence[str]) -> str:
    """A line a case: its name, the puzzle on one line, what it catches."""
    lines = [f"# {heading}"]
    for label, case in zip(labels, cases, strict=True):
        caught = ", ".join(case.catches) or "none of them, but a program that never answers"
        what = "for the time limit" if case.hard else f"catches {caught}"
        lines.append(f"{label}  {puzzle_line(case.puzzle)}  # {what}")
    return "\n".join(lines) + "\n"
