"""Programs outside that make proofs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from satmayan.base.errors import ConfigError, Contradiction
from satmayan.base.limits import LimitReached
from satmayan.proof.checkers import Checker
from satmayan.proof.drat import cut_after_empty_clause
from satmayan.proof.prover import Statement, certify
from satmayan.proof.solvers import ExternalSolver, PySatSolver
from satmayan.proof.verify import verify


def program(folder: Path, body: str) -> str:
    """A shell script: $3 is the formula, $4 the proof to write."""
    path = folder / "solver"
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo 1.0 && exit\n{body}\n')
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("name", ["cadical", "kissat"])
def test_a_proof_from_outside_is_accepted(
    name: str, tmp_path: Path, answer: Statement, checker: Checker
) -> None:
    if shutil.which(name) is None:
        pytest.skip(f"{name} is not on PATH")
    manifest = certify(answer, tmp_path / "c", ExternalSolver(name))
    assert manifest.solver.startswith(f"{name} ")
    assert [finding.part for finding in verify(tmp_path / "c", checker)][-1] == "proof"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("exit 0", "ended with code 0, neither 10"),
        ("echo out of memory >&2; exit 1", r"ended with code 1.*\(out of memory\)"),
        ("exit 20", "left no complete text DRAT proof"),
        ("printf 'a\\002\\000' > \"$4\"; exit 20", "left no complete text DRAT proof"),
    ],
)
def test_a_program_that_makes_no_proof_is_refused(
    body: str, reason: str, tmp_path: Path, answer: Statement
) -> None:
    solver = ExternalSolver(program(tmp_path, body))
    with pytest.raises(ConfigError, match=reason):
        certify(answer, tmp_path / "c", solver)
    assert not (tmp_path / "c").exists()


def test_a_program_that_gives_up_is_a_limit(tmp_path: Path, answer: Statement) -> None:
    solver = ExternalSolver(program(tmp_path, "echo c UNKNOWN"))
    with pytest.raises(LimitReached, match="gave no answer"):
        certify(answer, tmp_path / "c", solver)


def test_a_model_from_outside_contradicts_the_answer(tmp_path: Path, answer: Statement) -> None:
    if shutil.which("cadical") is None:
        pytest.skip("cadical is not on PATH")
    wrong = Statement(answer.puzzle, None, answer.config)
    with pytest.raises(Contradiction, match=r"cadical .* finds the plan \d"):
        certify(wrong, tmp_path / "c", ExternalSolver("cadical"))


def test_a_program_that_cannot_be_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot run"):
        ExternalSolver(str(tmp_path / "none"))


def test_a_solver_whose_proofs_are_wrong_is_refused() -> None:
    with pytest.raises(ConfigError, match="no proofs to rely on"):
        PySatSolver("maplesat")


def cut(folder: Path, proof: str, clauses: list[list[int]]) -> tuple[bool, str]:
    (folder / "proof").write_text(proof)
    found = cut_after_empty_clause(folder / "proof", not all(clauses))
    return found, (folder / "proof").read_text()


def test_a_proof_ends_with_its_empty_clause(tmp_path: Path) -> None:
    """Solvers go on to delete clauses; a proof that ends there is seen to be whole."""
    assert cut(tmp_path, "2 0\n0\nd 1 0\n", [[1], [-1]]) == (True, "2 0\n0\n")


def test_a_formula_with_the_empty_clause_needs_no_proof(tmp_path: Path) -> None:
    assert cut(tmp_path, "", [[1], []]) == (True, "0\n")


def test_a_proof_without_the_empty_clause_is_none(tmp_path: Path) -> None:
    assert cut(tmp_path, "2 0\n", [[1], [-1]]) == (False, "2 0\n")
