"""Layered formulas: a clause written for layer 0 says the same of every layer."""

from __future__ import annotations

import pytest

from satmayan.sat.formula import Clause, Layered

LAYERS = 6


def layered() -> Layered:
    formula = Layered(LAYERS)
    formula.leading_group("M", [(i,) for i in range(3)])
    formula.group("X", range(4))
    formula.seal()
    return formula


def named(formula: Layered, clause: Clause) -> list[str]:
    names = dict(formula.names())
    return ["-" * (v < 0) + names[abs(v)] for v in clause]


@pytest.mark.parametrize("ahead", range(LAYERS))
def test_a_clause_moves_to_every_layer(ahead: int) -> None:
    """However many layers it spans: the tables it is looked up in grow where they must."""
    formula = layered()
    M, X = formula.groups["M"], formula.groups["X"]
    formula.repeat("near", [[X[0,], M[1,]]], range(LAYERS))
    formula.repeat("far", [[-M[2,], X[1,], -X.at(ahead, 3)]], range(LAYERS - ahead))
    assert [named(formula, clause) for clause in formula.clauses[LAYERS:]] == [
        [f"-M({t},2)", f"X({t},1)", f"-X({t + ahead},3)"] for t in range(LAYERS - ahead)
    ]


def test_units_and_the_empty_clause_are_clauses_too() -> None:
    formula = layered()
    formula.repeat("short", [[-formula.groups["X"][2,]], []], range(2))
    assert [named(formula, clause) for clause in formula.clauses] == [
        ["-X(0,2)"],
        [],
        ["-X(1,2)"],
        [],
    ]
    assert formula.axioms == {"short": 4}
