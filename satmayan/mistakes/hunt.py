"""The hunt: the smallest puzzle that has a property, such as "this mistake answers it wrongly"."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from random import Random

from satmayan.base.limits import Deadline, LimitReached, StepBudget
from satmayan.mistakes.catalogue import Names, combine
from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.files import format_plan
from satmayan.puzzle.generate import random_board
from satmayan.puzzle.planting import Taste, every_board, planted
from satmayan.puzzle.shrink import shrink, size
from satmayan.search.literal import first_plan

BUDGET = 20_000  # steps simulated for one answer; a puzzle that needs more is no small one

SHRINK_TRIES = 2000
SHRUNK = 20  # puzzles found at random that are shrunk, to take the smallest

Property = Callable[[Puzzle], bool]
Output = Callable[[Puzzle], str | None]


def right_output(puzzle: Puzzle) -> str:
    """What a right program prints.  Raises LimitReached for a puzzle that is too large."""
    return format_plan(first_plan(puzzle, deadline=StepBudget(BUDGET)))


def mistaken_output(mistakes: Names, puzzle: Puzzle) -> str | None:
    """What a program with these mistakes prints, None for nothing ever.  Raises LimitReached."""
    return combine(mistakes)().output(puzzle, StepBudget(BUDGET))


def is_answered_wrongly(mistakes: Names) -> Property:
    """The property that a program with these mistakes does not give the right answer."""
    return _differ(partial(mistaken_output, mistakes), right_output)


def tells_apart(a: Names, b: Names) -> Property:
    """The property that programs with these and with those mistakes print different things."""
    return _differ(partial(mistaken_output, a), partial(mistaken_output, b))


def _differ(a: Output, b: Output) -> Property:
    def differ(puzzle: Puzzle) -> bool:
        try:
            return a(puzzle) != b(puzzle)
        except LimitReached:
            return False

    return differ


def smallest_like(puzzle: Puzzle, holds: Property) -> Puzzle:
    """A puzzle shrunk from this one that still has the property."""
    return shrink(puzzle, holds, tries=SHRINK_TRIES, deadline=Deadline())


def small_puzzles(blocks: int, steps: int) -> Iterator[Puzzle]:
    """Every puzzle of at most so many blocks and steps with enough of each colour, by size."""
    for count in range(3, blocks + 1):
        for n in range(1, steps + 1):
            boards = (Puzzle(board, n) for board in every_board(count))
            yield from sorted(boards, key=size)


def random_puzzles(
    rng: Random, count: int, wanted: Callable[[Board], bool] = lambda board: True
) -> Iterator[Puzzle]:
    """So many random puzzles of up to three steps on wanted boards, most of them planted.

    The tastes of those that were wanted are taken up again, so what is rare becomes less so.
    """
    liked: list[Taste] = []
    while count > 0:
        taste = rng.choice(liked) if liked and rng.random() < 0.7 else Taste.random(rng)
        plant = rng.random() < 0.8
        puzzle = planted(rng, rng.choice((1, 1, 2, 2, 3)), taste) if plant else _scattered(rng)
        if puzzle is None or puzzle.board.blocks > (20, 16, 12)[puzzle.steps - 1]:
            continue
        if wanted(puzzle.board):
            if plant:
                liked.append(taste)
            count -= 1
            yield puzzle


def _scattered(rng: Random) -> Puzzle:
    """A small puzzle without any pattern; it need not have a plan."""
    blocks = rng.randint(3, 9)
    board = random_board(rng, blocks, rng.randint(2 if blocks > 5 else 1, 3))
    return Puzzle(board, rng.randint(1, 3 if blocks < 8 else 2))


def smallest(mistakes: Names, seed: int, *, blocks: int = 6, tries: int = 2000) -> Puzzle | None:
    """The smallest puzzle found that a program with these mistakes answers wrongly, or None.

    First every puzzle of at most ``blocks`` blocks and 3 steps is tried, and what is found
    there is smallest of all; then ``tries`` random ones that provoke the mistakes, and the first
    that are answered wrongly are shrunk.
    """
    holds = is_answered_wrongly(mistakes)
    found = next(filter(holds, small_puzzles(blocks, 3)), None)
    if found is not None:
        return found
    kind = combine(mistakes)
    puzzles = random_puzzles(Random(seed), tries, kind.is_provoked_by)
    hits = islice(filter(holds, puzzles), SHRUNK)
    return min((smallest_like(puzzle, holds) for puzzle in hits), key=size, default=None)
