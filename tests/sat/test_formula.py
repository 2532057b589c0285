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
    formula.repeat("near", [[X[0], M[1]]], range(LAYERS))
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


def test_there_are_no_layers_before_the_seal() -> None:
    """A formula without its seal once had the same layer again and again, and no plans."""
    formula = Layered(LAYERS)
    X = formula.group("X", range(4))
    for ask in (lambda: formula.later(X), lambda: X.at(1, 0)):
        with pytest.raises(ValueError, match="no layers before the formula is sealed"):
            ask()
    with pytest.raises(ValueError, match="axiom 'mine': the formula must be sealed"):
        formula.repeat("mine", [[X[0]]], range(LAYERS))
    formula.seal()
    assert formula.later(X)[0] == X[0] + 4
    with pytest.raises(ValueError, match="sealed already"):
        formula.seal()


@pytest.mark.parametrize(
    ("clause", "layers", "message"),
    [
        ([3, 5 * 6 * 7], range(LAYERS), "210 is no literal of a formula of 42 variables"),
        ([0], range(1), "axiom 'mine': 0 is no literal"),
        ([1.0], range(1), r"a literal is an int, not 1.0 \(float\)"),
        ([-(18 + 4 + 2)], range(LAYERS), r"layer 5: X\(1,1\) leads beyond the last layer"),
        ([3 + 2], range(LAYERS), r"layer 5: M\(1,1\) leads beyond the last layer"),
        ([1], range(LAYERS + 1), "there are layers 0 to 5, none 0 to 6"),
    ],
)
def test_a_literal_of_no_layer_is_refused(clause: list[int], layers: range, message: str) -> None:
    """With the name of the axiom, and of the group where there is one."""
    with pytest.raises(ValueError, match=f"axiom 'mine': .*{message}|{message}"):
        layered().repeat("mine", [clause], layers)


def test_what_an_axiom_raises_has_its_name() -> None:
    formula = layered()
    X = formula.groups["X"]
    with pytest.raises(KeyError, match="axiom 'mine': group X has no variable"):
        formula.add("mine", ([X[i,]] for i in range(5)))
