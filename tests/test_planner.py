"""From a puzzle to a result: limits, least models, and the replay of every plan."""

from __future__ import annotations

import pytest

from satmayan import planner
from satmayan.base.errors import Contradiction
from satmayan.base.limits import Deadline, LimitReached
from satmayan.engines import Task, cannot_be_cleared
from satmayan.judge import confirm
from satmayan.planner import (
    ENGINES,
    STRATEGIES,
    Config,
    Verdict,
    solve,
    solve_least,
)
from satmayan.puzzle.board import Board, Move, Plan, Puzzle
from satmayan.sat.encoding import find
from satmayan.sat.lexmin import ask, smallest_plan
from satmayan.sat.oracle import Oracle, Status

PUZZLE = Puzzle(Board.of("", "", "1", "", "11"), 3)
SMALLEST = (Move(2, 0, 1), Move(3, 0, -1), Move(4, 0, -1))


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_gives_the_smallest_plan(engine: str) -> None:
    result = solve(PUZZLE, Config(engine))
    assert (result.verdict, result.plan, result.best) == (Verdict.PLAN, SMALLEST, SMALLEST)


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_strategy_gives_the_smallest_plan(strategy: str) -> None:
    assert solve(PUZZLE, Config(strategy=strategy)).plan == SMALLEST


@pytest.mark.parametrize("engine", ENGINES)
def test_a_deadline_that_has_passed_gives_no_verdict(engine: str) -> None:
    result = solve(PUZZLE, Config(engine), Deadline(0))
    assert (result.verdict, result.plan) == (Verdict.UNKNOWN, None)
    assert result.reason == "time limit of 0 s reached"


def test_the_least_number_of_steps_is_not_claimed_at_a_deadline() -> None:
    assert solve_least(PUZZLE, deadline=Deadline(0)).verdict is Verdict.UNKNOWN


def test_a_limit_while_minimising_keeps_the_best_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first model is no answer: the plan is known, not proven."""
    calls = []

    def once(self: Oracle, assumptions: list[int]) -> bool | None:
        calls.append(assumptions)
        if len(calls) > 1:
            raise LimitReached("enough")
        return bool(self._solver.solve_limited(assumptions))

    monkeypatch.setattr(Oracle, "_solve_slice", once)
    result = solve(PUZZLE, Config(strategy="assume"))
    assert (result.verdict, result.plan, result.reason) == (Verdict.UNKNOWN, None, "enough")
    assert result.best is not None
    confirm(PUZZLE, result.best)


def test_unknown_rules_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver that gives up without an answer ends the minimisation; it is not taken for UNSAT."""
    encoding = find("events").encode(PUZZLE)
    with Oracle("glucose4", encoding.formula.clauses) as oracle:
        monkeypatch.setattr(oracle, "solve", lambda _: Status.UNKNOWN)
        with pytest.raises(LimitReached, match="the solver gave up"):
            ask(encoding, oracle, [])


def test_the_end_of_memory_gives_no_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(Oracle, "_solve_slice", fail)
    result = solve(PUZZLE)
    assert (result.verdict, result.reason) == (Verdict.UNKNOWN, "out of memory")


def test_minimising_reports_each_step_that_is_proven() -> None:
    told: list[tuple[Plan, int]] = []
    encoding = find("events").encode(PUZZLE)
    with Oracle("glucose4", encoding.formula.clauses) as oracle:
        smallest_plan(encoding, oracle, 3, lambda plan, proven: told.append((plan, proven)))
    assert [proven for _, proven in told] == [0, 1, 2]
    assert all(plan[:proven] == SMALLEST[:proven] for plan, proven in told)


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (SMALLEST[:2], "the rules refuse the plan: the answer has 2 steps, not 3"),
        ((Move(0, 0, 1), *SMALLEST[1:]), "the rules refuse the plan"),
        (
            (Move(2, 0, -1), Move(1, 0, -1), Move(0, 0, 1)),
            "the board still has 3 blocks",
        ),
    ],
)
def test_a_wrong_plan_is_refused(plan: Plan, message: str) -> None:
    with pytest.raises(Contradiction, match=message):
        confirm(PUZZLE, plan)


def test_a_wrong_plan_of_an_engine_names_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satmayan.search.fast.first_plan", lambda *_, **__: SMALLEST[:1])
    with pytest.raises(Contradiction, match="^search: the rules .* 1 step, not 3"):
        solve(PUZZLE, Config("search"))
    assert solve(PUZZLE, Config("search"), replayed=False).plan == SMALLEST[:1]


@pytest.mark.parametrize(
    ("board", "hopeless"),
    [
        (Board.of("11"), True),
        (Board.of(""), True),
        (Board.of("11211"), True),
        (Board.of("121", "1"), True),
        (Board.of("11", "1"), False),
    ],
    ids=str,
)
def test_boards_that_no_number_of_steps_clears(board: Board, hopeless: bool) -> None:
    assert cannot_be_cleared(board) is hopeless


@pytest.mark.parametrize("name", planner.ENGINES)
@pytest.mark.parametrize("steps", [2, 3])
def test_every_engine_of_the_registry_answers_alike(name: str, steps: int) -> None:
    run = Task(Puzzle(PUZZLE.board, steps), Config(name))
    answer = planner.ENGINES[name].answer(run)
    assert answer == (SMALLEST if steps == 3 else None)
    assert run.stages and all(stage.seconds > 0 for stage in run.stages)


def test_an_engine_is_reached_by_its_name_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever answers runs is an engine, and what it says is replayed like any other's."""

    class Oracular:
        def answer(self, run: Task) -> Plan | None:
            with run.stage("guess"):
                return SMALLEST

    monkeypatch.setattr(planner, "ENGINES", {**planner.ENGINES, "oracular": Oracular()})
    result = solve(PUZZLE, Config("oracular"))
    assert (result.plan, [stage.name for stage in result.stages]) == (SMALLEST, ["guess", "verify"])
