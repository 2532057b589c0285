"""A sandbox for untrusted, buggy programs: the side that asks.

:class:`Sandbox` starts one :mod:`~satmayan.run.supervisor`, under the strongest
:class:`~satmayan.run.protection.Protection` that the machine allows, and has it run programs
one at a time.  Each run has its own working folder, a limit on time, memory and output,
no inherited standard input, and ends with all its processes and files.

The supervisor is not trusted to survive its programs: every reply has an id that no program
can know, and a time by which it must be there; else the supervisor is replaced.
"""

from __future__ import annotations

import json
import os
import secrets
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from satmayan.base.limits import LIFETIME
from satmayan.base.messages import noted
from satmayan.run.protection import Protection
from satmayan.run.supervisor import MARK, Json, remove, signal_to

INPUT_FILE, OUTPUT_FILE = "mayan.in", "mayan.out"
MIB = 1 << 20
_START_SECONDS = 20.0  # for a supervisor to say that it is there
_GRACE_SECONDS = 15.0  # beyond a run's own limit: to find a process to be had, and to clear up
_SWEEP_SECONDS = 5.0
_KEEPER = "import sys; sys.path.append(sys.argv.pop(1)); from satmayan.run import supervisor as s"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run may use: seconds, bytes of memory (0: no limit), bytes printed or in a file.

    Seconds on the clock and resident memory in a sandbox, CPU seconds and address space of a
    :class:`~satmayan.run.child.Child`.
    """

    seconds: float = 3.0
    memory: int = 512 * MIB
    output: int = MIB


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one run.

    ``reason`` is the limit that was reached (time, memory, output, file, processes), or
    None; ``status`` the exit status, negative for a signal; ``file`` the text of
    the output file, None where there is none; ``left`` how many processes were still running
    when the program ended; bytes that are no UTF-8 show as U+FFFD.
    """

    reason: str | None
    status: int
    seconds: float
    memory: int
    stdout: str
    stderr: str
    file: str | None = None
    left: int = 0
    folder_gone: bool = False


class CannotRun(Exception):
    """A program could not be started, or took its supervisor down; the message says why."""


class Sandbox:
    """Runs programs, each in its own folder below ``root``; to be closed after use.

    ``protections`` are tried in turn; the first under which a supervisor starts is kept.
    """

    def __init__(self, root: Path, protections: Sequence[Protection] = tuple(Protection)) -> None:
        self.root = root
        self._protections = tuple(protections)
        self._supervisor: subprocess.Popen[bytes] | None = None
        self._mark = secrets.token_hex(8)  # on every process and folder of ours

    @property
    def protection(self) -> Protection:
        """The protection that is on.  Raises CannotRun."""
        self._running()
        return self._protections[0]

    def run(
        self,
        argv: Sequence[str],
        text: str | None,
        *,
        files: bool = False,
        stdin: bool | None = None,
        names: tuple[str, str] = (INPUT_FILE, OUTPUT_FILE),
        limits: Limits | None = None,
        file_limit: int | None = None,
        writable: Sequence[Path] = (),
        hidden: Sequence[Path] = (),
    ) -> Run:
        """Run a program on an input text (None: no input).

        ``files`` gives it as mayan.in in the working folder, and nothing on standard
        input, unless ``stdin`` says otherwise; ``names`` are the names of that file and of
        the one that is read when the program has ended.  ``file_limit`` is the largest file
        it may write, by default the limit on output.  Where the file system is closed to it,
        ``writable`` folders are not, and ``hidden`` files and folders look empty (both by
        absolute paths).  Raises CannotRun.
        """
        limits = limits or Limits()
        request = {
            "root": str(self.root),
            "prefix": f"run-{self._mark}-",
            "variables": {MARK: self._mark},
            "argv": list(argv),
            "text": text,
            "files": files,
            "stdin": not files if stdin is None else stdin,
            "input": names[0],
            "output": names[1],
            "time_limit": limits.seconds,
            "memory_limit": limits.memory,
            "output_limit": limits.output,
            "file_limit": limits.output if file_limit is None else file_limit,
            "writable": [str(path) for path in writable],
            "hidden": [str(path) for path in hidden],
        }
        process = self._running()
        try:
            reply = self._ask(process, request, limits.seconds + _GRACE_SECONDS)
            if "failed" not in reply:
                return _run(reply)
        except _Lost as lost:
            self._discard()
            raise CannotRun(str(lost)) from None
        except BaseException:  # interrupted: the reply is still to come
            self.close()
            raise
        raise CannotRun(str(reply["failed"]))

    def _running(self) -> subprocess.Popen[bytes]:
        """The supervisor, started under the strongest protection that can be had."""
        while self._supervisor is None:
            if not self._protections:
                raise CannotRun(noted("no protection is to be had on this machine"))
            self._supervisor = self._start(self._protections[0])
            if self._supervisor is None:
                self._protections = self._protections[1:]
        return self._supervisor

    def _start(self, protection: Protection) -> subprocess.Popen[bytes] | None:
        """A supervisor that said "ready"; None where it does not come to that."""
        package = str(Path(__file__).resolve().parents[2])
        keeper = [sys.executable, "-I", "-S", "-c", f"{_KEEPER}; s.main()", package]
        command = protection.command([*keeper, protection.key, str(self.root)], self.root)
        if command is None:
            return None
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if protection is Protection.LIMITS else subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            if json.loads(_receive(process, time.monotonic() + _START_SECONDS)) == "ready":
                return process
        except (ValueError, _Lost):
            pass
        except BaseException:
            _end(process, 0.0)
            raise
        _end(process, 0.0)
        return None

    @staticmethod
    def _ask(process: subprocess.Popen[bytes], request: Json, seconds: float) -> Json:
        """The reply to one request.  Raises _Lost where it is none, or not there in time."""
        end = time.monotonic() + min(seconds, LIFETIME)
        name = secrets.token_hex(16)
        _send(process, json.dumps(request | {"id": name}).encode() + b"\n", end)
        try:
            reply = json.loads(_receive(process, end))
        except (ValueError, RecursionError):
            reply = None
        if not isinstance(reply, dict) or reply.pop("id", None) != name:
            raise _Lost(_FORGED)
        if reply.get("reason") == "abandoned":  # it was told something, but not by us
            raise _Lost(_FORGED)
        return reply

    def _discard(self) -> None:
        """Kill the supervisor, and all that it leaves: processes by their mark, and folders."""
        process, self._supervisor = self._supervisor, None
        if process is not None:
            _end(process, 0.0)
        end = time.monotonic() + _SWEEP_SECONDS
        while (left := _marked(f"{MARK}={self._mark}")) and time.monotonic() < end:
            signal_to(signal.SIGKILL, *left)
            time.sleep(0.01)
        for folder in self.root.glob(f"run-{self._mark}-*"):
            remove(str(folder))

    def close(self) -> None:
        """End the supervisor, and with it whatever is running."""
        process, self._supervisor = self._supervisor, None
        if process is not None and not _end(process, _GRACE_SECONDS):
            self._discard()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Lost(Exception):
    """The supervisor is not what it was; the message says what came of it."""


