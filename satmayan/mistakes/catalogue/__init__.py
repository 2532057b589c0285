"""The catalogue of mistakes seen in programs for the puzzle, one file a mistake.

Each is a small variation of the literal search (:mod:`satmayan.mistakes.program` says which
hooks there are).  Adding a mistake is adding a file: ``no_chain.py`` defines the
class ``NoChain`` and is the mistake ``no-chain``; names that begin with ``_`` are skipped.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from itertools import combinations

from satmayan.base.errors import ConfigError
from satmayan.base.messages import Message
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
        text = Message(
            "unknown mistake {name!r}: choose one of {names}", name=name, names=", ".join(names())
        )
        raise ConfigError(text)
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    mistake: type[Program] = getattr(module, name.title().replace("-", ""))
    return mistake


@cache
def compatible(mistakes: Names) -> bool:
    """Whether these mistakes can be made together: no two are variations of one."""
    kinds = [set(load(name).__mro__) - set(Program.__mro__) for name in mistakes]
    return all(a.isdisjoint(b) for a, b in combinations(kinds, 2))


@cache
def combine(mistakes: Names) -> type[Program]:
    """The program that makes all of these mistakes; () gives the right one.

    Raises ConfigError for an unknown mistake, and for two that are variations of one.
    """
    bases = tuple(load(name) for name in sorted(mistakes))
    if not compatible(mistakes):
        raise ConfigError(
            Message("two of {names} are variations of one mistake", names=", ".join(mistakes))
        )
    return type("+".join(mistakes) or "right", bases or (Program,), {})
