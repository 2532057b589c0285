"""One run: what is to be run, a child process that runs it, and the row that came of it.

The peak memory of a child, as Linux counts it, is at least that of this process when it
starts the child; so nothing large (matplotlib, NumPy) is imported before the runs are over.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from satmayan.planner import Config
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import format_puzzle
from satmayan.run import python

SOLVED = "solved"
TIMEOUT = "timeout"
MEMORY = "memory"
CONTRADICTION = "contradiction"  # the rules refused the plan
ERROR = "error"
WRONG = "wrong"  # an answer that a replayed plan refutes: see satmayan.bench.compare

_OUT_OF_MEMORY = re.compile(r"MemoryError|bad_alloc|out ?of ?memory", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a run may use: CPU seconds, and megabytes of address space (0: no limit)."""

    seconds: int = 60
    megabytes: int = 2048

    @property
    def patience(self) -> float:
        """Wall seconds after which a run that does not even use its CPU time is ended."""
        return 10.0 * self.seconds + 30


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
            "puzzle": " / ".join(format_puzzle(self.puzzle).splitlines()),
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
    plan: tuple[tuple[int, ...], ...] | None = None
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
        """The answer in words; only where there is one."""
        return "-1" if self.plan is None else ", ".join(" ".join(map(str, m)) for m in self.plan)

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Row:
        """A row from what ``dataclasses.asdict`` made of it.  Raises TypeError, KeyError."""
        plan = values["plan"]
        moves = None if plan is None else tuple(tuple(map(int, move)) for move in plan)
        return cls(**{**values, "plan": moves})


class Child:
    """A run under way, in a session of its own.  ``poll`` until it gives the row, or ``kill``."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self._late = False
        self._out, self._err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        limits = (str(job.limits.seconds), str(job.limits.megabytes))
        arguments = python.command("satmayan.run.child", *limits, "satmayan", *job.arguments)
        with tempfile.TemporaryFile() as puzzle:
            puzzle.write(format_puzzle(job.puzzle).encode())
            puzzle.seek(0)
            self._start = time.perf_counter()
            self._process = subprocess.Popen(
                arguments, stdin=puzzle, stdout=self._out, stderr=self._err, start_new_session=True
            )

    def poll(self) -> Row | None:
        """The row, once the child has ended; it is reaped then."""
        pid, status, usage = os.wait4(self._process.pid, os.WNOHANG)
        wall = time.perf_counter() - self._start
        if pid == 0:
            if wall > self.job.limits.patience and not self._late:
                self._late = True
                os.killpg(self._process.pid, signal.SIGKILL)
            return None
        self._process.returncode = os.waitstatus_to_exitcode(status)
        cpu = usage.ru_utime + usage.ru_stime
        memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        return self._row(round(wall, 3), round(cpu, 3), memory)

    def kill(self) -> None:
        """End the child, if it has not ended, and reap it."""
        if self._process.returncode is None:
            with suppress(ProcessLookupError):  # it ended just now
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._close()

    def _row(self, wall: float, cpu: float, memory: int) -> Row:
        code = self._process.returncode
        self._out.seek(0)
        self._err.seek(0)
        out = self._out.read().decode(errors="replace")
        err = self._err.read().decode(errors="replace").strip()
        self._close()
        row = (self.job.board, self._status(code, err), wall, cpu, memory)
        if code != 0:
            reason = err.splitlines()[-1] if err else f"exit code {code}"
            return Row(*row, reason=reason)
        said = json.loads(out)
        return Row.from_json(
            dict(zip(("board", "status", "wall", "cpu", "memory"), row, strict=True))
            | {name: said[name] for name in ("plan", "seconds", "statistics")}
        )

    def _status(self, code: int, err: str) -> str:
        if code == 0:
            return SOLVED
        if code == -signal.SIGXCPU or self._late:
            return TIMEOUT
        if code == 4:
            return CONTRADICTION
        if _OUT_OF_MEMORY.search(err):
            return MEMORY
        return ERROR

    def _close(self) -> None:
        self._out.close()
        self._err.close()
