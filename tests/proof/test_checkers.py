"""Choosing a checker, and reading what it says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline, LimitReached
from satmayan.proof.checkers import Checker, NotVerified, find
from satmayan.run.child import run
from satmayan.sat.oracle import PROOF_SOLVERS, Prover, Status

PIGEONS = [[p * 4 + h + 1 for h in range(4)] for p in range(5)] + [
    [-(p * 4 + h + 1), -(q * 4 + h + 1)] for h in range(4) for p in range(5) for q in range(p)
]


@pytest.fixture
def cnf(tmp_path: Path) -> Path:
    path = tmp_path / "pigeons.cnf"
    lines = [f"p cnf 20 {len(PIGEONS)}", *(" ".join(map(str, [*c, 0])) for c in PIGEONS)]
    path.write_text("\n".join(lines) + "\n")
    return path


def saying(folder: Path, text: str, code: int = 0) -> Checker:
    """A checker that says a text, whatever it is given."""
    script = folder / "checker.py"
    script.write_text(f"import sys\nprint({text!r})\nsys.exit({code})\n")
    return Checker("mine", (sys.executable, str(script)))


def install(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\necho '{text}'\n")
    path.chmod(0o755)


@pytest.mark.parametrize("solver", PROOF_SOLVERS)
def test_the_proofs_of_every_solver_are_accepted(solver: str, cnf: Path, tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    prover = Prover(solver, PIGEONS)
    with prover, proof.open("wb") as file:
        assert prover.solve() is Status.UNSAT
        prover.write_proof(file)
    find("dratify").check(cnf, proof, Deadline())


def test_the_engine_in_rust_agrees(cnf: Path, tmp_path: Path) -> None:
    pytest.importorskip("cdclkit_native", reason="needs pip install 'cdclkit[native]'")
    proof = tmp_path / "proof"
    prover = Prover("cadical195", PIGEONS)
    with prover, proof.open("wb") as file:
        assert prover.solve() is Status.UNSAT
        prover.write_proof(file)
    find("dratify-rust").check(cnf, proof, Deadline())
    proof.write_text("0\n")
    with pytest.raises(NotVerified):
        find("dratify-rust").check(cnf, proof, Deadline())


@pytest.mark.parametrize("solver", ["maplesat", "maplecm", "minisat22"])
def test_solvers_whose_proofs_are_wrong_or_missing_make_none(solver: str) -> None:
    with pytest.raises(ConfigError, match="no proofs to rely on"):
        Prover(solver, PIGEONS)


def test_there_is_no_proof_of_what_is_satisfiable(tmp_path: Path) -> None:
    prover = Prover("cadical195", [[1, 2]])
    with prover, (tmp_path / "proof").open("wb") as file:
        assert prover.solve() is Status.SAT
        with pytest.raises(RuntimeError, match="no proof"):
            prover.write_proof(file)


def test_verified_is_the_only_good_verdict(cnf: Path, tmp_path: Path) -> None:
    saying(tmp_path, "c parsing\ns VERIFIED").check(cnf, cnf, Deadline())


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("s NOT VERIFIED\nc a step fails", "mine says NOT VERIFIED: a step fails"),
        ("s DERIVATION", "mine says DERIVATION"),
        ("s VERIFIED\ns NOT VERIFIED", "mine says NOT VERIFIED"),
        ("VERIFIED", "mine gave no verdict"),
        ("", "mine gave no verdict"),
    ],
)
def test_any_other_verdict_is_none(text: str, reason: str, cnf: Path, tmp_path: Path) -> None:
    with pytest.raises(NotVerified) as caught:
        saying(tmp_path, text).check(cnf, cnf, Deadline())
    assert str(caught.value) == reason


def test_a_checker_may_give_up(cnf: Path, tmp_path: Path) -> None:
    with pytest.raises(LimitReached, match="its own time limit"):
        saying(tmp_path, "s TIMEOUT").check(cnf, cnf, Deadline())


def test_drat_trim_is_taken_where_it_is_on_the_path(
    tmp_path: Path, cnf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "drat-trim", "s VERIFIED")
    monkeypatch.setenv("PATH", str(tmp_path))
    checker = find()
    assert checker.title == "drat-trim"
    checker.check(cnf, cnf, Deadline())


def test_dratify_is_taken_where_there_is_no_drat_trim(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find().title.startswith("dratify ")


def test_a_missing_checker_is_told_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError, match=r"pip install 'satmayan\[proof\]'"):
        find("drat-trim")


def test_a_program_is_stopped_at_the_deadline() -> None:
    with pytest.raises(LimitReached):
        run([sys.executable, "-c", "import time; time.sleep(60)"], Deadline(0.3))


def test_a_program_is_stopped_by_ctrl_c(tmp_path: Path) -> None:
    """What is raised between two looks ends the program as well."""
    script = f"open({str(tmp_path / 'started')!r}, 'w'); import time; time.sleep(1)\n"
    script += f"open({str(tmp_path / 'ended')!r}, 'w')"

    def tick() -> None:
        if (tmp_path / "started").exists():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run([sys.executable, "-c", script], Deadline(), tick)
    assert not (tmp_path / "ended").exists()
