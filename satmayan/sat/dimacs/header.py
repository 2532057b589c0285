"""What a formula of ours says about itself in its DIMACS comments, and reading that back.

A file written by :func:`write_formula` begins with comments of these forms, one a line::

    program satmayan 0.1.0
    puzzle 2 / 0 / 0 / 0 / 1 1 0 / 1 0        mayan.in, its lines parted by slashes
    board 5 x 7                               width and height
    encoding events
    option noop=on                             every option, defaults too
    assumption 17                             a bound, asserted by a unit clause at the end
    choice 1 0 0 1 58                         step 1 drags (0, 0) right iff 58 is true
    choice 2 0 0 1 873 after 0                the same of step 2, if step 1 takes 0 rounds
    var 1 X(0,0,0,1)                          the name of a variable

The choices of a step stand in answer order and exactly one of their literals is true in
every model, so that the smallest plan can be had with any solver: add the first choice of
step 1 that leaves the formula satisfiable as a unit clause, then that of step 2, and so on.
In an encoding whose layers are events, the layer of a later step depends on how many rounds
the steps before it take in all; that number stands after ``after``, and is known once those
steps are fixed.  Where the layer does not depend on it, there is no ``after``.

There are no dates and no paths but that of an encoding given by path: the same puzzle gives
the same bytes.  A file that a header names is code, and is not run for its sake: whoever
reads the header must name the file again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TextIO

from satmayan import __version__
from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline, LimitReached, allowed_memory, allowing
from satmayan.base.messages import Message
from satmayan.puzzle.board import HEIGHT, WIDTH, Move, Puzzle
from satmayan.puzzle.files import format_puzzle, parse_puzzle
from satmayan.puzzle.rules import RUN
from satmayan.sat import encoding as registry
from satmayan.sat.dimacs.cnf import Cnf, write_cnf
from satmayan.sat.encoding import Encoding
from satmayan.sat.formula import CLAUSE_BYTES, Clause
from satmayan.sat.guard import guarded

_LARGEST = 999  # columns, or cells in one
_LEAST = 64 << 20  # bytes that any formula may take


@dataclass(frozen=True, slots=True)
class Provenance:
    """What a formula is made from: enough to make it again."""

    puzzle: Puzzle
    encoding: str
    options: Mapping[str, str] = field(default_factory=dict)
    program: str = f"satmayan {__version__}"

    def encode(self) -> Encoding:
        """The encoding, made (again), guarded.  Raises ConfigError where it cannot be."""
        return guarded(registry.find(self.encoding), self.puzzle, self.options)

    def encode_again(self, file: Cnf) -> Encoding:
        """As :meth:`encode`, of a file that says it was made from this.

        Raises ConfigError as soon as it would be larger than that file.
        """
        most = _LEAST + 2 * CLAUSE_BYTES * len(file.clauses)
        try:
            with allowing(Deadline(), min(most, allowed_memory())):
                return self.encode()
        except LimitReached as error:
            raise ConfigError(
                Message(
                    "the formula is not the one its header claims, which is larger: {reason}",
                    reason=str(error),
                )
            ) from None

    def comments(self) -> Iterator[str]:
        """The comments that :meth:`parse` reads back.  Raises ConfigError as ``encode`` does."""
        board = self.puzzle.board
        yield f"program {self.program}"
        yield f"puzzle {' / '.join(format_puzzle(self.puzzle).splitlines())}"
        yield f"board {board.width} x {board.height}"
        yield f"encoding {self.encoding}"
        settings = registry.find(self.encoding).settings(self.options)
        yield from (f"option {name}={value}" for name, value in settings.items())

    @classmethod
    def parse(cls, comments: Iterable[str], file: str | None = None) -> Provenance:
        """What the comments of a DIMACS file say.

        ``file`` is the encoding that the user gave by path, and stands for the one that the
        comments name.  Raises ConfigError where they are not ours, where they name no
        encoding of ``encodings/`` and there is no ``file``, or one of those and there is;
        FormatError for a damaged puzzle.
        """
        found: dict[str, str] = {}
        options: dict[str, str] = {}
        for comment in comments:
            key, _, value = comment.partition(" ")
            if key == "option":
                name, _, choice = value.partition("=")
                options[name] = choice
            elif key in ("program", "puzzle", "board", "encoding"):
                found.setdefault(key, value.strip())
        for key in ("puzzle", "encoding"):
            if key not in found:
                text = Message("no comment 'c {key} ...': not a file of satmayan encode", key=key)
                raise ConfigError(text)
        puzzle = _parse_puzzle(found["puzzle"], found.get("board", f"{WIDTH} x {HEIGHT}"))
        encoding = _trusted(found["encoding"], file)
        return cls(puzzle, encoding, options, found.get("program", "unknown"))


def _trusted(named: str, file: str | None) -> str:
    """The encoding that a header names; only the user's word makes a file of code one."""
    if named in registry.names():
        if file is not None:
            raise ConfigError(
                Message(
                    "the header names the encoding {name} itself, not {file}", name=named, file=file
                )
            )
        return named
    if file is None:
        raise ConfigError(
            Message(
                "the header names the encoding {name!r}, which is not one of {names}: if it is a "
                "file that you trust, name it with --encoding, and its code will be run",
                name=named,
                names=", ".join(registry.names()),
            )
        )
    return file


