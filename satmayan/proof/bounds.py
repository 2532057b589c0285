"""Raising the bounds of an encoding until a claim is refuted without them.

A proof has no assumptions.  An encoding that asserts bounds is refined by cores, as the
planner does, until a core holds none: then the clauses alone refute the claim.  The cores
go into the manifest, so that the same formula can be made again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satmayan.base.limits import Deadline, LimitReached
from satmayan.base.messages import noted
from satmayan.proof.claim import claims
from satmayan.proof.solvers import Satisfiable
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.sat.encoding import Encoding
from satmayan.sat.oracle import DEFAULT_SOLVER, Oracle, Status

Core = list[int]


def raise_bounds(
    encoding: Encoding, puzzle: Puzzle, plan: Plan | None, deadline: Deadline
) -> list[Core]:
    """Refine an encoding until the whole claim needs none of its assumptions; the cores.

    Raises Satisfiable where the claim is true, LimitReached.
    """
    cores: list[Core] = []
    while bounds := encoding.assumptions():
        _, claim = next(claims(encoding, puzzle, plan))
        with Oracle(DEFAULT_SOLVER, claim.clauses, deadline) as oracle:
            status = oracle.solve(bounds)
            if status is Status.SAT:
                raise Satisfiable(oracle.model)
            if status is Status.UNKNOWN:
                deadline.check()
                raise LimitReached(noted("the solver gave up"))
            core = sorted(set(oracle.core).intersection(bounds))
        if not core:
            break
        apply(encoding, [core])
        cores.append(core)
    return cores


def apply(encoding: Encoding, cores: Iterable[Sequence[int]]) -> None:
    """Refine an encoding by cores, in their order.  ValueError for a core without a bound."""
    for core in cores:
        if encoding.refine(core) is None:
            raise ValueError("a refinement that rests on no bound of the encoding")
