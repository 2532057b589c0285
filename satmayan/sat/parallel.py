"""Cubes over processes: parts of a formula, in answer order, minimised side by side.

A cube is a list of assumptions (:mod:`satmayan.sat.lexmin`).  The cubes here are in answer
order: every plan of a cube is smaller than any of a later one.  So the answer is the
smallest plan of the first cube that has one, once all cubes before it are refuted, and
that does not depend on which is done when, or by how many processes.  A cube that cannot
be decided (a limit was reached, its process died) hides the cubes after it: unless an
earlier one has a plan, the answer is unknown.

Each process loads the formula into a solver of its own, which it keeps from cube to cube.
The processes are those of :mod:`satmayan.run.pool`: none is left when :func:`race` returns
or raises.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from satmayan.base.limits import Deadline, LimitReached, why
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.run.pool import Pool, Tell
from satmayan.sat.encoding import Encoding, find
from satmayan.sat.guard import guarded
from satmayan.sat.lexmin import Cube, Improved, load, smallest_plan
from satmayan.sat.oracle import Oracle


def by_first_move(encoding: Encoding) -> list[Cube]:
    """A cube for every first move."""
    return [[literal] for _, literal in encoding.choices(0, 0)]


@dataclass(frozen=True, slots=True)
class Work:
    """What every cube is a part of, and how it is to be minimised."""

    puzzle: Puzzle
    encoding: str
    options: Mapping[str, str]
    solver: str
    strategy: str
    deadline: Deadline


Job = tuple[int, Cube]  # a cube and its number
Better = tuple[Plan, int]  # the best plan known of a cube, and how many of its steps are proven


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What came of a cube: its smallest plan or None, or why that is not known.

    ``process`` names the process that did it, ``statistics`` are its solver's totals so far.
    """

    found: Plan | str | None
    process: int = 0
    statistics: Mapping[str, int] | None = None


def race(
    work: Work,
    encoding: Encoding,
    cubes: Sequence[Cube],
    jobs: int,
    improved: Improved | None = None,
    statistics: dict[str, int] | None = None,
    method: str | None = None,
) -> Plan | None:
    """The smallest plan of the first of the cubes that has one, by ``jobs`` processes.

    ``encoding`` is that of the work: forked processes inherit it, others make their own.
    The solvers' totals are added up in ``statistics``; of a process that is stopped, as
    they were after its last cube.  ``method`` starts processes (None: fork where there is
    such a thing, else spawn).  Raises LimitReached, and what an encoding raises.
    """
    if method is None:
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    running = _Race(cubes, improved)
    setup = partial(_solver, work, encoding if method == "fork" else None)
    try:
        with Pool(setup, jobs, lost=_lost, told=running.note, method=method) as pool:
            for (number, _), outcome in pool.run(running.jobs(), deadline=work.deadline):
                running.take(number, outcome)
                pool.end(lambda job: job[0] > running.end)
    finally:
        if statistics is not None:
            statistics.update(running.statistics())
    if isinstance(running.outcome, str):
        raise LimitReached(running.outcome)
    return running.outcome


class _Race:
    """The cubes, and what is known of them.

    ``end`` is the first cube known to have a plan or to be undecided: no cube after it can
    matter, and ``outcome`` is its plan, or why it is undecided.
    """

    def __init__(self, cubes: Sequence[Cube], improved: Improved | None) -> None:
        self.cubes, self.improved = cubes, improved
        self.open: set[int] = set()  # the cubes given out and not decided
        self.end = len(cubes)
        self.outcome: Plan | str | None = None
        self.best: Plan | None = None
        self.totals: dict[int, Mapping[str, int]] = {}

    def jobs(self) -> Iterator[Job]:
        """The cubes that may still matter, in their order."""
        for number, cube in enumerate(self.cubes):
            if number >= self.end:
                return
            self.open.add(number)
            yield number, cube

    def note(self, job: Job, better: Better) -> None:
        """Take note of a better plan of a cube that is being worked at."""
        plan, proven = better
        if self.best is None or plan <= self.best:
            self.best = plan
            first = job[0] == min(self.open)  # all cubes before it are refuted
            if self.improved:
                self.improved(plan, proven if first else 0)

    def take(self, number: int, outcome: _Outcome) -> None:
        """Take the outcome of a cube: unless it is refuted, no cube after it matters any more."""
        self.open.remove(number)
        if outcome.statistics is not None:
            self.totals[outcome.process] = outcome.statistics
        if outcome.found is not None and number < self.end:
            self.end, self.outcome = number, outcome.found

    def statistics(self) -> dict[str, int]:
        """The totals of all processes, added up."""
        return dict(sum(map(Counter, self.totals.values()), Counter[str]()))


def _lost(_job: Job, reason: str) -> _Outcome:
    return _Outcome(reason)


@contextmanager
def _solver(work: Work, encoding: Encoding | None) -> Iterator[Callable[[Job, Tell], _Outcome]]:
    """In a process: what solves cubes, by a solver that holds the formula from the first on."""
    if encoding is None:
        encoding = guarded(find(work.encoding), work.puzzle, work.options)
    solver = _Solver(work, encoding)
    yield solver.solve


class _Solver:
    """The solver of one process, loaded when there is a cube for it."""

    def __init__(self, work: Work, encoding: Encoding) -> None:
        self.work, self.encoding = work, encoding
        self.oracle: Oracle | None = None

    def solve(self, job: Job, tell: Tell) -> _Outcome:
        """The outcome of a cube."""
        work = self.work
        try:
            if self.oracle is None:
                self.oracle = load(self.encoding, work.solver, work.deadline, work.strategy)
            found: Plan | str | None = smallest_plan(
                self.encoding,
                self.oracle,
                work.puzzle.steps,
                lambda plan, proven: tell((plan, proven)),
                work.strategy,
                [job[1]],
            )
        except (LimitReached, MemoryError) as limit:
            return _Outcome(why(limit))
        return _Outcome(found, os.getpid(), self.oracle.statistics())
