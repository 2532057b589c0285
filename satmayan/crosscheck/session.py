"""A whole cross-check: every board once, then every way of failing shrunk once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

# Called with what is being done, how much of it is done, how much there is in all.
from satmayan.base.progress import Progress
from satmayan.crosscheck.journal import Journal
from satmayan.crosscheck.pool import Pool
from satmayan.crosscheck.referee import Case, Checked, ShrinkTask, Shrunk
from satmayan.crosscheck.verdict import Outcome
from satmayan.puzzle.shrink import size


@dataclass(slots=True)
class Results:
    """What was found so far, complete or not."""

    contestants: tuple[str, ...]
    checked: dict[int, Checked] = field(default_factory=dict)  # by the number of the board
    shrunk: dict[ShrinkTask, Shrunk] = field(default_factory=dict)

    def judged(self) -> Iterator[Checked]:
        """The boards to which the reference had an answer, in the order given."""
        return (c for _, c in sorted(self.checked.items()) if not c.unknown)

    def unknown(self) -> list[Checked]:
        """The boards to which the reference had no answer."""
        return [c for _, c in sorted(self.checked.items()) if c.unknown]

    def failures(self, contestant: int) -> dict[Outcome, list[Checked]]:
        """The boards on which a contestant failed, by the way in which it did."""
        failed: dict[Outcome, list[Checked]] = {}
        for checked in self.judged():
            outcome = checked.answers[contestant].verdict.outcome
            if outcome is not Outcome.RIGHT:
                failed.setdefault(outcome, []).append(checked)
        return failed

    def shrink_tasks(self) -> list[ShrinkTask]:
        """For every contestant and way of failing, the smallest board, to be shrunk further."""
        return [
            ShrinkTask(k, outcome, min((c.entry for c in boards), key=lambda e: size(e.puzzle)))
            for k in range(len(self.contestants))
            for outcome, boards in self.failures(k).items()
        ]


def run(
    results: Results,
    entries: Iterable[Case],
    total: int,
    pool: Pool,
    journal: Journal | None,
    progress: Progress,
) -> None:
    """Fill ``results`` for ``total`` boards; what the journal knows is not done again.

    However this ends (KeyboardInterrupt, say), ``results`` holds what was found so far,
    and so does the journal.
    """
    numbers: dict[Case, int] = {}

    def to_do() -> Iterator[Case]:
        for k, entry in enumerate(entries):
            known = journal and journal.known(entry)
            if known:
                results.checked[k] = known
            else:
                numbers[entry] = k
                yield entry

    for task, done in pool.run(to_do()):
        assert isinstance(task, Case) and isinstance(done, Checked)
        results.checked[numbers[task]] = done
        if journal:
            journal.add(done)
        progress("boards", len(results.checked), total)
    _shrink(results, pool, journal, progress)


def _shrink(results: Results, pool: Pool, journal: Journal | None, progress: Progress) -> None:
    tasks = results.shrink_tasks()
    known = {t: journal.shrunk[t] for t in tasks if journal and t in journal.shrunk}
    results.shrunk |= {task: shrunk for task, shrunk in known.items() if shrunk}
    count = len(known)
    for task, done in pool.run(t for t in tasks if t not in known):
        assert isinstance(task, ShrinkTask) and not isinstance(done, Checked)
        if done is not None:
            results.shrunk[task] = done
        if journal:
            journal.add_shrunk(task, done)
        count += 1
        progress("shrinking", count, len(tasks))
