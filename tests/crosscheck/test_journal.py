"""The journal: nothing is lost, nothing is done twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from satmayan.crosscheck.contestants import Answer
from satmayan.crosscheck.journal import FILE, Journal, OtherRun
from satmayan.crosscheck.referee import Case, Checked, ShrinkTask, Shrunk
from satmayan.crosscheck.verdict import Outcome, Ruling
from satmayan.puzzle.board import Board, Move, Puzzle

HEADER = {"reference": "dfs"}
ENTRY = Case("a", Puzzle(Board.of("", "", "", "11", "1"), 2))
OTHER = Case("b", Puzzle(Board.of("", "", "", "", "1"), 1))
PLAN = (Move(3, 0, 1), Move(3, 0, -1))
MISSED = Answer(Ruling(Outcome.MISSED, "d"), "-1\0\ufffd\n", 0.5, ("left processes running",))
CHECKED = Checked(ENTRY, PLAN, "", 0.25, (MISSED,))
UNKNOWN = Checked(OTHER, None, "time limit", 9.0, ())
TASK = ShrinkTask(0, Outcome.MISSED, ENTRY)
SHRUNK = Shrunk(0, Outcome.MISSED, "a", ENTRY.puzzle, PLAN, MISSED)


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    with Journal(tmp_path, HEADER) as journal:
        journal.add(CHECKED)
        journal.add(UNKNOWN)
        journal.add_shrunk(TASK, SHRUNK)
    with Journal(tmp_path, HEADER) as journal:
        assert journal.known(ENTRY) == CHECKED
        assert journal.known(OTHER) == UNKNOWN
        assert journal.shrunk == {TASK: SHRUNK}


def test_a_failure_that_did_not_show_again_is_remembered(tmp_path: Path) -> None:
    with Journal(tmp_path, HEADER) as journal:
        journal.add_shrunk(TASK, None)
    with Journal(tmp_path, HEADER) as journal:
        assert journal.shrunk == {TASK: None}


def test_the_same_name_for_another_board_is_not_known(tmp_path: Path) -> None:
    with Journal(tmp_path, HEADER) as journal:
        journal.add(CHECKED)
        assert journal.known(Case("a", OTHER.puzzle)) is None


@pytest.mark.parametrize("cut", [1, 20])
def test_a_last_line_cut_short_is_dropped_and_written_anew(tmp_path: Path, cut: int) -> None:
    with Journal(tmp_path, HEADER) as journal:
        journal.add(CHECKED)
        journal.add(UNKNOWN)
    path = tmp_path / FILE
    path.write_bytes(path.read_bytes()[:-cut])
    with Journal(tmp_path, HEADER) as journal:
        assert journal.known(OTHER) is None
        journal.add(UNKNOWN)
    with Journal(tmp_path, HEADER) as journal:
        assert (journal.known(ENTRY), journal.known(OTHER)) == (CHECKED, UNKNOWN)


def test_a_header_cut_short_is_as_good_as_none(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"refer')
    with Journal(tmp_path, HEADER) as journal:
        journal.add(CHECKED)
    assert (tmp_path / FILE).read_text().startswith('{"reference": "dfs"}\n')


def test_other_options_are_refused(tmp_path: Path) -> None:
    with Journal(tmp_path, HEADER):
        pass
    with pytest.raises(OtherRun, match="differs in: reference"):
        Journal(tmp_path, {"reference": "search"})


def test_two_at_a_time_are_refused(tmp_path: Path) -> None:
    with Journal(tmp_path, HEADER), pytest.raises(OtherRun, match="another cross-check"):
        Journal(tmp_path, HEADER)
