"""An encoding of the user's that prints, ends the process, loops or lies about itself."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATE = (ROOT / "encodings" / "_template.py").read_text(encoding="utf-8")
START = "    line = Timeline(family, options)\n"

ANSWER = "3 0 1\n3 0 -1\n"

# What is put before the template's encode() does its work.
IN_ENCODE = {
    "prints": ("print(9, 9, 9)", 0, "9 9 9\n"),
    "prints past Python": ("import os; os.write(1, b'9 9 9\\n')", 0, "9 9 9\n"),
    "reads": ("import sys; assert sys.stdin.read() == ''", 0, ""),
    "ends with 0": ("import os; os._exit(0)", 2, "it ended the process (exit code 0)"),
    "exits with 0": ("import sys; sys.exit(0)", 2, "encode raised SystemExit: 0 (mine.py, line"),
    "kills itself": ("import os; os.kill(os.getpid(), 9)", 3, "its process was killed (Killed)"),
    "raises a BaseException": ("raise BaseException('x')", 2, "encode raised BaseException: x"),
    "raises GeneratorExit": ("raise GeneratorExit", 2, "encode raised GeneratorExit: (mine.py"),
    "closes everything": ("import os; os.closerange(0, 256)", 2, "it ended the process"),
}


def write(folder: Path, line: str) -> Path:
    path = folder / "mine.py"
    text = TEMPLATE.replace(START, f"    {line}\n{START}")
    assert text != TEMPLATE
    path.write_text(text, encoding="utf-8")
    return path


def satmayan(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "satmayan", *args],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("case", IN_ENCODE)
def test_what_an_encoding_does_stays_outside(boards: Path, case: str) -> None:
    """Nothing of it comes before the plan; without an answer the exit code is not 0."""
    line, code, said = IN_ENCODE[case]
    write(boards, line)
    result = satmayan(boards, "solve", "a.in", "--encoding", "mine.py", "--time-limit", "20")
    assert (result.returncode, result.stdout) == (code, "" if code else ANSWER)
    assert said in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "line",
    [
        "while True: pass",
        "sum(iter(int, 1))",  # it never leaves C
        "\n    while True:\n        try: open('none')\n        except BaseException: pass",
    ],
    ids=["loop", "loop in C", "loop that catches all"],
)
def test_the_time_limit_ends_an_endless_loop(boards: Path, line: str) -> None:
    write(boards, line)
    start = time.monotonic()
    result = satmayan(boards, "solve", "a.in", "--encoding", "mine.py", "--time-limit", "0.5")
    assert time.monotonic() - start < 10
    assert (result.returncode, result.stdout) == (3, "")
    assert result.stderr == "satmayan: no answer: time limit of 0.5 s reached\n"


@pytest.mark.parametrize(
    "args",
    [
        ["encode", "a.in", "--encoding", "mine.py"],
        ["encodings", "mine.py", "a.in"],
        ["decode", "a.in", "a.out", "--encoding", "mine.py"],
        ["check", "a.in", "a.out", "--encoding", "mine.py"],
        ["show", "a.in", "--encoding", "mine.py"],
    ],
    ids=lambda args: args[0],
)
def test_every_command_is_kept_apart(boards: Path, args: list[str]) -> None:
    write(boards, "import os; print(9, 9, 9, flush=True); os._exit(0)")
    if args[0] == "decode":
        (boards / "a.out").write_text("s SATISFIABLE\nv 1 0\n")
    result = satmayan(boards, *args)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("9 9 9\nsatmayan: encoding mine.py: it ended the process")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("OPTIONS = 5", "OPTIONS raised TypeError"),
        ("OPTIONS = (5,)", "OPTIONS raised TypeError: 5 is no Option with values"),
        ("import os; os._exit(0)", "it ended the process (exit code 0)"),
    ],
)
@pytest.mark.parametrize(
    "args", [["encodings", "mine.py"], ["solve", "a.in", "--encoding", "mine.py"]], ids=str
)
def test_a_module_that_is_none_is_one_line(
    boards: Path, args: list[str], line: str, said: str
) -> None:
    (boards / "mine.py").write_text(f"def encode(puzzle, options): pass\n{line}\n")
    result = satmayan(boards, *args)
    assert (result.returncode, result.stdout) == (2, "")
    assert said in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_docstring_that_is_none_is_no_traceback(boards: Path) -> None:
    write(boards, "pass")
    with (boards / "mine.py").open("a") as file:
        file.write("\n__doc__ = 5\n")
    result = satmayan(boards, "encodings", "mine.py")
    assert (result.returncode, result.stdout.split("\n")[0]) == (0, "(no description)")


def test_a_bench_goes_on(boards: Path) -> None:
    """It once ended with a traceback where an encoding printed, or ended its process."""
    write(boards, "import os; print(9, 9, 9, flush=True); os._exit(0)")
    result = satmayan(boards, "bench", "a.in", "--encoding", "mine.py,events")
    assert result.returncode == 1
    assert [line.split("|")[2].strip() for line in result.stdout.splitlines()[2:4]] == [
        "0/1",
        "1/1",
    ]
    assert "it ended the process (exit code 0)" in result.stderr


def test_jobs_work_with_an_encoding_of_the_users(boards: Path) -> None:
    write(boards, "pass")
    result = satmayan(boards, "solve", "a.in", "--encoding", "mine.py", "--jobs", "2")
    assert (result.returncode, result.stdout, result.stderr) == (0, ANSWER, "")