def _parse_puzzle(text: str, size: str) -> Puzzle:
    width, _, height = size.partition(" x ")
    if not (width.isdecimal() and height.isdecimal()):
        raise ConfigError(
            Message("the comment 'c board {size}' is not 'c board WIDTH x HEIGHT'", size=size)
        )
    if max(len(width), len(height)) > 3:
        raise ConfigError(
            Message(
                "the comment 'c board {size}' gives more than {most} as a size",
                size=size[:40],
                most=_LARGEST,
            )
        )
    text = text.replace("/", "\n")
    return parse_puzzle(text, "c puzzle", width=int(width), height=int(height)).puzzle


def write_formula(
    file: TextIO, encoding: Encoding, provenance: Provenance, units: Iterable[int] = ()
) -> None:
    """Write the formula of an encoding as DIMACS, with everything the header can say.

    The encoding's assumptions, and then ``units``, are added as unit clauses.
    """
    write_cnf(
        file, encoding.formula.variables, clauses(encoding, units), _header(encoding, provenance)
    )


def clauses(encoding: Encoding, units: Iterable[int] = ()) -> list[Clause]:
    """The clauses that :func:`write_formula` writes."""
    return [*encoding.formula.clauses, *([v] for v in (*encoding.assumptions(), *units))]


def extra_clauses(cnf: Cnf, encoding: Encoding) -> list[Clause]:
    """The clauses that a file has beyond those of the encoding it claims to hold.

    Clauses may stand in any order, and so may their literals.  Raises ConfigError where
    one is missing: then the file is not the formula its header claims.
    """
    ours = clauses(encoding)
    if cnf.clauses[: len(ours)] == [list(clause) for clause in ours]:
        return list(cnf.clauses[len(ours) :])
    extra = Counter(tuple(sorted(clause)) for clause in cnf.clauses)
    for clause in ours:
        key = tuple(sorted(clause))
        if not extra[key]:
            text = " ".join(map(str, clause))
            raise ConfigError(
                Message(
                    "the formula is not the one its header claims: "
                    "it lacks the clause '{clause} 0'",
                    clause=text,
                )
            )
        extra[key] -= 1
    return list(extra.elements())


def _header(encoding: Encoding, provenance: Provenance) -> Iterator[str]:
    yield from provenance.comments()
    yield from (f"assumption {literal}" for literal in encoding.assumptions())
    for step in range(1, provenance.puzzle.steps + 1):
        yield from _choices(encoding, provenance.puzzle, step)
    yield from (f"var {variable} {name}" for variable, name in encoding.formula.names())


def _choices(encoding: Encoding, puzzle: Puzzle, step: int) -> Iterator[str]:
    """The choices of a step, for each number of rounds that the steps before it may take.

    There is one list where it makes no difference how many they take.
    """
    most = sum(blocks // RUN for blocks in puzzle.board.colours().values())
    first, *others = (
        encoding.choices(step - 1, rounds) for rounds in range(most + 1 if step > 1 else 1)
    )
    if all(choices == first for choices in others):
        yield from _lines(step, first)
        return
    for rounds, choices in enumerate([first, *others]):
        yield from _lines(step, choices, f" after {rounds}")


def _lines(step: int, choices: Iterable[tuple[Move, int]], after: str = "") -> Iterator[str]:
    return (f"choice {step} {move} {literal}{after}" for move, literal in choices)
