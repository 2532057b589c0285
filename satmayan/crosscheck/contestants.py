"""Who answers: a program in its sandbox, or an engine of ours."""

from __future__ import annotations

import signal
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

from satmayan import planner
from satmayan.base.errors import Contradiction
from satmayan.base.limits import Deadline
from satmayan.base.messages import Message, noted
from satmayan.crosscheck.verdict import Outcome, Ruling, judge
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.puzzle.files import FormatError, format_plan, format_puzzle, parse_plan
from satmayan.run.sandbox import (
    INPUT_FILE,
    OUTPUT_FILE,
    CannotRun,
    Limits,
    Run,
    Sandbox,
    printable,
)

SHOWN = 2000  # so many characters of an output are kept
FICKLE = noted("answers differently from run to run")


@dataclass(frozen=True, slots=True)
class Answer:
    """One contestant's answer to one board, judged: the outcome, and the particulars in words.

    ``got`` is what it printed as it is, cut short where long: not fit for a terminal, see
    :func:`~satmayan.run.sandbox.printable`.  ``notes`` are what is worth telling of the run
    besides (processes left running, the working folder removed, another answer the next time).
    """

    outcome: Outcome
    detail: str
    got: str
    seconds: float
    notes: tuple[str, ...] = ()

    @property
    def is_hopeless(self) -> bool:
        """Whether the program came to no answer at all: nothing was printed, or it was stopped."""
        if self.outcome in (Outcome.CRASH, Outcome.NO_ANSWER):
            return not self.got.strip()
        return self.outcome in _STOPPED


NOT_ASKED = Answer(Outcome.NOT_ASKED, "", "", 0.0)
_STOPPED = (Outcome.TIMEOUT, Outcome.MEMORY, Outcome.FLOOD, Outcome.PROCESSES)


class Contestant(Protocol):
    """Anything that answers a puzzle and is judged beside a reference answer."""

    @property
    def name(self) -> str: ...

    def answer(self, puzzle: Puzzle, reference: Plan | None, sandbox: Sandbox) -> Answer: ...


@dataclass(frozen=True, slots=True)
class Submission:
    """A command that reads standard input or mayan.in, and prints or writes mayan.out.

    Which of them is left to it; with ``files``, there is nothing on standard input, and what
    it prints does not count.  ``names`` are those of the two files.  ``hidden`` are files that
    it must not see: the answers.
    """

    name: str
    argv: tuple[str, ...]
    files: bool = False
    limits: Limits = Limits()
    hidden: tuple[Path, ...] = ()
    names: tuple[str, str] = (INPUT_FILE, OUTPUT_FILE)

    def answer(self, puzzle: Puzzle, reference: Plan | None, sandbox: Sandbox) -> Answer:
        """Run the program and judge what it printed."""
        text = format_puzzle(puzzle)
        try:
            run = sandbox.run(
                self.argv,
                text,
                files=True,
                stdin=not self.files,
                names=self.names,
                limits=self.limits,
                hidden=self.hidden,
            )
        except CannotRun as error:
            return Answer(Outcome.CRASH, printable(str(error)), "", 0.0)
        in_file = self.files or bool(run.file and run.file.strip())
        printed = (run.file or "") if in_file else run.stdout
        verdict = self._verdict(run, puzzle, reference, printed, in_file)
        return Answer(*verdict, printed[:SHOWN], round(run.seconds, 6), _notes(run))

    def _verdict(
        self, run: Run, puzzle: Puzzle, reference: Plan | None, printed: str, in_file: bool
    ) -> Ruling:
        if run.reason is not None:
            return _limit(run.reason, self.limits)
        try:
            plan = parse_plan(printed, printable(self.names[1]) if in_file else "output")
            verdict = judge(puzzle, plan, reference)
        except FormatError as error:
            missing = self.files and run.file is None
            detail = Message("no {file}", file=self.names[1]) if missing else str(error)
            verdict = (Outcome.NO_ANSWER, detail)
        if run.status != 0:
            return (Outcome.CRASH, _ending(run, verdict))
        return verdict


@dataclass(frozen=True, slots=True)
class EngineContestant:
    """An engine of ours, under the same time limit as the programs."""

    name: str
    limits: Limits = Limits()

    def answer(self, puzzle: Puzzle, reference: Plan | None, sandbox: Sandbox) -> Answer:
        """Ask the engine and judge its answer; reaching the limit is no answer."""
        try:
            # its answer is judged beside the reference's, so that it need not be cross-checked
            plan, reason, seconds = ask(self.name, puzzle, self.limits.seconds, cross_check=False)
        except Contradiction as error:
            return Answer(Outcome.CRASH, str(error), "", 0.0)
        if reason:
            return Answer(Outcome.TIMEOUT, reason, "", seconds)
        return Answer(*judge(puzzle, plan, reference), format_plan(plan), seconds)


def ask(
    engine: str, puzzle: Puzzle, seconds: float, cross_check: bool = True
) -> tuple[Plan | None, str, float]:
    """An engine's answer; why there is none ("" where there is one); the seconds it took."""
    start = time.perf_counter()
    config = replace(planner.Config.parse(engine), cross_check=cross_check)
    result = planner.solve(puzzle, config, Deadline(seconds))
    took = round(time.perf_counter() - start, 6)
    unknown = result.verdict is planner.Verdict.UNKNOWN
    return result.plan, (result.reason or noted("no answer")) if unknown else "", took


def _limit(reason: str, limits: Limits) -> Ruling:
    """The verdict on a program that reached a limit."""
    return {
        "time": (Outcome.TIMEOUT, Message("{n:g} s", n=limits.seconds)),
        "memory": (Outcome.MEMORY, f"{limits.memory >> 20} MiB"),
        "output": (Outcome.FLOOD, Message("{n} bytes printed", n=limits.output)),
        "file": (Outcome.FLOOD, Message("{n} bytes in a file", n=limits.output)),
        "processes": (Outcome.PROCESSES, ""),
    }[reason]


def _ending(run: Run, verdict: Ruling) -> str:
    """How a program ended that did not end well."""
    if run.status < 0:
        try:
            how = Message("killed by {signal}", signal=signal.Signals(-run.status).name)
        except ValueError:  # a real-time signal has no name
            how = Message("killed by signal {n}", n=-run.status)
    else:
        how = Message("exit status {n}", n=run.status)
    if verdict[0] is Outcome.RIGHT:
        return Message("{how}, though its answer is right", how=how)
    last = run.stderr.strip().splitlines()[-1:]
    if not last:
        return how
    return Message("{how}: {said}", how=how, said=printable(last[0][:200]))


def _notes(run: Run) -> tuple[str, ...]:
    notes = []
    if run.left:
        notes.append(noted("left processes running"))
    if run.folder_gone:
        notes.append(noted("removed its working folder"))
    return tuple(notes)
