"""What users do wrong: one line on stderr, exit code 2, no traceback, nothing written."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from satmayan.bench.plan import known_answers
from satmayan.cli._common import write_together

Program = Callable[..., Any]

READERS = [("solve",), ("check", "OUT"), ("show",), ("show", "OUT")]


@pytest.fixture
def bad(boards: Path) -> Path:
    """The folder of ``boards`` with files that are no boards in it."""
    (boards / "folder").mkdir()
    (boards / "binary").write_bytes(b"\x7fELF\x02\x01\x01\x00\xff\xfe\x80")
    (boards / "empty").write_bytes(b"")
    (boards / "words").write_text("hello world\n", encoding="utf-8")
    (boards / "short").write_text("2\n0\n0\n0\n1 1 0\n1", encoding="utf-8")
    (boards / "long").write_text("2\n0\n0\n0\n0\n0\n0\n", encoding="utf-8")
    (boards / "high").write_text("2\n1 2 1 2 1 2 1 2 0\n0\n0\n0\n0\n", encoding="utf-8")
    (boards / "run").write_text("2\n1 1 1 0\n0\n0\n0\n0\n", encoding="utf-8")
    return boards


def one_line_error(result: Any, start: str) -> None:
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith(start)
    assert result.err.count("\n") == 1
    assert "Traceback" not in result.err


@pytest.mark.parametrize("reader", READERS, ids=" ".join)
@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("binary", ":1:9: found the byte 0xff"),
        ("empty", ":1:1: found the end of the file"),
        ("words", ":1:1: found 'hello'"),
        ("short", ":6:2: found the end of the file"),
        ("long", ":7:1: found '0'"),
        ("high", ":2:15: found '2'"),
        ("run", ":2:1: found a run of 3 or more of colour 1"),
    ],
)
def test_a_bad_board_is_one_line(
    run: Program, bad: Path, reader: tuple[str, ...], name: str, place: str
) -> None:
    command, *out = reader
    result = run(command, bad / name, *[bad / "a.out" for _ in out])
    one_line_error(result, f"{bad / name}{place}")


@pytest.mark.parametrize("reader", READERS, ids=" ".join)
@pytest.mark.parametrize(
    ("name", "reason"), [("none", "No such file or directory"), ("folder", "Is a directory")]
)
def test_what_cannot_be_read_is_one_line(
    run: Program, bad: Path, reader: tuple[str, ...], name: str, reason: str
) -> None:
    command, *out = reader
    result = run(command, bad / name, *[bad / "a.out" for _ in out])
    one_line_error(result, f"satmayan: {bad / name}: {reason}")


@pytest.mark.parametrize("command", ["check", "show"])
@pytest.mark.parametrize("name", ["binary", "empty", "words", "folder", "none"])
def test_a_bad_answer_is_one_line(run: Program, bad: Path, command: str, name: str) -> None:
    one_line_error(run(command, bad / "a.in", bad / name), "")


@pytest.mark.parametrize("name", ["binary", "short", "run", "none"])
def test_a_bad_board_leaves_the_output_file_alone(run: Program, bad: Path, name: str) -> None:
    out = bad / "kept.out"
    out.write_text("kept", encoding="utf-8")
    run("solve", bad / name, "-o", out)
    assert out.read_text(encoding="utf-8") == "kept"


@pytest.mark.parametrize("target", ["folder", "none/a.out", "words/a.out"])
def test_an_output_that_cannot_be_written_is_one_line(run: Program, bad: Path, target: str) -> None:
    before = sorted(os.listdir(bad))
    one_line_error(run("solve", bad / "a.in", "-o", bad / target), "satmayan: ")
    assert sorted(os.listdir(bad)) == before


def test_an_answer_is_written_to_the_output_file(run: Program, bad: Path) -> None:
    result = run("solve", bad / "a.in", "-o", bad / "new.out")
    assert (result.code, result.out) == (0, "")
    assert (bad / "new.out").read_text(encoding="utf-8") == "3 0 1\n3 0 -1\n"


def test_a_link_is_written_through(run: Program, bad: Path) -> None:
    (bad / "link.out").symlink_to(bad / "real.out")
    run("solve", bad / "a.in", "-o", bad / "link.out")
    assert (bad / "link.out").is_symlink()
    assert (bad / "real.out").exists()


@pytest.mark.parametrize(
    "args",
    [
        pytest.param(["solve"], id="no file"),
        pytest.param(["check", "a.in"], id="no answer"),
        pytest.param(["validate"], id="nothing to validate"),
        pytest.param(["nonsense"], id="unknown command"),
        pytest.param(["solve", "--nonsense"], id="unknown option"),
        pytest.param(["solve", "a.in", "--time-limit", "0"], id="no time at all"),
        pytest.param(["solve", "a.in", "--time-limit", "nan"], id="no number of seconds"),
        pytest.param(["crosscheck", "search", "--time-limit", "nan"], id="nor a board"),
        pytest.param(["solve", "a.in", "--steps", "0"], id="no steps"),
    ],
)
def test_bad_usage_exits_2(run: Program, args: list[str]) -> None:
    result = run(*args)
    assert (result.code, result.out) == (2, "")
    assert "Error: " in result.err


def satmayan(*args: str | Path, **options: Any) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "satmayan", *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


@pytest.mark.parametrize("args", [["--help"], ["validate", "-"], ["show", "-"], ["solve", "-"]])
def test_a_closed_pipe_is_no_traceback(args: list[str]) -> None:
    process = satmayan(*args)
    assert process.stdout and process.stdin and process.stderr
    process.stdout.close()
    process.stdin.write(b"1 0 0 1 0 0 0")
    process.stdin.close()
    err = process.stderr.read().decode()
    process.stderr.close()
    assert (process.wait(timeout=30), err) == (141, "")


def test_standard_output_may_be_a_full_disk(boards: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "satmayan", "solve", str(boards / "a.in")],
            stdout=full,
            stderr=subprocess.PIPE,
            timeout=30,
        )
    assert result.returncode == 2
    assert b"No space left on device" in result.stderr
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize("engine", ["sat", "dfs"])
def test_an_absurd_number_of_steps_is_a_limit(boards: Path, engine: str) -> None:
    """Exit code 3, whether calls nest too deep or memory runs out."""
    resource = pytest.importorskip("resource", reason="memory limits are a thing of Unix")

    def limit_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 * 1024**3,) * 2)

    args = ["solve", boards / "a.in", "--engine", engine, "--steps", str(10**12)]
    process = satmayan(*args, preexec_fn=limit_memory)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (3, b"")
    assert err.startswith(b"satmayan: no answer: ")
    assert err.count(b"\n") == 1


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_get_their_completion(shell: str) -> None:
    environment = {**os.environ, "_SATMAYAN_COMPLETE": f"{shell}_source"}
    process = satmayan(env=environment)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, b"_SATMAYAN_COMPLETE" in out) == (0, True)
    # bash warns where it is too old, or missing
    assert b"Traceback" not in err


def test_commands_are_completed() -> None:
    words = {"COMP_WORDS": "satmayan c", "COMP_CWORD": "1"}
    environment = {**os.environ, **words, "_SATMAYAN_COMPLETE": "bash_complete"}
    out, _ = satmayan(env=environment).communicate(timeout=30)
    assert {b"plain,check", b"plain,crosscheck"} <= set(out.splitlines())


def test_the_end_of_memory_is_a_limit(
    run: Program, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Outside the planner, in `encode` say, it used to end in a traceback."""

    def exhaust(*args: object) -> None:
        raise MemoryError

    monkeypatch.setattr("satmayan.sat.dimacs.header.Provenance.encode", exhaust)
    result = run("encode", boards / "a.in")
    assert (result.code, result.out, result.err) == (3, "", "satmayan: out of memory\n")


