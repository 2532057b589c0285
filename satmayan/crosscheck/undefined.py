"""Whether a C or C++ program is wrong because it leaves the language's ground.

It is compiled again, without optimisation and with the compiler's own checks, and run on the
boards that it answers wrongly.  What is found so is no mistake about the game: a read past
the end of an array, a variable without a value, a function without a return.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from satmayan.base.messages import Message, indented
from satmayan.crosscheck.contestants import Submission
from satmayan.crosscheck.referee import Checked
from satmayan.crosscheck.verdict import Outcome
from satmayan.puzzle.files import format_puzzle
from satmayan.puzzle.shrink import size
from satmayan.run.sandbox import MIB, CannotRun, Limits, Sandbox

COMPILERS = {".c": "gcc", ".cpp": "g++", ".cc": "g++", ".cxx": "g++", ".c++": "g++", ".C": "g++"}
PLAIN = ("-O0",)
CHECKED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")
BOARDS = 3  # of each way of failing the smallest are tried
_COMPILING = Limits(seconds=60, memory=2048 * MIB, output=MIB)
_SLOWER = 4  # times, that a program may be with checks
_REPORT = re.compile(
    r"([\w.+-]+:\d+)(?::\d+)?: runtime error: (.*)|ERROR: AddressSanitizer: ([a-z-]+)"
)


@dataclass(frozen=True, slots=True)
class Undefined:
    """What the compiler's checks say ("" for nothing), on which board, and on how many of the
    boards tried the program is right when it is compiled without optimisation."""

    report: str
    board: str
    right_plain: int
    tried: int

    def lines(self) -> Iterator[str]:
        """It in words."""
        if self.report:
            yield indented(
                Message(
                    "-fsanitize=address,undefined says on {board}: {said}",
                    board=self.board,
                    said=self.report,
                )
            )
        if self.right_plain:
            yield indented(
                Message(
                    "compiled with -O0 it is right on {right} of {n} boards that it fails "
                    "otherwise: it does something that the language leaves undefined",
                    right=self.right_plain,
                    n=self.tried,
                )
            )


def find(
    program: Submission,
    source: Path,
    failures: Iterable[Sequence[Checked]],
    sandbox: Sandbox,
    folder: Path,
) -> Undefined | None:
    """Compile a source again and run it on boards that it failed; None if nothing is found.

    ``failures`` are the boards by the way of failing.
    """
    boards = [
        checked
        for failed in failures
        for checked in sorted(failed, key=lambda c: size(c.case.puzzle))[:BOARDS]
    ]
    plain = _build(program, source, PLAIN, sandbox, folder / "plain")
    right = 0
    if plain:
        for checked in boards:
            answer = plain.answer(checked.case.puzzle, checked.reference, sandbox)
            right += answer.outcome is Outcome.RIGHT
    report = board = ""
    instrumented = _build(program, source, CHECKED, sandbox, folder / "checked")
    if instrumented:
        for checked in boards:
            report = _report(instrumented, source, checked, sandbox)
            if report:
                board = checked.case.name
                break
    found = Undefined(report, board, right, len(boards))
    return found if report or right else None


def _build(
    program: Submission, source: Path, flags: Sequence[str], sandbox: Sandbox, target: Path
) -> Submission | None:
    """The program compiled with other flags; None where that cannot be done."""
    compiler = COMPILERS.get(source.suffix)
    if compiler is None or shutil.which(compiler) is None:
        return None
    command = (compiler, *flags, "-w", "-o", str(target), str(source))
    try:
        run = sandbox.run(command, None, limits=_COMPILING, file_limit=256 * MIB)
    except CannotRun:
        return None
    if run.status != 0 or run.reason is not None:
        return None
    limits = replace(program.limits, seconds=program.limits.seconds * _SLOWER, memory=2048 * MIB)
    return replace(program, argv=(str(target), *program.argv[1:]), limits=limits)


def _report(program: Submission, source: Path, checked: Checked, sandbox: Sandbox) -> str:
    """The first thing that the checks say of a run; "" for nothing."""
    text = format_puzzle(checked.case.puzzle)
    try:
        run = sandbox.run(
            program.argv,
            text,
            files=True,
            stdin=not program.files,
            names=program.names,
            limits=program.limits,
        )
    except CannotRun:
        return ""
    said = _REPORT.search(run.stderr)
    if said is None:
        return ""
    if said[3]:
        place = re.search(rf"{re.escape(source.name)}:\d+", run.stderr)
        return said[3] + (f" at {place[0]}" if place else "")
    return f"{said[2]} at {said[1]}"
