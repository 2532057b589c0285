"""One run in a child process: limits, measures, outcomes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from satmayan.bench import runs
from satmayan.bench.runs import (
    CONTRADICTION,
    ERROR,
    LIMITS,
    MEMORY,
    SOLVED,
    TIMEOUT,
    Job,
    Row,
    label,
    make,
)
from satmayan.planner import Config
from satmayan.puzzle.board import Board, Puzzle
from satmayan.run.sandbox import MIB, Limits

EASY = Puzzle(Board.of("", "", "", "11", "1"), 2)
NO_PLAN = Puzzle(Board.of("1", "1", "", "", "1"), 1)

HEAD = '''"""An encoding for tests."""
import time
from satmayan.puzzle.board import Move
from satmayan.sat.encoding import Encoding
from satmayan.sat.formula import Formula

class Test(Encoding):
    def __init__(self):
        self.formula = Formula()
        self.formula.group("a")
        self.formula.add("true", [[1]])
    def choices(self, step, rounds_before):
        return [(Move(3, 0, 1), 1)]
    def first(self, x, y, colour):
        return []
    def steps(self, model):
        return [(Move(3, 0, 1), 0)] * 2

def encode(family, options):
'''


def custom(tmp_path: Path, body: str, limits: Limits | None = None) -> Row:
    """The row of a run of an encoding with this body of ``encode``."""
    path = tmp_path / "mine.py"
    path.write_text(HEAD + "    " + body + "\n")
    return make(Job("b", EASY, Config("sat", str(path)), limits or LIMITS))


@pytest.mark.parametrize("engine", ["sat", "search", "dfs"])
def test_a_solved_run(engine: str) -> None:
    row = make(Job("b", EASY, Config(engine), LIMITS))
    assert (row.status, row.answer) == (SOLVED, "3 0 1, 3 0 -1")
    assert 0 < row.cpu < 20
    assert row.wall > 0
    assert 5e6 < row.memory < 1e9
    assert ("variables" in row.statistics) == (engine == "sat")


def test_no_plan_is_an_answer() -> None:
    row = make(Job("b", NO_PLAN, Config("dfs"), LIMITS))
    assert (row.status, row.plan, row.answer) == (SOLVED, None, "-1")


def test_the_cpu_limit_ends_a_run(tmp_path: Path) -> None:
    """However busy the machine is: the limit is of CPU seconds, and they are measured."""
    row = custom(tmp_path, "while True: pass", replace(LIMITS, seconds=1, memory=0))
    assert (row.status, row.cpu >= 0.9, row.wall >= 0.9) == (TIMEOUT, True, True)


def test_a_run_that_sleeps_is_ended_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "patience", lambda _: 1.0)
    assert custom(tmp_path, "time.sleep(60)").status == TIMEOUT


def test_the_memory_limit_ends_a_run(tmp_path: Path) -> None:
    row = custom(tmp_path, "return bytearray(700 << 20)", replace(LIMITS, memory=600 * MIB))
    assert row.status == MEMORY
    assert row.memory < 600 << 20


def test_a_crash_is_an_error_with_its_last_words(tmp_path: Path) -> None:
    row = custom(tmp_path, "raise KeyError('no such cell')")
    assert row.status == ERROR
    assert "KeyError: 'no such cell'" in row.reason


def test_a_plan_that_the_rules_refuse_is_a_contradiction(tmp_path: Path) -> None:
    row = custom(tmp_path, "return Test()")
    assert row.status == CONTRADICTION
    assert "the verifier contradicts the solver" in row.reason


def test_labels() -> None:
    assert label(Config("dfs")) == "dfs"
    assert label(Config("sat", "events", "cadical195", {"look": "off"})) == (
        "events cadical195 look=off"
    )