@pytest.mark.parametrize(
    ("closed", "expected"), [("<&-", (2, "")), (">&-", (2, "")), ("2>&-", (0, "3 0 1\n3 0 -1\n"))]
)
def test_a_stream_that_is_closed_is_empty(
    boards: Path, closed: str, expected: tuple[int, str]
) -> None:
    """Each used to end in a traceback, where there was a stream for it."""
    file = "-" if closed == "<&-" else "a.in"
    result = subprocess.run(
        ["sh", "-c", f'"$0" -m satmayan solve --stats {file} {closed}', sys.executable],
        cwd=boards,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stdout) == expected
    assert "Traceback" not in result.stderr


def test_an_output_that_is_full_is_named(run: Program, boards: Path) -> None:
    """The message used to say "No space left on device" of nothing."""
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    result = run("solve", boards / "a.in", "-o", "/dev/full")
    one_line_error(result, "satmayan: /dev/full: ")


def test_statistics_that_cannot_be_written_lose_no_answer(boards: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with open("/dev/full", "wb") as full:
        result = subprocess.run(
            [sys.executable, "-m", "satmayan", "solve", "--stats", str(boards / "a.in")],
            stdout=subprocess.PIPE,
            stderr=full,
            timeout=30,
            check=False,
        )
    assert (result.returncode, result.stdout) == (0, b"3 0 1\n3 0 -1\n")


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["solve", "pipe"], 3),
        (["check", "a.in", "pipe"], 3),
        (["check", "pipe", "a.out"], 3),
        (["show", "pipe"], 3),
        (["prove", "pipe", "-o", "c"], 3),
        (["solve", "-"], 3),
    ],
)
def test_a_pipe_that_says_nothing_is_left_at_the_deadline(
    boards: Path, args: list[str], code: int
) -> None:
    os.mkfifo(boards / "pipe")
    process = satmayan(*args, "--time-limit", "0.3", cwd=boards)
    assert process.stdin and process.stdout and process.stderr
    with process:
        assert process.wait(timeout=20) == code
        err = process.stderr.read()
    assert b"time limit of 0.3 s reached" in err
    assert err.count(b"\n") == 1


