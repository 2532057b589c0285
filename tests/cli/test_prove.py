"""``satmayan prove``, ``verify`` and ``solve --prove`` as their users see them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Program = Callable[..., Any]


def test_what_is_proved_is_verified(run: Program, boards: Path) -> None:
    proved = run("prove", boards / "a.in", "-o", boards / "c")
    assert (proved.code, proved.err) == (0, "")
    assert proved.out.startswith("refuted: there is a plan smaller than 3 0 1, 3 0 -1\nclaim: ")
    assert proved.out.endswith(f"satmayan verify {boards / 'c'}\n")
    verified = run("verify", boards / "c", "--checker", "dratify")
    assert (verified.code, verified.err) == (0, "")
    assert "proof:    claim.drat accepted by dratify" in verified.out
    assert verified.out.endswith("\nverified\n")


def test_solve_can_prove_as_well(run: Program, boards: Path) -> None:
    """The answer alone goes to standard output."""
    solved = run("solve", boards / "a.in", "--prove", boards / "c")
    assert (solved.code, solved.out) == (0, "3 0 1\n3 0 -1\n")
    assert solved.err.startswith("refuted: there is a plan smaller than 3 0 1, 3 0 -1\n")
    assert run("verify", boards / "c").code == 0


def test_a_changed_answer_is_refused_with_1(run: Program, boards: Path) -> None:
    run("prove", boards / "a.in", "-o", boards / "c")
    (boards / "c" / "mayan.out").write_text("-1\n")
    result = run("verify", boards / "c")
    assert (result.code, result.err) == (1, "")
    assert result.out == "refused: mayan.out has 3 bytes, not 13\n"


def test_no_folder_exits_2(run: Program, boards: Path) -> None:
    result = run("verify", boards / "none")
    assert (result.code, result.out) == (2, "")
    assert "no folder, so no certificate" in result.err


def test_a_folder_without_a_manifest_is_refused(run: Program, boards: Path) -> None:
    result = run("verify", boards)
    assert (result.code, result.out) == (1, "refused: manifest.json is missing\n")


def test_a_missing_checker_exits_2(
    run: Program, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(boards))
    result = run("verify", boards, "--checker", "drat-trim")
    assert (result.code, result.out) == (2, "")
    assert "drat-trim: not found" in result.err


def test_a_limit_exits_3_and_leaves_nothing(run: Program, boards: Path) -> None:
    before = sorted(boards.iterdir())
    result = run("prove", boards / "a.in", "-o", boards / "c", "--time-limit", "1e-9")
    assert (result.code, result.out) == (3, "")
    assert sorted(boards.iterdir()) == before


@pytest.mark.parametrize("command", ["prove", "solve"])
def test_a_taken_name_is_refused_before_solving(
    command: str, run: Program, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"satmayan.cli.{command}.solve", pytest.fail)
    where = ("-o", boards) if command == "prove" else ("--prove", boards)
    result = run(command, boards / "a.in", *where)
    assert (result.code, result.out) == (2, "")
    assert "exists already" in result.err


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("--proof-solver", "maplesat"), "no proofs to rely on"),
        (("--external", "/nowhere/kissat"), "cannot run /nowhere/kissat"),
        (("--external", "cadical", "--proof-solver", "glucose4"), "exclude each other"),
        (("--encoding", "none"), "no certificates with encoding 'none'"),
        (("--set", "none=1"), "no option 'none'"),
    ],
)
def test_bad_usage_exits_2(args: tuple[str, ...], reason: str, run: Program, boards: Path) -> None:
    result = run("prove", boards / "a.in", "-o", boards / "c", *args)
    assert (result.code, result.out) == (2, "")
    assert reason in result.err


@pytest.mark.parametrize("other", [("--min-steps",), ("--all", "2"), ("--count",)], ids=str)
def test_only_the_answer_can_be_proved(other: tuple[str, ...], run: Program, boards: Path) -> None:
    result = run("solve", boards / "a.in", "--prove", boards / "c", *other)
    assert (result.code, result.out) == (2, "")
    assert "--prove certifies the answer alone" in result.err
    assert not (boards / "c").exists()


def test_the_manifest_gives_the_command(
    run: Program, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    args = ["prove", str(boards / "a.in"), "-o", str(boards / "c"), "--engine", "dfs"]
    monkeypatch.setattr(sys, "argv", ["satmayan", *args])
    run(*args)
    manifest = json.loads((boards / "c" / "manifest.json").read_text())
    assert manifest["command"].startswith("satmayan prove ")
    assert manifest["command"].endswith(" --engine dfs")
    assert manifest["engine"] == "dfs"
