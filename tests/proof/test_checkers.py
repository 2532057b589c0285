"""Choosing a checker, and reading what it says."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline, LimitReached
from satmayan.proof.checkers import NAMES, Checker, NotVerified, ProofReader, find
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
    return ProofReader("mine", (sys.executable, str(script)))


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
        ("c parsing\ns NOT VERIFIED\nc a step fails", "mine says NOT VERIFIED"),
        ("s DERIVATION", "mine says DERIVATION"),
        ("s VERIFIED\ns NOT VERIFIED", "mine says NOT VERIFIED"),
        ("s NOT VERIFIED\ns VERIFIED", "mine says NOT VERIFIED"),
        ("s VERIFIED\ns VERIFIED", "mine says VERIFIED"),
        ("s VERIFIED UNSAT", "mine says VERIFIED UNSAT"),
        ("s  VERIFIED", "mine says VERIFIED"),
        ("c s VERIFIED", "mine gave no verdict"),
        ("VERIFIED", "mine gave no verdict"),
        ("", "mine gave no verdict"),
    ],
)
def test_any_other_verdict_is_none(text: str, reason: str, cnf: Path, tmp_path: Path) -> None:
    with pytest.raises(NotVerified) as caught:
        saying(tmp_path, text).check(cnf, cnf, Deadline())
    assert str(caught.value) == reason


@pytest.mark.parametrize("code", [1, 2, 139, -11])
def test_a_checker_that_fails_is_not_believed(code: int, cnf: Path, tmp_path: Path) -> None:
    text = "s VERIFIED"
    checker = saying(tmp_path, text, code) if code > 0 else killing_itself(tmp_path, text)
    with pytest.raises(NotVerified, match="says VERIFIED, but ends with code"):
        checker.check(cnf, cnf, Deadline())


def killing_itself(folder: Path, text: str) -> Checker:
    script = folder / "checker.py"
    script.write_text(f"import os\nprint({text!r}, flush=True)\nos.kill(os.getpid(), 11)\n")
    return ProofReader("mine", (sys.executable, str(script)))


@pytest.mark.parametrize("letters", [900, 1100, 70_000])
def test_a_comment_of_the_formula_is_no_verdict(
    letters: int, tmp_path: Path, any_checker: Checker
) -> None:
    """lrat-check repeats a comment of more than 1,024 letters, drat-trim one of 65,536."""
    verdicts = "\rs VERIFIED\rc VERIFIED\rs VERIFIED UNSAT\r"
    comment = f"c {verdicts}{'x' * letters}{verdicts}"
    (tmp_path / "f.cnf").write_text(f"{comment}\np cnf 1 1\n1 0\n", newline="")
    (tmp_path / "f.drat").write_text("0\n")
    with pytest.raises(NotVerified):
        any_checker.check(tmp_path / "f.cnf", tmp_path / "f.drat", Deadline())


def test_a_name_is_no_option(
    cnf: Path, tmp_path: Path, any_checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder may be called -h, and checked from where it is."""
    proof = tmp_path / "-p.drat"
    prover = Prover("cadical195", PIGEONS)
    with prover, proof.open("wb") as file:
        assert prover.solve() is Status.UNSAT
        prover.write_proof(file)
    monkeypatch.chdir(tmp_path)
    cnf.rename("-h.cnf")
    any_checker.check(Path("-h.cnf"), Path("-p.drat"), Deadline())


def test_no_module_of_the_users_folder_is_imported(
    cnf: Path, tmp_path: Path, checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One called dratify could say what it likes."""
    for name in ("dratify", "json", "satmayan"):
        (tmp_path / f"{name}.py").write_text("print('s VERIFIED'); raise SystemExit\n")
    (tmp_path / "proof").write_text("0\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotVerified, match="says NOT VERIFIED"):
        checker.check(cnf, tmp_path / "proof", Deadline())


def test_the_empty_clause_in_the_formula_needs_no_proof(
    tmp_path: Path, any_checker: Checker
) -> None:
    (tmp_path / "f.cnf").write_text("p cnf 1 2\n1 0\n0\n")
    (tmp_path / "f.drat").write_text("0\n")
    any_checker.check(tmp_path / "f.cnf", tmp_path / "f.drat", Deadline())


def test_the_lrat_is_not_left_behind(
    cnf: Path, tmp_path: Path, any_checker: Checker, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "proof").write_text("0\n")
    (tmp_path / "tmp").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    with pytest.raises(NotVerified):
        any_checker.check(cnf, tmp_path / "proof", Deadline())
    assert list((tmp_path / "tmp").iterdir()) == []


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


@pytest.mark.parametrize("name", NAMES[:3])
def test_a_missing_checker_is_told_how_to_get_one(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError, match=r"not found on PATH: .*drat-trim .*certificates.md"):
        find(name)


def test_what_needs_drat_trim_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, "cake_lpr", "s VERIFIED UNSAT")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigError, match="cake_lpr: not found on PATH: drat-trim "):
        find("cake_lpr")


def test_the_strongest_that_is_there_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    titles = []
    for name in ("drat-trim", "lrat-check", "cake_lpr"):
        install(tmp_path, name, "")
        titles.append(find().title)
    assert titles == ["drat-trim", "lrat-check and drat-trim", "cake_lpr, by drat-trim's LRAT"]


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