def printable(text: str) -> str:
    """What a program printed, made fit to be shown: no escapes, no marks that turn it round.

    >>> printable("a\\tb\\x1b[31m")
    'a b\ufffd[31m'
    """
    kept = (c if c.isprintable() or c == "\n" else "\ufffd" for c in text.replace("\t", " "))
    return "".join(kept)


def _run(reply: Json) -> Run:
    for part in ("stdout", "stderr", "file"):
        if reply[part] is not None:
            reply[part] = reply[part].encode("latin-1").decode("utf-8", "replace")
    return Run(**reply)


def _send(process: subprocess.Popen[bytes], data: bytes, end: float) -> None:
    assert process.stdin is not None
    pipe = process.stdin.fileno()
    os.set_blocking(pipe, False)
    while data:
        _wait([], [pipe], end)
        try:
            data = data[os.write(pipe, data) :]
        except BrokenPipeError:
            raise _Lost(_KILLED) from None


def _receive(process: subprocess.Popen[bytes], end: float) -> bytes:
    """One line; more than a line is none of the supervisor's, and is returned as it is."""
    assert process.stdout is not None
    pipe = process.stdout.fileno()
    line = bytearray()
    while not line.endswith(b"\n"):
        _wait([pipe], [], end)
        data = os.read(pipe, 1 << 16)
        if not data:
            raise _Lost(_KILLED)
        line += data
    return bytes(line)


_FORGED = noted("the program spoke for the process that watched over it")
_KILLED = noted("the program killed the process that watched over it")
_STOPPED = noted("the process that watched over the program did not answer: maybe it was stopped")


def _wait(readers: list[int], writers: list[int], end: float) -> None:
    """Wait for a pipe to be ready; _Lost when the time is over."""
    left = end - time.monotonic()
    if left <= 0 or not any(select.select(readers, writers, [], left)):
        raise _Lost(_STOPPED)


def _end(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Close a supervisor's input and wait so long for its end, then kill it; was it in time?"""
    assert process.stdin is not None and process.stdout is not None
    with suppress(BrokenPipeError):
        process.stdin.close()
    try:
        process.wait(seconds)
        return True
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return False
    finally:
        process.stdout.close()


def _marked(mark: str) -> list[int]:
    """The processes with a mark in their environment (Linux; nowhere else are any seen)."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found
