"""Lexicographic minimisation: the smallest plan of a formula, proved step by step.

One incremental solver, from the first step to the last.  Step k is fixed to the smallest
move that still has a plan: a model shows one that has, the moves before it are asked
about in blocks, under assumptions, and a refuted block is ruled out for good.  The last
refutation of each step proves that nothing smaller exists.

Two strategies differ in the blocks.  ``assume``: the first model is any, so blocks begin
with the smallest move alone and double while they are refuted.  ``static``: the solver
decides the moves in answer order, so the first model should be the smallest plan, and one
block, all smaller moves, confirms each step; should the solver have decided otherwise,
that costs more calls, never the answer.

The formula may be cut into *cubes*: assumptions, one list a cube, to be asked in order.

Reference: LEXSAT (Petkovska et al., "Fast generation of lexicographic satisfiable
assignments", ICCAD 2016).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from satmayan.base.limits import Deadline, LimitReached
from satmayan.base.messages import noted
from satmayan.puzzle.board import Plan
from satmayan.sat.encoding import Encoding
from satmayan.sat.oracle import Oracle, Status

Improved = Callable[[Plan, int], None]
Cube = Sequence[int]  # literals, all of them assumed


def load(encoding: Encoding, solver: str, deadline: Deadline, strategy: str) -> Oracle:
    """An oracle that holds the encoding's formula, set up for the strategy.

    Raises ConfigError for a solver that is not offered, or cannot follow it.
    """
    formula, is_static = encoding.formula, strategy == "static"
    return Oracle(
        solver,
        formula.clauses,
        deadline,
        leading=encoding.leading if is_static else 0,
        variables=formula.variables,
    )


def smallest_plan(
    encoding: Encoding,
    oracle: Oracle,
    steps: int,
    improved: Improved | None = None,
    strategy: str = "assume",
    cubes: Iterable[Cube] = ((),),
) -> Plan | None:
    """The lexicographically smallest plan of the encoding's formula, loaded in the oracle.

    None if the formula has no model.  With ``cubes``, the smallest plan of the first cube
    that has a model; None if none has.  ``improved`` is called with the best plan known and
    the number of its steps that are proven.  Raises LimitReached.
    """
    cube = _first_with_model(encoding, oracle, cubes)
    if cube is None:
        return None
    best = encoding.steps(oracle.model)
    oracle.add([literal] for literal in cube)
    for k in range(steps):
        if improved:
            improved(tuple(move for move, _ in best), k)
        choices = encoding.choices(k, sum(rounds for _, rounds in best[:k]))
        moves = [move for move, _ in choices]
        low, high = 0, moves.index(best[k][0])  # the answer is in low..high, and high has a plan
        first_size = size = 1 if strategy == "assume" else len(choices)
        while low < high:
            block = range(low, min(low + size, high))
            # exactly one choice is true in every model: deny all that are not in the block
            others = [-literal for i, (_, literal) in enumerate(choices) if i not in block]
            if ask(encoding, oracle, others):
                best = encoding.steps(oracle.model)
                high = moves.index(best[k][0])
                size = first_size
            else:
                oracle.add([-choices[i][1]] for i in block)
                low = block.stop
                size *= 2
        oracle.add([[choices[high][1]]])
    return tuple(move for move, _ in best)


def _first_with_model(encoding: Encoding, oracle: Oracle, cubes: Iterable[Cube]) -> Cube | None:
    """The first of the cubes that has a model, which the oracle then holds."""
    for cube in cubes:
        if ask(encoding, oracle, cube):
            return cube
        if not oracle.core:  # there is no model at all
            return None
        oracle.add([[-literal for literal in oracle.core]])  # may refute later cubes as well
    return None


def ask(encoding: Encoding, oracle: Oracle, assumptions: Sequence[int]) -> bool:
    """Whether there is a model under the assumptions; raises bounds that a core rests on.

    Raises LimitReached.
    """
    while True:
        status = oracle.solve([*encoding.assumptions(), *assumptions])
        if status is Status.UNKNOWN:
            oracle.deadline.check()
            raise LimitReached(noted("the solver gave up"))
        if status is Status.SAT:
            return True
        refinement = encoding.refine(oracle.core)
        if refinement is None:
            return False
        oracle.add(refinement)
