"""Whatever a program does, it is reported, and leaves neither processes nor files."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from satmayan.crosscheck.contestants import FICKLE, Answer, Submission
from satmayan.crosscheck.referee import Case, Check, Checked, Referee
from satmayan.crosscheck.verdict import Outcome
from satmayan.puzzle.board import Board, Move, Puzzle
from satmayan.run.protection import Protection
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


def test_limits_may_be_as_large_as_one_likes(program: MakeProgram, sandbox: Sandbox) -> None:
    """They used to be a traceback, or the program was said to crash."""
    limits = Limits(float("inf"), 10**30, 10**30)
    assert answer(program(RIGHT, limits=limits), sandbox).outcome is Outcome.RIGHT


def test_the_board_is_on_standard_input_and_in_the_folder(
    program: MakeProgram, sandbox: Sandbox
) -> None:
    source = "import os; print(input(), os.listdir(), os.listdir(os.environ['TMPDIR']))"
    assert answer(program(source), sandbox).got == "2 ['mayan.in'] ['mayan.in']\n"


def test_with_files_the_board_is_in_the_folder(program: MakeProgram, sandbox: Sandbox) -> None:
    source = (
        "import sys\n"
        "assert open('mayan.in').read().split()[0] == '2' and not sys.stdin.read()\n"
        "print('3 0 1\\n3 0 -1', file=open('mayan.out', 'w'))\n"
    )
    assert answer(program(source, files=True), sandbox).outcome is Outcome.RIGHT


INPUTS = {"standard input": "sys.stdin.read()", "mayan.in": "open('mayan.in').read()"}
OUTPUTS = {"standard output": "sys.stdout", "mayan.out": "open('mayan.out', 'w')"}


@pytest.mark.parametrize("given", INPUTS)
@pytest.mark.parametrize("taken", OUTPUTS)
def test_input_and_output_are_found_out(
    program: MakeProgram, sandbox: Sandbox, given: str, taken: str
) -> None:
    source = f"import sys\nassert {INPUTS[given]}.split()[0] == '2'\n"
    source += f"print('3 0 1 3 0 -1', file={OUTPUTS[taken]})\nprint('debug', file=sys.stderr)"
    assert answer(program(source), sandbox).outcome is Outcome.RIGHT


def test_an_empty_output_file_is_not_taken_for_the_answer(
    program: MakeProgram, sandbox: Sandbox
) -> None:
    source = "open('mayan.out', 'w')\n" + RIGHT
    assert answer(program(source), sandbox).outcome is Outcome.RIGHT


def test_other_names_for_the_files(program: MakeProgram, sandbox: Sandbox) -> None:
    source = "print(open('a.in').read()[:0], '3 0 1 3 0 -1', file=open('a.out', 'w'))"
    named = replace(program(source, files=True), names=("a.in", "a.out"))
    assert answer(named, sandbox).outcome is Outcome.RIGHT


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


def test_removing_the_working_folder(program: MakeProgram, bare: Sandbox, root: Path) -> None:
    source = "import os; os.unlink('mayan.in'); os.rmdir(os.getcwd())\n"
    got = answer(program(source + RIGHT), bare)
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


KILLS = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execv(sys.executable, [sys.executable, '-c', 'import time; time.sleep(1000)', MARK])
    os._exit(0)
os.wait()
time.sleep(0.1)
os.kill(os.getppid(), 9)
time.sleep(1000)
"""


def test_killing_its_keeper_harms_nobody(
    program: MakeProgram, bare: Sandbox, root: Path, tmp_path: Path
) -> None:
    """It used to leave its children and its folder behind."""
    mark = f"killing-{tmp_path}"
    got = answer(program(f"MARK = {mark!r}" + KILLS), bare)
    assert (got.outcome, got.detail) == (
        Outcome.CRASH,
        "the program killed the process that watched over it",
    )
    assert (running(mark), list(root.iterdir())) == ([], [])
    assert answer(program(RIGHT), bare).outcome is Outcome.RIGHT


