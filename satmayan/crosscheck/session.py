"""A whole cross-check: every board once, then every way of failing shrunk once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import count

from satmayan.base.progress import Progress
from satmayan.crosscheck.contestants import NOT_ASKED, Answer
from satmayan.crosscheck.journal import Findings
from satmayan.crosscheck.referee import Case, Check, Checked, Failure, Job, Result
from satmayan.crosscheck.verdict import Outcome
from satmayan.puzzle.shrink import size
from satmayan.run.pool import Pool

HOPELESS = 10  # like failures, without any answer, at the very beginning


@dataclass(slots=True)
class Results:
    """What was found so far, complete or not."""

    contestants: tuple[str, ...]
    checked: dict[int, Checked] = field(default_factory=dict)  # by the number of the board
    shrunk: dict[Failure, Checked | None] = field(default_factory=dict)
    given_up: dict[int, int] = field(default_factory=dict)  # who, after which number of a board
    keep_going: bool = False  # nobody is given up

    def add(self, number: int, checked: Checked | None) -> None:
        """Take what was found on a board; whoever is hopeless by now is given up."""
        if checked is None:
            return
        self.checked[number] = checked
        for k in range(len(self.contestants)):
            last = None if self.keep_going or k in self.given_up else self._hopeless(k)
            if last is not None:
                self.given_up[k] = last
        if self.given_up:
            for later in [n for n in self.checked if n > min(self.given_up.values())]:
                self._forget(later)

    def _hopeless(self, contestant: int) -> int | None:
        """The number of the board after which a contestant is given up, None where it is not.

        By the first boards in the order given, so that it is the same however many are
        checked at a time.
        """
        first: list[Answer] = []
        for number in count():
            if (checked := self.checked.get(number)) is None:
                return None
            if checked.unknown:
                continue
            first.append(checked.answers[contestant])
            if not first[-1].is_hopeless or first[-1].outcome is not first[0].outcome:
                return None
            if len(first) == HOPELESS:
                return number
        raise AssertionError("counting ended")

    def _forget(self, number: int) -> None:
        """What a contestant said after it was given up was said by chance: it does not count."""
        gone = {k for k, last in self.given_up.items() if number > last}
        checked = self.checked[number]
        if len(gone) == len(self.contestants):
            del self.checked[number]
        elif not checked.unknown:
            answers = (NOT_ASKED if k in gone else a for k, a in enumerate(checked.answers))
            self.checked[number] = replace(checked, answers=tuple(answers))

    def is_over(self) -> bool:
        """Whether everybody was given up."""
        return len(self.given_up) == len(self.contestants)

    def of(self, contestant: int) -> Results:
        """Only the boards that a contestant was asked."""
        last = self.given_up.get(contestant)
        kept = {n: c for n, c in self.checked.items() if last is None or n <= last}
        return replace(self, checked=kept)

    def judged(self) -> Iterator[Checked]:
        """The boards to which the reference had an answer, in the order given."""
        return (c for _, c in sorted(self.checked.items()) if not c.unknown)

    def unknown(self) -> list[Checked]:
        """The boards to which the reference had no answer."""
        return [c for _, c in sorted(self.checked.items()) if c.unknown]

    def failures(self, contestant: int) -> dict[Failure, list[Checked]]:
        """The ways in which a contestant failed, on the smallest board checked; all such boards."""
        failed: dict[Outcome, list[Checked]] = {}
        for checked in self.of(contestant).judged():
            outcome = checked.answers[contestant].outcome
            if outcome is not Outcome.RIGHT:
                failed.setdefault(outcome, []).append(checked)
        return {
            Failure(contestant, outcome, min((c.case for c in boards), key=_size)): boards
            for outcome, boards in failed.items()
        }

    def smallest(self, failure: Failure) -> tuple[Checked, Answer]:
        """The smallest board known that shows a failure, and the contestant's answer to it."""
        shrunk = self.shrunk.get(failure)
        if shrunk:
            return shrunk, shrunk.answers[0]
        board = next(c for c in self.of(failure.contestant).judged() if c.case == failure.case)
        return board, board.answers[failure.contestant]


def _size(case: Case) -> tuple[int, int, int, tuple[tuple[int, ...], ...]]:
    return size(case.puzzle)


def run(
    results: Results,
    cases: Iterable[Case],
    total: int,
    pool: Pool[Job, Result],
    findings: Findings,
    progress: Progress,
) -> None:
    """Fill ``results`` for ``total`` boards; what is in the findings is not done again.

    However this ends (KeyboardInterrupt, say), ``results`` holds what was found so far,
    and so do the findings.
    """
    numbers: dict[Case, int] = {}

    def to_do() -> Iterator[Check]:
        for k, case in enumerate(cases):
            if results.is_over():
                return
            if case in findings and _is_enough(findings[case], results):
                results.add(k, findings[case])
            else:
                numbers[case] = k
                yield Check(case, tuple(results.given_up))

    for job, checked in pool.run(to_do()):
        assert isinstance(job, Check)
        findings.add(job.case, checked)
        results.add(numbers[job.case], checked)
        progress("boards", len(results.checked), total)
    failures = [
        failure
        for k in range(len(results.contestants))
        if k
        not in results.given_up  # it fails everywhere, and each try may take all the time there is
        for failure in results.failures(k)
    ]
    for failure in failures:
        if failure in findings:
            results.shrunk[failure] = findings[failure]
    for shrunk, smallest in pool.run(f for f in failures if f not in findings):
        assert isinstance(shrunk, Failure)
        findings.add(shrunk, smallest)
        results.shrunk[shrunk] = smallest
        progress("shrinking", len(results.shrunk), len(failures))


def _is_enough(found: Result, results: Results) -> bool:
    """Whether a result that was kept has the answers of all that are not given up by now."""
    answers = found.answers if found else ()
    return all(
        answer.outcome is not Outcome.NOT_ASKED
        for k, answer in enumerate(answers)
        if k not in results.given_up
    )
