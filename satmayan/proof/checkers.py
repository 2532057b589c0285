"""The programs that check proofs, none of them ours: drat-trim, and dratify.

drat-trim is the reference checker; it is taken where it is on PATH.  dratify comes with
``pip install 'satmayan[proof]'`` and checks forward, every line; its engine in Rust comes
with ``pip install 'cdclkit[native]'``.  Each runs as a process of its own.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline, LimitReached
from satmayan.run import python
from satmayan.run.process import run

NAMES = ("drat-trim", "dratify-rust", "dratify")  # the first that is there is taken

# dratify's engines, and what says how they are made up
_DRATIFY = {
    "dratify-rust": ("native", "dratify {dratify} in Rust (cdclkit-native {cdclkit-native})"),
    "dratify": ("python", "dratify {dratify}"),
}


class NotVerified(Exception):
    """A checker does not accept a proof; the message says which and why."""


@dataclass(frozen=True, slots=True)
class Checker:
    """A program that takes a CNF and a proof and prints ``s VERIFIED`` or another verdict."""

    title: str
    command: tuple[str, ...]

    def check(
        self, cnf: Path, proof: Path, deadline: Deadline, tick: Callable[[], None] | None = None
    ) -> None:
        """Raises NotVerified unless the proof is one that the formula is unsatisfiable.

        Raises LimitReached at the deadline, or where the checker has a limit of its own.
        """
        output = run([*self.command, str(cnf), str(proof)], deadline, tick)
        lines = output.text.splitlines()
        verdicts = [line[2:].strip() for line in lines if line.startswith("s ")]
        if verdicts == ["VERIFIED"]:
            return
        if "TIMEOUT" in verdicts:
            raise LimitReached(f"{self.title} reached its own time limit")
        if not verdicts:
            raise NotVerified(f"{self.title} gave no verdict{output.last_error}")
        reasons = [line[2:].strip() for line in lines if line.startswith("c ")]
        why = f": {reasons[0]}" if reasons else ""
        raise NotVerified(f"{self.title} says {verdicts[-1]}{why}")


class _Versions(dict[str, str]):
    """The version of an installed package, by its name."""

    def __missing__(self, package: str) -> str:
        return version(package)


def find(name: str | None = None) -> Checker:
    """The checker of that name, or the first that is there.

    Raises ConfigError where it, or every one, is missing.
    """
    if name is not None and name not in NAMES:
        raise ConfigError(f"unknown checker {name!r}: choose from {', '.join(NAMES)}")
    for candidate in NAMES if name is None else (name,):
        if checker := _installed(candidate):
            return checker
    wanted = "no proof checker" if name is None else f"{name}: not found"
    raise ConfigError(f"{wanted}; pip install 'satmayan[proof]', or put drat-trim on PATH")


def _installed(name: str) -> Checker | None:
    if name == "drat-trim":
        path = shutil.which(name)
        return None if path is None else Checker(name, (path,))
    engine, title = _DRATIFY[name]
    try:
        title = title.format_map(_Versions())
    except PackageNotFoundError:
        return None
    return Checker(title, tuple(python.command(f"{__package__}.run_dratify", engine)))
