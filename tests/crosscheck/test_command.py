"""``satmayan crosscheck`` from end to end, on programs with known mistakes."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from satmayan.cli.crosscheck import _colours
from satmayan.crosscheck.journal import FILE
from satmayan.crosscheck.referee import Case, Checked
from satmayan.crosscheck.report import summarise
from satmayan.crosscheck.session import Results
from satmayan.puzzle.board import Board, Puzzle
from satmayan.run.protection import Protection
from satmayan.run.sandbox import Sandbox

# A right program: the reference's own, behind a file that counts its runs.
RIGHT = """
import sys
from satmayan.search import literal as dfs
from satmayan.puzzle import files as mayanfile
with open(LOG, 'a') as log: log.write('run\\n')
puzzle = mayanfile.parse_puzzle(sys.stdin.read()).puzzle
print(mayanfile.format_plan(dfs.first_plan(puzzle)), end='')
"""
# A program that gives up at once, quick enough for the many runs of the shrinking.
GIVES_UP = "with open(LOG, 'a') as log: log.write('run\\n')\nprint(-1)"


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """Three boards: two with a plan, one without."""
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "1.in").write_text("1\n0\n0\n0\n1 1 0\n1 0\n")
    (folder / "2.in").write_text("2\n0\n1 0\n1 0\n0\n1 1 0\n")
    (folder / "3.in").write_text("1\n0\n0\n0\n0\n1 0\n")
    return folder


@pytest.fixture(autouse=True)
def log(tmp_path: Path) -> Iterator[None]:
    """The file LOG is a pipe: nothing else that a program can write to is seen out here."""
    os.mkfifo(tmp_path / "log")
    _LOGS[tmp_path] = os.open(tmp_path / "log", os.O_RDWR | os.O_NONBLOCK), bytearray()
    yield
    os.close(_LOGS.pop(tmp_path)[0])


_LOGS: dict[Path, tuple[int, bytearray]] = {}


def command(tmp_path: Path, source: str) -> str:
    path = tmp_path / "mine.py"
    path.write_text(f"LOG = {str(tmp_path / 'log')!r}\n{source}")
    return f"{sys.executable} {path}"


def crosscheck(*args: str | Path) -> tuple[int, str, str]:
    """The exit code, stdout and stderr of a whole process."""
    done = subprocess.run(
        [sys.executable, "-m", "satmayan", "crosscheck", "--reference", "dfs", *map(str, args)],
        capture_output=True,
        text=True,
        timeout=100,
    )
    return done.returncode, done.stdout, done.stderr


def report(*args: str | Path) -> tuple[int, Any]:
    code, out, _ = crosscheck("--json", *args)
    return code, json.loads(out)


def runs(tmp_path: Path) -> int:
    pipe, seen = _LOGS[tmp_path]
    with suppress(BlockingIOError):
        seen += os.read(pipe, 1 << 16)
    return seen.count(b"\n")


def test_a_right_program(tmp_path: Path, boards: Path) -> None:
    code, out, err = crosscheck("--boards", boards, command(tmp_path, RIGHT))
    assert (code, err) == (0, "")
    assert out.startswith("mine: right on all 3 boards\n  time: ")


def test_a_wrong_program_is_explained_on_three_blocks(tmp_path: Path, boards: Path) -> None:
    code, out, _ = crosscheck("--boards", boards, command(tmp_path, GIVES_UP))
    assert code == 1
    assert "mine: wrong on 2 of 3 boards" in out
    assert "2 x says -1 where a plan exists (first: 1; smallest: 3 blocks)" in out
    assert "right answer: 3 0 -1" in out
    assert out.splitlines()[-1] in {f"protection: {kind.value}" for kind in Protection}


def test_the_smallest_board_is_written_with_both_answers(tmp_path: Path, boards: Path) -> None:
    out = tmp_path / "out"
    crosscheck("--boards", boards, "--out", out, command(tmp_path, GIVES_UP))
    assert sorted(p.name for p in out.iterdir()) == [
        "boards", FILE, *(f"mine-missed.{kind}" for kind in ("got", "html", "in", "out"))
    ]  # fmt: skip
    assert (out / "mine-missed.in").read_text() == "1\n0\n0\n0\n1 1 0\n1 0\n"
    assert (out / "mine-missed.out").read_text() == "3 0 -1\n"
    assert (out / "mine-missed.got").read_text() == "-1\n"


def test_the_report_as_json(tmp_path: Path, boards: Path) -> None:
    code, found = report("--boards", boards, command(tmp_path, GIVES_UP))
    (mine,) = found["contestants"]
    (difference,) = mine["differences"]
    assert (code, found["boards"], mine["judged"], mine["right"]) == (1, 3, 3, 1)
    assert (difference["outcome"], difference["count"], difference["first"]) == ("MISSED", 2, "1")
    assert difference["in"] == "1\n0\n0\n0\n1 1 0\n1 0\n"
    with Sandbox(tmp_path) as sandbox:
        assert found["protection"] == sandbox.protection.key


def test_nothing_is_done_twice(tmp_path: Path, boards: Path) -> None:
    args = ("--boards", boards, "--out", tmp_path / "out", command(tmp_path, GIVES_UP))
    """But for the few boards that the diagnosis makes for its suspects, which are not kept."""
    first, session = report(*args), runs(tmp_path)
    assert report(*args) == first
    asked = runs(tmp_path) - session
    assert report(*args) == first
    assert runs(tmp_path) == session + 2 * asked and asked < session / 2


def test_more_boards_are_added_to_what_is_there(tmp_path: Path, boards: Path) -> None:
    args = ("--boards", boards, "--out", tmp_path / "out", command(tmp_path, RIGHT))
    crosscheck(*args)
    (boards / "4.in").write_text("1\n0\n0\n0\n1 0\n1 1 0\n")
    assert report(*args)[1]["boards"] == 4
    assert runs(tmp_path) == 4


def test_a_changed_program_does_not_go_on(tmp_path: Path, boards: Path) -> None:
    args = ("--boards", boards, "--out", tmp_path / "out")
    crosscheck(*args, command(tmp_path, RIGHT))
    code, _, err = crosscheck(*args, command(tmp_path, GIVES_UP))
    assert code == 2
    assert "belongs to another session (it differs in: programs)" in err


# Waits at the third board, for as long as there is a file LOG.hold.
WAITS = (
    RIGHT
    + """
