"""Many runs: the journal, what is not run again, and interruption."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from satmayan.base.errors import ConfigError
from satmayan.bench import session
from satmayan.bench.runs import ERROR, SOLVED, TIMEOUT, Job, Limits, Row
from satmayan.bench.session import Journal, run_all, sources_digest
from satmayan.planner import Config
from satmayan.puzzle.board import Board, Puzzle

PUZZLE = Puzzle(Board.of("", "", "", "11", "1"), 2)
JOB = Job("a.in", PUZZLE, Config("dfs"), Limits(), 1, "digest")
ROW = Row("a.in", SOLVED, 1.0, 0.5, 1000, ((3, 0, 1), (3, 0, -1)), {"read": 0.1}, {"calls": 3})


def test_a_row_is_found_in_a_later_session(tmp_path: Path) -> None:
    Journal(tmp_path / "j").add(JOB, ROW)
    assert Journal(tmp_path / "j").find(JOB) == ROW


@pytest.mark.parametrize(
    "other",
    [
        replace(JOB, config=Config("search")),
        replace(JOB, puzzle=Puzzle(PUZZLE.board, 3)),
        replace(JOB, limits=Limits(61)),
        replace(JOB, repeat=2),
        replace(JOB, sources="other code"),
    ],
)
def test_another_job_is_not(tmp_path: Path, other: Job) -> None:
    journal = Journal(tmp_path / "j")
    journal.add(JOB, ROW)
    assert journal.find(other) is None


def test_a_board_is_known_by_its_contents(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    journal.add(JOB, ROW)
    assert journal.find(replace(JOB, board="moved.in")) == replace(ROW, board="moved.in")


def test_timeouts_are_kept_and_errors_run_again(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j")
    journal.add(JOB, replace(ROW, status=TIMEOUT, plan=None))
    assert journal.find(JOB) is not None
    journal.add(JOB, replace(ROW, status=ERROR, plan=None))
    assert journal.find(JOB) is None


def test_a_line_cut_off_by_a_crash_costs_that_run_only(tmp_path: Path) -> None:
    path = tmp_path / "j"
    Journal(path).add(JOB, ROW)
    path.write_text(path.read_text() + path.read_text()[:50])
    again = replace(JOB, repeat=2)
    Journal(path).add(again, ROW)
    assert Journal(path).find(JOB) == ROW
    assert Journal(path).find(again) == ROW


class Slow:
    """A child that never ends, and counts those alive."""

    alive = 0

    def __init__(self, job: Job) -> None:
        self.job = job
        Slow.alive += 1

    def poll(self) -> Row | None:
        return ROW if self.job.repeat == 1 else None

    def kill(self) -> None:
        Slow.alive -= 1


def test_finished_runs_survive_an_interruption_and_children_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "Child", Slow)

    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupt)
    jobs = [JOB, replace(JOB, repeat=2), replace(JOB, repeat=3)]
    found: list[Any] = []
    with pytest.raises(KeyboardInterrupt):
        for run in run_all(jobs, Journal(tmp_path / "j"), workers=3):
            found.append(run)
    assert found == [(JOB, ROW)]
    assert Slow.alive == 1  # the one that had ended by itself
    assert Journal(tmp_path / "j").find(JOB) == ROW


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
    with pytest.raises(ConfigError, match="not a file of finished runs"):
        Journal(path)
    assert path.read_bytes() == content


def test_a_journal_that_has_no_end_is_refused() -> None:
    """Reading /dev/full took all memory, reading a pipe never came back."""
    with pytest.raises(ConfigError, match="not a regular file"):
        Journal(Path("/dev/null"))
