"""What bounds a computation: a deadline on the wall clock, and memory.

Code that takes no deadline, since that is none of its contract (an encoding), looks at what
is allowed where it is called: :func:`allowing` says so for a block, :func:`afford` looks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TypeVar

from satmayan.base.messages import Message, noted

T = TypeVar("T")

LIFETIME = 1e9  # seconds, beyond which there is no limit: nothing that waits can count them


class LimitReached(Exception):
    """A limit was reached before there was an answer; the message says which."""


def why(limit: LimitReached | MemoryError) -> str:
    """Which limit was reached, in words."""
    return str(limit) or noted("out of memory")


class Deadline:
    """A point in time after which :meth:`check` raises; ``Deadline()`` never does.

    Seconds beyond a lifetime (``inf``) are no limit: nothing that waits can count them.
    """

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._end: float | None = None
        if seconds is not None and seconds < LIFETIME:
            self._end = time.monotonic() + seconds

    def remaining(self, reserve: float = 0) -> float | None:
        """Seconds left (0 or more) but for the reserve; None where there is no limit."""
        return None if self._end is None else max(0.0, self._end - reserve - time.monotonic())

    @property
    def passed(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and time.monotonic() >= self._end

    def reached(self) -> LimitReached:
        """What to raise once the time is up."""
        return LimitReached(Message("time limit of {seconds:g} s reached", seconds=self.seconds))

    def check(self) -> None:
        """Raise LimitReached once the time is up."""
        if self.passed:
            raise self.reached()

    def tick(self) -> None:
        """One step of work is done: as :meth:`check`, which a budget counts."""
        self.check()


class StepBudget(Deadline):
    """So many ticks, then LimitReached: a limit that is the same on every machine and run."""

    __slots__ = ("_left", "budget")

    def __init__(self, budget: int) -> None:
        super().__init__()
        self.budget = self._left = budget

    @property
    def used(self) -> int:
        """How much of the budget is used up."""
        return self.budget - self._left

    @property
    def passed(self) -> bool:
        """Whether the budget is used up."""
        return self._left <= 0

    def check(self) -> None:
        """Raise LimitReached where nothing is left."""
        if self.passed:
            raise LimitReached(Message("budget of {n} steps used up", n=self.budget))

    def tick(self) -> None:
        """Use up one unit; raise LimitReached where none is left."""
        self.check()
        self._left -= 1

    def spend(self, units: int) -> None:
        """Use up so many units, as far as there are any."""
        self._left = max(0, self._left - units)


def in_time(call: Callable[[], T], deadline: Deadline) -> T:
    """What a call returns, or raises, that may wait for ever (reading a pipe, say).

    At the deadline it is left alone, in a thread that ends with the program, and
    LimitReached is raised.
    """
    from threading import Thread

    values: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            values.append(call())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    thread.join(deadline.remaining())
    if thread.is_alive():
        deadline.check()
    for error in errors:
        raise error
    return values[0]


_ALLOWED: ContextVar[tuple[Deadline, int | None]] = ContextVar(
    "allowed", default=(Deadline(), None)
)
_LITTLE = 64 << 20  # bytes, not worth to look how many there are


@contextmanager
def allowing(deadline: Deadline, memory: int | None = None) -> Iterator[None]:
    """For the block, so much time and so many bytes are allowed (None: half of what is free)."""
    token = _ALLOWED.set((deadline, memory))
    try:
        yield
    finally:
        _ALLOWED.reset(token)


def allowed_memory() -> int:
    """The bytes that are allowed here."""
    memory = _ALLOWED.get()[1]
    return free_memory() // 2 if memory is None else memory


def afford(size: int, what: str) -> None:
    """Raise LimitReached where the time is up, or ``size`` bytes, for ``what``, are not allowed."""
    deadline, memory = _ALLOWED.get()
    deadline.check()
    if size > _LITTLE or memory is not None:
        memory = allowed_memory()
        if size > memory:
            raise LimitReached(
                Message(
                    "{what} would take about {size:,} MB, "
                    "more than the memory limit of {most:,} MB",
                    what=what,
                    size=size >> 20,
                    most=memory >> 20,
                )
            )


def free_memory() -> int:
    """The bytes that can be had without swapping, as Linux says, in a container too.

    Elsewhere half of what the machine has; where nothing says so, 4 GiB.
    """
    import os

    try:
        words = Path("/proc/meminfo").read_text(encoding="ascii").split()
        free = int(words[words.index("MemAvailable:") + 1]) << 10
    except (OSError, ValueError, IndexError):
        try:
            return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
        except (AttributeError, ValueError, OSError):
            return 4 << 30
    try:
        group = Path("/sys/fs/cgroup")
        most = int((group / "memory.max").read_text(encoding="ascii"))
        used = int((group / "memory.current").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return free
    return min(free, max(0, most - used))
