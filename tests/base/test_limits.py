from __future__ import annotations

import pytest

from satmayan.base.limits import LimitReached, StepBudget


def test_a_budget_allows_so_many_ticks() -> None:
    budget = StepBudget(2)
    budget.tick()
    budget.tick()
    with pytest.raises(LimitReached, match="budget of 2 steps"):
        budget.tick()


def test_a_budget_says_how_much_is_used() -> None:
    budget = StepBudget(5)
    budget.tick()
    budget.spend(2)
    assert budget.used == 3


def test_a_look_at_a_budget_costs_nothing() -> None:
    budget = StepBudget(1)
    budget.check()
    budget.tick()
    with pytest.raises(LimitReached):
        budget.check()


def test_spending_more_than_there_is_uses_up_the_budget() -> None:
    budget = StepBudget(5)
    budget.spend(9)
    assert budget.passed and budget.used == 5
