"""What bounds a computation: a deadline on the wall clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class LimitReached(Exception):
    """A limit was reached before there was an answer; the message says which."""


class Deadline:
    """A point in time after which :meth:`check` raises; ``Deadline()`` never does."""

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = seconds
        self._end = None if seconds is None else time.monotonic() + seconds

    def remaining(self, reserve: float = 0) -> float | None:
        """Seconds left (0 or more) but for the reserve; None where there is no limit."""
        return None if self._end is None else max(0.0, self._end - reserve - time.monotonic())

    @property
    def passed(self) -> bool:
        """Whether the time is up."""
        return self._end is not None and time.monotonic() >= self._end

    def check(self) -> None:
        """Raise LimitReached once the time is up."""
        if self.passed:
            raise LimitReached(f"time limit of {self.seconds:g} s reached")


class StepBudget(Deadline):
    """So many checks, then LimitReached: a limit that is the same on every machine and run."""

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
        """Use up one unit; raise LimitReached where none is left."""
        if self.passed:
            raise LimitReached(f"budget of {self.budget} steps used up")
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
