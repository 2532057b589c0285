"""What several commands share: their arguments, reading a puzzle, writing a file."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

import click

from satmayan.board import Plan, Puzzle
from satmayan.mayanfile import parse_plan, parse_puzzle, read_text
from satmayan.planner import Config
from satmayan.rules import settle

settle_option = click.option(
    "--settle", is_flag=True, help="Let runs on the initial board vanish first."
)
time_limit_option = click.option(
    "--time-limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="S",
    help="Give up after S seconds (exit code 3).",
)


def _config(_ctx: click.Context, _param: click.Parameter, text: str) -> Config:
    try:
        return Config.parse(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None


engine_option = click.option(
    "--engine",
    "config",
    metavar="ENGINE",
    default="sat",
    show_default=True,
    callback=_config,
    help="Who finds the smallest plan: sat[:ENCODING[:SOLVER]], search or dfs.",
)


def read_puzzle(path: str, *, settle_first: bool = False, steps: int | None = None) -> Puzzle:
    """The puzzle in a file ("-": standard input); broken promises are warned of on stderr.

    Raises OSError and FormatError; an initial run is an error unless ``settle_first``.
    """
    name, text = read_text(path)
    reading = parse_puzzle(text, name)
    for warning in reading.warnings:
        click.echo(warning, err=True)
    puzzle = reading.puzzle
    run = reading.initial_run()
    if run and not settle_first:
        raise run
    board = settle(puzzle.board)[0] if run else puzzle.board
    return Puzzle(board, steps or puzzle.steps)


def read_answer(path: str) -> Plan | None:
    """The plan in a file ("-": standard input), None for the answer -1.

    Raises OSError and FormatError.
    """
    name, text = read_text(path)
    return parse_plan(text, name)


def one_standard_input(*paths: str | None) -> None:
    """Raises UsageError where more than one of the paths is standard input."""
    if paths.count("-") > 1:
        raise click.UsageError("only one file can be standard input (-)")


def write_atomically(path: str, text: str) -> None:
    """Write a file so that it is never seen half-written.  Raises OSError.

    What is no regular file (``/dev/stdout``, a pipe) is written to directly.
    """
    target = Path(os.path.realpath(path))
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        mode = stat.S_IFREG | (0o666 & ~mask)
    if not stat.S_ISREG(mode):
        target.write_text(text, encoding="utf-8")
        return
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
