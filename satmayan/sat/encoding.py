"""What an encoding is, its options, and the registry that finds encodings.

An encoding is a module in ``encodings/`` (or any file given by path) with

- a docstring: its first line is the summary that ``satmayan encodings`` prints;
- ``encode(family, options) -> Encoding``, which does not see the board, only its family;
- where it has choices, ``OPTIONS``: a tuple of :class:`Option`.

Adding the file is all; there is nothing to register.  Names that begin with ``_`` are
helpers shared by encodings.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from satmayan.base.errors import ConfigError, EncodingError
from satmayan.base.limits import LimitReached
from satmayan.base.messages import Message
from satmayan.puzzle.board import Board, Move, Plan, Puzzle
from satmayan.puzzle.rules import RUN
from satmayan.sat.formula import Clause, Formula, Model

Options = Mapping[str, str]
Axioms = Iterable[tuple[str, Iterable[Clause]]]  # clauses under the names of their axioms

PLUGINS = "satmayan.encodings"  # the package that is looked through for encodings


@dataclass(frozen=True, slots=True)
class Family:
    """The puzzles that one formula is about: all that an encoding may know of a puzzle.

    ``colours`` holds how many blocks the first board has of each colour, in the order of the
    colour numbers.  Where they are not ``exact``, they are the most it may have.
    """

    width: int
    height: int
    steps: int
    colours: Mapping[int, int]
    exact: bool = True

    @classmethod
    def of(cls, puzzle: Puzzle) -> Family:
        """The family of a puzzle: every board of its size with as many blocks of each colour."""
        board = puzzle.board
        return cls(board.width, board.height, puzzle.steps, board.colours())

    @property
    def blocks(self) -> int:
        """How many blocks the first board has, or the most it may have."""
        return sum(self.colours.values())


class Encoding(ABC):
    """A formula whose models are the plans of a family's puzzles, and how to read it.

    The first board is left free.  With the clauses of ``fix(board)`` the models are the plans
    of that board; with those of ``free()`` they are pairs of a stable board and its plan.  What
    follows is all that the planner and the minimisation know of an encoding.
    """

    formula: Formula
    family: Family

    # So many variables, the first ones, are the moves, step by step in answer order: the
    # first model found by deciding them true, in this order, is the smallest plan.
    # 0 where an encoding has no such order.
    leading: int = 0

    @abstractmethod
    def first(self, x: int, y: int, colour: int) -> list[int]:
        """The literals that are all true iff (x, y) of the first board has the colour.

        Colour ``EMPTY``, 0, is that of a cell without a block.
        """

    def fix(self, board: Board) -> Axioms:
        """What makes the first board this one, which is of the family."""
        cells = ((x, y) for x in range(board.width) for y in range(board.height))
        units = ([literal] for x, y in cells for literal in self.first(x, y, board.at(x, y)))
        return [("initial board", units)]

    def add(self, axioms: Axioms) -> None:
        """Add clauses to the formula: those of ``fix`` or ``free``."""
        for axiom, clauses in axioms:
            self.formula.add(axiom, clauses)

    def free(self) -> Axioms:
        """What leaves the first board free, in place of ``fix``: no three blocks in a run.

        How many blocks there are of a colour is the caller's to say, over ``first``: of an
        ``exact`` family just as many, of another at most.  It may declare variables.
        """
        width, height, colours = self.family.width, self.family.height, self.family.colours
        runs = [
            [(x + i * dx, y + i * dy) for i in range(RUN)]
            for dx, dy in ((1, 0), (0, 1))
            for x in range(width - (RUN - 1) * dx)
            for y in range(height - (RUN - 1) * dy)
        ]
        clauses = (
            [-literal for x, y in run for literal in self.first(x, y, c)]
            for run in runs
            for c in colours
        )
        return [("stable at first", clauses)]

    @abstractmethod
    def choices(self, step: int, rounds_before: int) -> list[tuple[Move, int]]:
        """The moves of a step, counted from 0, and their literals, in answer order.

        ``rounds_before`` is the number of rounds that the earlier steps take in all; their
        moves are fixed by unit clauses.  In every model exactly one of the literals is true.
        """

    @abstractmethod
    def steps(self, model: Model) -> list[tuple[Move, int]]:
        """The moves of a model, and the number of rounds that each step takes."""

    def plan(self, model: Model) -> Plan:
        """The moves of a model."""
        return tuple(move for move, _ in self.steps(model))

    def assumptions(self) -> list[int]:
        """The literals that assert what the encoding bounds; none where it is exact."""
        return []

    def refine(self, core: Sequence[int]) -> Sequence[Clause] | None:
        """Clauses that raise the bounds asserted by a core; None if it rests on no bound.

        An UNSAT whose core holds a bound is not an answer: the caller adds the clauses
        and asks again, with the new ``assumptions()``.
        """
        return None


@dataclass(frozen=True, slots=True)
class Option:
    """A named choice of an encoding: its values, the default first, and what it does."""

    name: str
    values: tuple[str, ...]
    help: str

    @property
    def default(self) -> str:
        """The value taken where none is given."""
        return self.values[0]


@dataclass(frozen=True, slots=True)
class EncodingModule:
    """An encoding as the registry found it; ``builtin`` unless it was given as a file.

    Made by :func:`find`.
    """

    name: str
    module: ModuleType
    builtin: bool = True

    @property
    def summary(self) -> str:
        """The first line of the module's docstring."""
        return self.description.splitlines()[0]

    @property
    def description(self) -> str:
        """The module's docstring."""
        text = self.module.__doc__
        return (text.strip() if isinstance(text, str) else "") or "(no description)"

    @property
    def options(self) -> tuple[Option, ...]:
        """The options it takes.  Raises EncodingError where OPTIONS are none."""
        with blamed(self.name, "OPTIONS"):
            found = tuple(getattr(self.module, "OPTIONS", ()))
            for option in found:
                if not (isinstance(option, Option) and option.values):
                    raise TypeError(f"{option!r:.40} is no Option with values")
        return found

    def settings(self, given: Options) -> dict[str, str]:
        """Every option with its value; ConfigError for an unknown option or value."""
        return settings(self.name, self.options, given)

    def encode(self, puzzle: Puzzle, options: Options | None = None) -> Encoding:
        """The encoding of a puzzle.  Raises ConfigError for an unknown option or value."""
        encoding = self.family(Family.of(puzzle), options)
        encoding.add(encoding.fix(puzzle.board))
        return encoding

    def family(self, family: Family, options: Options | None = None) -> Encoding:
        """The encoding of a family, its first board free.  Raises ConfigError as ``encode``."""
        encoding: Encoding = self.module.encode(family, self.settings(options or {}))
        return encoding


