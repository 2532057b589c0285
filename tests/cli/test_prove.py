"""``satmayan prove``, ``verify`` and ``solve --prove`` as their users see them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from satmayan.proof.manifest import Manifest

Program = Callable[..., Any]


def test_what_is_proved_is_verified(run: Program, boards: Path) -> None:
    proved = run("prove", boards / "a.in", "-o", boards / "c")
    assert (proved.code, proved.err) == (0, "")
    assert proved.out.startswith("refuted: there is a plan smaller than 3 0 1, 3 0 -1\nclaim: ")
    assert proved.out.endswith(f"satmayan verify {boards / 'c'}\n")
    verified = run("verify", boards / "c", "--checker", "dratify")
    assert (verified.code, verified.err) == (0, "")
    assert "proof:    claim.drat accepted by dratify" in verified.out
    assert "not checked: that no smallest plan is lost by the formula's noop=on" in verified.out
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
    assert "drat-trim: not found on PATH" in result.err


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


def manifest(folder: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return document


def test_the_manifest_and_the_output_name_who_checked_the_proof(run: Program, boards: Path) -> None:
    proved = run("prove", boards / "a.in", "-o", boards / "c", "--checker", "dratify")
    assert "\nchecked by dratify " in proved.out
    assert manifest(boards / "c")["checker"].startswith("dratify ")


def test_a_proof_may_stay_unchecked_and_says_so(run: Program, boards: Path) -> None:
    proved = run("prove", boards / "a.in", "-o", boards / "c", "--no-check")
    assert "\nproof not checked\n" in proved.out
    assert manifest(boards / "c")["checker"] == ""
    assert "checked by nobody" in run("verify", boards / "c").out


def test_a_bare_certificate_holds_no_redundant_constraints(run: Program, boards: Path) -> None:
    run("prove", boards / "a.in", "-o", boards / "c", "--bare", "--encoding", "rounds")
    options = manifest(boards / "c")["options"]
    assert options == {"rounds": "2", "noop": "off"}
    verified = run("verify", boards / "c", "--recheck", "dfs")
    assert "recheck:  dfs, which knows no formula, gives the same answer" in verified.out
    assert "is lost by" not in verified.out
    assert verified.out.endswith("\nverified\n")


def test_without_rebuilding_nothing_is_verified(run: Program, boards: Path) -> None:
    """Exit 3: no verdict, since the formula may be any that is easy to refute."""
    run("prove", boards / "a.in", "-o", boards / "c")
    result = run("verify", boards / "c", "--no-rebuild")
    assert result.code == 3
    assert "not checked: that the formula is the one of the board and the answer" in result.out
    assert result.out.endswith("\nproof accepted, formula not made again\n")
    assert "\nverified" not in result.out


def test_a_manifest_cannot_write_lines_of_its_own(run: Program, boards: Path) -> None:
    """A claim, a command or a solver may hold what looks like a verdict."""
    run("prove", boards / "a.in", "-o", boards / "c")
    path = boards / "c" / "manifest.json"
    said = Manifest.from_json(path.read_text())
    path.write_text(replace(said, command="x\nverified\x1b[2J").to_json())
    assert "x\\nverified\\x1b[2J\n" in run("verify", boards / "c").out
    path.write_text(replace(said, claim="x\nverified\n").to_json())
    refused = run("verify", boards / "c")
    assert (refused.code, refused.out.count("\n")) == (1, 1)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ended_by_a_signal_it_leaves_nothing(number: int, code: int, boards: Path) -> None:
    solver = boards / "solver"
    solver.write_text('#!/bin/sh\n[ "$1" = --version ] || exec sleep 60\n')
    solver.chmod(0o755)
    before = sorted(boards.iterdir())
    command = [sys.executable, "-m", "satmayan", "prove", "a.in", "-o", "c"]
    command += ["--external", "./solver"]
    process = subprocess.Popen(command, cwd=boards, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not list(boards.glob(".c.*/claim.cnf")):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (code, "\nsatmayan: interrupted\n")
    assert sorted(boards.iterdir()) == before