import os, time
while puzzle.board.blocks == 1 and os.path.exists(LOG + '.hold'): time.sleep(0.01)
"""
)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_going_on(tmp_path: Path, boards: Path, number: signal.Signals) -> None:
    """Interrupted in the middle: results so far at once, then only the rest is done."""
    for k in range(4, 9):
        (boards / f"{k}.in").write_text("1\n0\n0\n0\n1 1 0\n1 0\n")
    hold, out, waits = tmp_path / "log.hold", tmp_path / "out", command(tmp_path, WAITS)
    hold.touch()
    args = ["--boards", boards, "--out", out, "--jobs", "1", "--time-limit", "1000", waits]
    process = subprocess.Popen(
        [sys.executable, "-m", "satmayan", "crosscheck", "--json", "--reference", "dfs"]
        + [str(arg) for arg in args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    end = time.monotonic() + 60
    while runs(tmp_path) < 3 and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=60)
    code = {signal.SIGINT: 130, signal.SIGTERM: 143}[number]
    assert (process.returncode, stderr.strip()) == (code, b"satmayan: interrupted")
    so_far = json.loads(stdout)
    assert (so_far["interrupted"], so_far["boards"]) == (True, 2)
    assert list(tmp_path.glob("satmayan-*")) == []
    hold.unlink()
    code, found = report(*args)
    assert (code, found["boards"], found["contestants"][0]["right"]) == (0, 8, 8)
    assert runs(tmp_path) == 8 + 1  # the third was begun, and not recorded


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ended_while_compiling(tmp_path: Path, number: signal.Signals) -> None:
    """It used to leave a folder satmayan-* in $TMPDIR."""
    source = tmp_path / "slow.cpp"
    source.write_text('#include "log"\n')  # a pipe that never ends
    process = subprocess.Popen(
        [sys.executable, "-m", "satmayan", "crosscheck", str(source)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    wait_for(lambda: any("cc1plus" in line for line in lines(str(source))), 30)
    process.send_signal(number)
    stdout, stderr = process.communicate(timeout=60)
    code = {signal.SIGINT: 130, signal.SIGTERM: 143}[number]
    assert (process.returncode, stdout, stderr.strip()) == (code, b"", b"satmayan: interrupted")
    assert list(tmp_path.glob("satmayan-*")) == []
    assert lines(str(source)) == []


def test_a_program_with_a_very_long_name_is_reported(tmp_path: Path, boards: Path) -> None:
    """Its report used to be lost, after all the runs."""
    program = tmp_path / ("x" * 250)
    program.write_text("#!/bin/sh\necho -1\n")
    program.chmod(0o755)
    code, out, err = crosscheck("--boards", boards, "--out", tmp_path / "out", program)
    assert (code, err) == (1, "")
    assert "wrong on 2 of 3 boards" in out
    assert len(list((tmp_path / "out").glob("xxx*.html"))) == 1


# Prints the answer that lies beside the board, if it can be read.
CHEATS = """
import glob, sys
asked = sys.stdin.read()
for path in glob.glob(FOLDER + '/*.in'):
    if open(path).read().split() == asked.split():
        print(open(path[:-2] + 'out').read())
