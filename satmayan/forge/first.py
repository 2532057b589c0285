"""The first board as variables: its sizes, a drawing, and boards like one that was seen.

``X(x,y,c)``: the block at (x, y) has colour c, as literals of an encoding or of its own.
Colours that have equally many blocks could change their names; only the board on which
they come in the order of their numbers is left (column by column, from below), where
there are few blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from satmayan.forge.wish import Shape, Template
from satmayan.puzzle.board import EMPTY, HEIGHT, WIDTH, Board
from satmayan.puzzle.rules import RUN, Cell
from satmayan.sat.formula import Clause, Formula, Model

ORDERED = 15  # blocks; with more, boards are sooner found in any order, and rarely refuted

CELLS: tuple[Cell, ...] = tuple((x, y) for x in range(WIDTH) for y in range(HEIGHT))


class FirstBoard:
    """The cells of a free first board in a formula, which clauses about them are added to."""

    def __init__(
        self, formula: Formula, shape: Shape, cells: Mapping[tuple[int, ...], int]
    ) -> None:
        """``cells`` are the literals of colour c (``EMPTY``: no block) at (x, y)."""
        self.formula = formula
        self.shape = shape
        self.colours = range(1, len(shape.counts) + 1)
        self.cells = cells
        self._same: dict[tuple[Cell, Cell], int] = {}

    @classmethod
    def alone(cls, shape: Shape) -> FirstBoard:
        """A stable board and nothing after it."""
        formula = Formula()
        colours = range(len(shape.counts) + 1)
        cells = formula.group("X", range(WIDTH), range(HEIGHT), colours)
        board = cls(formula, shape, cells)
        formula.add("well formed", board._well_formed())
        return board

    def at(self, cell: Cell, colour: int) -> int:
        """The literal of a colour, or of no block, in a cell."""
        x, y = cell
        return self.cells[x, y, colour]

    def _well_formed(self) -> Iterator[Clause]:
        for x, y in CELLS:
            literals = [self.at((x, y), c) for c in (EMPTY, *self.colours)]
            yield literals
            for k, literal in enumerate(literals):
                yield from ([-literal, -other] for other in literals[:k])
            if y > 0:
                yield [-self.at((x, y - 1), EMPTY), self.at((x, y), EMPTY)]
        for line in lines():
            for c in self.colours:
                yield [-self.at(cell, c) for cell in line]

    # -- what may be wished of it ---------------------------------------------------

    def add_sizes(self) -> None:
        """Exactly so many blocks of each colour, equal ones in the order of their numbers."""
        f, counts = self.formula, self.shape.counts
        for c, count in zip(self.colours, counts, strict=True):
            many = _counted(f, f"blocks{c}", [self.at(cell, c) for cell in CELLS], count + 1)
            f.add("sizes", [[many[count - 1]], [-many[count]]])
        for c, d in pairwise(self.colours) if sum(counts) <= ORDERED else ():
            if counts[c - 1] == counts[d - 1]:
                f.add("order of colours", self._in_order(c, d))

    def _in_order(self, c: int, d: int) -> Iterator[Clause]:
        """The first block of d comes after one of c; ``come``: one of c is here or before."""
        seen = self.formula.group(f"come{c}", range(len(CELLS)))
        for k, cell in enumerate(CELLS):
            before = [seen[k - 1,]] if k else []
            yield [-seen[k,], self.at(cell, c), *before]
            yield [-self.at(cell, d), *before]

    def add_heights(self, heights: Sequence[int | None]) -> None:
        """The columns have so many blocks; None: any number."""
        for x, height in enumerate(heights):
            if height is not None:
                self.formula.add("heights", ([v] for v in self.height(x, height)))

    def add_template(self, template: Template) -> None:
        """The cells that are drawn are as drawn, whatever the colours are called there.

        ``called(a,c)``: the template's colour a is called c here.
        """
        names, f = template.names, self.formula
        called = f.group("called", names, self.colours)
        for a in names:
            f.add("template", [[called[a, c] for c in self.colours]])
            for c in self.colours:
                f.add("template", ([-called[a, c], -called[b, c]] for b in names if b < a))
                f.add("template", ([-called[a, c], -called[a, d]] for d in self.colours if d < c))
        for cell, a in template.cells:
            if a == EMPTY:
                f.add("template", [[self.at(cell, EMPTY)]])
            else:
                f.add("template", ([-called[a, c], self.at(cell, c)] for c in self.colours))

    def add_mirror(self) -> None:
        """The board is its own mirror image, left and right."""
        for x, y in CELLS:
            other = (WIDTH - 1 - x, y)
            for c in (EMPTY, *self.colours):
                self.formula.add("mirror", [[-self.at((x, y), c), self.at(other, c)]])

    # -- boards like one that was seen ----------------------------------------------

    def height(self, x: int, height: int) -> list[int]:
        """Literals that are all true iff column x has so many blocks."""
        found = [-self.at((x, height - 1), EMPTY)] if height > 0 else []
        return found + ([self.at((x, height), EMPTY)] if height < HEIGHT else [])

    def heights(self, board: Board) -> list[int]:
        """Literals that are all true iff the columns are as high as those of a board."""
        columns = enumerate(map(len, board.columns))
        return [literal for x, height in columns for literal in self.height(x, height)]

    def same(self, a: Cell, b: Cell) -> int:
        """The literal of "the blocks at a and b have one colour", for cells with a block."""
        pair = (a, b) if a < b else (b, a)
        if pair not in self._same:
            v = self._same[pair] = self.formula.group(f"alike{len(self._same)}")[()]
            for c in self.colours:
                here, there = self.at(a, c), self.at(b, c)
                clauses = [[-v, -here, there], [-v, here, -there], [v, -here, -there]]
                self.formula.add("same colour", clauses)
        return self._same[pair]

    def read(self, model: Model, template: Template) -> Board:
        """The board of a model, its colours called as a template calls them, else as they come."""
        columns = [
            tuple(c for y in range(HEIGHT) for c in self.colours if self.at((x, y), c) in model)
            for x in range(WIDTH)
        ]
        board = Board(tuple(columns))
        if not template.names:
            return board.renumbered()
        called = self.formula.groups["called"]
        names = {c: a for (a, c), literal in called.items() if literal in model}
        free = (a for a in self.colours if a not in names.values())
        for c in (c for column in columns for c in column):
            if c not in names:
                names[c] = next(free)
        return board.renamed(names)


def lines() -> Iterator[list[Cell]]:
    """Every three cells in line."""
    for x, y in CELLS:
        for dx, dy in ((1, 0), (0, 1)):
            if x + (RUN - 1) * dx < WIDTH and y + (RUN - 1) * dy < HEIGHT:
                yield [(x + k * dx, y + k * dy) for k in range(RUN)]


def _counted(formula: Formula, name: str, literals: Sequence[int], most: int) -> list[int]:
    """The literals of "at least k are true", k from 1 to ``most`` (or all there are).

    A totalizer (Bailleux & Boufkhad, CP 2003), cut off at ``most``.
    """
    parts = [[literal] for literal in literals]
    level = 0
    while len(parts) > 1:
        level += 1
        joined = []
        for k in range(0, len(parts) - 1, 2):
            low, high = parts[k : k + 2]
            size = range(min(len(low) + len(high), most))
            both = [*formula.group(f"{name}.{level}.{k}", size).values()]
            formula.add("sizes", _added(low, high, both))
            joined.append(both)
        parts = joined + parts[len(joined) * 2 :]
    return parts[0]


def _added(low: Sequence[int], high: Sequence[int], both: Sequence[int]) -> Iterable[Clause]:
    """Two unary counts add up to a third, which may end early."""
    for a in range(len(low) + 1):
        for b in range(len(high) + 1):
            if 0 < a + b:
                some = [-low[a - 1]] if a else []
                more = [-high[b - 1]] if b else []
                yield [*some, *more, both[min(a + b, len(both)) - 1]]
            if a + b < len(both):
                yield [*low[a : a + 1], *high[b : b + 1], -both[a + b]]
