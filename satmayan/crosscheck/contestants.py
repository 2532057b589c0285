"""Who answers: a program in its sandbox, or an engine of ours."""

from __future__ import annotations

import signal
import time
from dataclasses import dataclass, replace
from typing import Protocol

from satmayan import planner
from satmayan.base.errors import Contradiction
from satmayan.base.limits import Deadline
from satmayan.crosscheck.verdict import Outcome, Ruling, judge
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.puzzle.files import FormatError, format_plan, format_puzzle, parse_plan
from satmayan.run.sandbox import CannotRun, Limits, Run, Sandbox

SHOWN = 2000  # so many characters of an output are kept


@dataclass(frozen=True, slots=True)
class Answer:
    """One contestant's answer to one board, judged.

    ``got`` is what it printed, cut short where long; ``notes`` are what is worth telling
    of the run besides (processes left running, the working folder removed).
    """

    verdict: Ruling
    got: str
    seconds: float
    notes: tuple[str, ...] = ()


class Contestant(Protocol):
    """Anything that answers a puzzle and is judged beside a reference answer."""

    @property
    def name(self) -> str: ...

    def answer(self, puzzle: Puzzle, reference: Plan | None, sandbox: Sandbox) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Submission:
    """A command that reads mayan.in on standard input, or (``files``) in its working folder."""

    name: str
    argv: tuple[str, ...]
    files: bool = False
    limits: Limits = Limits()

    def answer(self, puzzle: Puzzle, reference: Plan | None, sandbox: Sandbox) -> Answer:
        """Run the program and judge what it printed."""
        try:
            run = sandbox.run(
                self.argv, format_puzzle(puzzle), files=self.files, limits=self.limits
            )
        except CannotRun as error:
            return Answer(Ruling(Outcome.CRASH, str(error)), "", 0.0)
        printed = (run.file or "") if self.files else run.stdout
        verdict = self._verdict(run, puzzle, reference, printed)
        return Answer(verdict, printed[:SHOWN], round(run.seconds, 6), _notes(run))

    def _verdict(self, run: Run, puzzle: Puzzle, reference: Plan | None, printed: str) -> Ruling:
        if run.reason is not None:
            return _limit(run.reason, self.limits)
        try:
            plan = parse_plan(printed, "mayan.out" if self.files else "output")
            verdict = judge(puzzle, plan, reference)
        except FormatError as error:
            missing = self.files and run.file is None
            verdict = Ruling(Outcome.NO_ANSWER, "no mayan.out" if missing else str(error))
        if run.status != 0:
            return Ruling(Outcome.CRASH, _ending(run, verdict))
        return verdict


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine of ours, under the same time limit as the programs."""

    name: str
    limits: Limits = Limits()

    def answer(self, puzzle: Puzzle, reference: Plan | None, sandbox: Sandbox) -> Answer:
        """Ask the engine and judge its answer; reaching the limit is no answer."""
        try:
            # its answer is judged beside the reference's, so that it need not be cross-checked
            plan, reason, seconds = ask(self.name, puzzle, self.limits.seconds, cross_check=False)
        except Contradiction as error:
            return Answer(Ruling(Outcome.CRASH, str(error)), "", 0.0)
        if reason:
            return Answer(Ruling(Outcome.TIMEOUT, reason), "", seconds)
        return Answer(judge(puzzle, plan, reference), format_plan(plan), seconds)


def ask(
    engine: str, puzzle: Puzzle, seconds: float, cross_check: bool = True
) -> tuple[Plan | None, str, float]:
    """An engine's answer; why there is none ("" where there is one); the seconds it took."""
    start = time.perf_counter()
    config = replace(planner.Config.parse(engine), cross_check=cross_check)
    result = planner.solve(puzzle, config, Deadline(seconds))
    took = round(time.perf_counter() - start, 6)
    unknown = result.verdict is planner.Verdict.UNKNOWN
    return result.plan, (result.reason or "no answer") if unknown else "", took


def _limit(reason: str, limits: Limits) -> Ruling:
    """The verdict on a program that reached a limit."""
    return {
        "time": Ruling(Outcome.TIMEOUT, f"{limits.seconds:g} s"),
        "memory": Ruling(Outcome.MEMORY, f"{limits.memory >> 20} MiB"),
        "output": Ruling(Outcome.FLOOD, f"{limits.output} bytes printed"),
        "file": Ruling(Outcome.FLOOD, f"{limits.output} bytes in a file"),
        "processes": Ruling(Outcome.PROCESSES),
    }[reason]


def _ending(run: Run, verdict: Ruling) -> str:
    """How a program ended that did not end well."""
    if run.status < 0:
        try:
            how = f"killed by {signal.Signals(-run.status).name}"
        except ValueError:  # a real-time signal has no name
            how = f"killed by signal {-run.status}"
    else:
        how = f"exit status {run.status}"
    if verdict.outcome is Outcome.RIGHT:
        return f"{how}, though its answer is right"
    last = run.stderr.strip().splitlines()[-1:]
    return f"{how}: {last[0][:200]}" if last else how


def _notes(run: Run) -> tuple[str, ...]:
    notes = []
    if run.left:
        notes.append("left processes running")
    if run.folder_gone:
        notes.append("removed its working folder")
    return tuple(notes)