def test_stopping_its_keeper_hangs_nobody(
    program: MakeProgram, bare: Sandbox, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It used to hang for good."""
    monkeypatch.setattr("satmayan.run.sandbox._GRACE_SECONDS", 0.2)
    source = "import os, time; os.kill(os.getppid(), 19); time.sleep(1000)"
    got = answer(program(source, limits=Limits(seconds=0.5)), bare)
    assert got.outcome is Outcome.CRASH
    assert got.detail.endswith("did not answer: maybe it was stopped")
    assert list(root.iterdir()) == []
    assert answer(program(RIGHT), bare).outcome is Outcome.RIGHT


FORGES = """
import os
reply = '{"reason": null, "status": 0, "seconds": 0.1, "memory": 1, "stdout": "3 0 1 3 0 -1"}'
for fd in os.listdir('/proc/%d/fd' % os.getppid()):
    if os.readlink('/proc/%d/fd/%s' % (os.getppid(), fd)).startswith('pipe:'):
        try:
            pipe = os.open('/proc/%d/fd/%s' % (os.getppid(), fd), os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            continue
        os.write(pipe, (reply + chr(10)).encode())
"""


def test_a_forged_reply_is_nobodys_verdict(program: MakeProgram, bare: Sandbox) -> None:
    """It used to be taken for the verdict on the next run."""
    for _ in range(2):
        got = answer(program(FORGES), bare)
        assert got.outcome is Outcome.CRASH
    assert answer(program("print(-1)"), bare).outcome is Outcome.MISSED


@pytest.mark.parametrize("line", ["nonsense", "[]", "1", '{"id": 1}', "[" * 100_000])
def test_a_reply_that_is_none_is_a_new_keeper(
    program: MakeProgram, bare: Sandbox, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr("satmayan.run.sandbox._receive", lambda *_: line.encode())
        bare._supervisor = bare._supervisor or subprocess.Popen(
            ["sleep", "1000"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        verdict = answer(program(RIGHT), bare)
    assert (verdict.outcome, verdict.detail) == (
        Outcome.CRASH,
        "the program spoke for the process that watched over it",
    )
    assert answer(program(RIGHT), bare).outcome is Outcome.RIGHT


# What fails in namespaces, or does nothing; the right answer is printed after it.
ATTACKS = {
    "stopping its keeper": "os.kill(os.getppid(), signal.SIGSTOP)",
    "killing its keeper": "os.kill(os.getppid(), signal.SIGKILL)",
    "killing everything": "signal.signal(15, signal.SIG_IGN); os.kill(-1, 15)",
    "a look at its keeper's pipes": "os.open('/proc/1/fd/1', os.O_WRONLY)",
    "a look at its keeper's memory": "open('/proc/1/mem', 'rb').read(1)",
    "tracing its keeper": "traced(1)",
    "a file in /tmp": "open('/tmp/MARK', 'w')",
    "a file in the folder of all": "open('../MARK', 'w')",
    "a file beside itself": "open(sys.argv[0] + '.MARK', 'w')",
    "writing over itself": "open(sys.argv[0], 'w')",
    "removing its folder": "os.rmdir(os.getcwd())",
    "the network": "socket.create_connection(('127.0.0.1', PORT), 1)",
    "the answers": "print(open('ANSWERS').read(), end='')",
    "being root again": "os.setuid(0)",
    "another host name": "socket.sethostname('MARK')",
    "writing to a mount again": "remounted()",
}

HELP = """
import ctypes, os, signal, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def traced(pid):
    if libc.ptrace(16, pid, 0, 0): raise OSError
def remounted():
    if libc.mount(None, b'/', None, 32 | 4096, None): raise OSError
try:
    WHAT
    done = True
except OSError:
    done = False
"""
HARMLESS = {  # what the kernel lets it do without any effect
    "stopping its keeper",
    "killing its keeper",
    "the answers",  # an empty file
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_from_namespaces(
    program: MakeProgram, shut: Sandbox, tmp_path: Path, name: str
) -> None:
    answers = tmp_path / "1.out"
    answers.write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        what = ATTACKS[name].replace("PORT", str(server.getsockname()[1]))
        what = what.replace("ANSWERS", str(answers)).replace("MARK", f"mark-{os.getpid()}")
        source = HELP.replace("WHAT", what) + "print(done, file=sys.stderr)\n" + RIGHT
        bad = program(source)
        run = shut.run(bad.argv, "", limits=bad.limits, hidden=(answers,))
    assert (run.status, run.stdout) == (0, "3 0 1\n3 0 -1\n"), run.stderr
    assert run.stderr == f"{name in HARMLESS}\n"
    assert answers.read_text() == "secret"
    assert not list(tmp_path.rglob("*mark-*")) and not list(Path("/tmp").glob("mark-*"))


@pytest.mark.parametrize(
    "name", ["killing its keeper", "a look at its keeper's pipes", "a file in /tmp", "the network"]
)
def test_an_attack_from_a_bubble(program: MakeProgram, root: Path, name: str) -> None:
    with Sandbox(root, [Protection.BUBBLEWRAP]) as box:
        try:
            assert box.protection is Protection.BUBBLEWRAP
        except CannotRun:
            pytest.skip("bubblewrap is not installed, or does not run here")
        with socket.create_server(("127.0.0.1", 0)) as server:
            what = ATTACKS[name].replace("PORT", str(server.getsockname()[1]))
            source = HELP.replace("WHAT", what.replace("MARK", f"mark-{os.getpid()}"))
            bad = program(source + "print(done, file=sys.stderr)\n" + RIGHT)
            run = box.run(bad.argv, "", limits=bad.limits)
    assert (run.status, run.stderr) == (0, f"{name in HARMLESS}\n")
    assert not list(Path("/tmp").glob("mark-*"))


def test_it_is_alone_in_its_namespaces(program: MakeProgram, shut: Sandbox) -> None:
    source = (
        "import os; print(*(p for p in os.listdir('/proc') if p.isdigit()), flush=True); os.fork()"
    )
    for _ in range(2):  # nothing of the first run is there in the second
        keeper, _itself = answer(program(source), shut).got.split()
        assert keeper == "1"


def test_the_stack_is_as_large_as_memory(program: MakeProgram, sandbox: Sandbox) -> None:
    source = "import resource as r; a, b = r.getrlimit(r.RLIMIT_STACK); print(a == b)"
    assert answer(program(source), sandbox).got == "True\n"


def test_a_child_that_has_ended_is_not_left_running(program: MakeProgram, sandbox: Sandbox) -> None:
    """A zombie, for want of somebody to wait for it, used to count."""
    source = "import os, time\nif os.fork() == 0: os._exit(0)\ntime.sleep(0.2)\n" + RIGHT
    assert answer(program(source), sandbox).notes == ()


def test_escapes_reach_no_report(program: MakeProgram, sandbox: Sandbox) -> None:
    """The last line of standard error used to be shown as it was."""
    source = "import sys; sys.stderr.write('\\x1b]0;owned\\x07\\x9b31m\\u202ered'); sys.exit(1)"
    detail = answer(program(source), sandbox).detail
    assert detail.startswith("exit status 1: ") and detail.isprintable()
    printed = answer(program("print('\\x1b[31m')"), sandbox)
    assert printed.outcome is Outcome.NO_ANSWER and printed.detail.isprintable()


def test_answering_differently_from_run_to_run(program: MakeProgram, sandbox: Sandbox) -> None:
    judge = Referee("dfs", 5.0, (program("import os; print(os.urandom(8).hex())"),))
    done = judge.do(Check(Case("a", PUZZLE)), sandbox)
    assert isinstance(done, Checked) and done.answers[0].notes == (FICKLE,)
    steady = Referee("dfs", 5.0, (program("print(-1)"),)).do(Check(Case("a", PUZZLE)), sandbox)
    assert isinstance(steady, Checked) and steady.answers[0].notes == ()


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
