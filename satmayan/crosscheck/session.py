"""A whole cross-check: every board once, then every way of failing shrunk once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from satmayan.base.progress import Progress
from satmayan.crosscheck.contestants import Answer
from satmayan.crosscheck.journal import Findings
from satmayan.crosscheck.referee import Case, Checked, Failure, Job, Result
from satmayan.crosscheck.verdict import Outcome
from satmayan.puzzle.shrink import size
from satmayan.run.pool import Pool


@dataclass(slots=True)
class Results:
    """What was found so far, complete or not."""

    contestants: tuple[str, ...]
    checked: dict[int, Checked] = field(default_factory=dict)  # by the number of the board
    shrunk: dict[Failure, Checked | None] = field(default_factory=dict)

    def add(self, number: int, checked: Checked | None) -> None:
        """Take what was found on a board."""
        if checked is not None:
            self.checked[number] = checked

    def judged(self) -> Iterator[Checked]:
        """The boards to which the reference had an answer, in the order given."""
        return (c for _, c in sorted(self.checked.items()) if not c.unknown)

    def unknown(self) -> list[Checked]:
        """The boards to which the reference had no answer."""
        return [c for _, c in sorted(self.checked.items()) if c.unknown]

    def failures(self, contestant: int) -> dict[Failure, list[Checked]]:
        """The ways in which a contestant failed, on the smallest board checked; all such boards."""
        failed: dict[Outcome, list[Checked]] = {}
        for checked in self.judged():
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
        board = next(c for c in self.judged() if c.case == failure.case)
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

    def to_do() -> Iterator[Case]:
        for k, case in enumerate(cases):
            if case in findings:
                results.add(k, findings[case])
            else:
                numbers[case] = k
                yield case

    for case, checked in pool.run(to_do()):
        assert isinstance(case, Case)
        findings.add(case, checked)
        results.add(numbers[case], checked)
        progress("boards", len(results.checked), total)
    failures = [f for k in range(len(results.contestants)) for f in results.failures(k)]
    for failure in failures:
        if failure in findings:
            results.shrunk[failure] = findings[failure]
    for job, smallest in pool.run(f for f in failures if f not in findings):
        assert isinstance(job, Failure)
        findings.add(job, smallest)
        results.shrunk[job] = smallest
        progress("shrinking", len(results.shrunk), len(failures))
