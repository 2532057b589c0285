"""Trials: which programs of the catalogue print what was seen, with all work done once.

Programs that make their steps alike share what is known of steps, and no program is run
twice on a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from satmayan.base.limits import Deadline, LimitReached, StepBudget
from satmayan.mistakes.catalogue import Names, combine, compatible, load, names
from satmayan.mistakes.program import Known
from satmayan.puzzle.board import Puzzle

BUDGET = 30_000  # steps simulated for one answer; a board on which it takes more says nothing
_ROOM = 500_000  # boards remembered
_SAMPLE = 30  # boards of each sort on which single mistakes are compared with one another
_TELLING = 20  # of these, on which sets of them are
_LEADERS = 16  # sets that are tried with one mistake more


@dataclass(frozen=True, slots=True)
class Observation:
    """What a program printed for a puzzle; ``output`` is None if it never ended or crashed."""

    puzzle: Puzzle
    output: str | None


class Trials:
    """What was seen on some boards (the wrong answers first), and who prints the same.

    Raises LimitReached at the deadline.
    """

    def __init__(
        self, wrong: Sequence[Observation], right: Sequence[Observation], deadline: Deadline
    ) -> None:
        self.seen = (*wrong, *right)
        self.wrong = range(len(wrong))
        self._deadline = deadline
        self._known = Known()
        self._printed: dict[tuple[Names, int], str | None] = {}
        self._agrees: dict[tuple[Names, int], bool | None] = {}
        sample = [*range(len(wrong))[:_SAMPLE], *range(len(wrong), len(self.seen))[:_SAMPLE]]
        singles = list(hypotheses(1))
        share = {k: sum(self.agrees(names, k) is not False for names in singles) for k in sample}
        # The boards that few programs explain come first: they rule most out.
        telling = sorted(sample, key=lambda k: share[k])
        self._telling = telling[:_TELLING]
        self._order = (*telling, *sorted(set(range(len(self.seen))) - share.keys()))
        self._idle = [self._right_on(k) for k in telling if k in self.wrong]

    def _right_on(self, k: int) -> frozenset[str]:
        """The mistakes that, made alone, give the right answer on a board answered wrongly."""
        right = combine(())().output(self.seen[k].puzzle)
        return frozenset(name for name in names() if self._printed.get(((name,), k), "") == right)

    def agrees(self, mistakes: Names, k: int) -> bool | None:
        """Whether a program prints what was seen on board k; None: it would take too long."""
        if (mistakes, k) not in self._agrees:
            self._deadline.check()
            self._agrees[mistakes, k] = self._try(mistakes, k)
        return self._agrees[mistakes, k]

    def _try(self, mistakes: Names, k: int) -> bool | None:
        seen = self.seen[k]
        if self._known.boards > _ROOM:
            self._known = Known()
        program = combine(mistakes)(self._known)
        try:
            printed = program.output(seen.puzzle, StepBudget(BUDGET))
        except LimitReached:
            return None
        if len(mistakes) == 1:
            self._printed[mistakes, k] = printed
        if seen.output is None and printed is not None:
            return None  # it may only be slow
        return program.prints(seen.puzzle, printed, seen.output)

    def explains(self, mistakes: Names) -> bool:
        """Whether nothing that was seen rules these mistakes out.

        Where each of them alone is harmless on a board that was answered wrongly, they are
        taken to be so together.
        """
        if any(idle.issuperset(mistakes) for idle in self._idle):
            return False
        if not all(self.agrees(mistakes, k) is not False for k in self._order):
            return False
        return any(self.agrees(mistakes, k) for k in self.wrong)

    def support(self, mistakes: Names) -> tuple[int, int]:
        """On how many boards these mistakes print what was seen: wrong answers; any answers."""
        agreed = [k for k in range(len(self.seen)) if self.agrees(mistakes, k)]
        printed = sum(self.seen[k].output is not None for k in agreed)
        return sum(k in self.wrong for k in agreed), printed

    def score(self, mistakes: Names) -> int:
        """Of the boards that tell most, those on which these mistakes print what was seen."""
        return sum(self.agrees(mistakes, k) is True for k in self._telling)

    def exact(self, size: int) -> list[Names]:
        """The sets of so many mistakes that explain everything; of three, only the first found.

        A set that leaves open what is printed counts only where no other explains everything.
        """
        if size < 3:
            found = list(filter(self.explains, hypotheses(size)))
            return [m for m in found if not is_vague(m)] or found
        vague: list[Names] = []
        for mistakes in filter(self.explains, self._grown(self.leaders())):
            if not is_vague(mistakes):
                return [mistakes]
            vague.append(mistakes)
        return vague[:1]

    def leaders(self) -> list[Names]:
        """The sets of up to two mistakes that explain most, the best first."""
        singles = self._best(hypotheses(1))
        return self._best([*singles, *self._grown(singles)])

    def _best(self, candidates: Iterable[Names]) -> list[Names]:
        unique = dict.fromkeys(candidates)
        return sorted(unique, key=lambda m: (-self.score(m), len(m), m))[:_LEADERS]

    def _grown(self, leaders: Iterable[Names]) -> Iterator[Names]:
        """The leaders with one mistake more, those of the best leader first."""
        grown = (tuple(sorted({*m, name})) for m in leaders for name in names() if name not in m)
        yield from filter(compatible, dict.fromkeys(grown))


def hypotheses(size: int) -> Iterator[Names]:
    """Every set of so many mistakes that can be made together, in alphabetical order."""
    return filter(compatible, combinations(names(), size))


def is_vague(mistakes: Names) -> bool:
    """Whether one of the mistakes leaves open what is printed."""
    return any(load(name).is_vague for name in mistakes)
