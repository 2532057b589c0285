"""Whatever a program does, it is reported, and leaves neither processes nor files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from satmayan.crosscheck.contestants import Answer, Submission
from satmayan.crosscheck.verdict import Outcome
from satmayan.puzzle.board import Board, Move, Puzzle
from satmayan.run.sandbox import MIB, CannotRun, Limits, Sandbox

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")

MakeProgram = Callable[..., Submission]

PUZZLE = Puzzle(Board.of("", "", "", "11", "1"), 2)
ANSWER = (Move(3, 0, 1), Move(3, 0, -1))
RIGHT = "print('3 0 1\\n3 0 -1', flush=True)\n"


def answer(program: Submission, sandbox: Sandbox) -> Answer:
    return program.answer(PUZZLE, ANSWER, sandbox)


def running(mark: str) -> list[str]:
    """The command lines of the running processes that contain a mark."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
        if mark in line:
            found.append(line)
    return found


def test_the_right_answer(program: MakeProgram, sandbox: Sandbox) -> None:
    assert answer(program(RIGHT), sandbox).outcome is Outcome.RIGHT


def test_the_board_is_on_standard_input_and_the_folder_is_empty(
    program: MakeProgram, sandbox: Sandbox
) -> None:
    source = "import os; print(input(), os.listdir(), os.listdir(os.environ['TMPDIR']))"
    assert answer(program(source), sandbox).got == "2 [] []\n"


def test_with_files_the_board_is_in_the_folder(program: MakeProgram, sandbox: Sandbox) -> None:
    source = (
        "import sys\n"
        "assert open('mayan.in').read().split()[0] == '2' and not sys.stdin.read()\n"
        "print('3 0 1\\n3 0 -1', file=open('mayan.out', 'w'))\n"
    )
    assert answer(program(source, files=True), sandbox).outcome is Outcome.RIGHT


def test_a_missing_output_file_is_no_answer(program: MakeProgram, sandbox: Sandbox) -> None:
    got = answer(program(RIGHT, files=True), sandbox)
    assert (got.outcome, got.detail) == (Outcome.NO_ANSWER, "no mayan.out")


def test_an_output_file_that_is_a_pipe_is_no_answer(program: MakeProgram, sandbox: Sandbox) -> None:
    source = "import os; os.mkfifo('mayan.out')"
    assert answer(program(source, files=True), sandbox).outcome is Outcome.NO_ANSWER


def test_a_flood_of_output(program: MakeProgram, sandbox: Sandbox) -> None:
    got = answer(program("while True: print('3 0 1' * 1000)"), sandbox)
    assert got.outcome is Outcome.FLOOD
    assert len(got.got) <= 2000


def test_a_flood_of_errors(program: MakeProgram, sandbox: Sandbox) -> None:
    source = "import sys\nwhile True: print('x' * 1000, file=sys.stderr)"
    assert answer(program(source), sandbox).outcome is Outcome.FLOOD


def test_output_within_the_limit_is_read_to_its_end(program: MakeProgram, sandbox: Sandbox) -> None:
    source = RIGHT + "print(' ' * 60000)"
    assert answer(program(source), sandbox).outcome is Outcome.RIGHT


def test_sleeping_forever(program: MakeProgram, sandbox: Sandbox) -> None:
    limits = Limits(seconds=0.5)
    start = time.monotonic()
    got = answer(program(RIGHT + "import time; time.sleep(1000)", limits=limits), sandbox)
    assert got.outcome is Outcome.TIMEOUT
    assert time.monotonic() - start < 60


def test_ignoring_every_signal_does_not_help(program: MakeProgram, sandbox: Sandbox) -> None:
    source = (
        "import signal, time\n"
        "for s in ('SIGTERM', 'SIGINT', 'SIGHUP'):\n"
        "    signal.signal(getattr(signal, s), signal.SIG_IGN)\n"
        "time.sleep(1000)\n"
    )
    got = answer(program(source, limits=Limits(seconds=0.5)), sandbox)
    assert got.outcome is Outcome.TIMEOUT


def test_a_crash_is_named_by_its_signal(program: MakeProgram, sandbox: Sandbox) -> None:
    source = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
    got = answer(program(source), sandbox)
    assert (got.outcome, got.detail) == (Outcome.CRASH, "killed by SIGSEGV")


def test_an_exit_status_is_a_crash_even_with_the_right_answer(
    program: MakeProgram, sandbox: Sandbox
) -> None:
    got = answer(program(RIGHT + "raise SystemExit(1)"), sandbox)
    assert got.outcome is Outcome.CRASH
    assert got.detail == "exit status 1, though its answer is right"


def test_an_uncaught_error_is_told_by_its_last_line(program: MakeProgram, sandbox: Sandbox) -> None:
    assert answer(program("[][0]"), sandbox).detail == (
        "exit status 1: IndexError: list index out of range"
    )


def test_too_much_memory(program: MakeProgram, sandbox: Sandbox) -> None:
    source = "x = [bytearray(1 << 20) for _ in range(2000)]"
    got = answer(program(source, limits=Limits(5, 64 * MIB)), sandbox)
    assert got.outcome is Outcome.MEMORY


