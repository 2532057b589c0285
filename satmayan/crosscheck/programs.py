"""From what the user names to a command that can be run anywhere: paths, commands, sources."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from satmayan.base.errors import ConfigError
from satmayan.base.messages import Message, join, noted
from satmayan.crosscheck import languages
from satmayan.crosscheck.contestants import Submission
from satmayan.crosscheck.languages import Language
from satmayan.run.sandbox import INPUT_FILE, MIB, OUTPUT_FILE, CannotRun, Limits, Sandbox, printable

_COMPILING = Limits(seconds=60, memory=2048 * MIB, output=MIB)
_SHOWN_LINES = 8
_LIMITS = {
    "time": Message("time"),
    "memory": Message("memory"),
    "output": Message("output"),
    "file": Message("file"),
    "processes": Message("processes"),
}


class BadProgram(ConfigError):
    """A program that cannot be run at all; the message says why and what would help."""


class DoesNotCompile(BadProgram):
    """A source that its compiler refuses; the message has the compiler's words."""


@dataclass(frozen=True, slots=True)
class Build:
    """How sources are compiled: a command instead of the language's own, and more flags."""

    command: str = ""
    flags: tuple[str, ...] = ()

    @classmethod
    def parse(cls, command: str, flags: str) -> Build:
        """By the words that the user gave.  Raises BadProgram."""
        return cls(command, tuple(_split(flags)) if flags.strip() else ())


def prepare(
    given: Sequence[str],
    *,
    files: bool,
    limits: Limits,
    sandbox: Sandbox,
    folder: Path,
    hidden: Sequence[Path] = (),
    names: tuple[str, str] = (INPUT_FILE, OUTPUT_FILE),
    build: Build | None = None,
    complain: Callable[[BadProgram], None] | None = None,
) -> list[Submission]:
    """The programs to run, sources compiled into ``folder``; no two have the same name.

    None of them sees the ``hidden`` files; ``names`` are those that they read and
    write.  One that does not compile is left out, and told to ``complain``, as long as there
    is another.  Raises BadProgram.
    """
    programs: list[Submission] = []
    broken: list[DoesNotCompile] = []
    for k, text in enumerate(given):
        name, argv = _command(text)
        try:
            argv = _built(argv, folder / f"program-{k}", build or Build(), sandbox)
        except DoesNotCompile as error:
            broken.append(error)
            continue
        taken = sum(program.name.rsplit("#", 1)[0] == name for program in programs)
        name = f"{name}#{taken + 1}" if taken else name
        programs.append(Submission(name, argv, files, limits, tuple(hidden), names))
    for refused in broken:
        if not programs or complain is None:
            raise refused
        complain(refused)
    return programs


def contents(given: str) -> bytes:
    """The bytes of the files that a command names: what makes it the same program as before."""
    return b"\0".join(path.read_bytes() for path in files_of(given))


def files_of(given: str) -> list[Path]:
    """The files that a command names.  Raises BadProgram."""
    return [Path(word) for word in _command(given)[1] if Path(word).is_file()]


def _command(text: str) -> tuple[str, tuple[str, ...]]:
    """A name, and the words of the command, with files by their absolute paths."""
    words = [text] if Path(text).is_file() else _split(text)
    files = [k for k, word in enumerate(words) if Path(word).is_file()]
    for k in files:
        words[k] = str(Path(words[k]).absolute())
    first = words[0]
    name = Path(words[next((k for k in files if k > 0), 0)])  # of a script, not its interpreter
    if 0 in files:
        if languages.of(first) is None and not os.access(first, os.X_OK):
            raise BadProgram(
                Message(
                    "{file}: not executable; a script needs a command: 'python3 FILE'", file=first
                )
            )
    elif (found := shutil.which(first)) is None:
        raise BadProgram(Message("{file}: no such program", file=first))
    else:
        words[0] = found
    return printable(name.stem), tuple(words)


def _split(text: str) -> list[str]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadProgram(Message("{text!r}: {reason}", text=text, reason=str(error))) from None
    if not words:
        raise BadProgram(noted("a program has an empty name"))
    return words


def _built(argv: tuple[str, ...], target: Path, build: Build, sandbox: Sandbox) -> tuple[str, ...]:
    """The words that run a program, which is compiled to ``target`` where it is a source."""
    source, *arguments = argv
    language = languages.of(source)
    if language is None or (not language.compiling and os.access(source, os.X_OK)):
        return argv
    if language.compiling:
        if build.command:
            try:
                language = languages.by_command(build.command, language)
            except ValueError as error:
                text = Message("{text!r}: {reason}", text=build.command, reason=str(error))
                raise BadProgram(text) from None
        if language.classes:
            target.mkdir()
        tool = _words(language, language.compiling, source, target, build.flags)
        _compile(tool, source, target, sandbox)
    running = _words(language, language.running, source, target)
    if language.classes:
        running = (*running, languages.main_class(target, source))
    return (*running, *arguments)


def _words(
    language: Language,
    words: Sequence[str],
    source: str,
    target: Path,
    flags: Sequence[str] = (),
) -> tuple[str, ...]:
    """A command of a language.  Raises BadProgram where its tool is missing."""
    try:
        return languages.command(words, source, target, flags)
    except LookupError as error:
        what = Message("compile") if words is language.compiling else Message("run")
        raise BadProgram(
            Message(
                "{file}: {tool} is needed to {what} it, and is not on the PATH "
                "(Debian, Ubuntu: apt install {package})",
                file=source,
                tool=error.args[0],
                what=what,
                package=language.package,
            )
        ) from None


def _compile(command: Sequence[str], source: str, target: Path, sandbox: Sandbox) -> None:
    """Compile one source.  Raises BadProgram."""
    try:
        run = sandbox.run(
            command, None, limits=_COMPILING, file_limit=256 * MIB, writable=(target.parent,)
        )
    except CannotRun as error:
        raise BadProgram(Message("{file}: {reason}", file=source, reason=str(error))) from None
    if run.reason is not None:
        raise DoesNotCompile(
            Message(
                "{file}: compiling it reached the {limit} limit",
                file=source,
                limit=_LIMITS[run.reason],
            )
        )
    if run.status != 0 or not target.exists():
        said = printable(f"{run.stderr}\n{run.stdout}".replace("\r", ""))
        lines = [line for line in said.splitlines() if line.strip()]
        errors = [line for line in lines if "error" in line.lower()] or lines
        head = Message("{file} does not compile:", file=source)
        raise DoesNotCompile(join("\n", [head, *errors[:_SHOWN_LINES]]))