def settings(name: str, options: Sequence[Option], given: Options) -> dict[str, str]:
    """Every option of an encoding with its value; ConfigError for an unknown option or value."""
    known = {option.name: option for option in options}
    for option, value in given.items():
        if option not in known:
            raise ConfigError(
                Message(
                    "encoding {name} has no option {option!r}: choose from {names}",
                    name=name,
                    option=option,
                    names=", ".join(known) or Message("(none)"),
                )
            )
        if value not in known[option].values:
            raise ConfigError(
                Message(
                    "option {option} of encoding {name} cannot be {value!r}: choose from {names}",
                    option=option,
                    name=name,
                    value=value,
                    names=", ".join(known[option].values),
                )
            )
    return {option.name: given.get(option.name, option.default) for option in options}


@contextmanager
def blamed(name: str, action: str) -> Iterator[None]:
    """Turn whatever the encoding raises into one line that names it, the action and the place."""
    try:
        yield
    except (ConfigError, LimitReached, MemoryError):
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # any code can be in there
        import traceback

        frames = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in frames if Path(frame.filename).name == Path(name).name]
        last = (own or frames)[-1]
        what = " ".join(f"{type(error).__name__}: {error}".split())
        where = f"{Path(last.filename).name}, line {last.lineno}"
        raise EncodingError(
            Message(
                "encoding {name}: {action} raised {what} ({where})",
                name=name,
                action=action,
                what=what,
                where=where,
            )
        ) from error


def names() -> list[str]:
    """The names of the encodings in ``encodings/``, sorted."""
    package = import_module(PLUGINS)
    return sorted(file.stem for file in Path(package.__path__[0]).glob("[!_]*.py"))


def find(name: str) -> EncodingModule:
    """The encoding of that name, or in that ``.py`` file.  Raises ConfigError with the choices."""
    if name.endswith(".py"):
        return EncodingModule(name, _load(Path(name)), builtin=False)
    if name not in names():
        raise ConfigError(
            Message(
                "unknown encoding {name!r}: choose from {names}, or give a .py file",
                name=name,
                names=", ".join(names()),
            )
        )
    return EncodingModule(name, import_module(f"{PLUGINS}.{name}"))


def _load(path: Path) -> ModuleType:
    """The module in a file.  Raises ConfigError: EncodingError where the file is no encoding."""
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location(f"satmayan_encoding_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise ConfigError(Message("{path}: no such encoding file", path=path))
    module = module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    with blamed(str(path), "loading it"):
        spec.loader.exec_module(module)
    if not callable(getattr(module, "encode", None)):
        raise EncodingError(
            Message("{path}: an encoding defines encode(puzzle, options)", path=path)
        )
    return module
