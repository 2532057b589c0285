"""The work on one board: ask the reference, run every contestant, judge; and shrink."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from multiprocessing import parent_process
from pathlib import Path

from satmayan.base.limits import Deadline
from satmayan.crosscheck.contestants import FICKLE, NOT_ASKED, Answer, Contestant, ask
from satmayan.crosscheck.verdict import Outcome
from satmayan.judge import confirm
from satmayan.puzzle.board import Board, Plan, Puzzle
from satmayan.puzzle.shrink import shrink
from satmayan.run.pool import Tell
from satmayan.run.sandbox import Sandbox

WARM_UP = Puzzle(Board.of("", "", "", "11", "1"), 2)
SHRINK_TRIES = 400
SHRINK_SECONDS = 20.0

_LIMITS = {Outcome.TIMEOUT, Outcome.MEMORY, Outcome.FLOOD, Outcome.PROCESSES}
_NOT_AGAIN = {
    Outcome.RIGHT,
    Outcome.NOT_ASKED,
    *_LIMITS,
}  # what a limit cuts short differs by chance


@dataclass(frozen=True, slots=True)
class Case:
    """A named board to check on."""

    name: str
    puzzle: Puzzle


@dataclass(frozen=True, slots=True)
class Checked:
    """The answers to one board, in the order of the contestants.

    ``unknown`` says why the reference gave no answer ("" if it did); then nobody is judged.
    """

    case: Case
    reference: Plan | None
    unknown: str
    seconds: float  # that the reference took
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Failure:
    """A board on which one contestant (by its number) fails in one way."""

    contestant: int
    outcome: Outcome
    case: Case


@dataclass(frozen=True, slots=True)
class Check:
    """A board to be checked by all but the contestants (by their numbers) that were given up."""

    case: Case
    given_up: tuple[int, ...] = ()


Job = Check | Failure  # to be checked, to be shrunk
Result = Checked | None  # None: a failure that does not show again


@dataclass(frozen=True, slots=True)
class Referee:
    """Who is the reference, how long it may think (seconds), and who is judged."""

    reference: str
    seconds: float
    contestants: tuple[Contestant, ...]

    def do(self, job: Job, sandbox: Sandbox) -> Result:
        """Check a board, or shrink a failure."""
        if isinstance(job, Failure):
            return self.shrink(job, sandbox)
        asked = [None if k in job.given_up else who for k, who in enumerate(self.contestants)]
        checked = self.check(job.case, asked, sandbox)
        answers = zip(self.contestants, checked.answers, strict=not checked.unknown)
        again = (self._again(who, answer, checked, sandbox) for who, answer in answers)
        return replace(checked, answers=tuple(again))

    @staticmethod
    def _again(who: Contestant, answer: Answer, checked: Checked, sandbox: Sandbox) -> Answer:
        """An answer that is no right one, with a note where a second run gives another."""
        if answer.outcome in _NOT_AGAIN:
            return answer
        second = who.answer(checked.case.puzzle, checked.reference, sandbox)
        if second.outcome in _LIMITS or second.got == answer.got:
            return answer
        return replace(answer, notes=(*answer.notes, FICKLE))

    def check(
        self, case: Case, contestants: Sequence[Contestant | None], sandbox: Sandbox
    ) -> Checked:
        """Judge everybody (None: nobody, who was given up) on one board.

        Raises Contradiction if the reference's plan is none.
        """
        plan, unknown, seconds = ask(self.reference, case.puzzle, self.seconds)
        if unknown:
            return Checked(case, None, unknown, seconds, ())
        if plan is not None:
            confirm(case.puzzle, plan)
        answers = tuple(
            who.answer(case.puzzle, plan, sandbox) if who else NOT_ASKED for who in contestants
        )
        return Checked(case, plan, "", seconds, answers)

    def shrink(self, failure: Failure, sandbox: Sandbox) -> Checked | None:
        """The contestant's answer to the smallest board on which it still fails in the same way.

        None if it does not fail on this one again.
        """
        who, case = self.contestants[failure.contestant], failure.case
        shown: list[Checked] = []

        def fails(puzzle: Puzzle) -> bool:
            checked = self.check(Case(case.name, puzzle), (who,), sandbox)
            failed = any(answer.outcome is failure.outcome for answer in checked.answers)
            if failed:
                shown.append(checked)
            return failed

        if fails(case.puzzle):
            shrink(case.puzzle, fails, tries=SHRINK_TRIES, deadline=Deadline(SHRINK_SECONDS))
        return shown[-1] if shown else None


@contextmanager
def at_work(referee: Referee, root: Path) -> Iterator[Callable[[Job, Tell], Result]]:
    """In a worker of the pool: the referee with a sandbox, whose folders are below ``root``.

    Should the main process be killed, ``root`` is removed.
    """
    try:
        with Sandbox(root) as sandbox:
            ask(referee.reference, WARM_UP, referee.seconds)  # so that imports count for no board
            yield lambda job, _tell: referee.do(job, sandbox)
    finally:
        main = parent_process()
        if main is not None and not main.is_alive():
            shutil.rmtree(root, ignore_errors=True)


def lost(job: Job, reason: str) -> Result:
    """The result of a job whose worker died (an engine crashed, or memory ran out)."""
    return Checked(job.case, None, reason, 0.0, ()) if isinstance(job, Check) else None
