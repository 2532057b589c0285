"""From what the user names to a command that can be run anywhere: paths, commands, C++ sources."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Sequence
from pathlib import Path

from satmayan.base.errors import ConfigError
from satmayan.crosscheck.contestants import Submission
from satmayan.run.sandbox import MIB, CannotRun, Limits, Sandbox, printable

CPP = (".cpp", ".cc", ".cxx", ".c++")
COMPILER = ("g++", "-O2", "-w", "-fmax-errors=4", "-o")
_COMPILING = Limits(seconds=60, memory=2048 * MIB, output=MIB)
_SHOWN_LINES = 8


class BadProgram(ConfigError):
    """A program that cannot be run at all; the message says why and what would help."""


def prepare(
    given: Sequence[str],
    *,
    files: bool,
    limits: Limits,
    sandbox: Sandbox,
    folder: Path,
    hidden: Sequence[Path] = (),
) -> list[Submission]:
    """The programs to run, C++ sources compiled into ``folder``; no two have the same name.

    None of them sees the ``hidden`` files.  Raises BadProgram.
    """
    programs: list[Submission] = []
    for k, text in enumerate(given):
        name, argv = _command(text)
        if Path(argv[0]).suffix in CPP:
            argv = (_compile(argv[0], folder / f"program-{k}", sandbox),)
        taken = sum(program.name.rsplit("#", 1)[0] == name for program in programs)
        name = f"{name}#{taken + 1}" if taken else name
        programs.append(Submission(name, argv, files, limits, tuple(hidden)))
    return programs


def contents(given: str) -> bytes:
    """The bytes of the files that a command names: what makes it the same program as before."""
    return b"\0".join(
        Path(word).read_bytes() for word in _command(given)[1] if Path(word).is_file()
    )


def _command(text: str) -> tuple[str, tuple[str, ...]]:
    """A name, and the words of the command, with files by their absolute paths."""
    words = [text] if Path(text).is_file() else _split(text)
    files = [k for k, word in enumerate(words) if Path(word).is_file()]
    for k in files:
        words[k] = str(Path(words[k]).absolute())
    first = words[0]
    name = Path(words[next((k for k in files if k > 0), 0)])  # of a script, not its interpreter
    if 0 in files:
        if name.suffix not in CPP and not os.access(first, os.X_OK):
            raise BadProgram(f"{first}: not executable; a script needs a command: 'python3 FILE'")
    elif (found := shutil.which(first)) is None:
        raise BadProgram(f"{first}: no such program")
    else:
        words[0] = found
    return printable(name.stem), tuple(words)


def _split(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadProgram(f"{text!r}: {error}") from None
    if not words:
        raise BadProgram("a program has an empty name")
    return words


def _compile(source: str, target: Path, sandbox: Sandbox) -> str:
    """Compile one C++ source; the path of the program.  Raises BadProgram."""
    if shutil.which(COMPILER[0]) is None:
        raise BadProgram(f"{source}: {COMPILER[0]} is needed to compile it, and is not on the PATH")
    try:
        run = sandbox.run(
            (*COMPILER, str(target), source),
            None,
            limits=_COMPILING,
            file_limit=256 * MIB,
            writable=(target.parent,),
        )
    except CannotRun as error:
        raise BadProgram(f"{source}: {error}") from None
    if run.reason is not None:
        raise BadProgram(f"{source}: compiling it reached the {run.reason} limit")
    if run.status != 0:
        lines = printable(run.stderr.replace("\r", "")).splitlines()
        errors = [line for line in lines if "error" in line] or lines
        raise BadProgram("\n".join([f"{source} does not compile:", *errors[:_SHOWN_LINES]]))
    return str(target)
