"""Running a program outside, in a child process: polled, under limits, stopped at the deadline.

A child is the leader of a session of its own, and goes with all of its process group.  Should
this process be killed, the child is too (Linux).
"""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import IO

from satmayan.base.limits import LIFETIME, Deadline
from satmayan.run.sandbox import Limits
from satmayan.run.supervisor import limit

_LINUX = sys.platform.startswith("linux")
_LIBC = ctypes.CDLL(None) if _LINUX else None
_PR_SET_PDEATHSIG = 1
_TICK = 0.2  # seconds
_SHORTEST, _LONGEST = 0.0005, 0.01  # seconds asleep between two looks at a child


@dataclass(frozen=True, slots=True)
class Output:
    """How a program ended (its exit code, or minus the signal), and what it printed.

    ``wall`` and ``cpu`` are its seconds, ``memory`` its peak in bytes, at least that of this
    process when it was started (Linux).
    """

    code: int
    text: str
    errors: str
    wall: float
    cpu: float
    memory: int

    @property
    def last_error(self) -> str:
        """The last line on stderr, in brackets; "" where there is none."""
        lines = self.errors.split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f" ({last})" if last else ""


class Child:
    """A program under way: ``poll`` until it gives the output.  Leaving the block ends it.

    ``limits`` are of its CPU seconds, its address space (macOS keeps no such limit), and the
    size of what it writes.  Raises OSError where it cannot be started.
    """

    def __init__(
        self, command: Sequence[str], *, text: str = "", limits: Limits | None = None
    ) -> None:
        self._out, self._err = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        try:
            with tempfile.TemporaryFile() as given:
                given.write(text.encode())
                given.seek(0)
                self._start = time.perf_counter()
                self._process = subprocess.Popen(
                    command,
                    stdin=given,
                    stdout=self._out,
                    stderr=self._err,
                    start_new_session=True,
                    preexec_fn=lambda: _limit(limits),
                )
        except BaseException:
            self._close()
            raise

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def poll(self, seconds: float = 0.0) -> Output | None:
        """What came of the program, once it has ended; waits up to so many seconds for it."""
        until, pause = time.monotonic() + seconds, _SHORTEST
        while True:
            pid, status, usage = os.wait4(self.pid, os.WNOHANG)
            if pid:
                break
            left = until - time.monotonic()
            if left <= 0:
                return None
            time.sleep(min(pause, left))
            pause = min(2 * pause, _LONGEST)
        wall = time.perf_counter() - self._start
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self._kill_group()  # what it started must not outlive it
        return Output(
            self._process.returncode,
            _read(self._out),
            _read(self._err),
            round(wall, 6),
            round(usage.ru_utime + usage.ru_stime, 6),
            usage.ru_maxrss * (1024 if _LINUX else 1),  # macOS counts in bytes
        )

    def kill(self) -> None:
        """Have the child killed, if it has not ended; ``poll`` then tells of its end."""
        if self._process.returncode is None:
            self._kill_group()

    def _kill_group(self) -> None:
        with suppress(ProcessLookupError, PermissionError):  # nobody is left
            os.killpg(self.pid, signal.SIGKILL)

    def _close(self) -> None:
        self._out.close()
        self._err.close()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._process.wait()
        self._close()


def run(
    command: Sequence[str], deadline: Deadline, tick: Callable[[], None] | None = None
) -> Output:
    """Run a program, with nothing on its standard input, to its end.

    ``tick`` is called a few times a second.  The program is killed before LimitReached (the
    deadline) or anything else is raised.  Raises OSError where it cannot be started.
    """
    with Child(command) as child:
        while (output := child.poll(_TICK)) is None:
            deadline.check()
            if tick:
                tick()
        return output


def _limit(limits: Limits | None) -> None:
    """What a child does before it becomes the program."""
    if _LIBC:
        _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    limit(resource.RLIMIT_CORE, 0)
    if limits:
        limit(resource.RLIMIT_CPU, int(min(limits.seconds, LIFETIME)), slack=1)
        limit(resource.RLIMIT_FSIZE, limits.output)
        if limits.memory:
            limit(resource.RLIMIT_AS, limits.memory)


def _read(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")
