"""Layers that are a move or a round: exact, and no larger than the blocks allow.

A run of n steps is a sequence of events: a *move* when the board is stable, one *round*
of vanish and fall when it is not, nothing once n moves are done.  A round takes three
blocks of one colour at least, so there are at most E = sum over colours of
floor(blocks / 3) rounds, and T = n + E layers are enough: no bound is guessed.

Groups (layer t first in names; x column, y row, c colour):

- ``X(x,y,c)``   the block at (x, y) has colour c
- ``O(x,y)``     there is a block at (x, y)
- ``C(k)``       at least k moves are done
- ``eh(x,y)``, ``ev(x,y)``   (x, y) and its right, upper neighbour are blocks of one colour
- ``th(x,y)``, ``tv(x,y)``   three of one colour in line from (x, y) to the right, upwards
- ``stable``     no triple
- ``go``         this layer is a move
- ``R(x,y)``, ``L(x,y)``     the move drags the block at (x, y) right; left, onto an empty cell
- ``P(x)``, ``Y(y)``         the move crosses from column x to x + 1 or back; is in row y
- ``m(x,y)``     the block at (x, y) leaves its place: it vanishes, or is dragged onto an empty cell
- ``ge(x,y,d)``  at least d blocks below (x, y) leave their column's stack
- ``G(c)``       a dropped block has colour c
- ``I(x)``       a dropped block lands on column x

Axioms: see the emitters, one comment each.  Between layers everything follows by unit
propagation once the moves are known.

Size: 5 x 7, C colours: 35 C + 457 + n variables a layer, T + 1 layers.
Reference: linear encodings of planning as satisfiability (Kautz & Selman, ECAI 1992),
with one action a layer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from satmayan.board import LEFT, RIGHT, Move, Puzzle
from satmayan.encoding import Encoding, Options
from satmayan.formula import Clause, Layered, Model
from satmayan.rules import RUN

Clauses = Iterator[Clause]


def encode(puzzle: Puzzle, options: Options) -> Encoding:
    """The events encoding of a puzzle; exact."""
    return Events(puzzle)


class Events(Encoding):
    """One formula over T + 1 equal layers; the groups are attributes named as above."""

    def __init__(self, puzzle: Puzzle) -> None:
        board = puzzle.board
        self.puzzle = puzzle
        self.width, self.height = board.width, board.height
        self.colours = tuple(board.colours())
        self.events = puzzle.steps + sum(n // RUN for n in board.colours().values())
        self.formula: Layered = Layered(self.events + 1)
        self._declare()
        states, events = range(self.events + 1), range(self.events)
        for emitter, layers in (
            (self._well_formed, states),
            (self._equalities, events),
            (self._triples, events),
            (self._clock, events),
            (self._one_move, events),
            (self._removal, events),
            (self._gaps, events),
            (self._gravity, events),
            (self._swap, events),
            (self._drop, events),
            (self._new_heights, events),
        ):
            axiom = emitter.__name__.strip("_").replace("_", " ")
            self.formula.repeat(axiom, emitter(), layers)
        self.formula.add("initial board", self._initial())
        self.formula.add("goal", self._goal())

    def _declare(self) -> None:
        f, w, h = self.formula, self.width, self.height
        xs, ys = range(w), range(h)
        self.X = f.group("X", xs, ys, self.colours)
        self.O = f.group("O", xs, ys)
        self.C = f.group("C", range(1, self.puzzle.steps + 1))
        self.R = f.group("R", range(w - 1), ys)
        self.L = f.group("L", range(1, w), ys)
        self.P = f.group("P", range(w - 1))
        self.Y = f.group("Y", ys)
        self.eh = f.group("eh", range(w - 1), ys)
        self.ev = f.group("ev", xs, range(h - 1))
        self.th = f.group("th", range(w - 2), ys)
        self.tv = f.group("tv", xs, range(h - 2))
        self.stable = f.group("stable")[()]
        self.go = f.group("go")[()]
        self.m = f.group("m", xs, ys)
        self.ge = f.sparse_group(
            "ge", ((x, y, d) for x in xs for y in range(1, h + 1) for d in range(1, y + 1))
        )
        self.G = f.group("G", self.colours)
        self.I = f.group("I", xs)
        f.seal()
        self.X1, self.O1, self.C1 = self.X.next(), self.O.next(), self.C.next()

    # -- reading ------------------------------------------------------------------------

    def choices(self, history: Sequence[int]) -> list[tuple[Move, int]]:
        return sorted(self._moves(len(history) + sum(history)))

    def _moves(self, layer: int) -> Iterator[tuple[Move, int]]:
        for group, g in ((self.R, RIGHT), (self.L, LEFT)):
            for x, y in group:
                yield Move(x, y, g), group.at(layer, x, y)

    def steps(self, model: Model) -> list[tuple[Move, int]]:
        stride = self.formula.stride
        layers = [t for t in range(self.events) if self.go + t * stride in model]
        found = []
        for t, later in zip(layers, [*layers[1:], None], strict=True):
            [move] = [move for move, literal in self._moves(t) if literal in model]
            if later is None:  # after the last move: the rounds until the board is stable
                later = next(u for u in range(t + 1, self.events + 1) if self._at_rest(model, u))
            found.append((move, later - t - 1))
        return found

    def _at_rest(self, model: Model, layer: int) -> bool:
        return layer == self.events or self.stable + layer * self.formula.stride in model

    # -- axioms: one moment -------------------------------------------------------------

    def _well_formed(self) -> Clauses:
        for x, y in self.O:
            cell = [self.X[x, y, c] for c in self.colours]
            # a cell holds a block iff it holds a colour, and one colour only
            yield [-self.O[x, y], *cell]
            for colour in cell:
                yield [-colour, self.O[x, y]]
            for a, b in combinations(cell, 2):
                yield [-a, -b]
            # nothing floats
            if y > 0:
                yield [-self.O[x, y], self.O[x, y - 1]]
        # moves are counted in unary
        for k in range(2, self.puzzle.steps + 1):
            yield [-self.C[k,], self.C[k - 1,]]

    def _equalities(self) -> Clauses:
        for group, dx, dy in ((self.eh, 1, 0), (self.ev, 0, 1)):
            for (x, y), e in group.items():
                # equal neighbours: both are blocks and share their colour
                yield [-e, self.O[x, y]]
                yield [-e, self.O[x + dx, y + dy]]
                for c in self.colours:
                    a, b = self.X[x, y, c], self.X[x + dx, y + dy, c]
                    yield [-e, -a, b]
                    yield [-e, a, -b]
                    yield [e, -a, -b]

    def _triples(self) -> Clauses:
        triples = []
        for group, equal, dx, dy in ((self.th, self.eh, 1, 0), (self.tv, self.ev, 0, 1)):
            for (x, y), t in group.items():
                # three in line are two equal neighbours
                a, b = equal[x, y], equal[x + dx, y + dy]
                yield [-t, a]
                yield [-t, b]
                yield [t, -a, -b]
                triples.append(t)
        # stable: no triple
        yield [self.stable, *triples]
        for t in triples:
            yield [-self.stable, -t]

    # -- axioms: from one moment to the next --------------------------------------------

    def _clock(self) -> Clauses:
        n = self.puzzle.steps
        # a move is made iff the board is stable and not all n moves are done
        yield [-self.go, self.stable]
        yield [-self.go, -self.C[n,]]
        yield [self.go, -self.stable, self.C[n,]]
        for k in range(1, n + 1):
            done, now = self.C[k,], self.C1[k,]
            before = [-self.C[k - 1,]] if k > 1 else []
            # at least k are done next iff they are now, or k - 1 are and this is a move
            yield [-done, now]
            yield [-self.go, *before, now]
            yield [done, self.go, -now]
            if k > 1:
                yield [done, self.C[k - 1,], -now]

    def _one_move(self) -> Clauses:
        # a move crosses one boundary in one row; without a move, none
        for axis in (self.P, self.Y):
            line = list(axis.values())
            yield [-self.go, *line]
            for a, b in combinations(line, 2):
                yield [-a, -b]
            for a in line:
                yield [-a, self.go]
        for (x, y), right in self.R.items():
            left = self.L[x + 1, y]
            for move in (right, left):
                yield [-move, self.P[x,]]
                yield [-move, self.Y[y,]]
            yield [-self.P[x,], -self.Y[y,], right, left]
            # a right drag needs a block; a left drag a block and an empty cell to its left
            yield [-right, self.O[x, y]]
            yield [-left, self.O[x + 1, y]]
            yield [-left, -self.O[x, y]]

    def _removal(self) -> Clauses:
        causes: dict[tuple[int, ...], list[int]] = {cell: [] for cell in self.m}
        for group, dx, dy in ((self.th, 1, 0), (self.tv, 0, 1)):
            for (x, y), t in group.items():
                for i in range(RUN):
                    # what stands in a triple leaves its place
                    yield [-t, self.m[x + i * dx, y + i * dy]]
                    causes[x + i * dx, y + i * dy].append(t)
        for (x, y), right in self.R.items():
            # so does what is dragged onto an empty cell; what changes places does not
            yield [-right, self.O[x + 1, y], self.m[x, y]]
            yield [-right, -self.O[x + 1, y], -self.m[x, y]]
            causes[x, y].append(right)
        for (x, y), left in self.L.items():
            yield [-left, self.m[x, y]]
            causes[x, y].append(left)
        # and nothing else
        for cell, why in causes.items():
            yield [-self.m[cell], *why]

    def _gaps(self) -> Clauses:
        for (x, y, d), gap in self.ge.items():
            # d below y: d below y - 1, or d - 1 and the block at y - 1 leaves
            leaves = self.m[x, y - 1]
            fewer = [self.ge[x, y - 1, d - 1]] if d > 1 else []
            same = [self.ge[x, y - 1, d]] if d < y else []
            yield [gap, -leaves, *(-v for v in fewer)]
            yield [-gap, leaves, *same]
            for v in same:
                yield [gap, -v]
            if fewer:
                yield [-gap, *fewer, *same]

    def _exactly(self, x: int, y: int, d: int) -> list[int]:
        """The literals that deny "exactly d blocks below (x, y) leave"."""
        denial = [-self.ge[x, y, d]] if d > 0 else []
        return denial + ([self.ge[x, y, d + 1]] if d < y else [])

    def _gravity(self) -> Clauses:
        for x, y in self.O:
            for d in range(y + 1):
                stays = [self.m[x, y], *self._exactly(x, y, d)]
                if d == 0:  # a block that changes places is moved by the swap
                    stays += [self.R[u, y] for u in (x - 1, x) if (u, y) in self.R]
                # what does not leave comes down by the gaps below it
                for c in self.colours:
                    yield [*stays, -self.X[x, y, c], self.X1[x, y - d, c]]

    def _swap(self) -> Clauses:
        for (x, y), right in self.R.items():
            for c in self.colours:
                # two blocks change places
                here, there = self.X[x, y, c], self.X[x + 1, y, c]
                yield [-right, -self.O[x + 1, y], -here, self.X1[x + 1, y, c]]
                yield [-right, -there, self.X1[x, y, c]]

    def _drop(self) -> Clauses:
        sources: dict[int, list[int]] = {x: [] for (x,) in self.I}
        for (x, y), right in self.R.items():
            # dragged onto an empty cell: it lands on that column, with its colour
            yield [-right, self.O[x + 1, y], self.I[x + 1,]]
            yield [-right, -self.O[x + 1, y], -self.I[x + 1,]]
            sources[x + 1].append(right)
            for c in self.colours:
                yield [-right, self.O[x + 1, y], -self.X[x, y, c], self.G[c,]]
        for (x, y), left in self.L.items():
            yield [-left, self.I[x - 1,]]
            sources[x - 1].append(left)
            for c in self.colours:
                yield [-left, -self.X[x, y, c], self.G[c,]]
        for x, moves in sources.items():
            yield [-self.I[x,], *moves]
        for x, y in self.O:
            # the first empty cell of the column
            place = [-self.I[x,], self.O[x, y]] + ([-self.O[x, y - 1]] if y > 0 else [])
            for c in self.colours:
                yield [*place, -self.G[c,], self.X1[x, y, c]]

    def _new_heights(self) -> Clauses:
        h = self.height
        for x, y in self.O:
            for d in range(h + 1):
                # no block appears from nowhere: it stood d higher, or has just landed
                above = [self.O[x, y + d]] if y + d < h else []
                landed = [self.I[x,]] if d == 0 else []
                yield [-self.O1[x, y], *self._exactly(x, h, d), *above, *landed]
            if y > 0:
                yield [-self.O1[x, y], self.O[x, y - 1]]

    # -- axioms: the ends ---------------------------------------------------------------

    def _initial(self) -> Clauses:
        for (x, y, c), cell in self.X.items():
            yield [cell if self.puzzle.board.at(x, y) == c else -cell]
        for (x, y), block in self.O.items():
            yield [block if self.puzzle.board.at(x, y) else -block]
        for done in self.C.values():
            yield [-done]

    def _goal(self) -> Clauses:
        # the board is empty, after n moves
        for x in range(self.width):
            yield [-self.O.at(self.events, x, 0)]
        yield [self.C.at(self.events, self.puzzle.steps)]
