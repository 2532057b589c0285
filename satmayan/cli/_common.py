"""What several commands share: their arguments, reading a puzzle, writing a file."""

from __future__ import annotations

import functools
import math
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from errno import EISDIR
from pathlib import Path
from typing import Any

import click

from satmayan.base.limits import Deadline
from satmayan.base.messages import LANGUAGES, Message, translate
from satmayan.cli import Settings
from satmayan.planner import ENGINES, STRATEGIES, Config, Result
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.puzzle.files import parse_plan, parse_puzzle, read_text
from satmayan.puzzle.rules import settle


def language() -> str:
    """The language of the running command."""
    settings = click.get_current_context().find_object(Settings)
    return settings.language if settings else LANGUAGES[0]


def say(text: str, *, err: bool = False, colour: str | None = None) -> None:
    """Print words for people, in their language, and in a colour of click's if one is given."""
    words = translate(text, language())
    click.echo(click.style(words, fg=colour) if colour else words, err=err)


def in_colour() -> bool:
    """Whether what is printed may be coloured: on a terminal, unless NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def note(text: str) -> None:
    """Print a remark on stderr, with our name before it."""
    say(Message("satmayan: {text}", text=text), err=True)


def _set_language(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    settings = ctx.find_object(Settings)
    if value and settings:
        settings.language = value


language_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    expose_value=False,
    is_eager=True,
    callback=_set_language,
    help="The language of messages.  [default: by the locale]",
)
settle_option = click.option(
    "--settle", is_flag=True, help="Let runs on the initial board vanish first."
)


class Seconds(click.FloatRange):
    """A time limit: a number above 0 (``inf``: none), but not ``nan``, which is above nothing."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number of seconds; fails with click's usage error."""
        seconds = float(super().convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


time_limit_option = click.option(
    "--time-limit",
    type=Seconds(),
    metavar="S",
    help="Give up after S seconds (exit code 3).",
)


encoding_option = click.option(
    "--encoding",
    metavar="NAME",
    default=Config().encoding,
    show_default=True,
    help="The encoding: a name of `satmayan encodings`, or a .py file.",
)
set_option = click.option(
    "--set",
    "options",
    metavar="NAME=VALUE",
    multiple=True,
    help="Set an option of the encoding; may be repeated.",
)
memory_option = click.option(
    "--memory-limit",
    "memory",
    type=click.IntRange(min=1),
    metavar="MB",
    callback=lambda _ctx, _param, value: value and value << 20,
    help="Refuse a formula that would take more (exit code 3).  [default: half of what is free]",
)
_ENGINE_OPTIONS = (
    click.option(
        "--engine",
        type=click.Choice(ENGINES),
        default="sat",
        show_default=True,
        help="Who answers: SAT, the fast search, or the literal depth-first search.",
    ),
    encoding_option,
    click.option(
        "--solver",
        metavar="NAME",
        default=Config().solver,
        show_default=True,
        help="The SAT solver: a name of `satmayan solvers`.",
    ),
    click.option(
        "--strategy",
        type=click.Choice(STRATEGIES),
        help="How SAT minimises: by the solver's static decision order, or by assumptions "
        "alone.  [default: static where solver and encoding allow it]",
    ),
    set_option,
    memory_option,
    click.option(
        "--no-cross-check",
        is_flag=True,
        help="Believe an encoding in a .py file: do not compare its answer with the search's.",
    ),
)


def engine_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose an engine; they arrive together as ``config``."""

    @functools.wraps(function)
    def with_config(
        *args: Any,
        engine: str,
        encoding: str,
        solver: str,
        strategy: str | None,
        options: tuple[str, ...],
        memory: int | None,
        no_cross_check: bool,
        **kwargs: Any,
    ) -> Any:
        settings = parse_settings(options)
        config = Config(
            engine,
            encoding,
            solver,
            settings,
            strategy,
            cross_check=not no_cross_check,
            memory=memory,
        )
        if no_cross_check and config.is_file:
            note(Message("what {encoding} answers is not cross-checked", encoding=encoding))
        return function(*args, config=config, **kwargs)

    for option in reversed(_ENGINE_OPTIONS):
        with_config = option(with_config)
    return with_config


def warn_unchecked(result: Result) -> None:
    """Say on stderr where an answer should have been cross-checked, and could not be."""
    if result.unchecked:
        note(Message("the answer was not cross-checked: {reason}", reason=result.unchecked))


def parse_settings(options: tuple[str, ...]) -> dict[str, str]:
    """``NAME=VALUE`` words as a mapping."""
    settings = {}
    for word in options:
        name, equals, value = word.partition("=")
        if not (name and equals):
            raise click.UsageError(f"--set takes NAME=VALUE, not {word!r}")
        settings[name] = value
    return settings


def read_puzzle(
    path: str,
    *,
    settle_first: bool = False,
    steps: int | None = None,
    deadline: Deadline | None = None,
) -> Puzzle:
    """The puzzle in a file ("-": standard input); broken promises are warned of on stderr.

    Raises OSError, LimitReached and FormatError; an initial run is an error unless
    ``settle_first``.
    """
    name, text = read_text(path, deadline)
    return puzzle_in(text, name, settle_first=settle_first, steps=steps)


def puzzle_in(
    text: str, name: str, *, settle_first: bool = False, steps: int | None = None
) -> Puzzle:
    """As :func:`read_puzzle`, of a text that was read."""
    reading = parse_puzzle(text, name)
    for warning in reading.warnings:
        say(warning, err=True)
    puzzle = reading.puzzle
    run = reading.initial_run()
    if run and not settle_first:
        raise run
    board = settle(puzzle.board)[0] if run else puzzle.board
    return Puzzle(board, steps or puzzle.steps)


def read_answer(path: str, steps: int, deadline: Deadline | None = None) -> Plan | None:
    """The plan in a file ("-": standard input), None for the answer -1.

    One that goes on long after so many steps is none.  Raises OSError, LimitReached and
    FormatError.
    """
    name, text = read_text(path, deadline)
    return parse_plan(text, name, steps)


def one_standard_input(*paths: str | None) -> None:
    """Raises UsageError where more than one of the paths is standard input."""
    if paths.count("-") > 1:
        raise click.UsageError("only one file can be standard input (-)")


def write_atomically(path: str, content: str | bytes) -> None:
    """Write a file so that it is never seen half-written (text in UTF-8).  Raises OSError.

    What is no regular file (``/dev/stdout``, a pipe) is written to directly.
    """
    data = content.encode() if isinstance(content, str) else content
    try:
        _replace(Path(os.path.realpath(path)), data)
    except OSError as error:
        error.filename = path  # the name that the user knows
        raise


def write_together(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files, by their paths within a folder (made where it is missing): all or none.

    Raises OSError, with the name of the file that could not be written.
    """
    import tempfile

    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory(prefix=".satmayan-", dir=folder) as staging:
            for path, data in files.items():
                _stage(Path(staging, path), data, folder / path)
            for path in files:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                os.replace(Path(staging, path), folder / path)
    except BaseException:
        if is_new:
            with suppress(OSError):
                folder.rmdir()
        raise


def _stage(path: Path, data: bytes, target: Path) -> None:
    try:
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        error.filename = str(target)  # the name that the user knows
        raise


def _replace(target: Path, data: bytes) -> None:
    import stat
    import tempfile

    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        mode = stat.S_IFREG | (0o666 & ~mask)
    if not stat.S_ISREG(mode):
        target.write_bytes(data)
        return
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
