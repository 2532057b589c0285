"""Diagnosis: which mistakes of the catalogue reproduce everything that a program printed.

A program is known by its outputs only.  An explanation is a smallest set of mistakes (up to
three) whose program prints the very same on every board; it is never a guess: one output that
it does not reproduce rules it out, and so it is where too few outputs speak for it.  A slip
in the writing of the answer (:mod:`satmayan.mistakes.slips`) is undone first, and named too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import combinations, islice
from random import Random

from satmayan.base.limits import Deadline, LimitReached, StepBudget
from satmayan.mistakes.catalogue import Names, load, names
from satmayan.mistakes.hunt import random_puzzles, tells_apart
from satmayan.mistakes.program import Program, words
from satmayan.mistakes.slips import ALWAYS_NO, Slip, read_as, readings
from satmayan.mistakes.trials import Observation, Trials, runs
from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.files import NO_PLAN, parse_line, puzzle_line
from satmayan.puzzle.shrink import size

# In simulated steps, so that a diagnosis is the same on every machine.
RIGHT_BUDGET = 20_000  # for one right answer; boards that need more are left out
TOTAL = 10 * RIGHT_BUDGET  # for all right answers; the largest boards beyond that are left out

ENOUGH = 3  # boards that must speak for a name before it is said
LARGEST = 3  # mistakes together
_ASKED = 4  # boards made to tell two suspects apart, or one from the right program
_DRAWN = 400  # random boards looked at for these


@dataclass(frozen=True, slots=True)
class Closest:
    """The mistakes that explain most where none explain all: on how many of the boards
    compared, and the smallest one that they do not explain."""

    mistakes: Names
    explained: int
    parting: Puzzle


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is known of a program.

    ``explanations`` are the smallest sets of mistakes that reproduce all outputs, once the
    ``slips`` are undone; several cannot be told apart on these boards.  () alone is a program
    that makes the slips only.  ``suspects`` would explain everything too, but too few boards
    speak for them.  ``wrong`` are the observations that a right program contradicts, smallest
    first; ``speaking`` counts those that speak for the explanations (any of them); ``compared``
    and ``left_out`` count the observations that were, and were too large to be, compared.
    ``unfinished``: there was no time to look at every set of mistakes.
    """

    explanations: tuple[Names, ...]
    wrong: tuple[Observation, ...]
    compared: int
    left_out: int
    slips: tuple[Slip, ...] = ()
    suspects: tuple[Names, ...] = ()
    closest: Closest | None = None
    speaking: int = 0
    unfinished: bool = False

    @property
    def is_explained(self) -> bool:
        """Whether there is a mistake, or a slip, and it is known."""
        return bool(self.explanations)


@dataclass(frozen=True, slots=True)
class _Sorted:
    """Observations beside the right answers to their puzzles, by size."""

    seen: tuple[Observation, ...]
    answers: tuple[str, ...]
    left_out: int

    def read_as(self, slips: Sequence[Slip]) -> _Sorted | None:
        """What was seen with the slips undone; None where an output cannot be read so."""
        read = []
        for seen in self.seen:
            output = seen.output
            if output is not None:
                output = read_as(slips, output, seen.puzzle.steps)
                if output is None:
                    return None
            read.append(Observation(seen.puzzle, output))
        return _Sorted(tuple(read), self.answers, self.left_out)

    def split(self) -> tuple[list[Observation], list[Observation]]:
        """The observations that are wrong, and those that are right."""
        wrong: list[Observation] = []
        right: list[Observation] = []
        for seen, answer in zip(self.seen, self.answers, strict=True):
            (right if words(answer) == words(seen.output) else wrong).append(seen)
        return wrong, right


def diagnose(
    observations: Iterable[Observation], *, deadline: Deadline | None = None, enough: int = ENOUGH
) -> Diagnosis:
    """Explain a program by its outputs, best on :func:`separating_boards` and some more.

    A program that is right wherever it was compared has no ``wrong`` and no explanation.
    ``enough`` boards must speak for an explanation.  At the deadline the closest so far is given.
    """
    deadline = deadline or Deadline()
    all_seen = _sort(observations)
    wrong, right = all_seen.split()
    compared, left_out = len(all_seen.seen), all_seen.left_out
    unexplained = Diagnosis((), tuple(wrong), compared, left_out)
    # Where nothing was ever printed there is nothing to tell one cause from another.
    if not wrong or all(seen.output is None for seen in all_seen.seen):
        return unexplained
    all_no = all(words(seen.output) == [NO_PLAN] for seen in all_seen.seen)
    if all_no and len(wrong) >= enough:
        said = (ALWAYS_NO,)
        return Diagnosis(((),), tuple(wrong), compared, left_out, said, speaking=len(wrong))
    slips, read = _reading(all_seen)
    found = _explain(*read.split(), deadline, enough, len(wrong) if slips else 0)
    return Diagnosis(found[0], tuple(wrong), compared, left_out, slips, *found[1:])


