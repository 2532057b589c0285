"""The formula that an answer denies: "there is a plan", "there is a smaller plan".

For the answer -1 it is the encoding's formula as it stands.  For a plan m(1) ... m(n) it
is that formula and, above its variables, one selector a step, ``smaller(k)``: the steps
before k are those of the plan and step k is a smaller move.

- ``some step is smaller``        smaller(1) or ... or smaller(n)
- ``earlier steps are the plan's``   smaller(k) -> the literal of m(j), for every j < k
- ``this step is smaller``        smaller(k) -> one of the choices before m(k)

A sequence of moves is smaller than the plan iff some smaller(k) holds of it, so a proof
that this one formula is unsatisfiable is the whole lexicographic claim.  ``step_claims``
are its cases, one formula a step, without selectors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TextIO

from satmayan.base.messages import Message, noted
from satmayan.puzzle.board import Move, Plan, Puzzle
from satmayan.puzzle.files import plan_line
from satmayan.puzzle.rules import replay
from satmayan.sat.dimacs.cnf import write_cnf
from satmayan.sat.dimacs.header import Provenance
from satmayan.sat.encoding import Encoding
from satmayan.sat.formula import Clause, Formula

WHOLE = "claim"  # the name of the formula that is the whole claim


class Claim(Formula):
    """An encoding's formula, what a claim adds to it, and the claim in words."""

    def __init__(self, base: Formula, text: str) -> None:
        super().__init__()
        self.text = text
        self._base = base
        self.variables = base.variables
        self.clauses = list(base.clauses)
        self.axioms = dict(base.axioms)

    def names(self) -> Iterator[tuple[int, str]]:
        yield from self._base.names()
        yield from super().names()


def denied(plan: Plan | None) -> str:
    """What the answer denies, in words: the claim that the proof refutes."""
    if plan is None:
        return noted("there is a plan")
    return Message("there is a plan smaller than {plan}", plan=plan_line(plan))


def claims(
    encoding: Encoding, puzzle: Puzzle, plan: Plan | None, per_step: bool = False
) -> Iterator[tuple[str, Claim]]:
    """The formulas that the answer denies, by name: the whole claim first.

    ``per_step`` adds one for each step that has smaller choices (none for -1).  What the
    encoding only assumes (see :mod:`satmayan.proof.bounds`) is no part of them.  Raises
    ValueError for a plan that the rules or the encoding do not know.
    """
    if plan is None:
        yield WHOLE, Claim(encoding.formula, denied(None))
        return
    choices = _choices(encoding, puzzle, plan)
    yield WHOLE, _smaller_plan(encoding.formula, plan, choices)
    if per_step:
        yield from _step_claims(encoding.formula, plan, choices)


def plan_literals(encoding: Encoding, puzzle: Puzzle, plan: Plan) -> list[int]:
    """The literals of a plan's moves, one a step."""
    choices = _choices(encoding, puzzle, plan)
    return [dict(here)[move] for move, here in zip(plan, choices, strict=True)]


def _choices(encoding: Encoding, puzzle: Puzzle, plan: Plan) -> list[list[tuple[Move, int]]]:
    """The choices at each step of a plan, whose rounds are those of its replay."""
    rounds = [len(step.rounds) for step in replay(puzzle.board, plan)]
    choices = [encoding.choices(k, sum(rounds[:k])) for k in range(len(plan))]
    for k, (move, here) in enumerate(zip(plan, choices, strict=True), 1):
        if move not in dict(here):
            raise ValueError(f"step {k} ({move}) is none of the encoding's choices")
    return choices


def _smaller(move: Move, choices: Sequence[tuple[Move, int]]) -> list[int]:
    return [literal for other, literal in choices if other < move]


def _smaller_plan(
    base: Formula, plan: Plan, choices: Sequence[Sequence[tuple[Move, int]]]
) -> Claim:
    claim = Claim(base, denied(plan))
    steps = range(1, len(plan) + 1)
    smaller = claim.group("smaller", steps)
    literals = [dict(here)[move] for move, here in zip(plan, choices, strict=True)]
    claim.add("some step is smaller", [[smaller[k,] for k in steps]])
    claim.add(
        "earlier steps are the plan's",
        ([-smaller[k,], literal] for k in steps for literal in literals[: k - 1]),
    )
    claim.add(
        "this step is smaller",
        ([-smaller[k,], *_smaller(plan[k - 1], choices[k - 1])] for k in steps),
    )
    return claim


def _step_claims(
    base: Formula, plan: Plan, choices: Sequence[Sequence[tuple[Move, int]]]
) -> Iterator[tuple[str, Claim]]:
    earlier: list[Clause] = []
    for k, (move, here) in enumerate(zip(plan, choices, strict=True), 1):
        if smaller := _smaller(move, here):
            after = f" after {plan_line(plan[: k - 1])}" if k > 1 else ""
            claim = Claim(base, f"there is a plan with step {k} smaller than {move}{after}")
            claim.add("earlier steps are the plan's", earlier)
            claim.add("this step is smaller", [smaller])
            yield f"step-{k}", claim
        earlier.append([dict(here)[move]])


def write_claim(file: TextIO, claim: Claim, provenance: Provenance) -> None:
    """Write a claim as DIMACS: what it is made from, what it says, the variable map, clauses.

    No version, date or path: the same answer gives the same bytes wherever the encoding
    is the same.
    """
    write_cnf(file, claim.variables, claim.clauses, _comments(claim, provenance))


def _comments(claim: Claim, provenance: Provenance) -> Iterator[str]:
    yield from provenance.comments()
    yield f"claim {claim.text}"
    yield from (f"var {variable} {name}" for variable, name in claim.names())
