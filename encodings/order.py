"""Every number in unary: heights, ranks and colours, compared rather than named.

The order encoding of an integer v is a literal for each v >= k.  Here a column is its
height, a cell the number of its colour (0 where it is empty), and gravity knows no gaps:
a block that stays in its column's stack comes to the row that is its *rank*, the number of
blocks below it that stay.  Time is that of ``events``: T = n + E layers.

Groups (layer t first in names):

- ``X(x,y,k)``   the colour at (x, y) has number k or more; ``X(x,y,1)``: the column x is
  higher than y
- ``G(k)``       so has the colour of a block that is dropped
- ``m(x,y)``     the block at (x, y) leaves its column's stack
- ``s(x,y,r)``   at least r blocks below (x, y) stay
- ``I(x)``       a dropped block lands on column x
- ``M P Y same`` the drag (``_step``), ``eh ev th tv stable`` runs (``_board``),
  ``C go`` the clock (``_time``)
- ``J(x,y,c)``   (x, y) has colour c: what redundant constraints read
- ``CR CL K W N H Q``, ``eu ed eg quiet``, ``stay asleep late``   redundant (``_time``)

Axioms of its own: numbers are unary; ranks count what stays (*ranks*); a block comes to its
rank (*gravity*); the new height is the number of blocks that stay, one more where a block
lands (*new heights*).  Removal, swap and drop are those of ``events``; the others are listed
in ``_time``.

Size: 5 x 7, C colours: 36 C + 381 + n variables a layer, without the
redundant constraints.
Reference: the order encoding (Tamura, Taga, Kitagawa, Banbara, "Compiling finite linear
CSP into SAT", Constraints 14, 2009).

The smallest case, one drop that completes a row of three:

>>> from satmayan.puzzle.board import Board, Puzzle
>>> from satmayan.sat.encoding import find
>>> order = find("order").encode(Puzzle(Board.of("1", "", "11", height=2), 1))
>>> order.formula.layers, order.formula.variables, len(order.formula.clauses)
(3, 159, 496)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from satmayan.encodings._board import Cell, no_floating
from satmayan.encodings._step import Drags, drop, landing, removal, swap
from satmayan.encodings._time import LINE_OPTIONS, Timeline, TimelineEncoding
from satmayan.puzzle.board import Board
from satmayan.sat.encoding import Encoding, Family, Options
from satmayan.sat.formula import Clause, Formula, Group

OPTIONS = LINE_OPTIONS

Clauses = Iterator[Clause]


def encode(family: Family, options: Options) -> Encoding:
    """The order encoding of a family; exact."""
    line = Timeline(family, options)
    f, drags = line.formula, line.drags
    cells, ranks, lands = Unary.declare(f, family), Ranks.declare(f, family), landing(f, family)
    line.seal()
    later = f.later(cells)
    axioms = [
        ("removal", removal(ranks, cells.O, line.triples, drags)),
        ("ranks", counted(ranks, cells.O)),
        ("gravity", to_its_rank(ranks, cells, later, drags)),
        ("swap", swap(drags, cells, later)),
        ("drop", drop(drags, lands, cells, later)),
        ("new heights", new_heights(ranks, later.O, lands)),
    ]
    line.add(cells, ranks, axioms)
    return TimelineEncoding(line, cells)


@dataclass(frozen=True, slots=True)
class Unary:
    """Cells in unary."""

    X: Group
    O: Group  # there is a block: the number is 1 or more
    G: Group
    numbers: dict[int, int]  # of the colours, from 1; an empty cell is 0

    @classmethod
    def declare(cls, formula: Formula, family: Family) -> Unary:
        """Declare the groups."""
        numbers = {c: i for i, c in enumerate(family.colours, 1)}
        values = range(1, max(1, len(numbers)) + 1)  # an empty board has heights, too
        X = formula.group("X", range(family.width), range(family.height), values)
        return cls(X, at_least_one(X), formula.group("G", values), numbers)

    def colour(self, cell: Cell) -> list[int]:
        """The literals of a cell, number 1 or more first."""
        x, y = cell
        return [self.X[x, y, k] for (k,) in self.G]

    def is_not(self, cell: Cell, colour: int) -> list[int]:
        """The literals that deny that a cell has a colour, or with ``EMPTY`` no block."""
        k, literals = self.numbers[colour] if colour else 0, self.colour(cell)
        return [*(-v for v in literals[k - 1 : k] if k), *literals[k : k + 1]]

    def well_formed(self) -> Clauses:
        """Who has k or more has k - 1 or more; nothing floats."""
        for (x, y, k), literal in self.X.items():
            if k > 1:
                yield [-literal, self.X[x, y, k - 1]]
        yield from no_floating(self.O)

    def equal(self, e: int, a: Cell, b: Cell) -> Clauses:
        """e iff the blocks at a and b have one colour."""
        here, there = self.colour(a), self.colour(b)
        yield [-e, here[0]]
        yield [-e, there[0]]
        for p, q in zip(here, there, strict=True):
            yield [-e, -p, q]
            yield [-e, p, -q]
        for k in range(len(here)):
            # both are k or more and not k + 1 or more
            yield [e, -here[k], *here[k + 1 : k + 2], -there[k], *there[k + 1 : k + 2]]

    def moved(self, later: Unary, a: Cell, b: Cell) -> Clauses:
        """The block that is at a, if any, is at b later."""
        block, *here = self.colour(a)
        landed, *there = later.colour(b)
        yield [-block, landed]
        for p, q in zip(here, there, strict=True):
            yield [-p, q]
            yield [-block, p, -q]

    def lifted(self, a: Cell) -> Clauses:
        """The block at a is the one that is dropped."""
        for here, held in zip(self.colour(a), self.G.values(), strict=True):
            yield [-here, held]
            yield [here, -held]

    def landed(self, later: Unary, b: Cell) -> Clauses:
        """The block that is dropped is at b later."""
        for held, there in zip(self.G.values(), later.colour(b), strict=True):
            yield [-held, there]
            yield [held, -there]

    def initial(self, board: Board) -> Clauses:
        """The cells are those of the board."""
        for (x, y, k), literal in self.X.items():
            yield [literal if self.numbers.get(board.at(x, y), 0) >= k else -literal]


def at_least_one(X: Group) -> Group:
    """The literals "number 1 or more" of the cells."""
    return X.part("O", (((x, y), literal) for (x, y, k), literal in X.items() if k == 1))


@dataclass(frozen=True, slots=True)
class Ranks:
    """``m(x,y)`` as in ``events``; ``s(x,y,r)``: at least r blocks below (x, y) stay."""

    m: Group
    s: Group
    height: int

    @classmethod
    def declare(cls, formula: Formula, family: Family) -> Ranks:
        """Declare the groups."""
        xs, h = range(family.width), family.height
        s = ((x, y, r) for x in xs for y in range(1, h + 1) for r in range(1, y + 1))
        return cls(formula.group("m", xs, range(h)), formula.sparse_group("s", s), h)

    def below(self, x: int, y: int, r: int) -> list[int]:
        """The literals that deny "at least r below (x, y) stay"; none where that is sure."""
        return [-self.s[x, y, r]] if r > 0 else []

    def leaves(self, x: int, y: int) -> list[int]:
        """The literals of "a block at or below (x, y), which holds one, leaves"."""
        return [-self.s[x, y + 1, y + 1]]


def counted(ranks: Ranks, O: Group) -> Clauses:
    """At least r stay below y iff r do below y - 1, or r - 1 and the block at y - 1."""
    for (x, y, r), rank in ranks.s.items():
        block, leaves = O[x, y - 1], ranks.m[x, y - 1]
        same = [ranks.s[x, y - 1, r]] if r < y else []
        yield [rank, *ranks.below(x, y - 1, r - 1), -block, leaves]
        yield [-rank, *same, block]
        yield [-rank, *same, -leaves]
        for fewer in ranks.below(x, y - 1, r - 1):
            yield [-rank, *same, -fewer]
        for v in same:
            yield [rank, -v]


def to_its_rank(ranks: Ranks, cells: Unary, later: Unary, drags: Drags) -> Clauses:
    """What stays comes to the row that is its rank."""
    for x, y in cells.O:
        for r in range(y + 1):
            stays = [ranks.m[x, y], *ranks.below(x, y, r)]
            if r < y:
                stays.append(ranks.s[x, y, r + 1])
            else:  # a block that changes places is moved by the swap
                stays += drags.swaps(x, y)
            for clause in cells.moved(later, (x, y), (x, r)):
                yield [*stays, *clause]


def new_heights(ranks: Ranks, later: Group, I: Group) -> Clauses:
    """A column is higher than y iff more than y stay, or y do and a block lands."""
    h = ranks.height
    for (x, y), block in later.items():
        stay = ranks.s[x, h, y + 1]
        yield [-stay, block]
        yield [-block, stay, I[x]]
        for enough in ranks.below(x, h, y):
            yield [-block, -enough]
        yield [-I[x], *ranks.below(x, h, y), block]
