"""One run: what is to be run, a child process that runs it, and the row that came of it.

The peak memory of a child, as Linux counts it, is at least that of the process that starts
it: a worker of the pool, which imports this module and nothing large (matplotlib, NumPy).
"""

from __future__ import annotations

import re
import signal
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import msgspec

from satmayan.base.limits import Deadline
from satmayan.planner import Config
from satmayan.puzzle.board import Move, Plan, Puzzle
from satmayan.puzzle.files import format_puzzle, plan_line, puzzle_line
from satmayan.run import python
from satmayan.run.child import Child, Output
from satmayan.run.pool import Tell
from satmayan.run.sandbox import MIB, Limits

SOLVED = "solved"
TIMEOUT = "timeout"
MEMORY = "memory"
CONTRADICTION = "contradiction"  # the rules refused the plan
ERROR = "error"
WRONG = "wrong"  # an answer that a replayed plan refutes: see satmayan.bench.compare

_OUT_OF_MEMORY = re.compile(
    r"MemoryError|bad_alloc|out ?of ?memory|cannot allocate memory", re.IGNORECASE
)
_LOOK = 1.0  # seconds between two looks at the clock


LIMITS = Limits(60, 2048 * MIB, 64 * MIB)


def patience(limits: Limits) -> float:
    """Wall seconds after which a run that does not even use its CPU time is ended."""
    return 10 * limits.seconds + 30


def label(config: Config) -> str:
    """A short name of a config, for tables and messages, such as ``events glucose4 look=off``."""
    if config.engine != "sat":
        return config.engine
    strategy = [config.strategy] if config.strategy else []
    options = (f"{name}={value}" for name, value in config.options.items())
    return " ".join((config.encoding, config.solver, *strategy, *options))


@dataclass(frozen=True, slots=True)
class Job:
    """One run that is to be made; ``repeat`` counts from 1.

    ``sources`` is a digest of the program, so that rows of other code are not taken for
    rows of this.
    """

    board: str
    puzzle: Puzzle
    config: Config
    limits: Limits
    repeat: int = 1
    sources: str = ""

    @property
    def key(self) -> dict[str, Any]:
        """All that decides the outcome, and which repetition it is; the board by its contents."""
        return {
            "puzzle": puzzle_line(self.puzzle),
            "engine": self.config.engine,
            **({"encoding": self.config.encoding} if self.config.engine == "sat" else {}),
            **({"solver": self.config.solver} if self.config.engine == "sat" else {}),
            **({"strategy": self.config.strategy} if self.config.strategy else {}),
            **({"options": dict(self.config.options)} if self.config.options else {}),
            "limits": asdict(self.limits),
            "repeat": self.repeat,
            "sources": self.sources,
        }

    @property
    def arguments(self) -> list[str]:
        """The arguments of ``satmayan`` that make this run, the puzzle on standard input."""
        config = self.config
        arguments = ["solve", "-", "--json", "--engine", config.engine]
        if config.engine == "sat":
            arguments += ["--encoding", config.encoding, "--solver", config.solver]
            if config.strategy:
                arguments += ["--strategy", config.strategy]
            for name, value in config.options.items():
                arguments += ["--set", f"{name}={value}"]
        if config.is_file:  # bench compares the answers itself, outside what is measured
            arguments.append("--no-cross-check")
        return arguments


@dataclass(frozen=True, slots=True)
class Row:
    """What came of a run.

    ``wall`` and ``cpu`` are the seconds, ``memory`` the peak in bytes, of the whole process.
    ``plan`` is the answer of a solved run, None for -1.  ``seconds`` and ``statistics`` are
    what ``satmayan solve --json`` says; ``reason`` says why there is no answer.
    """

    board: str
    status: str
    wall: float
    cpu: float
    memory: int
    plan: Plan | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    statistics: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""

    @property
    def solved(self) -> bool:
        """Whether the run ended with a proven answer."""
        return self.status == SOLVED

    @property
    def answered(self) -> bool:
        """Whether the run ended with an answer, right or wrong."""
        return self.status in (SOLVED, WRONG)

    @property
    def wrong(self) -> bool:
        """Whether the rules refuse the answer."""
        return self.status in (WRONG, CONTRADICTION)

    @property
    def answer(self) -> str:
        """The answer on one line; only where there is one."""
        return plan_line(self.plan)


@dataclass(frozen=True, slots=True)
class _Said:
    """What ``satmayan solve --json`` prints, as far as it goes into a row."""

    plan: list[tuple[int, int, int]] | None
    seconds: dict[str, float]
    statistics: dict[str, int]


def make(job: Job, _tell: Tell | None = None) -> Row:
    """Make a run, in a child process that is measured from outside."""
    command = python.command("satmayan", *job.arguments)
    late, deadline = False, Deadline(patience(job.limits))
    with Child(command, text=format_puzzle(job.puzzle), limits=job.limits) as child:
        while (output := child.poll(_LOOK)) is None:
            if deadline.passed:
                late = True
                child.kill()
    return _row(job, output, late)


def _row(job: Job, output: Output, late: bool) -> Row:
    row = Row(
        job.board, _status(output, late), round(output.wall, 3), round(output.cpu, 3), output.memory
    )
    if row.solved:
        try:
            said = msgspec.json.decode(output.text, type=_Said)
        except (msgspec.MsgspecError, RecursionError) as error:
            return replace(row, status=ERROR, reason=f"it printed no answer: {error}")
        plan = None if said.plan is None else tuple(Move(*move) for move in said.plan)
        return replace(row, plan=plan, seconds=said.seconds, statistics=said.statistics)
    errors = output.errors.strip()
    last = errors.splitlines()[-1] if errors else f"exit code {output.code}"
    return replace(row, reason=last)


def _status(output: Output, late: bool) -> str:
    if output.code == 0:
        return SOLVED
    if output.code == -signal.SIGXCPU or late:
        return TIMEOUT
    if output.code == 4:
        return CONTRADICTION
    if _OUT_OF_MEMORY.search(output.errors):
        return MEMORY
    return TIMEOUT if output.code == 3 else ERROR  # a limit that the program saw itself
