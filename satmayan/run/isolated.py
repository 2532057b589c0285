"""Code that is not ours, in a process of its own: what it prints, breaks or ends stays there.

The process is forked, so that anything can be run there; what comes back is pickled.  Its
standard output is the standard error of this one, its standard input is empty.  It protects
against accidents, an endless loop and ``os._exit`` among them: it is no sandbox.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from satmayan.base.limits import Deadline, allowed_memory

T = TypeVar("T")

Tell = Callable[[Any], None]  # takes whatever is to be told before the end

_GRACE = 0.5  # seconds that the code has to see itself that the deadline has passed
_POLL = 0.2  # seconds


class Ended(Exception):
    """The process ended without a result; ``code`` is its exit code, or minus the signal."""

    def __init__(self, code: int) -> None:
        super().__init__(f"exit code {code}")
        self.code = code


def can_isolate() -> bool:
    """Whether processes can be forked here."""
    return "fork" in multiprocessing.get_all_start_methods()


def isolated(work: Callable[[Tell], T], deadline: Deadline, heard: Tell) -> T:
    """What ``work`` returns, or raises, in a process of its own.

    What it tells goes to ``heard``.  The process is gone when this returns.  Raises
    LimitReached at the deadline, and Ended.  Memory is limited to what is allowed here.
    """
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(theirs, work))
    process.start()
    theirs.close()
    try:
        while True:
            if ours.poll(_POLL):
                kind, value = ours.recv()
                if kind == "result":
                    return value  # type: ignore[no-any-return]
                if kind == "error":
                    raise value
                heard(value)
            elif not process.is_alive() and not ours.poll(0):
                raise EOFError
            elif deadline.remaining(-_GRACE) == 0:
                raise deadline.reached()
    except (EOFError, pickle.UnpicklingError):
        process.join()
        raise Ended(process.exitcode or 0) from None
    finally:
        process.kill()
        process.join()
        ours.close()


def _run(connection: Connection, work: Callable[[Tell], object]) -> None:
    """What the process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _limit_memory(allowed_memory())
    Thread(target=end_with_parent, daemon=True).start()
    with suppress(OSError):
        os.dup2(2, 1)
    sys.stdout = sys.stderr
    try:
        message = ("result", work(lambda told: connection.send(("told", told))))
    except BaseException as error:  # for the main process to judge
        message = ("error", portable(error))
    with suppress(OSError):  # the main process is gone
        connection.send(message)


def _limit_memory(size: int) -> None:
    """Let allocations fail that would take so many bytes more than there are now."""
    with suppress(ImportError, OSError, ValueError, IndexError):
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * resource.getpagesize() + size
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        if soft == resource.RLIM_INFINITY or most < soft:
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))


def portable(error: BaseException) -> BaseException:
    """The error, if it comes out of a pipe as it went in; else a RuntimeError of its words."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def end_with_parent(grace: float = 0.0) -> None:
    """In a child of ``multiprocessing``: should the main process be killed, end.

    With a grace, by SIGTERM first, and so many seconds to tidy up.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    if grace:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(grace)
    os._exit(1)