"""


def test_the_answers_beside_the_boards_are_hidden(tmp_path: Path, boards: Path) -> None:
    with Sandbox(tmp_path) as sandbox:
        if sandbox.protection is not Protection.NAMESPACES:
            pytest.skip("needs namespaces")
    for path in boards.glob("*.in"):
        path.with_suffix(".out").write_text("3 0 -1\n")
    cheats = command(tmp_path, f"FOLDER = {str(boards)!r}\n{CHEATS}")
    _, found = report("--boards", boards, cheats)
    assert found["contestants"][0]["right"] == 0


def test_a_killed_run_leaves_neither_processes_nor_files(tmp_path: Path, boards: Path) -> None:
    mark = f"killed-{tmp_path}"
    args = ["--boards", str(boards), "--reference", "dfs", "--time-limit", "1000"]
    given = f"{command(tmp_path, 'import time; time.sleep(1000)')} {mark}"
    with subprocess.Popen(
        [sys.executable, "-m", "satmayan", "crosscheck", *args, given],
        env=os.environ | {"TMPDIR": str(tmp_path)},
    ) as process:
        try:
            wait_for(lambda: any("-m satmayan" not in line for line in lines(mark)))
        finally:
            process.kill()
    wait_for(lambda: not lines(mark) and not list(tmp_path.glob("satmayan-*")))


def lines(mark: str) -> list[str]:
    """The command lines of the running processes that contain a mark."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return [line for line in found if mark in line]


def wait_for(condition: Any, seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came to be"
        time.sleep(0.02)


def test_engines_check_each_other(boards: Path) -> None:
    code, found = report("--boards", boards, "--engines", "dfs,sat:events")
    assert code == 0
    assert [(c["name"], c["right"]) for c in found["contestants"]] == [
        ("dfs", 3),
        ("sat:events", 3),
    ]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "name a program"),
        (("--engines", "nonsense"), "unknown engine 'nonsense'"),
        (("no-such-program",), "no-such-program: no such program"),
        (("--boards", "/no/such/folder", "true"), "does not exist"),
        (("--in", "../mayan.in", "true"), "is no name of a file in the working folder"),
    ],
)
def test_bad_usage(args: tuple[str, ...], message: str) -> None:
    code, out, err = crosscheck(*args)
    assert (code, out) == (2, "")
    assert message in err


def test_a_program_that_knows_better_than_the_reference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A valid plan that is smaller than the reference's is our bug, and exits with 4."""
    from satmayan.crosscheck import contestants, referee
    from satmayan.crosscheck.referee import Referee
    from satmayan.crosscheck.verdict import Outcome
    from satmayan.puzzle.board import Move
    from satmayan.puzzle.files import parse_puzzle
    from satmayan.run.sandbox import Sandbox

    puzzle: Puzzle = parse_puzzle("3\n0\n0\n1 0\n0\n1 1 0\n").puzzle
    larger = (Move(2, 0, -1), Move(1, 0, 1), Move(4, 0, -1))
    monkeypatch.setattr(referee, "ask", lambda *_: (larger, "", 0.1))
    judge = Referee("dfs", 1.0, (contestants.EngineContestant("dfs"),))
    with Sandbox(tmp_path) as sandbox:
        checked = judge.check(Case("a", puzzle), judge.contestants, sandbox)
    assert checked.answers[0].outcome is Outcome.REFUTES


def test_a_folder_without_boards_is_bad_usage(tmp_path: Path) -> None:
    """It used to say that the program was not judged on any board."""
    code, out, err = crosscheck("--boards", tmp_path, "--engines", "dfs")
    assert (code, out) == (2, "")
    assert f"no *.in files in {tmp_path}" in err


