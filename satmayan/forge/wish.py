"""What is wished of a board: sizes, a drawing, what its plans are like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, product
from random import Random

from satmayan.base.errors import ConfigError
from satmayan.base.messages import Message, noted
from satmayan.puzzle.board import EMPTY, HEIGHT, WIDTH, Puzzle
from satmayan.puzzle.files import MAX_COLOURS
from satmayan.puzzle.rules import RUN, Cell

# What one step of a plan can do; ``satmayan.forge.features`` says it to a solver, and
# ``satmayan.forge.reader`` reads it from a replay.
FEATURES = {
    "same-colour-swap": "exchanges two blocks of one colour",
    "left-drag": "drags a block left onto an empty cell",
    "empty-column": "drags a block onto an empty column",
    "full-column": "drags a block onto the last empty cell of a column",
    "run-of-5": "lets five in line vanish",
    "crossing": "lets a horizontal and a vertical run vanish that share a block",
}
ONLY = ("loose", "strict")

Question = Callable[[Puzzle], bool]


@dataclass(frozen=True, slots=True)
class Template:
    """A partial board: the colours of some cells (``EMPTY``: no block); the others are free."""

    cells: tuple[tuple[Cell, int], ...]

    @classmethod
    def parse(cls, text: str) -> Template:
        """A drawing: rows from the top, the last one the bottom; in each row five words, a
        colour's number, ``-`` for an empty cell, ``.`` for a free one.  Rows above are free.

        >>> Template.parse("- . . . .\\n1 2 . . .").cells
        (((0, 1), 0), ((0, 0), 1), ((1, 0), 2))

        Raises ConfigError.
        """
        rows = [line.split() for line in text.splitlines() if line.strip()]
        if not 0 < len(rows) <= HEIGHT:
            raise ConfigError(
                Message("a template has 1 to {most} rows, not {n}", most=HEIGHT, n=len(rows))
            )
        cells = []
        for row, words in enumerate(rows):
            if len(words) != WIDTH:
                text = Message(
                    "template, row {row}: {n} cells, not {width}",
                    row=row + 1,
                    n=len(words),
                    width=WIDTH,
                )
                raise ConfigError(text)
            for x, word in enumerate(words):
                if word != ".":
                    cells.append(((x, len(rows) - 1 - row), _colour(word, row + 1)))
        return cls(tuple(cells))

    @property
    def names(self) -> tuple[int, ...]:
        """The colours that are given, ascending."""
        return tuple(sorted({colour for _, colour in self.cells} - {EMPTY}))


def _colour(word: str, row: int) -> int:
    if word == "-":
        return EMPTY
    if word.isdecimal() and 1 <= int(word) <= MAX_COLOURS:
        return int(word)
    raise ConfigError(
        Message(
            "template, row {row}: {word!r} is no colour (1 to {most}), no '.' and no '-'",
            row=row,
            word=word,
            most=MAX_COLOURS,
        )
    )


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of one puzzle: its steps, and the blocks of each colour, the most first."""

    steps: int
    counts: tuple[int, ...]

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return sum(self.counts)

    @property
    def most_rounds(self) -> int:
        """The most rounds that there can be: each takes three blocks of one colour."""
        return sum(count // RUN for count in self.counts)

    def __str__(self) -> str:
        return f"{self.steps} steps, {'+'.join(map(str, self.counts))} blocks"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is wished; ranges hold the numbers that are welcome, None is "any".

    ``per_colour``: blocks of each colour.  ``heights``: of the columns.  ``mirror``: the
    board is its own mirror image, left and right.  ``plan``: there is one; False: there is
    none.  Of that plan: ``rounds`` of each step, a step of ``chain`` rounds or more, features
    that it ``has``.  Of all plans: ``none_shorter``, features that every one ``needs``,
    and ``only`` one: ``strict``ly, or (``loose``) counting as one those that exchange the
    same two blocks from either side, and all swaps of blocks of one colour.  ``tempts``:
    questions that the puzzle must answer with yes, such as "does this program fail here?".
    """

    blocks: range = range(3, 13)
    colours: range = range(1, 5)
    steps: range = range(1, 4)
    per_colour: range = range(1, WIDTH * HEIGHT + 1)
    heights: tuple[int | None, ...] = (None,) * WIDTH
    template: Template = Template(())
    mirror: bool = False
    plan: bool | None = True
    rounds: tuple[int | None, ...] = ()
    chain: int = 0
    has: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    none_shorter: bool = False
    only: str | None = None
    tempts: tuple[Question, ...] = ()

    def __post_init__(self) -> None:
        for name in (*self.has, *self.needs):
            if name not in FEATURES:
                text = Message(
                    "unknown feature {name!r}: choose from {names}",
                    name=name,
                    names=", ".join(FEATURES),
                )
                raise ConfigError(text)
        if self.only not in (None, *ONLY):
            raise ConfigError(
                Message("only one plan, but how? choose from {names}", names=", ".join(ONLY))
            )
        if self.plan is False and (self.of_a_plan or self.needs or self.none_shorter or self.only):
            raise ConfigError(noted("a board without a plan has no answer to wish anything of"))

    @property
    def of_a_plan(self) -> bool:
        """Whether something is wished of a plan beside that there is one."""
        return bool(self.rounds or self.chain or self.has)

    @property
    def is_universal(self) -> bool:
        """Whether something is wished that speaks of all plans, or of another program."""
        return self.plan is False or bool(
            self.needs or self.none_shorter or self.only or self.tempts
        )

    def shapes(self) -> Iterator[Shape]:
        """The sizes that arithmetic does not refuse, the fewest blocks first."""
        return (shape for shape, refusal in self._sizes() if shape and not refusal)

    def refusals(self) -> Iterator[str]:
        """What arithmetic refuses, and why, in the order of the sizes."""
        return (refusal for _, refusal in self._sizes() if refusal)

    def _sizes(self) -> Iterator[tuple[Shape | None, str]]:
        """All shapes, or None for sizes of which there is none, and what is against them."""
        least = max(self.per_colour[0], RUN if self.plan else 1)
        for blocks, steps, colours in product(self.blocks, self.steps, self.colours):
            sizes = f"{steps} steps, {blocks} blocks in {colours} colours"
            if self.rounds and len(self.rounds) != steps:
                yield None, f"{sizes}: the rounds of {len(self.rounds)} steps are wished"
                continue
            shapes = [
                Shape(steps, counts)
                for counts in _partitions(blocks, colours, self.per_colour[-1], least)
            ]
            if not shapes:
                yield None, f"{sizes}: not with {least} to {self.per_colour[-1]} of each colour"
            for shape in shapes:
                against = self._against(shape)
                yield shape, f"{shape}: {against}" if against else ""

    def _against(self, shape: Shape) -> str:
        known = [height for height in self.heights if height is not None]
        room = sum(known) + (WIDTH - len(known)) * HEIGHT
        rounds = max(self.chain, sum(r or 0 for r in self.rounds))
        names = max(self.template.names, default=0)
        if not sum(known) <= shape.blocks <= room:
            return f"the columns hold {sum(known)} to {room} blocks"
        if self.plan and rounds > shape.most_rounds:
            return f"{rounds} rounds take three blocks of a colour each"
        if names > len(shape.counts):
            return f"the template has a colour {names}"
        return ""


def _partitions(blocks: int, parts: int, most: int, least: int) -> Iterator[tuple[int, ...]]:
    """``blocks`` as a sum of so many parts, each from ``least`` to ``most``, the largest first."""
    if parts == 0:
        if blocks == 0:
            yield ()
        return
    for first in range(min(most, blocks - least * (parts - 1)), least - 1, -1):
        if first * parts < blocks:
            return
        for rest in _partitions(blocks - first, parts - 1, first, least):
            yield (first, *rest)


def spread(shapes: Iterable[Shape], rng: Random) -> list[Shape]:
    """The shapes in a random order in which neighbours differ in blocks, colours or steps."""
    alike: dict[tuple[int, int, int], list[Shape]] = {}
    for shape in shapes:
        key = (shape.steps, shape.blocks, len(shape.counts))
        alike.setdefault(key, []).append(shape)
    groups = list(alike.values())
    for group in groups:
        rng.shuffle(group)
    turns = max(map(len, groups), default=0)
    rounds = []
    for k in range(turns):
        here = [group[k] for group in groups if k < len(group)]
        rng.shuffle(here)
        rounds.append(here)
    return list(chain.from_iterable(rounds))
