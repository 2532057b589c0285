"""The loop: propose a board and a plan, hear the objections, learn from them, again.

Each shape of a wish has a formula of its own.  Its models are boards with a plan as
wished; what is wished of *all* plans is asked of the reader, by search.  The plan that
refutes a proposal is generalised (:mod:`satmayan.forge.likeness`) and ruled out; where no
proposal is left, there is no such board of that shape.

Reference: counterexample-guided abstraction refinement for two quantifiers (Janota &
Marques-Silva, "Abstraction-based algorithm for 2QBF", SAT 2011).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from random import Random

from satmayan.base.errors import Contradiction
from satmayan.base.limits import Deadline
from satmayan.base.progress import Progress, silent
from satmayan.forge.draft import Draft
from satmayan.forge.reader import object_to
from satmayan.forge.wish import Shape, Wish, spread
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.sat.encoding import find
from satmayan.sat.oracle import EvenOracle, Status

SOLVER = "glucose4"  # found large boards sooner than CaDiCaL 1.9.5
PATIENCE = 100  # slices of a solver, and as many objections, before another shape has its turn
HURRY = 3  # slices
MANY = 8  # rounds: then first shapes of one large colour, which fills the board, are tried


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle as wished, and the plan of which the wish speaks."""

    puzzle: Puzzle
    plan: Plan | None


class Forge:
    """Makes boards to a wish; the same seed makes the same boards.

    ``refuted`` are the shapes of which it is known that no (further) board is as wished.
    """

    def __init__(
        self,
        wish: Wish,
        seed: int = 1,
        *,
        encoding: str = "events",
        solver: str = SOLVER,
        deadline: Deadline | None = None,
        progress: Progress = silent,
    ) -> None:
        self.wish = wish
        self.rng = Random(seed)
        self.module = find(encoding)
        self.solver = solver
        self.deadline = deadline or Deadline()
        self.progress = progress
        self.refuted: list[Shape] = []
        self.objections = 0
        self._drafts: dict[Shape, Draft] = {}

    def boards(self) -> Iterator[Made]:
        """Different boards, spread over the shapes; they end where no other is left.

        Raises LimitReached, Contradiction.
        """
        shapes = spread(self.wish.shapes(), self.rng)
        if sum(rounds or 0 for rounds in self.wish.rounds) >= MANY:
            shapes.sort(key=lambda shape: -shape.counts[0])
        yield from self._from(shapes)

    def smallest(self) -> Made | None:
        """A board of the fewest blocks: all with fewer are refuted; None: there is none at all.

        Raises LimitReached, Contradiction.
        """
        for _, shapes in groupby(self.wish.shapes(), key=lambda shape: shape.blocks):
            for made in self._from(spread(shapes, self.rng)):
                return made
        return None

    def _from(self, shapes: Iterable[Shape]) -> Iterator[Made]:
        waiting = deque((shape, PATIENCE) for shape in shapes)
        while waiting:
            shape, patience = waiting.popleft()
            self.progress(f"{shape}", note=f"{self.objections} objections")
            made = self._attempt(shape, patience)
            if made is not None:
                yield made
                self._drafts[shape].exclude(made.puzzle.board)
            if shape in self.refuted:
                self._drafts.pop(shape, None)
            else:
                waiting.append((shape, patience if made else 2 * patience))

    def _attempt(self, shape: Shape, patience: int) -> Made | None:
        """A board of a shape; None where it is refuted, or the patience is at its end."""
        if shape not in self._drafts:
            self._drafts[shape] = Draft(self.wish, shape, self.module)
        draft = self._drafts[shape]
        formula = draft.formula
        clauses = list(formula.clauses)
        self.rng.shuffle(clauses)  # another order leads the solver to another board
        with EvenOracle(self.solver, clauses, self.deadline) as oracle:
            for _ in range(patience):
                status = self._ask(oracle, draft, patience)
                if status is not Status.SAT:
                    self.deadline.check()
                    if status is Status.UNSAT:
                        self.refuted.append(shape)
                    return None
                known = len(formula.clauses)
                made = self._judged(draft, *draft.read(oracle.model))
                if made is not None:
                    return made
                oracle.add(formula.clauses[known:])
        return None

    def _ask(self, oracle: EvenOracle, draft: Draft, patience: int) -> Status:
        """Ask for a board, first for one of a random outline, though not for long."""
        oracle.patience = min(patience, HURRY)
        if draft.solve(oracle, draft.outline(self.rng)) is Status.SAT:
            return Status.SAT
        oracle.patience = patience
        return draft.solve(oracle)

    def _judged(self, draft: Draft, puzzle: Puzzle, plan: Plan | None) -> Made | None:
        """The proposal, if nobody objects; else the draft has learnt why not."""
        objection = object_to(puzzle, plan, self.wish, self.deadline)
        if objection is None:
            return Made(puzzle, plan)
        if objection.plan is None and not self.wish.tempts:
            raise Contradiction(f"the solver's board is not as wished: {objection.why}")
        self.objections += 1
        draft.learn(puzzle, plan, objection)
        return None


def longest(wish: Wish, **how: object) -> tuple[Forge, Made] | None:
    """A board whose last step has as many rounds as there can be, and the forge that made it.

    All shapes with more rounds are refuted, by arithmetic or by the solver.  None: no board
    at all.  Raises LimitReached, Contradiction.
    """
    most = max((shape.most_rounds for shape in wish.shapes()), default=0)
    for rounds in range(most, 0, -1):
        for steps in wish.steps:
            pattern = (*(None for _ in range(steps - 1)), rounds)
            forge = Forge(replace(wish, rounds=pattern, steps=range(steps, steps + 1)), **how)  # type: ignore[arg-type]
            for made in forge.boards():
                return forge, made
    return None