def test_memory_of_children_counts(program: MakeProgram, sandbox: Sandbox) -> None:
    source = (
        "import os\nif os.fork() == 0: x = [bytearray(1 << 20) for _ in range(2000)]\nos.wait()"
    )
    got = answer(program(source, limits=Limits(5, 64 * MIB)), sandbox)
    assert got.outcome is Outcome.MEMORY


def test_a_huge_file(program: MakeProgram, sandbox: Sandbox, root: Path) -> None:
    source = (
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
        "with open('big', 'wb') as f:\n"
        "    for _ in range(1024): f.write(bytes(1 << 20))\n"
    )
    got = answer(program(source), sandbox)
    assert (got.outcome, got.detail) == (Outcome.FLOOD, "65536 bytes in a file")
    assert list(root.iterdir()) == []


DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(3): os.close(fd)
        os.execv(sys.executable, [sys.executable, '-c', 'import time; time.sleep(1000)', MARK])
    os._exit(0)
if os.fork() == 0:
    os.execv(sys.executable, [sys.executable, '-c', 'import time; time.sleep(1000)', MARK])
os.wait()
"""


def test_children_that_outlive_it_are_killed(
    program: MakeProgram, sandbox: Sandbox, tmp_path: Path
) -> None:
    mark = f"outliving-{tmp_path}"
    got = answer(program(f"MARK = {mark!r}" + DAEMON + RIGHT), sandbox)
    assert got.outcome is Outcome.RIGHT
    assert got.notes == ("left processes running",)
    assert running(mark) == []


def test_children_of_what_is_cut_short_are_killed(
    program: MakeProgram, sandbox: Sandbox, tmp_path: Path
) -> None:
    mark = f"cut-short-{tmp_path}"
    source = f"MARK = {mark!r}" + DAEMON + "time.sleep(1000)"
    got = answer(program(source, limits=Limits(seconds=1)), sandbox)
    assert got.outcome is Outcome.TIMEOUT
    assert running(mark) == []


def test_forking_without_end(program: MakeProgram, sandbox: Sandbox, tmp_path: Path) -> None:
    mark = f"forking-{tmp_path}"
    source = "import os, time\nfor _ in range(8): os.fork()\ntime.sleep(1000)"
    bad = program(source)
    got = answer(replace(bad, argv=(*bad.argv, mark)), sandbox)
    assert got.outcome is Outcome.PROCESSES
    assert running(mark) == []


def test_removing_the_working_folder(program: MakeProgram, sandbox: Sandbox, root: Path) -> None:
    got = answer(program("import os; os.rmdir(os.getcwd())\n" + RIGHT), sandbox)
    assert got.outcome is Outcome.RIGHT
    assert got.notes == ("removed its working folder",)
    assert list(root.iterdir()) == []


def test_folders_without_rights(program: MakeProgram, sandbox: Sandbox, root: Path) -> None:
    answer(program("import os; os.makedirs('a/b'); os.chmod('a', 0)"), sandbox)
    assert list(root.iterdir()) == []


@pytest.mark.slow
def test_folders_nested_very_deeply(program: MakeProgram, sandbox: Sandbox, root: Path) -> None:
    """Deeper than Python's own removal can follow."""
    answer(program("import os\nfor _ in range(1050): os.mkdir('d'); os.chdir('d')"), sandbox)
    assert list(root.iterdir()) == []


@pytest.mark.parametrize(
    "printed", ["''", r"'\x00\xff\x80'", "'hello'", "'3 0'", r"'3 0 1\n3 0 -1\n\x00'"]
)
def test_garbage_is_no_answer(program: MakeProgram, sandbox: Sandbox, printed: str) -> None:
    source = f"import sys; sys.stdout.buffer.write({printed}.encode('latin-1'))"
    assert answer(program(source), sandbox).outcome is Outcome.NO_ANSWER


def test_killing_its_keeper_harms_nobody(program: MakeProgram, sandbox: Sandbox) -> None:
    source = "import os, time; os.kill(os.getppid(), 9); time.sleep(1000)"
    got = answer(program(source), sandbox)
    assert got.outcome is Outcome.CRASH
    assert answer(program(RIGHT), sandbox).outcome is Outcome.RIGHT


def test_a_command_that_does_not_exist(sandbox: Sandbox) -> None:
    with pytest.raises(CannotRun, match="No such file"):
        sandbox.run(["/no/such/program"], "")


def test_no_variable_of_ours_reaches_it(
    program: MakeProgram, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_SECRET", "x")
    with Sandbox(root) as sandbox:
        got = answer(program("import os; print('MY_SECRET' in os.environ)"), sandbox)
    assert got.got == "False\n"


def test_the_end_of_the_asker_is_the_end_of_the_program(tmp_path: Path) -> None:
    """Whoever runs a sandbox may be killed outright: the program and its files go too."""
    mark = f"orphan-{tmp_path}"
    asker = (
        "import sys; from pathlib import Path; from satmayan.run.sandbox import *\n"
        f"Sandbox(Path({str(tmp_path)!r})).run([sys.executable, '-c', "
        f"'import time; time.sleep(1000)', {mark!r}], '', limits=Limits(1000))\n"
    )
    with subprocess.Popen([sys.executable, "-c", asker]) as process:
        wait_until(
            lambda: any("sleep(1000)" in line and "-I" not in line for line in running(mark))
        )
        os.kill(process.pid, signal.SIGKILL)
    wait_until(lambda: not running(mark) and not list(tmp_path.iterdir()))


def wait_until(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.02)
