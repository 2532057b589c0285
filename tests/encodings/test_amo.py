"""At most one of several literals, in every way it is written."""

from __future__ import annotations

from itertools import product

import pytest

from satmayan.encodings._amo import AMO, AtMostOne
from satmayan.sat.formula import Formula
from satmayan.sat.oracle import Oracle, Status


@pytest.mark.parametrize("n", [0, 1, 2, 3, 5, 6, 7, 9])
@pytest.mark.parametrize("kind", AMO.values)
def test_allows_at_most_one_and_nothing_less(kind: str, n: int) -> None:
    """An assignment of the literals has a model iff no more than one is true, of each set."""
    formula = Formula()
    first, second = formula.group("a", range(n)), formula.group("b", range(n))
    sets = [[-v for v in first.values()], list(second.values())]  # literals of both signs
    formula.add("amo", AtMostOne.declare(formula, "amo", kind, sets).clauses())
    with Oracle("minisat22", formula.clauses) as oracle:
        for literals in sets:
            for signs in product((True, False), repeat=n):
                chosen = [v if sign else -v for v, sign in zip(literals, signs, strict=True)]
                wanted = Status.SAT if sum(signs) <= 1 else Status.UNSAT
                assert oracle.solve(chosen) is wanted


def test_the_other_ways_need_fewer_clauses_for_ten_literals() -> None:
    """Ten literals: pairwise takes 45 clauses, each of the other ways fewer."""
    sizes = {}
    for kind in AMO.values:
        formula = Formula()
        x = formula.group("x", range(10))
        formula.add("amo", AtMostOne.declare(formula, "amo", kind, [x.values()]).clauses())
        sizes[kind] = len(formula.clauses)
    assert sizes["pairwise"] == 45
    assert all(size < 45 for kind, size in sizes.items() if kind != "pairwise")