def test_a_hopeless_program_is_given_up_and_the_other_is_not(tmp_path: Path) -> None:
    (tmp_path / "die.py").write_text("raise SystemExit(1)")
    (tmp_path / "no.py").write_text("print(-1)")
    programs = [str(tmp_path / "die.py"), str(tmp_path / "no.py"), "--boards", str(tmp_path)]
    for k in range(13):
        (tmp_path / f"{k:02}.in").write_text("1\n0\n0\n0\n0\n1 0\n")
    _, out, _ = crosscheck(*programs, "--jobs", "2", "--json")
    die, no = json.loads(out)["contestants"]
    assert (die["judged"], die["given_up"]) == (10, True)
    assert (no["judged"], no["right"], no["given_up"]) == (13, 13, False)
    _, out, _ = crosscheck(*programs, "--jobs", "2", "--json", "--keep-going")
    assert [who["judged"] for who in json.loads(out)["contestants"]] == [13, 13]
    _, out, _ = crosscheck(programs[0], *programs[2:], "--jobs", "2")
    assert "given up after 10 boards" in out
    assert "known mistake" not in out


@pytest.mark.parametrize("no_colour", ["", "1"])
def test_verdicts_have_colours_on_a_terminal_only(tmp_path: Path, no_colour: str) -> None:
    (tmp_path / "no.py").write_text("print(-1)")
    (tmp_path / "die.py").write_text("raise SystemExit(1)")
    (tmp_path / "0.in").write_text("1\n0\n0\n0\n0\n1 0\n")
    words = ["crosscheck", "--lang", "en", "--boards", str(tmp_path)]
    programs = [str(tmp_path / "no.py"), str(tmp_path / "die.py")]
    main, terminal = os.openpty()
    with os.fdopen(main, "rb", buffering=0) as end:
        subprocess.run(
            [sys.executable, "-m", "satmayan", *words, *programs],
            stdout=terminal,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "NO_COLOR": no_colour, "TERM": "xterm"},
            timeout=100,
        )
        os.close(terminal)
        shown = end.read(1 << 16).decode()
    green = "\x1b[32mno: right on all 1 board\x1b[0m"
    red = "\x1b[31mdie: fails on 1 of 1 board\x1b[0m"
    assert [mark in shown for mark in (green, red)] == [not no_colour] * 2
    assert "no: right on all 1 board" in shown
    assert ("\x1b" in shown) == (not no_colour)


def test_what_is_unknown_is_yellow() -> None:
    case = Case("a", Puzzle(Board.of("", "", "", "11", "1"), 2))
    results = Results(("mine",), {0: Checked(case, None, "time limit", 9.0, ())})
    colours = _colours(results, summarise(results), "dfs")
    assert colours == {
        "mine: not judged on any board": "yellow",
        "1 boards were left out: dfs had no answer (time limit)": "yellow",
    }


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc")
def test_json_tells_the_whole_run(tmp_path: Path) -> None:
    (tmp_path / "no.py").write_text("print(-1)")
    (tmp_path / "broken.c").write_text("nothing")
    (tmp_path / "0.in").write_text("1\n0\n0\n0\n0\n1 0\n")
    programs = [tmp_path / "broken.c", tmp_path / "no.py"]
    code, whole = report("--boards", tmp_path, "--seed", "7", *programs)
    assert (code, whole["reference"], whole["seed"], whole["count"]) == (1, "dfs", 7, 0)
    assert [who["name"] for who in whole["contestants"]] == ["no"]
    assert [text.split(":")[0] for text in whole["not_compiled"]] == [
        f"{tmp_path / 'broken.c'} does not compile"
    ]


def test_a_board_that_a_report_names_is_printed() -> None:
    code, out, _ = crosscheck("--board", "chain-7-3", "--seed", "7")
    assert code == 0
    assert len(out.splitlines()) == 6
    code, _, err = crosscheck("--board", "chain-7-3", "--seed", "7", "--count", "2")
    assert code != 0 and "no board is called" in err


def test_watch_checks_again_when_the_source_changes(tmp_path: Path, boards: Path) -> None:
    source = tmp_path / "mine.py"
    source.write_text("print(-1)")
    words = ["crosscheck", "--watch", "--boards", str(boards / "3.in"), str(source)]
    with subprocess.Popen(
        [sys.executable, "-m", "satmayan", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout and process.stderr
            assert "waiting for a change" in process.stderr.readline()
            source.write_text("print('nothing')")
            assert "waiting for a change" in process.stderr.readline()
        finally:
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=30)
    assert "right on all 1 board" in out
    assert "prints no answer" in out
    assert process.returncode == 130
