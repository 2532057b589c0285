"""Steps aligned in time, each with a bounded number of rounds; the bound is raised on demand.

Layer t is step t: the stable board, the move, the board after the drag, and the boards
after 1, 2, ..., R rounds.  An assumption for each step says that nothing is left to vanish
after the last round; under it the next step begins with that board.  The bound never
decides an answer: a refutation whose core holds the assumption of a step is not taken,
the step gets one round more, and the solver is asked again.  With E = sum over colours of
floor(blocks / 3) rounds the assumption is a theorem, and becomes a unit clause.

Groups (step t first in names; r: after r rounds, 0 after the drag):

- ``X(x,y,c)``, ``O(x,y)``         the board before the move, as in ``events``
- ``M P Y same``                   the drag (``_step``)
- ``m(x,y)``, ``ge(x,y,1)``, ``G(c)``, ``I(x)``   the drag: who leaves, a gap below, what lands
- ``X.r O.r``                      the board after r rounds
- ``eh.r ev.r th.r tv.r stable.r`` its runs (``_board``)
- ``m.r ge.r``                     who leaves it in round r + 1, gaps (``_step``)
- ``X.r@t``, ...                   the same for the rounds that step t is given later

Axioms: the drag; the rounds; a stable board after the last round is the next step's board,
and empty after the last step.

Size: 5 x 7, C colours: 71 C + 345 + (35 C + 315) R variables a step.
Reference: planning as satisfiability, one action a step (Kautz & Selman, ECAI 1992), with
a bound refined by cores (as in Eén, Mishchenko, Amla, "A single-instance incremental SAT
formulation of proof- and counterexample-based abstraction", FMCAD 2010).

The smallest case, one drop that completes a row of three:

>>> from satmayan.puzzle.board import Board, Puzzle
>>> from satmayan.sat.encoding import find
>>> rounds = find("rounds").encode(Puzzle(Board.of("1", "", "11", height=2), 1))
>>> rounds.formula.layers, rounds.formula.variables, len(rounds.formula.clauses)
(1, 113, 399)
>>> rounds.assumptions()
[]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from satmayan.encodings._board import OneHot, Triples, equalities, three_in_line
from satmayan.encodings._step import (
    Drags,
    Gaps,
    declare_wasted,
    drop,
    first_waste,
    gaps,
    gravity,
    landing,
    new_heights,
    one_move,
    removal,
    swap,
)
from satmayan.encodings._time import NOOP, most_rounds
from satmayan.puzzle.board import Board, Move
from satmayan.sat.encoding import Axioms, Encoding, Family, Option, Options
from satmayan.sat.formula import Clause, Formula, Layered, Model

Clauses = Iterator[Clause]

ROUNDS = Option(
    "rounds", ("2", "1", "3", "4", "all"), "how many rounds each step has room for at first"
)
OPTIONS = (ROUNDS, NOOP)


def encode(family: Family, options: Options) -> Encoding:
    """The rounds encoding of a family; exact, since refutations raise its bounds."""
    return Rounds(family, options)


@dataclass(frozen=True, slots=True)
class Moment:
    """A board that may be about to lose blocks: its cells and its runs."""

    cells: OneHot
    triples: Triples

    @classmethod
    def declare(cls, formula: Formula, family: Family, mark: str) -> Moment:
        """Declare the groups; ``mark`` ends their names."""
        return cls(
            OneHot.declare(formula, family, mark, drops=False),
            Triples.declare(formula, family, mark),
        )

    def axioms(self) -> Clauses:
        """What holds of a board at any moment."""
        yield from self.cells.well_formed()
        yield from equalities(self.triples, self.cells)
        yield from three_in_line(self.triples)


class Rounds(Encoding):
    """A formula with a layer a step; ``last[t]`` is the last moment of step t, and
    ``stable[t]`` says of each of its moments that nothing is left to vanish."""

    def __init__(self, family: Family, options: Options) -> None:
        self.family, n = family, family.steps
        self.most = most_rounds(family)
        wanted = self.most if options["rounds"] == "all" else int(options["rounds"])
        bound = min(wanted, self.most)
        f = self.formula = Layered(n)
        drags, start = Drags.declare(f, family), OneHot.declare(f, family)
        triples, same = (
            (Triples.declare(f, family), declare_wasted(f, family))
            if options["noop"] == "on"
            else (None, None)
        )
        leaves, lands = Gaps.declare(f, family, depth=1), landing(f, family)
        chain = [Moment.declare(f, family, f".{r}") for r in range(bound + 1)]
        falls = [Gaps.declare(f, family, f".{r}") for r in range(bound)]
        f.seal()
        self.drags = drags
        self.leading = f.leading * n
        self.starts = [f.later(start, t) for t in range(n)]
        self.last = [f.later(chain[-1], t) for t in range(n)]
        self.stable = [[f.later(m.triples, t).stable for m in chain] for t in range(n)]

        dragged = chain[0].cells
        for axiom, clauses in (
            ("well formed", start.well_formed()),
            ("one move", one_move(drags, start.O)),
            ("removal", removal(leaves, start.O, drags=drags)),
            ("gaps", gaps(leaves)),
            ("gravity", gravity(leaves, start, dragged, drags)),
            ("swap", swap(drags, start, dragged)),
            ("drop", drop(drags, lands, start, dragged)),
            ("new heights", new_heights(leaves, start.O, dragged.O, lands)),
            *(("moment", moment.axioms()) for moment in chain),
            *(
                ("round", one_round(*three))
                for three in zip(chain[:-1], falls, chain[1:], strict=True)
            ),
        ):
            f.repeat(axiom, clauses, range(n))
        if triples and same:
            f.repeat("equal neighbours", equalities(triples, start), range(n))
            f.repeat("triples", three_in_line(triples), range(n))
            f.repeat("first waste", first_waste(drags, triples.eh, same), range(n))
        for t in range(n):
            f.add("next step", self._next_step(t))
        f.add("nothing is left to vanish", ([s[-1]] for s in self.stable if bound == self.most))
        f.reserve("initial board")

    # -- reading ------------------------------------------------------------------------

    def first(self, x: int, y: int, colour: int) -> list[int]:
        return [-literal for literal in self.starts[0].is_not((x, y), colour)]

    def fix(self, board: Board) -> Axioms:
        return [("initial board", self.starts[0].initial(board))]

    def choices(self, step: int, rounds_before: int) -> list[tuple[Move, int]]:
        return self.drags.choices(step)

    def steps(self, model: Model) -> list[tuple[Move, int]]:
        return [
            (self.drags.made(model, t), next(r for r, s in enumerate(stable) if s in model))
            for t, stable in enumerate(self.stable)
        ]

    # -- the bound ----------------------------------------------------------------------

    def assumptions(self) -> list[int]:
        return [stable[-1] for stable in self.stable if len(stable) <= self.most]

    def refine(self, core: Sequence[int]) -> Sequence[Clause] | None:
        bounds = set(self.assumptions()).intersection(core)
        short = [t for t, stable in enumerate(self.stable) if stable[-1] in bounds]
        if not short:
            return None
        clauses = [clause for t in short for clause in self._one_more_round(t)]
        self.formula.add("more rounds", clauses)
        return clauses

    def _one_more_round(self, t: int) -> Clauses:
        """Another moment after the last of step t; what was said of the last stays true."""
        f, mark, before = self.formula, f".{len(self.stable[t])}@{t}", self.last[t]
        fall = Gaps.declare(f, self.family, mark)
        after = self.last[t] = Moment.declare(f, self.family, mark)
        self.stable[t].append(after.triples.stable)
        yield from after.axioms()
        yield from one_round(before, fall, after)
        yield from self._next_step(t)
        if len(self.stable[t]) > self.most:
            yield [after.triples.stable]

    def _next_step(self, t: int) -> Clauses:
        """If stable, the last board of step t is the first of the next, or at the end empty."""
        stable, cells = self.last[t].triples.stable, self.last[t].cells
        if t == self.family.steps - 1:
            for x in range(self.family.width):
                yield [-stable, -cells.O[x, 0]]
            return
        start = self.starts[t + 1]
        for x, y in cells.O:
            yield [-stable, cells.O[x, y], -start.O[x, y]]
            for clause in cells.moved(start, (x, y), (x, y)):
                yield [-stable, *clause]


def one_round(before: Moment, fall: Gaps, after: Moment) -> Clauses:
    """Every block in a triple vanishes, then the others fall; nothing happens where none does."""
    yield from removal(fall, before.cells.O, before.triples)
    yield from gaps(fall)
    yield from gravity(fall, before.cells, after.cells)
    yield from new_heights(fall, before.cells.O, after.cells.O)
