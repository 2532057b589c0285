"""``satmayan bench`` as its users see it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

Program = Callable[..., Any]

SLOW = '''"""An encoding that takes its time."""
import time
from satmayan.sat.encoding import find

def encode(family, options):
    if family.steps > 2:
        open("started", "w").close()
        time.sleep(50)
    return find("events").family(family)
'''

NEVER = '''"""An encoding that knows no plan."""
from satmayan.sat.encoding import find

def encode(family, options):
    encoding = find("events").family(family)
    encoding.formula.add("no plan", [[]])
    return encoding
'''


def test_engines_are_compared_in_a_table(run: Program, boards: Path) -> None:
    result = run("bench", boards, "--engine", "sat,dfs", "--solver", "glucose4,minisat22")
    assert (result.code, result.err) == (0, "")
    names = [
        line.split("|")[1].strip()
        for line in result.out.splitlines()
        if "| 1/1" in line.replace("  ", " ").replace("  ", " ").replace("  ", " ")
    ]
    assert names == ["events glucose4", "events minisat22", "dfs"]


def test_finished_runs_are_not_run_again(
    run: Program, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = boards / "runs.jsonl"
    first = run("bench", boards, "--engine", "dfs", "--json", journal)

    def refuse(*args: object) -> None:
        raise AssertionError("a child was started")

    monkeypatch.setattr("satmayan.bench.session.Pool._start", refuse)
    assert run("bench", boards, "--engine", "dfs", "--json", journal) == first
    assert len(journal.read_text().splitlines()) == 2


def test_a_wrong_answer_is_told_loudly(run: Program, boards: Path) -> None:
    (boards / "never.py").write_text(NEVER)
    encodings = f"events,{boards / 'never.py'}"
    (boards / "a.out").unlink()
    result = run("bench", boards / "a.in", "--encoding", encodings, "--solver", "glucose4")
    assert result.code == 4
    assert "the answers differ" in result.err
    assert "3 0 1, 3 0 -1: events glucose4" in result.err
    assert "never.py glucose4: wrong: -1, where 3 0 1, 3 0 -1 is a plan" in result.err
    rows = [line.split("|")[2].strip() for line in result.out.splitlines()[2:4]]
    assert rows == ["1/1", "0/1, 1 wrong"]
    assert run("bench", boards / "a.in", "--encoding", encodings, "--engine", "sat,dfs").code == 4


def test_an_encoding_of_the_users_is_found_wrong_alone(run: Program, boards: Path) -> None:
    """Nothing else answered, and there is no known answer: the search is asked."""
    (boards / "never.py").write_text(NEVER)
    (boards / "a.out").unlink()
    result = run("bench", boards / "a.in", "--encoding", boards / "never.py")
    assert (result.code, result.out.splitlines()[2].split("|")[2].strip()) == (4, "0/1, 1 wrong")
    assert "wrong: -1, where 3 0 1, 3 0 -1 is a plan" in result.err


def test_a_plan_refutes_the_known_answer_not_the_run(run: Program, boards: Path) -> None:
    (boards / "a.out").write_text("-1\n")
    result = run("bench", boards / "a.in", "--engine", "search")
    assert (result.code, result.out.splitlines()[2].split("|")[2].strip()) == (1, "1/1")


def test_the_known_answer_is_compared_too(run: Program, boards: Path) -> None:
    (boards / "a.out").write_text("-1\n")
    result = run("bench", boards / "a.in", "--engine", "dfs")
    assert result.code == 1
    assert "-1: known answer" in result.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "magic"], "unknown engine 'magic': choose from sat, search, dfs"),
        (["--encoding", "magic"], "unknown encoding 'magic'"),
        (["--solver", "magic"], "unknown solver 'magic'"),
        (["--set", "magic=1"], "none of the encodings has an option 'magic'"),
        (["--strategy", "magic"], "unknown strategy 'magic': choose static or assume"),
        (["--solver", "glucose4", "--strategy", "static"], "none of the solvers can follow"),
    ],
)
def test_unknown_names_are_told_before_anything_runs(
    run: Program, boards: Path, arguments: list[str], message: str
) -> None:
    result = run("bench", boards, *arguments)
    assert result.code == 2
    assert message in result.err


def test_option_values_are_compared(run: Program, boards: Path) -> None:
    text = NEVER.replace('"no plan", [[]]', '"nothing", []') + (
        "from satmayan.sat.encoding import Option\n"
        "OPTIONS = (Option('colour', ('red', 'blue', 'green'), 'nothing'),)\n"
    )
    (boards / "mine.py").write_text(text)
    encodings = f"{boards / 'mine.py'},events"
    result = run("bench", boards / "a.in", "--encoding", encodings, "--set", "colour=red,blue")
    assert result.code == 0
    assert [line.count("colour=") for line in result.out.splitlines()[2:5]] == [1, 1, 0]


def test_strategies_are_compared_on_the_solvers_that_can_follow_them(
    run: Program, boards: Path
) -> None:
    strategies = ["--solver", "cadical195,glucose4", "--strategy", "static,assume"]
    result = run("bench", boards / "a.in", *strategies, "--json", boards / "runs.jsonl")
    assert result.code == 0
    names = [line.split("|")[1].split() for line in result.out.splitlines()[2:5]]
    assert [name[1:] for name in names] == [
        ["cadical195", "static"],
        ["cadical195", "assume"],
        ["glucose4", "assume"],
    ]
    lines = (boards / "runs.jsonl").read_text().splitlines()[1:]
    rows = [json.loads(line)["entry"] for line in lines]
    calls = {row["job"]["strategy"]: row["row"]["statistics"]["calls"] for row in rows}
    assert calls["static"] <= calls["assume"]


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -9)]
)
def test_ended_it_leaves_no_process_and_keeps_what_is_finished(
    boards: Path, number: int, code: int
) -> None:
    """Ctrl-C, SIGTERM or even SIGKILL: finished rows are kept; workers and children are gone."""
    (boards / "slow.py").write_text(SLOW)
    (boards / "b.in").write_text("3\n0\n0\n0\n1 1 0\n1 0\n")
    arguments = ["bench", ".", "--encoding", "slow.py", "--jobs", "2", "--json", "j"]
    command = [sys.executable, "-m", "satmayan", *arguments]
    marked = os.environ | {"MARK": str(boards)}
    process = subprocess.Popen(command, cwd=boards, stderr=subprocess.PIPE, text=True, env=marked)
    journal = boards / "j"
    wait_for(lambda: (boards / "started").exists() and len(journal.read_text().splitlines()) == 2)
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == code
    assert err == ("\nsatmayan: interrupted\n" if code > 0 else "")
    assert len(journal.read_text().splitlines()) == 2
    wait_for(lambda: not running(f"MARK={boards}"))


def running(mark: str) -> list[str]:
    """The processes with a mark in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if mark.encode() in path.read_bytes().split(b"\0"):
                found.append(path.parent.name)
    return found


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.05)


def test_a_progress_bar_on_a_terminal(boards: Path) -> None:
    master, terminal = pty.openpty()
    command = [sys.executable, "-m", "satmayan", "bench", str(boards), "--engine", "dfs"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal, check=True)
    os.close(terminal)
    shown = os.read(master, 10_000).decode()
    os.close(master)
    assert "100%" in shown
    assert b"100%" not in done.stdout


def test_plot_without_matplotlib_says_so_before_anything_runs(
    run: Program, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run("bench", boards, "--plot", boards / "p.svg")
    assert (result.code, result.out) == (2, "")
    assert "satmayan[plot]" in result.err


def test_a_folder_without_boards_is_an_error(run: Program, tmp_path: Path) -> None:
    """It used to end in a traceback."""
    result = run("bench", tmp_path)
    assert (result.code, result.err) == (2, f"satmayan: no *.in files in {tmp_path}\n")


@pytest.mark.parametrize("option", ["--engine", "--encoding", "--solver"])
def test_nothing_to_compare_is_an_error(run: Program, boards: Path, option: str) -> None:
    """It used to end in a traceback."""
    result = run("bench", boards, option, ",")
    assert (result.code, result.out) == (2, "")
    assert "nothing to compare" in result.err