@pytest.mark.parametrize("args", [["check", "a.in"], ["show", "a.in"], ["decode"], ["solve"]])
def test_a_device_without_an_end_is_an_error(run: Program, boards: Path, args: list[str]) -> None:
    command, *files = args
    last = ["a.in"] if command == "decode" else []
    paths = [boards / name for name in files]
    result = run(command, *paths, "/dev/zero", *[boards / name for name in last])
    one_line_error(result, "/dev/zero:1:1: found more than ")


def test_an_answer_is_read_as_far_as_it_can_be_one(run: Program, boards: Path) -> None:
    """Half a million moves once took seconds, and the deadline was not looked at."""
    (boards / "long.out").write_text("3 0 1\n" * 500_000)
    result = run("check", boards / "a.in", boards / "long.out")
    one_line_error(result, f"{boards}/long.out:1002:5: found '1', expected no such long answer")
    (boards / "long.out").write_text("3 0 1\n" * 7)
    result = run("check", boards / "a.in", boards / "long.out")
    assert result.code == 1
    assert result.out.startswith("wrong: the answer has 7 steps, not 2\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["encode", "--steps", "1000000"], "no solver can number more than 2,147,483,647"),
        (["encode", "--steps", "1000000", "--encoding", "rounds"], "more than the memory limit of"),
        (["solve", "--steps", "100000"], "no solver can number more than 2,147,483,647"),
        (["solve", "--steps", "30", "--memory-limit", "9"], "more than the memory limit of 9 MB"),
    ],
)
def test_what_cannot_fit_is_refused_at_once(
    run: Program, boards: Path, arguments: list[str], message: str
) -> None:
    """It once filled the memory first."""
    start = time.monotonic()
    result = run(*arguments, boards / "a.in")
    assert (result.code, result.out) == (3, "")
    assert message in result.err
    assert time.monotonic() - start < 5


@pytest.mark.parametrize("args", [["--steps", "1000"], ["--steps", "150", "--jobs", "2"]])
def test_the_deadline_is_seen_while_a_formula_is_made_and_loaded(args: list[str]) -> None:
    """It once took 36 seconds to see it."""
    board = Path(__file__).parents[2] / "examples" / "mayan.in"
    start = time.monotonic()
    process = satmayan("solve", board, *args, "--time-limit", "0.5")
    _, err = process.communicate(timeout=60)
    assert (process.returncode, time.monotonic() - start < 5) == (3, True)
    assert b"time limit of 0.5 s reached" in err


@pytest.mark.parametrize("seconds", ["inf", "1e300"])
def test_no_time_limit_is_none(run: Program, boards: Path, seconds: str) -> None:
    """With --jobs it once ended in an OverflowError."""
    result = run("solve", boards / "a.in", "--jobs", "2", "--time-limit", seconds)
    assert (result.code, result.out) == (0, "3 0 1\n3 0 -1\n")


@pytest.mark.parametrize("args", [["bench", "d"], ["crosscheck", "true", "--boards", "d"]])
def test_a_pipe_in_a_folder_is_no_board(boards: Path, args: list[str]) -> None:
    """It was once waited for without end."""
    (boards / "d").mkdir()
    os.mkfifo(boards / "d" / "a.in")
    _, err = (process := satmayan(*args, cwd=boards)).communicate(timeout=30)
    assert process.returncode == 2
    assert b"no *.in files in d" in err


def test_a_pipe_beside_a_board_is_no_answer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.out")
    assert known_answers([str(tmp_path / "a.in")]) == {}


@pytest.mark.parametrize("is_new", [True, False])
def test_of_a_set_all_files_are_written_or_none(tmp_path: Path, is_new: bool) -> None:
    """On a full disk `suite` used to leave a part of the set."""
    resource = pytest.importorskip("resource", reason="limits on files are a thing of Unix")
    folder = tmp_path / "set"
    if not is_new:
        folder.mkdir()
        (folder / "a").write_bytes(b"old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError) as caught:
            write_together(folder, {"a": b"1", "tests/b": b"2" * 2000})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert caught.value.filename == str(folder / "tests" / "b")
    assert {p.name: p.read_bytes() for p in folder.glob("*")} == ({} if is_new else {"a": b"old"})
    assert folder.exists() is not is_new
    write_together(folder, {"a": b"1", "tests/b": b"2"})
    assert ((folder / "a").read_bytes(), (folder / "tests" / "b").read_bytes()) == (b"1", b"2")


def test_a_set_does_not_take_the_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    with pytest.raises(IsADirectoryError):
        write_together(tmp_path, {"a": b"1", "b": b"2"})
    assert [path.name for path in tmp_path.iterdir()] == ["b"]
