"""Trials: which programs of the catalogue print what was seen, with all work done once.

Programs that make their steps alike share what is known of steps, and no program is run
twice on a board, whoever is diagnosed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from heapq import heappush, heappushpop
from itertools import combinations

from satmayan.base.limits import Deadline, LimitReached, StepBudget
from satmayan.mistakes.catalogue import Names, combine, compatible, load, names
from satmayan.mistakes.program import Shared
from satmayan.puzzle.board import Puzzle

BUDGET = 30_000  # steps simulated for one answer; a board on which it takes more says nothing
_ROOM = 300_000  # boards remembered
_RUNS = 200_000  # runs remembered
_SAMPLE = 20  # boards of each sort on which single mistakes are compared with one another
_TELLING = 20  # of these, on which sets of them are
_LEADERS = 16  # sets that are tried with one mistake more


@dataclass(frozen=True, slots=True)
class Observation:
    """What a program printed for a puzzle; ``output`` is None if it never ended or crashed."""

    puzzle: Puzzle
    output: str | None


@dataclass(frozen=True, slots=True)
class Trial:
    """A run of a program of the catalogue: what it printed (None: it never ends), after so
    many steps; or that it took too many."""

    printed: str | None
    steps: int
    ended: bool = True


class Runs:
    """The programs of the catalogue on boards, each run once."""

    def __init__(self) -> None:
        self._known = Shared()
        self._runs: dict[tuple[Names, Puzzle], Trial] = {}

    def __call__(self, mistakes: Names, puzzle: Puzzle) -> Trial:
        """The run of the program that makes these mistakes on a board."""
        run = self._runs.get((mistakes, puzzle))
        if run is None:
            if len(self._runs) > _RUNS:
                self._runs.clear()
            run = self._runs[mistakes, puzzle] = self._run(mistakes, puzzle)
        return run

    def _run(self, mistakes: Names, puzzle: Puzzle) -> Trial:
        if self._known.boards > _ROOM:
            self._known = Shared()
        budget = StepBudget(BUDGET)
        try:
            printed = combine(mistakes)(self._known).output(puzzle, budget)
        except LimitReached:
            return Trial(None, budget.used, ended=False)
        return Trial(printed, budget.used)


@cache
def runs() -> Runs:
    """The runs of this process: many contestants are diagnosed by the same boards."""
    return Runs()


class Trials:
    """What was seen on some boards (the wrong answers first, each sort by size), and who prints
    the same.

    Raises LimitReached at the deadline, which may be put off.
    """

    def __init__(
        self, wrong: Sequence[Observation], right: Sequence[Observation], deadline: Deadline
    ) -> None:
        self.seen = (*wrong, *right)
        self.wrong = range(len(wrong))
        self.deadline = deadline
        self._agrees: dict[tuple[Names, int], bool | None] = {}

    @cached_property
    def _order(self) -> tuple[int, ...]:
        """The boards by how many steps have to be simulated on them to rule a program out.

        The sample comes first; how many single mistakes it rules out is known.
        """
        steps = [1 + runs()((), seen.puzzle).steps for seen in self.seen]
        right = range(len(self.wrong), len(self.seen))
        sample = [
            k for sort in (self.wrong, right) for k in sorted(sort, key=steps.__getitem__)[:_SAMPLE]
        ]
        singles = list(hypotheses(1))
        price = {}
        for k in sample:
            refuted = sum(self.agrees(names, k) is False for names in singles)
            price[k] = steps[k] / (refuted or 0.01)
        cheapest = sorted(sample, key=price.__getitem__)
        return (*cheapest, *(k for k in range(len(self.seen)) if k not in price))

    @property
    def _telling(self) -> tuple[int, ...]:
        return self._order[:_TELLING]

    def agrees(self, mistakes: Names, k: int) -> bool | None:
        """Whether a program prints what was seen on board k; None: it would take too long."""
        if (mistakes, k) not in self._agrees:
            self.deadline.tick()
            self._agrees[mistakes, k] = self._try(mistakes, k)
        return self._agrees[mistakes, k]

    def _try(self, mistakes: Names, k: int) -> bool | None:
        seen = self.seen[k]
        run = runs()(mistakes, seen.puzzle)
        if not run.ended or (seen.output is None and run.printed is not None):
            return None  # what is not seen to end may only be slow
        program = combine(mistakes)()
        return program.prints(seen.puzzle, run.printed, seen.output)

    def explains(self, mistakes: Names) -> bool:
        """Whether nothing that was seen rules these mistakes out."""
        if len(mistakes) == 1:  # most are ruled out by the smallest boards
            order: Sequence[int] = range(len(self.seen))
        else:
            order = self._order
        if any(self.agrees(mistakes, k) is False for k in order):
            return False
        return any(self.agrees(mistakes, k) for k in self.wrong)

    def support(self, mistakes: Names) -> tuple[int, int]:
        """On how many boards these mistakes print what was seen: wrong answers; any answers."""
        agreed = [k for k in range(len(self.seen)) if self.agrees(mistakes, k)]
        printed = sum(self.seen[k].output is not None for k in agreed)
        return sum(k in self.wrong for k in agreed), printed

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

    def leaders_so_far(self) -> list[Names]:
        """The sets of mistakes that explain most of what has been tried, the best first."""
        order: Sequence[int] = self.__dict__.get("_order", range(len(self.seen)))
        telling, agreed = set(order[:_TELLING]), Counter[Names]()
        for (mistakes, k), agrees in self._agrees.items():
            agreed[mistakes] += agrees is True and k in telling
        return sorted(agreed, key=lambda m: (-agreed[m], len(m), m))[:_LEADERS]

    def _best(self, candidates: Iterable[Names]) -> list[Names]:
        """Of the sets, those that differ least from what was seen on the boards that tell most."""
        best: list[tuple[int, int, Names]] = []
        heap: list[int] = []  # the scores of the best so far, the least first
        for mistakes in dict.fromkeys(candidates):
            score = self._score(mistakes, heap[0] if len(heap) == _LEADERS else -1)
            (heappush if len(heap) < _LEADERS else heappushpop)(heap, score)
            best.append((-score, len(mistakes), mistakes))
        return [mistakes for _, _, mistakes in sorted(best)[:_LEADERS]]

    def _score(self, mistakes: Names, least: int) -> int:
        """On how many of the boards that tell most these mistakes print what was seen.

        -1 where that is found to be fewer than ``least``.
        """
        score = 0
        for tried, k in enumerate(self._telling, 1):
            score += self.agrees(mistakes, k) is True
            if score + len(self._telling) - tried < least:
                return -1
        return score

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
