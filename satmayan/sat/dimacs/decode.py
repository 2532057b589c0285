"""From the answer of any SAT solver back to a plan, with nothing taken on trust."""

from __future__ import annotations

from collections.abc import Iterable

from satmayan.base.errors import ConfigError
from satmayan.base.limits import LimitReached
from satmayan.base.messages import Message, noted
from satmayan.judge import confirm
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.sat.dimacs.answers import SolverAnswer
from satmayan.sat.dimacs.header import clauses
from satmayan.sat.encoding import Encoding
from satmayan.sat.formula import Clause, Model
from satmayan.sat.oracle import Status


def decode(
    puzzle: Puzzle, encoding: Encoding, answer: SolverAnswer, extra: Iterable[Clause] = ()
) -> Plan | None:
    """The plan that a solver found, replayed by the rules; None where it showed there is none.

    ``extra`` are clauses that the solver was given beyond those of the encoding.  Raises
    LimitReached where the answer settles nothing, ConfigError where the model falsifies a
    clause, and Contradiction where the rules refuse the plan of a true model.
    """
    extra = list(extra)
    if answer.model is None:
        if answer.status is Status.UNKNOWN:
            raise LimitReached(noted("the solver gave no answer"))
        if extra:
            text = Message("UNSAT, but of a formula with {n} clauses of its own", n=len(extra))
            raise LimitReached(text)
        if encoding.assumptions():
            raise LimitReached(noted("UNSAT, but under the bounds that the encoding assumes"))
        return None
    _check(answer.model, [*clauses(encoding), *extra])
    plan = encoding.plan(answer.model)
    confirm(puzzle, plan)
    return plan


def _check(model: Model, formula: Iterable[Clause]) -> None:
    for clause in formula:
        if not any(literal in model for literal in clause):
            text = " ".join(map(str, clause))
            raise ConfigError(
                Message("not a model of the formula: the clause '{clause} 0' is false", clause=text)
            )
