"""The oracle: three-valued answers, what may be read after which, limits and interruptions."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from itertools import combinations
from threading import Thread, Timer

import pytest

from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline
from satmayan.sat.oracle import SOLVERS, STATIC_ORDER, Oracle, Status

every_solver = pytest.mark.parametrize("solver", SOLVERS)


def pigeons(holes: int) -> Iterator[list[int]]:
    """One pigeon too many: unsatisfiable, and for long unknown to be."""
    sits = [[p * holes + h + 1 for h in range(holes)] for p in range(holes + 1)]
    yield from sits
    for h in range(holes):
        yield from ([-a[h], -b[h]] for a, b in combinations(sits, 2))


@every_solver
def test_a_model_may_be_read_after_sat(solver: str) -> None:
    with Oracle(solver, [[1, 2], [-1]]) as oracle:
        assert oracle.solve() is Status.SAT
        assert 2 in oracle.model and -1 in oracle.model
        with pytest.raises(RuntimeError, match="no core: the last call said SAT"):
            _ = oracle.core


@every_solver
def test_a_core_may_be_read_after_unsat(solver: str) -> None:
    with Oracle(solver, [[-1, -2], [3, 4]]) as oracle:
        assert oracle.solve([3, 1, 2]) is Status.UNSAT
        assert {1, 2} >= set(oracle.core) > set()
        with pytest.raises(RuntimeError, match="no model: the last call said UNSAT"):
            _ = oracle.model
        assert oracle.solve([1]) is Status.SAT  # the assumptions were not kept


@every_solver
def test_at_the_deadline_the_answer_is_unknown(solver: str) -> None:
    """UNKNOWN is neither SAT nor UNSAT: there is nothing to read."""
    with Oracle(solver, pigeons(12), Deadline(0.1)) as oracle:
        assert oracle.solve() is Status.UNKNOWN
        for read in ("model", "core"):
            with pytest.raises(RuntimeError, match="the last call said UNKNOWN"):
                getattr(oracle, read)


@every_solver
def test_the_answer_does_not_depend_on_slices(solver: str) -> None:
    """A call that takes many slices of conflicts ends with the answer of one."""
    with Oracle(solver, pigeons(6)) as oracle:
        oracle._slice = 1
        assert oracle.solve() is Status.UNSAT


def test_clauses_added_after_solving_count() -> None:
    with Oracle("glucose4", [[1, 2]]) as oracle:
        assert oracle.solve() is Status.SAT
        oracle.add([[-1], [-2]])
        assert oracle.solve() is Status.UNSAT


@pytest.mark.parametrize("solver", STATIC_ORDER)
def test_a_static_order_finds_the_first_model(solver: str) -> None:
    """The leading variables are decided in order, true first."""
    free = [[-1, -2], [-1, -3, -4], [2, 3, 4], [-5, 1]]
    with Oracle(solver, free, leading=4, variables=5) as oracle:
        assert oracle.solve() is Status.SAT
        assert [v in oracle.model for v in range(1, 6)] == [True, False, True, False, False]


@pytest.mark.parametrize(("solver", "leading"), [("nobody", 0), ("glucose4", 1)])
def test_what_a_solver_cannot_do_is_refused(solver: str, leading: int) -> None:
    with pytest.raises(ConfigError, match="choose from"):
        Oracle(solver, [[1]], leading=leading, variables=1)


def test_what_the_solver_raises_is_raised() -> None:
    """An error inside the solver's thread, be it the end of memory, reaches the caller."""

    def fail(*_: object, **__: object) -> bool:
        raise MemoryError

    with Oracle("glucose4", [[1]]) as oracle:
        oracle._solver.solve_limited = fail
        with pytest.raises(MemoryError):
            oracle.solve()


@pytest.mark.parametrize("solver", ["cadical195", "glucose4"])
def test_an_interrupt_is_raised_between_two_slices(solver: str) -> None:
    """The solver is whole afterwards: it can be asked again."""
    with Oracle(solver, ([999, *clause] for clause in pigeons(11))) as oracle:
        timer = Timer(0.3, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            oracle.solve([-999])
        assert oracle.solve([999]) is Status.SAT


def test_an_interrupt_waits_for_the_slice_that_is_being_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No solver is left running behind the caller's back, who may delete it or ask again."""
    ended = []

    class Interrupted(Thread):
        def start(self) -> None:
            super().start()
            signal.raise_signal(signal.SIGINT)

    def slow(*_: object, **__: object) -> bool:
        time.sleep(0.2)
        ended.append(True)
        return False

    monkeypatch.setattr("satmayan.sat.oracle.Thread", Interrupted)
    with Oracle("glucose4", [[1]]) as oracle:
        oracle._solver.solve_limited = slow
        with pytest.raises(KeyboardInterrupt):
            oracle.solve()
        assert ended
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_solver_works_in_any_thread() -> None:
    found = []
    with Oracle("cadical195", [[1]]) as oracle:
        thread = Thread(target=lambda: found.append(oracle.solve()))
        thread.start()
        thread.join()
    assert found == [Status.SAT]
