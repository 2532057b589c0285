"""The figures of the table, and the picture."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from satmayan.base.errors import ConfigError
from satmayan.bench.plot import plot, require_matplotlib
from satmayan.bench.runs import SOLVED, TIMEOUT, Job, Row
from satmayan.bench.session import Finished
from satmayan.bench.table import columns, par2, ratio, table
from satmayan.planner import Config
from satmayan.puzzle.board import Board, Puzzle
from satmayan.run.sandbox import Limits

PUZZLE = Puzzle(Board.of("", "", "", "11", "1"), 2)
LIMITS = Limits(10)
ONE, TWO, DFS = Config("sat", "one", "glucose4"), Config("sat", "two", "glucose4"), Config("dfs")


def run(config: Config, board: str, cpu: float, status: str = SOLVED, **counts: int) -> Finished:
    job = Job(board, PUZZLE, config, LIMITS)
    return job, Row(board, status, cpu, cpu, 50 << 20, None, statistics=counts)


RUNS = [
    run(ONE, "a", 1.0, conflicts=9, variables=100, clauses=1000),
    run(ONE, "b", 2.0, conflicts=99, variables=200, clauses=3000),
    run(ONE, "c", 10.1, TIMEOUT),
    run(TWO, "a", 4.0, conflicts=7, variables=50, clauses=500),
    run(TWO, "b", 2.0, conflicts=1, variables=50, clauses=500),
    run(TWO, "c", 3.0, conflicts=1_000_000, variables=50, clauses=500),
    run(DFS, "a", 0.25),
    run(DFS, "b", 0.5),
    run(DFS, "c", 8.0),
]


def test_par2_counts_an_unsolved_board_twice_the_limit() -> None:
    one, two, _ = columns(RUNS)
    assert par2(one, LIMITS) == pytest.approx((1 + 2 + 20) / 3)
    assert par2(two, LIMITS) == pytest.approx(3)


def test_ratio_is_the_geometric_mean_over_boards_both_solved() -> None:
    one, two, dfs = columns(RUNS)
    assert ratio(one, one) == pytest.approx(1)
    assert ratio(two, one) == pytest.approx(2)  # 4 and 1
    assert ratio(dfs, one) == pytest.approx(0.25)


def test_repetitions_count_by_their_median() -> None:
    [column] = columns([run(ONE, "a", cpu) for cpu in (1.0, 7.0, 2.0)])
    assert column.cpu("a") == 2.0


def test_a_board_is_solved_if_every_repetition_is() -> None:
    [column] = columns([run(ONE, "a", 1.0), run(ONE, "a", 10.0, TIMEOUT)])
    assert not column.solved("a")


def test_the_table() -> None:
    lines = table(columns(RUNS), LIMITS).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[:5]]
    assert cells[0][1:4] == ["solved", "PAR-2", "ratio"]
    # geometric mean of 10 and 100, and of 8 and 2, less 1: board c is not solved by all
    assert cells[2] == ["one glucose4", "2/3", "7.67", "1.00", "31", "150", "2,000", "50"]
    assert cells[3] == ["two glucose4", "3/3", "3.00", "2.00", "3", "50", "500", "50"]
    assert cells[4] == ["dfs", "3/3", "2.92", "0.25", "-", "-", "-", "50"]
    assert len({len(line) for line in lines[:5]}) == 1


def test_without_a_solved_board_there_are_no_ratios() -> None:
    [line] = [
        line
        for line in table(columns([run(ONE, "a", 10.0, TIMEOUT)]), LIMITS).splitlines()
        if "glucose4 |" in line
    ]
    assert [cell.strip() for cell in line.strip("|").split("|")][1:6] == [
        "0/1", "20.00", "-", "-", "-",
    ]  # fmt: skip


def test_a_missing_matplotlib_is_told_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ConfigError, match=r"pip install 'satmayan\[plot\]'"):
        require_matplotlib()


def test_the_picture_names_every_column_and_repeats_byte_for_byte(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("1.svg", "2.svg"):
        plot(columns(RUNS), LIMITS, tmp_path / name)
    text = (tmp_path / "1.svg").read_text(encoding="utf-8")
    assert all(name in text for name in ("one glucose4", "two glucose4", "dfs"))
    assert (tmp_path / "2.svg").read_text(encoding="utf-8") == text


def test_an_unknown_picture_format_is_told(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(ConfigError, match="xyz"):
        plot(columns(RUNS), LIMITS, tmp_path / "a.xyz")
