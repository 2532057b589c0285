"""One pool: jobs that are plain data, done by worker processes, one job at a time each.

What a worker does is told by a *setup*: called in the worker, it gives a context whose value
is the function for one job after another.  So a worker keeps what is dear (a loaded solver, a
sandbox) from job to job, and tidies up when it ends.  Jobs, results and (unless processes are
forked) the setup are pickled; nothing else is shared.

A worker that dies is replaced, and its job is tried again; a job that killed its worker three
times is reported as lost.  Ctrl-C is for the main process alone; however that ends, be it by
SIGKILL, the workers end too.

Own code: pebble's pool survives a dead worker and ends a running task as well, but tells
nothing from the middle of a job, tidies nothing up, and has no order of results.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from types import FrameType
from typing import Any, Generic, TypeVar, cast

from satmayan.base.limits import Deadline
from satmayan.base.messages import Message
from satmayan.run.isolated import end_with_parent, portable
from satmayan.run.python import safe_folder

Job = TypeVar("Job")
Result = TypeVar("Result")

Tell = Callable[[Any], None]  # how a function tells something in the middle of its job
Setup = Callable[[], AbstractContextManager[Callable[[Job, Tell], Result]]]

TRIES = 3


def plain(function: Callable[[Job, Tell], Result]) -> Setup[Job, Result]:
    """The setup of a function of a module that needs none."""
    return cast("Setup[Job, Result]", partial(nullcontext, function))


class Pool(Generic[Job, Result]):
    """Up to ``workers`` processes, started as there is work for them; to be used in a ``with``.

    ``lost`` makes the result of a job that killed its worker each time, from the job and the
    reason.  ``told`` takes what a function tells, with its job.  ``grace``: seconds that a
    worker is given to leave its context when it is ended; 0: none, it is killed.  ``method``
    starts processes (see :mod:`multiprocessing`).
    """

    def __init__(
        self,
        setup: Setup[Job, Result],
        workers: int,
        *,
        lost: Callable[[Job, str], Result],
        told: Callable[[Job, Any], None] | None = None,
        grace: float = 0.0,
        method: str = "spawn",
    ) -> None:
        self.setup, self.workers, self.lost, self.told = setup, workers, lost, told
        self.grace = grace
        self._method = method
        self._context = multiprocessing.get_context(method)
        self._processes: dict[Connection, BaseProcess] = {}
        self._busy: dict[Connection, tuple[int, Job]] = {}

    def run(
        self, jobs: Iterable[Job], *, ordered: bool = False, deadline: Deadline | None = None
    ) -> Iterator[tuple[Job, Result]]:
        """Do the jobs; give each with its result, as they are done, or in their order.

        The next job is taken from ``jobs`` when there is a worker for it.  Raises what a
        function raised, and LimitReached.
        """
        done: dict[int, tuple[Job, Result]] = {}
        first = 0
        for number, job, result in self._run(enumerate(jobs), deadline or Deadline()):
            if not ordered:
                yield job, result
                continue
            done[number] = job, result
            while first in done:
                yield done.pop(first)
                first += 1

    def _run(
        self, jobs: Iterator[tuple[int, Job]], deadline: Deadline
    ) -> Iterator[tuple[int, Job, Result]]:
        again: deque[tuple[int, Job]] = deque()
        deaths: Counter[int] = Counter()
        while True:
            self._hand_out(jobs, again)
            if not self._busy:
                return
            for connection in wait(list(self._busy), deadline.remaining()):
                assert isinstance(connection, Connection)
                if connection not in self._busy:  # it was ended just now
                    continue
                number, job = self._busy[connection]
                try:
                    kind, value = connection.recv()
                except (EOFError, OSError):
                    code = self._bury(connection)
                    deaths[number] += 1
                    if deaths[number] < TRIES:
                        again.append((number, job))
                    else:
                        yield number, job, self.lost(job, _death(code))
                    continue
                if kind == "told":
                    if self.told:
                        self.told(job, value)
                    continue
                del self._busy[connection]
                if kind == "raised":
                    raise value
                yield number, job, value
            if self._busy:
                deadline.check()

    def _hand_out(self, jobs: Iterator[tuple[int, Job]], again: deque[tuple[int, Job]]) -> None:
        while len(self._busy) < self.workers:
            given = again.popleft() if again else next(jobs, None)
            if given is None:
                return
            idle = [connection for connection in self._processes if connection not in self._busy]
            connection = idle[0] if idle else self._start()
            self._busy[connection] = given
            with suppress(OSError):  # it died: receiving will tell
                connection.send(given[1])

    def _start(self) -> Connection:
        ours, theirs = self._context.Pipe()
        # no daemon, for those may have no children, and encodings of users run in one
        process = self._context.Process(  # type: ignore[attr-defined]
            target=_work, args=(theirs, self.setup, self.grace, os.getcwd())
        )
        self._processes[ours] = process
        try:
            with safe_folder() if self._method == "spawn" else nullcontext():
                process.start()
        except BaseException:
            del self._processes[ours]
            raise
        finally:
            theirs.close()  # so that the death of the worker closes the pipe
        return ours

    def _bury(self, connection: Connection) -> int | None:
        process = self._processes.pop(connection)
        del self._busy[connection]
        connection.close()
        process.join()
        return process.exitcode

    def end(self, unwanted: Callable[[Job], bool]) -> None:
        """End the jobs under way that are not wanted any more; there is no result of them."""
        self._stop([c for c, (_, job) in self._busy.items() if unwanted(job)])

    def _stop(self, connections: Sequence[Connection]) -> None:
        processes = [self._processes.pop(connection) for connection in connections]
        for process in processes:
            if self.grace:
                process.terminate()
            else:
                process.kill()
        until = time.monotonic() + self.grace
        for process in processes:
            if self.grace:
                process.join(max(0.0, until - time.monotonic()))
                process.kill()
            process.join()
        for connection in connections:
            self._busy.pop(connection, None)
            connection.close()

    def __enter__(self) -> Pool[Job, Result]:
        return self

    def __exit__(self, *_: object) -> None:
        self._stop(list(self._processes))


def _death(code: int | None) -> str:
    return Message("its worker process died {n} times (exit code {code})", n=TRIES, code=code)


def _work(connection: Connection, setup: Setup[Any, Any], grace: float, folder: str) -> None:
    """What a worker does: job in, result (or exception) out, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process
    signal.signal(signal.SIGTERM, _leave if grace else signal.SIG_DFL)
    Thread(target=end_with_parent, args=(grace,), daemon=True).start()
    os.chdir(folder)  # it was started elsewhere, see safe_folder

    def tell(value: Any) -> None:
        connection.send(("told", value))

    with suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the main process is gone
        try:
            with setup() as function:
                while True:
                    job = connection.recv()
                    try:
                        message = "done", function(job, tell)
                    except Exception as error:  # for the main process to raise
                        message = "raised", portable(error)
                    connection.send(message)
        except (EOFError, BrokenPipeError, ConnectionResetError):
            raise
        except Exception as error:  # of the setup
            connection.send(("raised", portable(error)))


def _leave(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: no second one while tidying
    raise SystemExit