def _reading(all_seen: _Sorted) -> tuple[tuple[Slip, ...], _Sorted]:
    """The slips that, undone, make most outputs right, and what is read then; fewest slips first.

    Slips must make at least ENOUGH outputs right that were not.
    """
    best: tuple[tuple[Slip, ...], _Sorted] = ((), all_seen)
    most = len(all_seen.split()[1]) + ENOUGH - 1
    for slips in readings():
        read = all_seen.read_as(slips) if slips else None
        if read is not None and len(read.split()[1]) > most:
            best, most = (slips, read), len(read.split()[1])
    return best


# Explanations, suspects, the closest, how many boards speak, whether time ran out.
Found = tuple[tuple[Names, ...], tuple[Names, ...], Closest | None, int, bool]


def _explain(
    wrong: Sequence[Observation],
    right: Sequence[Observation],
    deadline: Deadline,
    enough: int,
    slipped: int,
) -> Found:
    """What explains these outputs; ``slipped`` boards speak for slips that were undone."""
    if not wrong:
        return ((),), (), None, slipped, False
    trials = Trials(wrong, right, deadline)
    try:
        return _search(trials, len(right), enough)
    except LimitReached:
        trials.deadline = Deadline()  # a few are run to the end
        leaders = trials.leaders_so_far()
        exact = list(filter(trials.explains, leaders))
        if exact:
            return _named(trials, exact, enough)
        return (), (), _closest(trials, leaders, len(right)), 0, True


def _search(trials: Trials, right: int, enough: int) -> Found:
    """The smallest sets of mistakes that explain everything.  Raises LimitReached."""
    for number in range(1, LARGEST + 1):
        exact = trials.exact(number)
        if exact:
            return _named(trials, exact, enough)
    return (), (), _closest(trials, trials.leaders(), right), 0, False


def _named(trials: Trials, exact: Sequence[Names], enough: int) -> Found:
    """These explain everything; they are no more than suspects where too few boards speak."""
    support = [trials.support(mistakes) for mistakes in exact]
    speaking = min(wrong for wrong, _ in support)
    if all(min(pair) >= enough for pair in support):
        return tuple(exact), (), None, speaking, False
    return (), tuple(exact), None, speaking, False


def _closest(trials: Trials, leaders: Sequence[Names], right: int) -> Closest | None:
    """The best of those that explain much: more than the right program, and half of the wrong."""
    shares: list[tuple[int, Names]] = []
    for mistakes in leaders[:3]:
        wrong, _ = trials.support(mistakes)
        agreed = sum(trials.agrees(mistakes, k) is True for k in range(len(trials.seen)))
        if 2 * wrong >= len(trials.wrong) and right < agreed < len(trials.seen):
            shares.append((agreed, mistakes))
    if not shares:
        return None
    explained, mistakes = max(shares, key=lambda share: share[0])
    parted = (s.puzzle for k, s in enumerate(trials.seen) if not trials.agrees(mistakes, k))
    return Closest(mistakes, explained, min(parted, key=size))


def questions(suspects: Sequence[Names], known: Iterable[Puzzle], seed: int = 1) -> list[Puzzle]:
    """Boards to run the program on, not among the known ones, before a suspect is named.

    Each suspect is to answer some of them wrongly, and any two some of them differently.
    """
    rng, asked = Random(seed), set(known)
    made: list[Puzzle] = []
    for pair in combinations(((), *suspects), 2):
        kinds = [load(name) for name in sorted(set(pair[0]) ^ set(pair[1]))]

        def wanted(board: Board, kinds: Sequence[type[Program]] = kinds) -> bool:
            return any(kind.is_provoked_by(board) for kind in kinds)

        puzzles = random_puzzles(rng, _DRAWN, wanted)
        fresh = (p for p in puzzles if p not in asked)
        told = list(islice(filter(tells_apart(*pair), fresh), _ASKED))
        asked.update(told)
        made += told
    return made


def separating_boards() -> tuple[Puzzle, ...]:
    """The boards that come with the catalogue: each mistake's own, and those that tell two apart.

    A program that is to be diagnosed should be run on all of them.
    """
    own = [load(name).board for name in names()]
    text = files("satmayan.mistakes").joinpath("separating.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return tuple(parse_line(line) for line in dict.fromkeys(own + lines))


def _sort(observations: Iterable[Observation]) -> _Sorted:
    """The observations by size, and the right answers; those that are too large left out."""
    kept: list[Observation] = []
    answers: list[str] = []
    left_out, total = 0, StepBudget(TOTAL)
    for seen in sorted(set(observations), key=_size):
        run = None if total.passed else runs()((), seen.puzzle)
        if run:
            total.spend(min(run.steps, RIGHT_BUDGET))
        if run is None or not run.ended or run.steps > RIGHT_BUDGET:
            left_out += 1
            continue
        kept.append(seen)
        answers.append(run.printed or "")
    return _Sorted(tuple(kept), tuple(answers), left_out)


def _size(seen: Observation) -> tuple[int, int, str, str]:
    puzzle = seen.puzzle
    return (puzzle.board.blocks, puzzle.steps, puzzle_line(puzzle), seen.output or "")
