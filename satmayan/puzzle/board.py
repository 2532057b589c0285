"""Boards, moves and plans: the values that every other module speaks in.

A board is W stacks of at most H coloured blocks; nothing floats, so a stack is a
tuple of colours from the bottom up.  The contest's board (NOIP 2011, day 1,
problem 3) is 5 x 7; any W and H work here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import total_ordering

WIDTH = 5
HEIGHT = 7
EMPTY = 0

RIGHT = 1
LEFT = -1


@total_ordering
@dataclass(frozen=True, slots=True)
class Move:
    """Drag the block at column ``x``, row ``y`` one cell right (g = 1) or left (g = -1).

    Moves compare in answer order: by x, then y, then right before left.  That a
    move fits a given board is for :mod:`satmayan.puzzle.rules` to say.
    """

    x: int
    y: int
    g: int

    @property
    def target(self) -> int:
        """The column that the block is dragged to."""
        return self.x + self.g

    @property
    def key(self) -> tuple[int, int, int]:
        """The sort key of the answer order."""
        return (self.x, self.y, -self.g)

    def __lt__(self, other: Move) -> bool:
        return self.key < other.key

    def __str__(self) -> str:
        return f"{self.x} {self.y} {self.g}"


# One move a step; plans compare lexicographically, as tuples do.
Plan = tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """``columns[x][y]`` is the colour (1 or more) of the block at column x, row y.

    Raises ValueError for a column higher than ``height``, a colour below 1, or no
    column at all.
    """

    columns: tuple[tuple[int, ...], ...]
    height: int = HEIGHT

    def __post_init__(self) -> None:
        if not self.columns:
            raise ValueError("a board has at least one column")
        for x, column in enumerate(self.columns):
            if len(column) > self.height:
                raise ValueError(f"column {x} has {len(column)} blocks, more than {self.height}")
            if column and min(column) < 1:
                raise ValueError(f"column {x} has a colour below 1: {min(column)}")

    @classmethod
    def of(cls, *columns: object, height: int = HEIGHT) -> Board:
        """A board from columns written as strings of one-digit colours or as sequences.

        >>> Board.of("", "", "", "11", "1")
        Board(columns=((), (), (), (1, 1), (1,)), height=7)
        """
        return cls(tuple(tuple(int(c) for c in column) for column in columns), height)  # type: ignore[attr-defined]

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.columns)

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return sum(map(len, self.columns))

    @property
    def is_empty(self) -> bool:
        """Whether no block is left."""
        return not any(self.columns)

    def at(self, x: int, y: int) -> int:
        """The colour at column x, row y; ``EMPTY`` (0) where there is no block."""
        column = self.columns[x]
        return column[y] if y < len(column) else EMPTY

    def colours(self) -> dict[int, int]:
        """How many blocks there are of each colour, in the order of the colour numbers."""
        return dict(sorted(Counter(c for column in self.columns for c in column).items()))

    def mirrored(self) -> Board:
        """The board with left and right exchanged."""
        return Board(self.columns[::-1], self.height)

    def renamed(self, names: Mapping[int, int]) -> Board:
        """The board with every colour c replaced by ``names[c]`` (KeyError where missing)."""
        return Board(tuple(tuple(names[c] for c in column) for column in self.columns), self.height)

    def renumbered(self) -> Board:
        """The board with its colours numbered 1, 2, ... in the order of their first block."""
        names: dict[int, int] = {}
        for column in self.columns:
            for c in column:
                names.setdefault(c, len(names) + 1)
        return self.renamed(names)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board and the number of steps (1 or more) after which it must be empty."""

    board: Board
    steps: int

    def __post_init__(self) -> None:
        if self.steps < 1:
            raise ValueError(f"the number of steps must be at least 1, not {self.steps}")
