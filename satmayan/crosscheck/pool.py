"""Worker processes that referee boards, each with its own sandbox.

Own code, because the standard library's pools neither survive the death of a worker nor
end at once: a worker here does one task at a time, is replaced when it dies, and ends by
itself when nobody is left at the other end of its pipe.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import threading
import time
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from satmayan.crosscheck.contestants import ask
from satmayan.crosscheck.referee import Case, Checked, Referee, ShrinkTask, Shrunk
from satmayan.puzzle.board import Board, Puzzle
from satmayan.run.python import safe_folder
from satmayan.run.sandbox import Sandbox

Task = Case | ShrinkTask
Done = Checked | Shrunk | None

WARM_UP = Puzzle(Board.of("", "", "", "11", "1"), 2)
_TIDY_SECONDS = 0.7  # that the sandboxes are given to clear up, at the end


class Pool:
    """``jobs`` workers of one referee; the programs' working folders are below ``root``."""

    def __init__(self, referee: Referee, root: Path, jobs: int) -> None:
        self.referee, self.root, self.jobs = referee, root, jobs
        self._context = multiprocessing.get_context("spawn")
        self._workers: dict[Connection, BaseProcess] = {}

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Done]]:
        """Do the tasks; give each with what came of it, in no particular order.

        Raises what the referee raises.  A task whose worker died (an engine crashed, or
        memory ran out) counts as one to which there is no answer.
        """
        waiting = iter(tasks)
        busy: dict[Connection, Task] = {}
        while True:
            while len(busy) < self.jobs and (task := next(waiting, None)) is not None:
                idle = [connection for connection in self._workers if connection not in busy]
                worker = idle[0] if idle else self._start()
                worker.send(task)
                busy[worker] = task
            if not busy:
                return
            for connection in wait(list(busy)):
                assert isinstance(connection, Connection)
                task = busy.pop(connection)
                yield task, self._receive(connection, task)

    def _start(self) -> Connection:
        ours, theirs = self._context.Pipe()
        worker = self._context.Process(target=_work, args=(theirs, self.referee, self.root))
        with safe_folder():
            worker.start()
        theirs.close()  # so that the death of the worker closes the pipe
        self._workers[ours] = worker
        return ours

    def _receive(self, connection: Connection, task: Task) -> Done:
        try:
            done: Done | Exception = connection.recv()
        except (EOFError, ConnectionResetError):
            worker = self._workers.pop(connection)
            worker.join()
            reason = f"the worker died (exit code {worker.exitcode})"
            return Checked(task, None, reason, 0.0, ()) if isinstance(task, Case) else None
        if isinstance(done, Exception):
            raise done
        return done

    def close(self) -> None:
        """End the workers, whatever they are doing; wait for their sandboxes to clear up."""
        for worker in self._workers.values():
            worker.terminate()
        for worker in self._workers.values():
            worker.join()
        end = time.monotonic() + _TIDY_SECONDS
        while any(self.root.glob("run-*")) and time.monotonic() < end:
            time.sleep(0.01)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _work(connection: Connection, referee: Referee, root: Path) -> None:
    """What a worker does: task in, result (or exception) out, until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process
    warm = False
    with Sandbox(root) as sandbox:
        threading.Thread(target=_end_with_parent, args=(sandbox, root)).start()
        while True:
            try:
                task: Task = connection.recv()
            except EOFError:
                return
            result: Done | Exception
            try:
                if not warm:  # so that imports count for no board
                    ask(referee.reference, WARM_UP, referee.seconds)
                    warm = True
                result = referee.do(task, sandbox)
            except Exception as error:  # raised again in the main process
                result = error
            try:
                connection.send(result)
            except BrokenPipeError:
                return


def _end_with_parent(sandbox: Sandbox, root: Path) -> None:
    """Should the main process be killed, end what runs, remove the files and end."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    sandbox.close()
    shutil.rmtree(root, ignore_errors=True)
    os._exit(1)
