"""The programs that check proofs, none of them ours, the strongest first.

- ``cake_lpr`` is formally verified, down to its machine code.  It reads LRAT, which drat-trim
  writes; drat-trim need not be believed for it.
- ``lrat-check`` reads the same LRAT.  By itself it accepts an empty clause without a reason,
  so its word counts only beside drat-trim's: both must accept.
- ``drat-trim`` is the reference checker.
- ``dratify`` comes with ``pip install 'satmayan[proof]'``, its engine in Rust with
  ``pip install 'cdclkit[native]'``.  It is made to ignore deletions: see ``run_dratify``.

The first three are taken where they are on PATH.  Each runs as a process of its own.
"""

from __future__ import annotations

import shutil
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline, LimitReached
from satmayan.base.messages import Message, noted
from satmayan.run import python
from satmayan.run.child import Output, run

NAMES = ("cake_lpr", "lrat-check", "drat-trim", "dratify-rust", "dratify")  # strongest first

Tick = Callable[[], None]

# dratify's engines, and what says how they are made up
_DRATIFY = {
    "dratify-rust": ("native", "dratify {dratify} in Rust (cdclkit-native {cdclkit-native})"),
    "dratify": ("python", "dratify {dratify}"),
}


class NotVerified(Exception):
    """A checker does not accept a proof; the message says which and its verdict."""


class Checker(ABC):
    """Something that accepts a proof or not; ``title`` names it and its version."""

    title: str

    @abstractmethod
    def check(self, cnf: Path, proof: Path, deadline: Deadline, tick: Tick | None = None) -> None:
        """Raises NotVerified unless the proof is one that the formula is unsatisfiable.

        Raises LimitReached at the deadline, or where the checker has a limit of its own.
        """


@dataclass(frozen=True, slots=True)
class ProofReader(Checker):
    """A program that takes a CNF and a proof and prints one line of verdict.

    ``accepts`` is that line for a good proof, ``refuses`` the beginning of any other.
    """

    title: str
    command: tuple[str, ...]
    accepts: str = "s VERIFIED"
    refuses: str = "s "

    def check(self, cnf: Path, proof: Path, deadline: Deadline, tick: Tick | None = None) -> None:
        # absolute, so that no name is taken for an option
        command = [*self.command, str(cnf.absolute()), str(proof.absolute())]
        self.judge(run(command, deadline, tick))

    def judge(self, output: Output) -> None:
        """Raises as ``check`` does, by what the program said and how it ended."""
        # drat-trim begins its lines with a return, to overwrite its progress
        lines = [line.strip() for line in output.text.split("\n")]
        verdicts = [x for x in lines if x == self.accepts or x.startswith(self.refuses)]
        words = [" ".join(line.split()[1:]) for line in verdicts]
        if "TIMEOUT" in words:
            raise LimitReached(Message("{checker} reached its own time limit", checker=self.title))
        if not verdicts:
            raise NotVerified(f"{self.title} gave no verdict{output.last_error}")
        if verdicts != [self.accepts]:
            odd = [word for word in words if word != self.accepts[2:]] or words
            raise NotVerified(f"{self.title} says {odd[-1]}")
        # drat-trim ends with 1 after a formula that needs no proof
        if output.code != 0 and not (output.code == 1 and "c trivial UNSAT" in lines):
            raise NotVerified(f"{self.title} says {words[0]}, but ends with code {output.code}")


@dataclass(frozen=True, slots=True)
class OverLrat(Checker):
    """A program that reads LRAT, which drat-trim makes of the proof; ``both`` must accept."""

    title: str
    drat_trim: ProofReader
    program: ProofReader
    both: bool

    def check(self, cnf: Path, proof: Path, deadline: Deadline, tick: Tick | None = None) -> None:
        with tempfile.TemporaryDirectory(prefix="satmayan-lrat-") as folder:
            lrat = Path(folder) / "proof.lrat"
            # drat-trim wants the files before any option
            paths = (str(cnf.absolute()), str(proof.absolute()))
            output = run([*self.drat_trim.command, *paths, "-L", str(lrat)], deadline, tick)
            try:
                self.drat_trim.judge(output)
            except NotVerified as error:
                raise NotVerified(f"no LRAT for {self.program.title}: {error}") from None
            if not lrat.is_file():
                raise NotVerified(f"no LRAT for {self.program.title}: drat-trim wrote none")
            if self.both and not lrat.stat().st_size:
                return  # the formula holds the empty clause: there is nothing to read
            self.program.check(cnf, lrat, deadline, tick)


class _Versions(dict[str, str]):
    """The version of an installed package, by its name."""

    def __missing__(self, package: str) -> str:
        return version(package)


def find(name: str | None = None) -> Checker:
    """The checker of that name, or the strongest that is there.

    Raises ConfigError where it, or every one, is missing.
    """
    if name is not None and name not in NAMES:
        raise ConfigError(
            Message(
                "unknown checker {name!r}: choose from {names}", name=name, names=", ".join(NAMES)
            )
        )
    if checkers := offered() if name is None else [c for c in [_installed(name)] if c]:
        return checkers[0]
    if name is None:
        raise ConfigError(
            noted("no proof checker; pip install 'satmayan[proof]', or put drat-trim on PATH")
        )
    raise ConfigError(f"{name}: {_how_to_get(name)}")


def offered() -> list[Checker]:
    """The checkers that are there, the strongest first."""
    return [checker for name in NAMES if (checker := _installed(name))]


def _how_to_get(name: str) -> str:
    if name == "dratify-rust":
        return "not installed; pip install 'satmayan[proof]' 'cdclkit[native]'"
    if name == "dratify":
        return "not installed; pip install 'satmayan[proof]'"
    missing = [x for x in dict.fromkeys((name, "drat-trim")) if shutil.which(x) is None]
    return (
        f"not found on PATH: {' and '.join(missing)} (docs/certificates.md says how to get "
        "them; dratify comes with pip install 'satmayan[proof]')"
    )


def _installed(name: str) -> Checker | None:
    if name in _DRATIFY:
        return _dratify(*_DRATIFY[name])
    path, drat_trim = shutil.which(name), shutil.which("drat-trim")
    if path is None or drat_trim is None:
        return None
    trim = ProofReader("drat-trim", (drat_trim,))
    if name == "drat-trim":
        return trim
    if name == "cake_lpr":
        cake = ProofReader(name, (path,), accepts="s VERIFIED UNSAT")
        return OverLrat("cake_lpr, by drat-trim's LRAT", trim, cake, both=False)
    lrat = ProofReader(name, (path,), accepts="c VERIFIED", refuses="c NOT VERIFIED")
    return OverLrat("lrat-check and drat-trim", trim, lrat, both=True)


def _dratify(engine: str, title: str) -> Checker | None:
    try:
        title = title.format_map(_Versions())
    except PackageNotFoundError:
        return None
    return ProofReader(title, tuple(python.command(f"{__package__}.run_dratify", engine)))
