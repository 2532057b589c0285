"""The pool: dead workers, jobs that are ended, exceptions, the order of results."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from satmayan.base.limits import Deadline, LimitReached
from satmayan.puzzle.files import FormatError
from satmayan.run.isolated import isolated
from satmayan.run.pool import Pool, Tell, plain


def lost(job: Any, reason: str) -> Any:
    return "lost", job, reason


def work(job: tuple[str, Any], tell: Tell) -> Any:
    """A job of a test: what to do, and with what."""
    kind, value = job
    if kind == "sleep":
        time.sleep(value)
    elif kind == "isolate":
        return isolated(lambda _tell: value, Deadline(60), print)
    elif kind == "tell":
        tell(value)
    elif kind == "raise":
        raise value or FormatError("f", 1, 2, "a", "b")
    elif kind == "die":
        with open(value, "a") as log:
            log.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    elif kind == "die once" and not os.path.exists(value):
        with open(value, "w"):
            os._exit(3)
    return os.getpid() if kind == "pid" else value


def pool(workers: int = 2, **options: Any) -> Pool[Any, Any]:
    return Pool(plain(work), workers, lost=lost, method="fork", **options)


def test_results_come_as_they_are_done_or_in_order() -> None:
    jobs = [("sleep", 1.0), ("give", 1), ("give", 2)]
    with pool() as two:
        assert [result for _, result in two.run(jobs)] == [1, 2, 1.0]
        assert [result for _, result in two.run(jobs, ordered=True)] == [1.0, 1, 2]


def test_a_worker_does_one_job_after_another() -> None:
    with pool(1) as one:
        assert len({result for _, result in one.run([("pid", 0)] * 5)}) == 1


def test_a_job_that_kills_its_worker_is_lost_after_three_tries(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with pool() as two:
        results = dict(two.run([("die", str(log)), ("give", 1)]))
    assert results["give", 1] == 1
    assert results["die", str(log)][2] == "its worker process died 3 times (exit code -9)"
    assert log.read_text() == "xxx"


def test_a_job_whose_worker_dies_once_is_done(tmp_path: Path) -> None:
    job = ("die once", str(tmp_path / "died"))
    with pool() as two:
        assert list(two.run([job])) == [(job, job[1])]


def test_a_job_may_start_processes_of_its_own() -> None:
    """As an encoding from a file does: it used to be an AssertionError of multiprocessing."""
    with pool(1) as one:
        assert list(one.run([("isolate", 5)])) == [(("isolate", 5), 5)]
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (KeyError("k"), KeyError, "k"),
        (None, RuntimeError, "FormatError: f:1:2"),  # cannot be unpickled
    ],
)
def test_what_a_job_raises_is_raised(error: Exception | None, kind: type, words: str) -> None:
    with pool(1) as one, pytest.raises(kind, match=words):
        list(one.run([("raise", error)]))
    assert multiprocessing.active_children() == []


def test_what_a_job_tells_arrives_with_its_job_before_its_result() -> None:
    told: list[Any] = []
    with pool(1, told=lambda job, value: told.append((job, value))) as one:
        for job, _ in one.run([("tell", 5)]):
            assert told == [(job, 5)]


def test_unwanted_jobs_are_ended() -> None:
    jobs = [("sleep", 1000), ("give", 1)]
    with pool() as two:
        results = []
        for _, result in two.run(jobs):
            results.append(result)
            two.end(lambda job: job[0] == "sleep")
    assert results == [1]


def test_the_deadline_ends_everything() -> None:
    with pool() as two, pytest.raises(LimitReached):
        list(two.run([("sleep", 1000)], deadline=Deadline(0.2)))
    assert multiprocessing.active_children() == []


@contextmanager
def tidy(path: str) -> Iterator[Callable[[Any, Tell], Any]]:
    """A setup that tidies up: a file that is there while a worker is."""
    Path(path).touch()
    try:
        yield work
    finally:
        os.unlink(path)


def test_a_worker_at_work_is_given_time_to_tidy_up(tmp_path: Path) -> None:
    setup = partial(tidy, str(tmp_path / "here"))
    with Pool(setup, 2, lost=lost, grace=10.0, method="fork") as two:
        for _ in two.run([("give", 1), ("sleep", 1000)]):
            break
    assert not (tmp_path / "here").exists()


MAIN = """
import sys
from functools import partial
sys.path.insert(0, {folder!r})
from test_pool import *
if __name__ == "__main__":
    with Pool(partial(tidy, {here!r}), 1, lost=lost, grace=10.0) as one:
        list(one.run([("sleep", 1000)]))
"""


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="processes are read in /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_the_main_process(tmp_path: Path, number: signal.Signals) -> None:
    here = tmp_path / "here"
    (tmp_path / "main.py").write_text(
        MAIN.format(folder=str(Path(__file__).parent), here=str(here)), encoding="utf-8"
    )
    main = subprocess.Popen([sys.executable, str(tmp_path / "main.py")], stderr=subprocess.DEVNULL)
    try:
        wait_for(here.exists)
        main.send_signal(number)
        main.wait(20)
        wait_for(lambda: not here.exists())
    finally:
        main.kill()


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.02)
