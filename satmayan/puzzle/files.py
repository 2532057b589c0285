"""``mayan.in`` and ``mayan.out``: reading with exact positions, and writing.

Reading is by tokens, as the judge's programs read: extra spaces, blank lines, CRLF, a
missing final newline and a byte-order mark make no difference.  What breaks the shape
raises :class:`FormatError`; what only breaks a promise of the statement is a warning.

In lists, tables and reports a puzzle stands on one line, ``2 | - | - | - | 1 1 | 1``: the number
of steps, then the columns, ``-`` an empty one; and a plan does, ``3 0 1, 3 0 -1``.
"""

from __future__ import annotations

import os
import re
import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO

from satmayan.base.limits import Deadline, in_time
from satmayan.base.messages import Message, noted
from satmayan.puzzle.board import HEIGHT, WIDTH, Board, Move, Plan, Puzzle
from satmayan.puzzle.rules import RUN, runs

MAX_STEPS = 5  # the statement promises no more
MAX_COLOURS = 10
NO_PLAN = "-1"

MOST = 1 << 26  # bytes that are read; what is longer may have no end (a pipe, a device)
_SURPLUS = 1000  # moves beyond the right number that are read, and counted
_INTEGER = re.compile(r"-?[0-9]{1,18}", re.ASCII)


class FormatError(ValueError):
    """What is wrong with a file: ``name``, ``line`` and ``column`` (from 1), found, expected."""

    def __init__(self, name: str, line: int, column: int, found: str, expected: str) -> None:
        super().__init__(
            Message(
                "{name}:{line}:{column}: found {found}, expected {expected}",
                name=name,
                line=line,
                column=column,
                found=found,
                expected=expected,
            )
        )
        self.name, self.line, self.column = name, line, column
        self.found, self.expected = found, expected


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a file and where it stands (line and column from 1); "" at the end of the file."""

    text: str
    line: int
    column: int

    def __str__(self) -> str:
        if not self.text:
            return noted("the end of the file")
        return repr(self.text if len(self.text) <= 20 else self.text[:17] + "...")


@dataclass(frozen=True, slots=True)
class Reading:
    """A puzzle as read; the promises of the statement that it breaks (a place in the file, and
    which); and where each block was read (``words[x][y]``)."""

    puzzle: Puzzle
    broken: tuple[tuple[str, str], ...]
    name: str
    words: tuple[tuple[Token, ...], ...]

    @property
    def warnings(self) -> tuple[str, ...]:
        """The broken promises as warnings, one line each."""
        return tuple(
            Message("{place}: warning: {text}", place=place, text=text)
            for place, text in self.broken
        )

    @property
    def faults(self) -> tuple[str, ...]:
        """The broken promises as what is wrong with the file, one line each."""
        return tuple(
            Message("{place}: {text}", place=place, text=text) for place, text in self.broken
        )

    def initial_run(self) -> FormatError | None:
        """The error of a run that stands on the board already; None where it is at rest."""
        board = self.puzzle.board
        cells = runs(board)
        if not cells:
            return None
        x, y = min(cells)
        word = self.words[x][y]
        found = Message(
            "a run of {run} or more of colour {colour}, at column {x}, row {y}",
            run=RUN,
            colour=board.at(x, y),
            x=x,
            y=y,
        )
        expected = noted("a board at rest (--settle lets it settle)")
        return FormatError(self.name, word.line, word.column, found, expected)


def read_text(path: str, deadline: Deadline | None = None, most: int = MOST) -> tuple[str, str]:
    """The name to use in messages, and the text, of a file or ("-") of standard input.

    Raises OSError, LimitReached at the deadline (a pipe may say nothing), and FormatError
    for bytes that are no text, or more of them than ``most``.
    """
    name = "<stdin>" if path == "-" else path

    def read() -> bytes:
        with _standard_input() if path == "-" else open(path, "rb") as file:
            return file.read(most + 1)

    is_endless = path == "-" or not os.path.isfile(path)
    data = in_time(read, deadline) if is_endless and deadline is not None else read()
    if len(data) > most:
        found = Message("more than {n} MiB", n=most >> 20)
        raise FormatError(name, 1, 1, found, noted("a smaller file"))
    data = data.removeprefix(BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        found = Message("the byte 0x{byte:02x}", byte=data[error.start])
        raise FormatError(name, line, column, found, noted("text in UTF-8")) from None
    return name, text


def _standard_input() -> AbstractContextManager[BinaryIO]:
    """Standard input, in a reader of its own where it is a file.

    Python waits at its end for whoever reads sys.stdin, and that may be for ever.
    """
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except OSError:
        return nullcontext(sys.stdin.buffer)


def tokens(text: str) -> Iterator[Token]:
    """The words of a text, then one empty token at its end."""
    line, start = 1, 0
    for match in re.finditer(r"\n|[^\s\ufeff]+", text):
        if match.group() == "\n":
            line, start = line + 1, match.end()
        else:
            yield Token(match.group(), line, match.start() - start + 1)
    yield Token("", line, len(text) - start + 1)


class _Reader:
    """Takes numbers from a text one by one and raises FormatError where they do not fit."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.words = tokens(text)
        self.last = Token("", 1, 1)

    def word(self) -> Token:
        self.last = next(self.words)
        return self.last

    def number(self, least: int, expected: str) -> int:
        word = self.word()
        if not _INTEGER.fullmatch(word.text) or int(word.text) < least:
            raise self.error(word, expected)
        return int(word.text)

    def error(self, word: Token, expected: str) -> FormatError:
        return FormatError(self.name, word.line, word.column, str(word), expected)


