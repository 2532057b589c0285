"""A sandbox for untrusted, buggy programs: the side that asks.

:class:`Sandbox` starts one :mod:`~satmayan.run.supervisor` and has it run programs
one at a time.  Each run has its own working folder, a limit on time, memory and output,
no inherited standard input, and ends with all its processes and files.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from satmayan.run import supervisor

INPUT_FILE, OUTPUT_FILE = "mayan.in", "mayan.out"
MIB = 1 << 20


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
    mayan.out, None where there is none; ``left`` how many processes were still running
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
    """Runs programs, each in its own folder below ``root``; to be closed after use."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._supervisor: subprocess.Popen[bytes] | None = None

    def run(
        self,
        argv: Sequence[str],
        text: str | None,
        *,
        files: bool = False,
        limits: Limits | None = None,
        file_limit: int | None = None,
    ) -> Run:
        """Run a program on an input text (None: no input).

        ``files`` gives it as mayan.in in the working folder, and nothing on standard
        input.  ``file_limit`` is the largest file it may write, by default the limit on
        output.  Raises CannotRun.
        """
        limits = limits or Limits()
        reply = self._ask(
            {
                "root": str(self.root),
                "argv": list(argv),
                "text": text,
                "files": files,
                "input": INPUT_FILE,
                "output": OUTPUT_FILE,
                "time_limit": limits.seconds,
                "memory_limit": limits.memory,
                "output_limit": limits.output,
                "file_limit": limits.output if file_limit is None else file_limit,
            }
        )
        if "failed" in reply:
            raise CannotRun(str(reply["failed"]))
        for part in ("stdout", "stderr", "file"):
            if reply[part] is not None:
                reply[part] = reply[part].encode("latin-1").decode("utf-8", "replace")
        return Run(**reply)

    def _ask(self, request: supervisor.Json) -> supervisor.Json:
        if self._supervisor is None:
            self._supervisor = subprocess.Popen(
                [sys.executable, "-I", "-S", supervisor.__file__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
            )
        stdin, stdout = self._supervisor.stdin, self._supervisor.stdout
        assert stdin is not None and stdout is not None
        try:
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
            line = stdout.readline()
        except BrokenPipeError:
            line = b""
        if not line:
            self.close()
            raise CannotRun("the program killed the process that watched over it")
        reply: supervisor.Json = json.loads(line)
        return reply

    def close(self) -> None:
        """End the supervisor, and with it whatever is running."""
        if self._supervisor is not None:
            process, self._supervisor = self._supervisor, None
            with process:
                assert process.stdin is not None
                try:
                    process.stdin.close()
                except BrokenPipeError:
                    pass

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
