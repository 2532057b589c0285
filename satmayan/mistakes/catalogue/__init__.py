"""The catalogue of mistakes seen in programs for the puzzle, one file a mistake.

Each is a small variation of the literal search (:mod:`satmayan.mistakes.program` says which
hooks there are).  Adding a mistake is adding a file: ``no_chain.py`` defines the
class ``NoChain`` and is the mistake ``no-chain``; names that begin with ``_`` are skipped.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from satmayan.base.errors import ConfigError
from satmayan.mistakes.program import Program

# The mistakes of a program, by name, in alphabetical order; () is the right program.
Names = tuple[str, ...]


@cache
def names() -> Names:
    """The names of all mistakes, in alphabetical order."""
    found = (module.name for module in pkgutil.iter_modules(__path__))
    return tuple(sorted(name.replace("_", "-") for name in found if not name.startswith("_")))


@cache
def load(name: str) -> type[Program]:
    """The mistake of this name.  Raises ConfigError with the choices for an unknown one."""
    if name not in names():
        raise ConfigError(f"unknown mistake {name!r}: choose one of {', '.join(names())}")
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    mistake: type[Program] = getattr(module, name.title().replace("-", ""))
    return mistake


@cache
def combine(mistakes: Names) -> type[Program]:
    """The program that makes all of these mistakes; () gives the right one.

    Raises ConfigError for an unknown mistake, and for two of which one contains the other.
    """
    bases = tuple(load(name) for name in sorted(mistakes))
    if any(a is not b and issubclass(a, b) for a in bases for b in bases):
        raise ConfigError(f"one of {', '.join(mistakes)} contains another")
    return type("+".join(mistakes) or "right", bases or (Program,), {})
