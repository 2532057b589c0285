"""Languages by the extension of a source: how it is compiled, and how it is run."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

SOURCE, TARGET = "{source}", "{target}"  # in a command: the file, and what is made of it


@dataclass(frozen=True, slots=True)
class Language:
    """The words that compile a source (none: nothing to compile), and those that run it.

    ``package`` is what Debian and Ubuntu call the tool; ``classes`` says that TARGET is a
    folder of Java's classes.
    """

    compiling: tuple[str, ...]
    running: tuple[str, ...]
    package: str
    classes: bool = False


_CPP = Language(
    ("g++", "-O2", "-w", "-fmax-errors=4", "-o", TARGET, SOURCE), (TARGET,), package="g++"
)
LANGUAGES = {
    ".c": Language(("gcc", "-O2", "-w", "-o", TARGET, SOURCE, "-lm"), (TARGET,), "gcc"),
    **dict.fromkeys((".cpp", ".cc", ".cxx", ".c++", ".C"), _CPP),
    ".go": Language(("go", "build", "-o", TARGET, SOURCE), (TARGET,), "golang"),
    ".java": Language(
        ("javac", "-nowarn", "-d", TARGET, SOURCE), ("java", "-cp", TARGET), "default-jdk", True
    ),
    ".js": Language((), ("node", SOURCE), "nodejs"),
    ".pas": Language(("fpc", "-O2", "-v0e", "-FU.", f"-o{TARGET}", SOURCE), (TARGET,), "fpc"),
    ".py": Language((), ("python3", SOURCE), "python3"),
    ".rs": Language(("rustc", "-O", "-A", "warnings", "-o", TARGET, SOURCE), (TARGET,), "rustc"),
}


def of(path: str) -> Language | None:
    """The language of a file, by its extension."""
    return LANGUAGES.get(Path(path).suffix)


def by_command(command: str, language: Language) -> Language:
    """The language, compiled by a command of the user's.

    The command holds {source} and {target}; ones that are missing are put at its end.
    Raises ValueError for quotes that do not end.
    """
    words = shlex.split(command)
    words += [SOURCE] if not any(SOURCE in word for word in words) else []
    words += ["-o", TARGET] if not any(TARGET in word for word in words) else []
    return Language(tuple(words), language.running, language.package, language.classes)


def command(
    words: Sequence[str], source: str, target: Path, flags: Sequence[str] = ()
) -> tuple[str, ...]:
    """A command for one source, ``flags`` after its second word, the tool's path looked up.

    Raises LookupError with the tool's name where it is not on the PATH.
    """
    filled = [w.replace(SOURCE, source).replace(TARGET, str(target)) for w in words]
    tool = shutil.which(filled[0])
    if tool is None:
        raise LookupError(filled[0])
    return tool, *filled[1:2], *flags, *filled[2:]


def main_class(folder: Path, source: str) -> str:
    """The class that Java is to run: that of the source's name, else one that has a main."""
    if (folder / f"{Path(source).stem}.class").exists():
        return Path(source).stem
    with_main = (path.stem for path in sorted(folder.rglob("*.class")) if _has_main(path))
    return next(with_main, Path(source).stem)


def _has_main(path: Path) -> bool:
    code = path.read_bytes()
    return b"main" in code and b"([Ljava/lang/String;)V" in code
