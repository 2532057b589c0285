"""Cubes over processes: the same answers, limits, and no process left."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from cascades import cascade

from satmayan.base.errors import EncodingError
from satmayan.base.limits import Deadline
from satmayan.planner import Config, Verdict, solve
from satmayan.puzzle.board import Board, Move, Plan, Puzzle
from satmayan.puzzle.files import format_puzzle
from satmayan.puzzle.generate import random_board
from satmayan.sat import parallel as cubes
from satmayan.sat.encoding import find
from satmayan.sat.guard import guarded
from satmayan.search import fast as search

PUZZLE = Puzzle(Board.of("", "", "", "11", "1"), 2)
PLAN = (Move(3, 0, 1), Move(3, 0, -1))
# No plan, and far too much to show that in a second or two.
HARD = Puzzle(Board.of("1212312", "3231213", "1132321", "2313122", "3121213"), 6)


def sample(seed: int) -> Puzzle:
    """A small board, with or without a plan."""
    random = Random(seed)
    colours = random.randint(1, 3)
    board = random_board(random, 3 * colours + random.randint(0, 3), colours)
    return Puzzle(board, 2 + seed % 3)


@pytest.mark.parametrize("seed", range(3))
def test_any_number_of_processes_gives_the_answer_of_the_search(seed: int) -> None:
    puzzle = sample(seed)
    expected = search.first_plan(puzzle)
    for jobs in (1, 2, 3):
        result = solve(puzzle, Config(jobs=jobs))
        assert result.verdict is (Verdict.NO_PLAN if expected is None else Verdict.PLAN)
        assert result.plan == expected


@pytest.mark.parametrize("seed", [0, 9])
def test_a_bound_that_has_to_be_raised_loses_no_plan(seed: int) -> None:
    """Two or three rounds in a step, where there is room for one at first."""
    puzzle = Puzzle(cascade(Random(seed), 3, 3), 2)
    config = Config(encoding="rounds", options={"rounds": "1"}, jobs=2)
    assert solve(puzzle, config).plan == search.first_plan(puzzle) is not None


def test_the_solvers_totals_are_added_up() -> None:
    statistics = solve(PUZZLE, Config(jobs=2)).statistics
    assert statistics["calls"] >= 2


def start(puzzle: Puzzle, method: str | None = None, seconds: float | None = None) -> Plan | None:
    work = cubes.Work(puzzle, "events", {}, "cadical195", "assume", Deadline(seconds))
    encoding = guarded(find("events"), puzzle, {})
    return cubes.race(work, encoding, cubes.by_first_move(encoding), 2, method=method)


def test_spawned_processes_make_the_encoding_themselves() -> None:
    assert start(PUZZLE, "spawn") == search.first_plan(PUZZLE)


def test_the_deadline_ends_the_processes() -> None:
    begin = time.monotonic()
    result = solve(HARD, Config(jobs=2), Deadline(2))
    assert result.verdict is Verdict.UNKNOWN and "time limit" in result.reason
    assert time.monotonic() - begin < 60
    assert multiprocessing.active_children() == []


def killed(work: cubes.Work, *_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_worker_that_dies_makes_the_answer_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cubes, "load", killed)
    result = solve(PUZZLE, Config(jobs=2))
    assert result.verdict is Verdict.UNKNOWN
    assert "its worker process died 3 times (exit code -9)" in result.reason


def exhausted(*_: object) -> None:
    raise MemoryError


def test_a_worker_out_of_memory_makes_the_answer_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cubes, "load", exhausted)
    result = solve(PUZZLE, Config(jobs=2))
    assert result.verdict is Verdict.UNKNOWN and result.reason == "out of memory"


def broken(*_: object) -> None:
    raise EncodingError("encoding x: steps raised something")


def test_what_an_encoding_raises_in_a_worker_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cubes, "load", broken)
    with pytest.raises(EncodingError, match="encoding x"):
        solve(PUZZLE, Config(jobs=2))


@pytest.mark.parametrize(
    ("outcomes", "expected"),
    [
        ([(2, "unknown"), (1, PLAN)], PLAN),  # what comes after a plan cannot matter
        ([(2, PLAN), (1, "unknown")], "unknown"),  # a smaller plan may be in the unknown cube
    ],
)
def test_of_two_outcomes_the_earlier_counts(
    outcomes: list[tuple[int, Plan | str]], expected: Plan | str
) -> None:
    race = cubes._Race([[1], [2], [3]], None)
    assert len(list(race.jobs())) == 3
    for cube, outcome in outcomes:
        race.take(cube, cubes._Outcome(outcome))
    assert race.outcome == expected


def processes_of(session: int) -> list[int]:
    """The processes of a session, zombies left out."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(folder.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are read in /proc")
@pytest.mark.parametrize(
    ("number", "to_all", "code"),
    [
        (signal.SIGINT, True, 130),  # Ctrl-C on a terminal: all processes get it
        (signal.SIGINT, False, 130),
        (signal.SIGKILL, False, -9),
    ],
)
def test_no_process_is_left(
    tmp_path: Path, number: signal.Signals, to_all: bool, code: int
) -> None:
    board = tmp_path / "hard.in"
    board.write_text(format_puzzle(HARD), encoding="utf-8")
    program = subprocess.Popen(
        [sys.executable, "-m", "satmayan", "solve", str(board), "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        end = time.monotonic() + 60
        while len(processes_of(program.pid)) < 3 and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.5)  # the workers' imports are done, they are solving
        assert len(processes_of(program.pid)) == 3
        (os.killpg if to_all else os.kill)(program.pid, number)
        out, err = program.communicate(timeout=60)
        assert program.returncode == code
        assert out == "" and "Traceback" not in err
        end = time.monotonic() + 60
        while processes_of(program.pid) and time.monotonic() < end:
            time.sleep(0.05)
        assert processes_of(program.pid) == []
    finally:
        for process in processes_of(program.pid):
            os.kill(process, signal.SIGKILL)
        program.wait()
