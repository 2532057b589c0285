"""A child process: what it prints and uses, limits, the end of it and of what it started."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from satmayan.base.limits import Deadline, LimitReached
from satmayan.run.child import Child, Output, run
from satmayan.run.sandbox import MIB, Limits


def python(source: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", source]


def finish(source: str, **options: object) -> Output:
    with Child(python(source), **options) as child:  # type: ignore[arg-type]
        while (output := child.poll(10)) is None:
            pass
        return output


def test_what_it_prints_and_uses() -> None:
    output = finish("import sys; print(input()); sys.exit('no')", text="yes")
    assert (output.code, output.text, output.errors) == (1, "yes\n", "no\n")
    assert output.last_error == " (no)"
    assert output.wall > 0 and output.cpu > 0 and output.memory > MIB


def test_too_large_a_file_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    source = f"open({str(path)!r}, 'wb').write(b' ' * {2 * MIB})"
    output = finish(source, limits=Limits(10, 0, MIB))
    assert output.code != 0 and path.stat().st_size <= MIB


def test_the_deadline_kills_it_and_what_it_started(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    source = (
        "import os, time\n"
        f"if os.fork() == 0: open({str(pid)!r}, 'w').write(str(os.getpid()))\n"
        "time.sleep(1000)"
    )
    ticks: list[int] = []

    def tick() -> None:
        if pid.exists() and pid.read_text():
            raise LimitReached("enough")
        ticks.append(1)

    with pytest.raises(LimitReached):
        run(python(source), Deadline(60), tick)
    end = time.monotonic() + 20
    while Path(f"/proc/{pid.read_text()}").exists() and time.monotonic() < end:
        time.sleep(0.02)  # whoever adopted it reaps it
    with pytest.raises(OSError):
        os.kill(int(pid.read_text()), 0)


def test_leaving_the_block_reaps_it() -> None:
    with Child(python("import time; time.sleep(1000)")) as child:
        assert child.poll() is None
    with pytest.raises(ChildProcessError):
        os.waitpid(child.pid, os.WNOHANG)


def test_what_cannot_be_started() -> None:
    with pytest.raises(OSError):
        run(["/no/such/program"], Deadline())


def test_limits_may_be_as_large_as_one_likes() -> None:
    """They used to be a traceback, or to kill it at once."""
    output = finish("print(1)", limits=Limits(1e300, 10**30, 10**30))
    assert (output.code, output.text) == (0, "1\n")


def test_limits_are_no_higher_than_those_in_force() -> None:
    """To raise them is what only a superuser may."""
    outer = "import resource, subprocess, sys; from satmayan.run.child import Child, Limits\n"
    outer += "resource.setrlimit(resource.RLIMIT_CPU, (20, 20))\n"
    outer += "with Child([sys.executable, '-c', 'import resource as r; "
    outer += "print(r.getrlimit(r.RLIMIT_CPU))'], limits=Limits(30, 0, 99)) as child:\n"
    outer += "    while not (output := child.poll(10)): pass\nprint(output.text)"
    with Child([sys.executable, "-c", outer]) as child:
        while (output := child.poll(10)) is None:
            pass
    assert (output.text, output.errors) == ("(20, 20)\n\n", "")
