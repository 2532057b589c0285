"""Which boards to check on: the built-in ones, and mixtures drawn from a seed.

All keep the statement's promises (stable, colours numbered from 1, n at most 5), and all
are small enough for the reference to be quick.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from random import Random

from satmayan.crosscheck.builtin import BUILTIN
from satmayan.crosscheck.referee import Case
from satmayan.mistakes.diagnose import separating_boards
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import parse_line
from satmayan.puzzle.generate import planted, random_board, random_puzzle

_TRIES, _FEW = 1000, 5


def builtin() -> list[Case]:
    """The boards shipped with us, each the trigger of a mistake that was seen in the wild."""
    return [Case(name, parse_line(text)) for name, text in BUILTIN.items()]


def separating() -> list[Case]:
    """The boards that show known mistakes and tell them apart, as far as they are not built in."""
    known = {case.puzzle for case in builtin()}
    puzzles = [puzzle for puzzle in separating_boards() if puzzle not in known]
    return [Case(f"mistake-{k:02}", puzzle) for k, puzzle in enumerate(puzzles, 1)]


def generated(seed: int, count: int) -> Iterator[Case]:
    """So many boards, all different and none of those shipped; fewer are the first of more."""
    known = {entry.puzzle for entry in (*builtin(), *separating())}
    for k in range(count):
        kind, draw = KINDS[k % len(KINDS)]
        puzzle = _draw(Random(f"{seed}/{k}"), draw, known)
        known.add(puzzle)
        yield Case(f"{kind}-{seed}-{k}", puzzle)


def _draw(rng: Random, draw: Callable[[Random], Puzzle], known: Collection[Puzzle]) -> Puzzle:
    """A board of a kind that is not known yet."""
    for _ in range(_TRIES):
        with suppress(ValueError):  # it did not fit this time
            if (puzzle := draw(rng)) not in known:
                return puzzle
    raise AssertionError("a kind of board that is never met, or not any more")


def _small(rng: Random) -> Puzzle:
    return random_puzzle(rng, steps=3, blocks=9, colours=3, solvable=0.7)


def _medium(rng: Random) -> Puzzle:
    return random_puzzle(rng, steps=4, blocks=12, colours=4, solvable=0.8)


def _wasteful(rng: Random) -> Puzzle:
    """More steps than the blocks need, so that some have to be wasted."""
    steps = rng.randint(2, 4)
    return Puzzle(random_board(rng, rng.randint(3, 10 - steps), 2), steps)


def _early(rng: Random) -> Puzzle:
    """Solvable in fewer steps than asked, and maybe not in those."""
    puzzle, _ = planted(rng, [1] * rng.randint(1, 2), 2)
    return Puzzle(puzzle.board, min(puzzle.steps + rng.randint(1, 2), 4))


def _chain(rng: Random) -> Puzzle:
    """A step of two to four rounds."""
    rounds = [rng.randint(2, 4)] + [1] * rng.randint(0, 1)
    rng.shuffle(rounds)
    return planted(rng, rounds, rng.randint(2, 6), tries=_FEW)[0]


def _dead(rng: Random) -> Puzzle:
    """Random blocks, mostly without a plan."""
    return Puzzle(random_board(rng, rng.randint(6, 14), rng.randint(2, 4)), rng.randint(1, 3))


def _tall(rng: Random) -> Puzzle:
    """Many blocks and high columns; half of the boards mostly without a plan."""
    if rng.random() < 0.5:
        return Puzzle(random_board(rng, rng.randint(20, 35), rng.randint(5, 10), tries=_FEW), 1)
    rounds = [rng.randint(2, 4), rng.randint(1, 2)][: rng.randint(1, 2)]
    puzzle, _ = planted(rng, rounds, rng.randint(4, 10), tries=_FEW)
    if max(map(len, puzzle.board.columns)) < puzzle.board.height - 1:
        raise ValueError("not tall")
    return puzzle


KINDS: tuple[tuple[str, Callable[[Random], Puzzle]], ...] = (
    ("small", _small),
    ("wasteful", _wasteful),
    ("early", _early),
    ("chain", _chain),
    ("medium", _medium),
    ("dead", _dead),
    ("tall", _tall),
)
