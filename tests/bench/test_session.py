"""Many runs: the journal, what is not run again, and interruption."""

from __future__ import annotations

import multiprocessing
from dataclasses import replace
from pathlib import Path

import pytest

from satmayan.base.errors import ConfigError
from satmayan.bench.runs import ERROR, LIMITS, SOLVED, TIMEOUT, Job, Row
from satmayan.bench.session import FinishedRuns, run_all, sources_digest
from satmayan.planner import Config
from satmayan.puzzle.board import Board, Move, Puzzle

PUZZLE = Puzzle(Board.of("", "", "", "11", "1"), 2)
JOB = Job("a.in", PUZZLE, Config("dfs"), LIMITS, 1, "digest")
ROW = Row(
    "a.in", SOLVED, 1.0, 0.5, 1000, (Move(3, 0, 1), Move(3, 0, -1)), {"read": 0.1}, {"calls": 3}
)


def kept(path: Path, *records: tuple[Job, Row]) -> list[str]:
    """Add rows to a journal; the damage that was in it."""
    with FinishedRuns(path) as runs:
        for job, row in records:
            runs.add(job, row)
        return runs.damaged


def find(path: Path, job: Job) -> Row | None:
    """What a later session finds of a job."""
    with FinishedRuns(path) as runs:
        return runs.find(job)


def test_a_row_is_found_in_a_later_session(tmp_path: Path) -> None:
    kept(tmp_path / "j", (JOB, ROW))
    assert find(tmp_path / "j", JOB) == ROW


@pytest.mark.parametrize(
    "other",
    [
        replace(JOB, config=Config("search")),
        replace(JOB, puzzle=Puzzle(PUZZLE.board, 3)),
        replace(JOB, limits=replace(LIMITS, seconds=61)),
        replace(JOB, repeat=2),
        replace(JOB, sources="other code"),
    ],
)
def test_another_job_is_not(tmp_path: Path, other: Job) -> None:
    kept(tmp_path / "j", (JOB, ROW))
    assert find(tmp_path / "j", other) is None


def test_a_board_is_known_by_its_contents(tmp_path: Path) -> None:
    kept(tmp_path / "j", (JOB, ROW))
    found = find(tmp_path / "j", replace(JOB, board="moved.in"))
    assert found == replace(ROW, board="moved.in")


def test_timeouts_are_kept_and_errors_run_again(tmp_path: Path) -> None:
    kept(tmp_path / "j", (JOB, replace(ROW, status=TIMEOUT, plan=None)))
    assert find(tmp_path / "j", JOB) is not None
    kept(tmp_path / "j", (JOB, replace(ROW, status=ERROR, plan=None)))
    assert find(tmp_path / "j", JOB) is None


def test_a_damaged_line_costs_that_run_only(tmp_path: Path) -> None:
    path, again = tmp_path / "j", replace(JOB, repeat=2)
    kept(path, (JOB, ROW), (again, ROW))
    head, first, second = path.read_text().splitlines()
    path.write_text("\n".join([head, first.replace("solved", "Solved"), second]) + "\n")
    assert find(path, JOB) is None and find(path, again) == ROW
    assert [line.split(":")[1] for line in kept(path, (JOB, ROW))] == ["2"]
    assert find(path, JOB) == ROW


def test_finished_runs_survive_an_interruption_and_workers_do_not(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text("import time\ntime.sleep(1000)\n")
    slow = Config("sat", str(tmp_path / "slow.py"))
    jobs = [JOB, replace(JOB, config=slow), replace(JOB, config=slow, repeat=2)]
    with FinishedRuns(tmp_path / "j") as runs:
        session = run_all(jobs, runs, workers=3)
        job, row = next(session)
        session.close()
    assert (job, row.status) == (JOB, SOLVED)
    assert multiprocessing.active_children() == []
    assert find(tmp_path / "j", JOB) == row


def test_the_digest_follows_an_encoding_given_by_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("1")
    first = sources_digest([str(path)])
    assert sources_digest([str(path)]) == first
    path.write_text("2")
    assert sources_digest([str(path)]) != first


def test_the_digest_follows_the_data_of_the_encodings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The boxes of the bound are clauses: with others a formula is another one."""
    monkeypatch.setattr("satmayan.encodings.__path__", [str(tmp_path)])
    (tmp_path / "_covers.jsonl").write_text("{}\n")
    first = sources_digest()
    (tmp_path / "_covers.jsonl").write_text("{}\n{}\n")
    assert sources_digest() != first


@pytest.mark.parametrize("content", [b"5\n1 0\n0\n0\n0\n0\n", b"\x89PNG\r\n\xff"])
def test_a_file_that_is_no_journal_is_refused_and_left_alone(
    tmp_path: Path, content: bytes
) -> None:
    """A board given to --json by mistake used to have rows written after it."""
    path = tmp_path / "mayan.in"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match="no header of a journal"):
        FinishedRuns(path)
    assert path.read_bytes() == content
