"""The command line: one small module a command, loaded only when the command is called.

``satmayan.cli.NAME`` holds the command ``NAME`` (``command``); the table below is the
list of them.  Plain exceptions of the core become one line on stderr and an exit code
here, and nowhere else.

Comes in: arguments.  Goes out: text and an exit code.  Knows nothing that a notebook could
not do as well.
"""

from __future__ import annotations

import atexit
import errno
import gc
import io
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from threading import current_thread, main_thread
from types import FrameType
from typing import IO, Any, NoReturn

import click

from satmayan.base.messages import Message, from_environment, noted, translate

DONE = 0
NEGATIVE = 1  # check, validate, crosscheck: the verdict is "wrong"
BAD_INPUT = 2
LIMIT = 3  # a limit was reached without an answer
CONTRADICTION = 4  # the verifier contradicts the solver
INTERRUPTED = 130
CLOSED_PIPE = 141  # what the shell says of other tools whose reader has gone, which SIGPIPE ends
TERMINATED = 143

# What the system says of files, as far as it is translated.
SYSTEM = (
    noted("No such file or directory"),
    noted("Is a directory"),
    noted("Not a directory"),
    noted("Permission denied"),
    noted("No space left on device"),
)

COMPLETION = "_SATMAYAN_COMPLETE"  # set by the shell that asks for completions

COMMANDS = {
    "solve": "Print the smallest plan that empties the board in exactly n steps, or -1.",
    "check": "Judge an answer: legal, empty after exactly n steps, smallest?",
    "validate": "Say whether a file keeps the statement's promises.",
    "crosscheck": "Check programs, or engines, against each other.",
    "generate": "Make boards with wanted properties.",
    "mistakes": "List the mistakes seen in programs, or explain one.",
    "suite": "Write a small test set that catches every known mistake.",
    "show": "Draw a board, and a plan step by step.",
    "encode": "Write the formula of a puzzle as DIMACS, for any solver.",
    "decode": "Turn a solver's model of such a formula back into a plan.",
    "bench": "Run encodings, solvers and engines on boards and compare them in a table.",
    "prove": "Write a certificate for the answer: formula, proof, manifest.",
    "verify": "Verify a certificate, trusting nothing that can be looked at.",
    "encodings": "List the encodings.",
    "solvers": "List the SAT solvers.",
}


@dataclass(slots=True)
class Settings:
    """What holds for a whole run; --lang sets it."""

    language: str


class _Commands(click.Group):
    """The commands of the table, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"satmayan.cli.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 negative verdict, 2 bad usage or input, 3 limit reached, "
    "4 verifier contradicts solver, 130 interrupted, 143 terminated, 141 nobody reads on.",
)
@click.version_option(package_name="satmayan", message="%(prog)s %(version)s")
def cli() -> None:
    """A SAT-based planner for the Mayan puzzle (NOIP 2011, Luogu P1312).

    \b
    Examples:
      satmayan solve mayan.in
      satmayan check mayan.in mayan.out
    """


def main(args: Sequence[str] | None = None, prog_name: str = "satmayan") -> NoReturn:
    """Run the command line and exit with one of the documented codes."""
    _open_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):  # a message must not fail for its letters
        sys.stdout.reconfigure(errors="backslashreplace")
    atexit.register(gc.freeze)  # memory goes as a whole: no last search for cycles in it
    sys.exit(_run(args, prog_name))


class _Closed(io.TextIOBase):
    """A standard output that was closed from the start: results must not be lost in silence."""

    def __init__(self, holder: IO[Any]) -> None:
        self._holder = holder  # of the number, which must not go to another file

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, noted("standard output was closed"))


class _Lossy(io.FileIO):
    """A standard error that loses what cannot be written, rather than the answer."""

    def write(self, data: Any) -> int:
        with suppress(OSError):
            super().write(data)
        return len(data)


def _open_streams() -> None:
    """Have three standard streams, whatever they were: closed, or full."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode)
            setattr(sys, name, _Closed(stream) if name == "stdout" else stream)
    errors = sys.__stderr__
    if errors is not None and errors is sys.stderr:
        raw = io.BufferedWriter(_Lossy(errors.fileno(), "w", closefd=False))
        sys.stderr = io.TextIOWrapper(
            raw, errors.encoding, errors="backslashreplace", line_buffering=True
        )


def _run(args: Sequence[str] | None, prog_name: str) -> int:
    settings = Settings(from_environment(os.environ))
    with _terminating() as terminated:
        code = _invoke(args, prog_name, settings)
    return TERMINATED if terminated and code == INTERRUPTED else code


@contextmanager
def _terminating() -> Iterator[list[int]]:
    """Let SIGTERM be what Ctrl-C is, so that both clean up; the list then holds the signal.

    Whoever holds Ctrl-C back for a moment, by a handler of its own, holds SIGTERM back too.
    """
    received: list[int] = []

    def handler(number: int, frame: FrameType | None) -> None:
        received.append(number)
        interrupt = signal.getsignal(signal.SIGINT)
        (interrupt if callable(interrupt) else signal.default_int_handler)(number, frame)

    if current_thread() is not main_thread():
        yield received
        return
    before = signal.signal(signal.SIGTERM, handler)
    try:
        yield received
    finally:
        signal.signal(signal.SIGTERM, before)


def _invoke(args: Sequence[str] | None, prog_name: str, settings: Settings) -> int:
    try:
        code = cli.main(
            args, prog_name, standalone_mode=False, obj=settings, complete_var=COMPLETION
        )
        sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except click.ClickException as error:
        error.show()
        return BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        _fail(Message("interrupted"), settings)
        return INTERRUPTED
    except SystemExit:
        # click exits by itself after a completion, and else only for a pipe without a reader.
        if COMPLETION in os.environ:
            raise
        return CLOSED_PIPE
    except BrokenPipeError:
        # What is still buffered must not raise again while the interpreter shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE
    except Exception as error:
        code = _expected(error, settings)
        if code is None:
            raise
        return code


def _expected(error: Exception, settings: Settings) -> int | None:
    """Report an exception that the core is meant to raise; None for any other."""
    from satmayan.base.errors import ConfigError, Contradiction
    from satmayan.base.limits import LimitReached, why
    from satmayan.puzzle.files import FormatError

    if isinstance(error, FormatError):
        return _tell(str(error), settings)
    if isinstance(error, ConfigError):
        return _fail(str(error), settings)
    if isinstance(error, Contradiction):
        text = Message("the verifier contradicts the solver (a bug): {detail}", detail=str(error))
        _fail(text, settings)
        return CONTRADICTION
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        if error.filename:
            reason = Message("{file}: {reason}", file=error.filename, reason=reason)
        return _fail(reason, settings)
    if isinstance(error, (LimitReached, MemoryError)):
        _fail(why(error), settings)
        return LIMIT
    return None


def _fail(text: str, settings: Settings) -> int:
    return _tell(Message("satmayan: {text}", text=text), settings)


def _tell(text: str, settings: Settings) -> int:
    click.echo(translate(text, settings.language), err=True)
    return BAD_INPUT