def parse_puzzle(
    text: str, name: str = "<text>", *, width: int = WIDTH, height: int = HEIGHT
) -> Reading:
    """The puzzle written in ``text``: n, then ``width`` columns, each bottom to top and ended by 0.

    Raises FormatError with line and column for what breaks the shape.
    """
    reader = _Reader(text, name)
    broken: list[tuple[str, str]] = []
    steps = reader.number(1, noted("the number of steps, 1 or more"))
    if steps > MAX_STEPS:
        promised = Message(
            "{steps} steps; the statement promises at most {most}", steps=steps, most=MAX_STEPS
        )
        broken.append((f"{name}:{reader.last.line}:{reader.last.column}", promised))
    words = tuple(_column(reader, x, width, height) for x in range(width))
    end = reader.word()
    if end.text:
        expected = Message(
            "nothing after column {last}, the last of {width}", last=width - 1, width=width
        )
        raise reader.error(end, expected)
    columns = tuple(tuple(int(word.text) for word in column) for column in words)
    puzzle = Puzzle(Board(columns, height), steps)
    broken += [(name, text) for text in promises(puzzle.board)]
    return Reading(puzzle, tuple(broken), name, words)


def _column(reader: _Reader, x: int, width: int, height: int) -> tuple[Token, ...]:
    """One column, its closing 0 read and left out."""
    colours: list[Token] = []
    while True:
        full = len(colours) == height
        if full:
            expected = Message(
                "0 to end column {x}, which already has {height} blocks", x=x, height=height
            )
        elif colours:
            expected = Message("a colour (1 or more), or 0 to end column {x}", x=x)
        else:
            expected = Message(
                "column {x} of {width} (0 to {last}): colours, 1 or more, ended by 0",
                x=x,
                width=width,
                last=width - 1,
            )
        colour = reader.number(0, expected)
        if colour == 0:
            return tuple(colours)
        if full:
            raise reader.error(reader.last, expected)
        colours.append(reader.last)


def promises(board: Board) -> list[str]:
    """The promises of the statement about colours that the board breaks, one line each."""
    colours = board.colours()
    broken: list[str] = []
    if len(colours) > MAX_COLOURS:
        broken.append(
            Message(
                "{n} colours; the statement promises at most {most}",
                n=len(colours),
                most=MAX_COLOURS,
            )
        )
    missing = next((c for c in range(1, len(colours) + 1) if c not in colours), None)
    if missing is not None:
        broken.append(
            Message(
                "the colours are not numbered from 1 without gaps: there is no colour {colour}",
                colour=missing,
            )
        )
    return broken


def format_puzzle(puzzle: Puzzle) -> str:
    """The text of ``mayan.in``."""
    lines = [str(puzzle.steps)]
    lines += [" ".join(map(str, (*column, 0))) for column in puzzle.board.columns]
    return "\n".join(lines) + "\n"


def format_plan(plan: Plan | None) -> str:
    """The text of ``mayan.out``: a move a line, or -1 where there is no plan."""
    return NO_PLAN + "\n" if plan is None else "".join(f"{move}\n" for move in plan)


def puzzle_line(puzzle: Puzzle) -> str:
    """The puzzle on one line.

    >>> puzzle_line(Puzzle(Board.of("", "", "", "11", "1"), 2))
    '2 | - | - | - | 1 1 | 1'
    """
    columns = (" ".join(map(str, column)) or "-" for column in puzzle.board.columns)
    return " | ".join((str(puzzle.steps), *columns))


def parse_line(text: str) -> Puzzle:
    """The puzzle, of the contest's size, written on one line.  Raises ValueError for what is none.

    >>> parse_line("2 | - | - | - | 1 1 | 1").steps
    2
    """
    steps, *columns = (part.split() for part in text.split("|"))
    if len(steps) != 1 or len(columns) != WIDTH:
        raise ValueError(f"not 'n | column 0 | ... | column {WIDTH - 1}': {text!r}")
    board = Board.of(*([] if column == ["-"] else column for column in columns))
    return Puzzle(board, int(steps[0]))


def plan_line(plan: Plan | None) -> str:
    """The plan on one line; -1 where there is none.

    >>> plan_line((Move(3, 0, 1), Move(3, 0, -1)))
    '3 0 1, 3 0 -1'
    """
    return NO_PLAN if plan is None else ", ".join(map(str, plan))


def parse_plan(text: str, name: str = "<text>", steps: int | None = None) -> Plan | None:
    """The plan written in ``text``, or None for the answer -1.

    Any three integers are read as a move; that it is legal is for the rules to say.
    Raises FormatError, also for far more moves than an answer of so many steps has.
    """
    reader = _Reader(text, name)
    most = None if steps is None else 3 * (steps + _SURPLUS)
    words = list(islice((word for word in tokens(text) if word.text), most))
    if most is not None and len(words) == most:
        expected = Message("no such long answer: {n} moves would be right", n=steps)
        raise reader.error(words[-1], expected)
    if [word.text for word in words] == [NO_PLAN]:
        return None
    if not words:
        raise reader.error(next(tokens(text)), noted("-1, or a move 'x y g' a line"))
    numbers: list[int] = []
    for _ in words:
        numbers.append(reader.number(-(10**18), _number(len(numbers))))
    if len(numbers) % 3:
        raise reader.error(reader.word(), _number(len(numbers)))
    return tuple(Move(*numbers[i : i + 3]) for i in range(0, len(numbers), 3))


def _number(k: int) -> str:
    """What the number ``k`` (from 0) of an answer is."""
    part = ("x", "y", "g")[k % 3]
    return Message("a number ({part} of move {move})", part=part, move=k // 3 + 1)
