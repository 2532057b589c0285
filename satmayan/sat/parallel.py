"""Cubes over processes: parts of a formula, in answer order, minimised side by side.

A cube is a list of assumptions (:mod:`satmayan.sat.lexmin`).  The cubes here are in answer
order: every plan of a cube is smaller than any of a later one.  So the answer is the
smallest plan of the first cube that has one, once all cubes before it are refuted, and
that does not depend on which is done when, or by how many processes.  A cube that cannot
be decided (a limit was reached, its process died) hides the cubes after it: unless an
earlier one has a plan, the answer is unknown.

Each process loads the formula into a solver of its own, which it keeps from cube to cube.
Whatever happens here, no process is left when :func:`race` returns or raises; should this
process be killed, the others see that and end.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread

from satmayan.base.limits import Deadline, LimitReached
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.run.python import safe_folder
from satmayan.sat.encoding import Encoding, find
from satmayan.sat.guard import guarded
from satmayan.sat.lexmin import Cube, Improved, load, smallest_plan


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


@dataclass(frozen=True, slots=True)
class _Better:
    """The best plan known of the cube at work, and how many of its steps are proven."""

    plan: Plan
    proven: int


@dataclass(frozen=True, slots=True)
class _Done:
    """The smallest plan of a cube, or None; the totals of the worker's solver so far."""

    plan: Plan | None
    statistics: dict[str, int]


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
    runners = _Race(work, encoding, cubes, improved)
    try:
        runners.start(min(jobs, len(cubes)), method)
        return runners.run()
    finally:
        runners.stop(list(runners.workers))
        if statistics is not None:
            statistics.update(runners.statistics())


class _Race:
    """The processes, the cubes they are at, and what is known of the others.

    ``end`` is the first cube known to have a plan or to be undecided: no cube after it can
    matter, and ``outcome`` is its plan, or why it is undecided.
    """

    def __init__(
        self, work: Work, encoding: Encoding, cubes: Sequence[Cube], improved: Improved | None
    ) -> None:
        self.work, self.encoding, self.cubes, self.improved = work, encoding, cubes, improved
        self.workers: dict[Connection, BaseProcess] = {}
        self.busy: dict[Connection, int] = {}
        self.totals: dict[Connection, dict[str, int]] = {}
        self.next = 0  # the first cube that nobody was given
        self.end = len(cubes)
        self.outcome: Plan | str | None = None
        self.best: Plan | None = None

    def start(self, jobs: int, method: str) -> None:
        """Start the workers."""
        context = multiprocessing.get_context(method)
        encoding = self.encoding if method == "fork" else None
        for _ in range(jobs):
            ours, theirs = context.Pipe()
            worker = context.Process(target=_run, args=(theirs, self.work, encoding), daemon=True)  # type: ignore[attr-defined]
            self.workers[ours] = worker
            with safe_folder() if method == "spawn" else nullcontext():
                worker.start()
            theirs.close()  # so that the death of the worker closes the pipe

    def run(self) -> Plan | None:
        """Have the cubes decided, until the first that has a plan is known."""
        deadline = self.work.deadline
        while True:
            self._hand_out()
            if not self.busy:
                break
            for connection in wait(list(self.busy), deadline.remaining()):
                assert isinstance(connection, Connection)
                if connection in self.busy:  # it may have been stopped just now
                    self._receive(connection)
            if self.busy:
                deadline.check()
        if isinstance(self.outcome, str):
            raise LimitReached(self.outcome)
        return self.outcome

    def _hand_out(self) -> None:
        for connection in self.workers:
            if connection not in self.busy and self.next < self.end:
                with suppress(OSError):  # it died: receiving will tell
                    connection.send(self.cubes[self.next])
                self.busy[connection] = self.next
                self.next += 1

    def _receive(self, connection: Connection) -> None:
        try:
            message: _Better | _Done | Exception = connection.recv()
        except (EOFError, OSError):
            worker = self.workers[connection]
            worker.join()
            message = LimitReached(f"a worker process died (exit code {worker.exitcode})")
        if isinstance(message, _Better):
            self._note(self.busy[connection], message)
            return
        cube = self.busy.pop(connection)
        if isinstance(message, _Done):
            self.totals[connection] = message.statistics
            if message.plan is not None:
                self._end_at(cube, message.plan)
        elif isinstance(message, LimitReached | MemoryError):
            self._end_at(cube, str(message) or "out of memory")
        else:
            raise message

    def _note(self, cube: int, better: _Better) -> None:
        if self.best is None or better.plan <= self.best:
            self.best = better.plan
            first = cube == min(self.busy.values())  # all cubes before it are refuted
            if self.improved:
                self.improved(better.plan, better.proven if first else 0)

    def _end_at(self, cube: int, outcome: Plan | str) -> None:
        """No cube after this one matters any more."""
        self.end, self.outcome = cube, outcome
        self.stop([connection for connection, later in self.busy.items() if later > cube])

    def stop(self, connections: Sequence[Connection]) -> None:
        """End workers, whatever they are doing."""
        workers = [self.workers.pop(connection) for connection in connections]
        for worker in workers:
            if worker.pid is not None:  # else it was never started
                worker.kill()
        for worker in workers:
            if worker.pid is not None:
                worker.join()
        for connection in connections:
            self.busy.pop(connection, None)
            connection.close()

    def statistics(self) -> dict[str, int]:
        """The totals of all workers, added up."""
        return dict(sum(map(Counter, self.totals.values()), Counter[str]()))


def _run(connection: Connection, work: Work, encoding: Encoding | None) -> None:
    """What a worker does: cube in, plan (or exception) out, until it is stopped."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process
    Thread(target=_end_with_parent, daemon=True).start()
    try:
        if encoding is None:
            encoding = guarded(find(work.encoding), work.puzzle, work.options)
        with load(encoding, work.solver, work.deadline, work.strategy) as oracle:
            while True:
                cube: Cube = connection.recv()
                plan = smallest_plan(
                    encoding,
                    oracle,
                    work.puzzle.steps,
                    lambda plan, proven: connection.send(_Better(plan, proven)),
                    work.strategy,
                    [cube],
                )
                connection.send(_Done(plan, oracle.statistics()))
    except (EOFError, OSError):  # the main process is gone
        return
    except Exception as error:  # for the main process to judge
        connection.send(error)


def _end_with_parent() -> None:
    """Should the main process be killed, end."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
