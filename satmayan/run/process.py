"""Running a solver or a checker outside: polled, stopped at the deadline and by Ctrl-C."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from satmayan.base.limits import Deadline

_POLL_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Output:
    """How a program ended (its exit code, or minus the signal), and what it printed."""

    code: int
    text: str
    errors: str

    @property
    def last_error(self) -> str:
        """The last line on stderr, in brackets; "" where there is none."""
        lines = self.errors.split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f" ({last})" if last else ""


def run(
    command: Sequence[str], deadline: Deadline, tick: Callable[[], None] | None = None
) -> Output:
    """Run a program to its end; ``tick`` is called a few times a second.

    The program is killed before LimitReached (the deadline) or anything else is raised.
    Raises OSError where it cannot be started.
    """
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    ) as process:
        try:
            while True:
                try:
                    text, errors = process.communicate(timeout=_POLL_SECONDS)
                    return Output(process.returncode, text, errors)
                except subprocess.TimeoutExpired:
                    deadline.check()
                    if tick:
                        tick()
        except BaseException:
            process.kill()
            raise
