"""The work on one board: ask the reference, run every contestant, judge; and shrink."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from satmayan.base.limits import Deadline
from satmayan.crosscheck.contestants import FICKLE, Answer, Contestant, ask
from satmayan.crosscheck.verdict import Outcome
from satmayan.judge import confirm
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.puzzle.shrink import shrink
from satmayan.run.sandbox import Sandbox

SHRINK_TRIES = 400
SHRINK_SECONDS = 20.0

_LIMITS = {Outcome.TIMEOUT, Outcome.MEMORY, Outcome.FLOOD, Outcome.PROCESSES}
_NOT_AGAIN = {Outcome.RIGHT, *_LIMITS}  # what a limit cuts short differs by chance


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

    entry: Case
    reference: Plan | None
    unknown: str
    seconds: float  # that the reference took
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Shrunk:
    """The smallest board found on which one contestant (by its number) fails in one way."""

    contestant: int
    outcome: Outcome
    origin: str  # the name of the board that it was shrunk from
    puzzle: Puzzle
    reference: Plan | None
    answer: Answer


@dataclass(frozen=True, slots=True)
class ShrinkTask:
    """What is to be shrunk: a board on which a contestant fails in a certain way."""

    contestant: int
    outcome: Outcome
    entry: Case


@dataclass(frozen=True, slots=True)
class Referee:
    """Who is the reference, how long it may think (seconds), and who is judged."""

    reference: str
    seconds: float
    contestants: tuple[Contestant, ...]

    def do(self, task: Case | ShrinkTask, sandbox: Sandbox) -> Checked | Shrunk | None:
        """Do one piece of work; None only for a failure that does not show again."""
        if isinstance(task, ShrinkTask):
            return self.shrink(task, sandbox)
        checked = self.check(task, self.contestants, sandbox)
        answers = zip(self.contestants, checked.answers, strict=not checked.unknown)
        again = (self._again(who, answer, checked, sandbox) for who, answer in answers)
        return replace(checked, answers=tuple(again))

    @staticmethod
    def _again(who: Contestant, answer: Answer, checked: Checked, sandbox: Sandbox) -> Answer:
        """An answer that is no right one, with a note where a second run gives another."""
        if answer.verdict.outcome in _NOT_AGAIN:
            return answer
        second = who.answer(checked.entry.puzzle, checked.reference, sandbox)
        if second.verdict.outcome in _LIMITS or second.got == answer.got:
            return answer
        return replace(answer, notes=(*answer.notes, FICKLE))

    def check(self, entry: Case, contestants: Sequence[Contestant], sandbox: Sandbox) -> Checked:
        """Judge everybody on one board.  Raises Contradiction if the reference's plan is none."""
        plan, unknown, seconds = ask(self.reference, entry.puzzle, self.seconds)
        if unknown:
            return Checked(entry, None, unknown, seconds, ())
        if plan is not None:
            confirm(entry.puzzle, plan)
        answers = tuple(who.answer(entry.puzzle, plan, sandbox) for who in contestants)
        return Checked(entry, plan, "", seconds, answers)

    def shrink(self, task: ShrinkTask, sandbox: Sandbox) -> Shrunk | None:
        """The smallest board on which the contestant still fails in the same way."""
        who = self.contestants[task.contestant]
        shown: list[Checked] = []

        def fails(puzzle: Puzzle) -> bool:
            checked = self.check(Case(task.entry.name, puzzle), (who,), sandbox)
            failed = any(a.verdict.outcome is task.outcome for a in checked.answers)
            if failed:
                shown.append(checked)
            return failed

        if not fails(task.entry.puzzle):
            return None
        shrink(task.entry.puzzle, fails, tries=SHRINK_TRIES, deadline=Deadline(SHRINK_SECONDS))
        smallest = shown[-1]
        return Shrunk(
            task.contestant,
            task.outcome,
            task.entry.name,
            smallest.entry.puzzle,
            smallest.reference,
            smallest.answers[0],
        )
