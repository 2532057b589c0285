"""A certificate is whole or not there, the same every time, and never for a wrong answer."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from satmayan.base.errors import ConfigError, Contradiction
from satmayan.base.limits import Deadline, LimitReached
from satmayan.planner import Config
from satmayan.proof.checkers import Checker
from satmayan.proof.claim import Claim
from satmayan.proof.manifest import NAME
from satmayan.proof.prover import Statement, certify
from satmayan.proof.solvers import Grown, ProofSolver, PySatSolver
from satmayan.proof.verify import verify
from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.files import parse_puzzle
from satmayan.puzzle.generate import random_puzzle
from satmayan.sat.encoding import names
from satmayan.search.literal import all_plans, first_plan

SOLVER = PySatSolver()


def test_a_certificate_for_a_plan_has_these_files(pristine: Path) -> None:
    names = {path.name for path in pristine.iterdir()}
    assert names == {
        "mayan.in",
        "mayan.out",
        "replay.txt",
        "claim.cnf",
        "claim.drat",
        "manifest.json",
    }


def test_a_certificate_for_minus_one_has_no_replay(tmp_path: Path, checker: Checker) -> None:
    answer = Statement(Puzzle(Board.of("", "", "1", "2", "112"), 2), None, Config())
    certify(answer, tmp_path / "c", SOLVER)
    assert not (tmp_path / "c" / "replay.txt").exists()
    assert [finding.part for finding in verify(tmp_path / "c", checker)][-1] == "proof"


def test_every_step_can_have_a_proof_of_its_own(
    tmp_path: Path, answer: Statement, checker: Checker
) -> None:
    certify(answer, tmp_path / "c", SOLVER, per_step=True)
    proofs = sorted(path.name for path in (tmp_path / "c").glob("*.drat"))
    assert proofs == ["claim.drat", "step-1.drat", "step-2.drat", "step-3.drat"]
    parts = [finding.part for finding in verify(tmp_path / "c", checker)]
    assert parts.count("proof") == 4


def test_only_the_times_differ_between_two_certificates(
    tmp_path: Path, pristine: Path, answer: Statement
) -> None:
    certify(answer, tmp_path / "again", SOLVER)
    for path in pristine.iterdir():
        again = tmp_path / "again" / path.name
        if path.name == NAME:
            first, second = (json.loads(p.read_text()) for p in (path, again))
            first.pop("seconds"), second.pop("seconds")
            assert first == second
        else:
            assert path.read_bytes() == again.read_bytes()


def test_a_plan_that_is_not_smallest_is_a_contradiction(tmp_path: Path, answer: Statement) -> None:
    *_, last = all_plans(answer.puzzle)
    with pytest.raises(Contradiction, match="finds the plan .* answers"):
        certify(replace(answer, plan=last), tmp_path / "c", SOLVER)
    assert list(tmp_path.iterdir()) == []


def test_minus_one_for_a_board_with_a_plan_is_a_contradiction(
    tmp_path: Path, answer: Statement
) -> None:
    with pytest.raises(Contradiction, match="answers -1"):
        certify(replace(answer, plan=None), tmp_path / "c", SOLVER)


@pytest.mark.parametrize("error", [KeyboardInterrupt, LimitReached, OSError])
def test_nothing_is_left_of_a_certificate_that_fails(
    error: type[BaseException], tmp_path: Path, answer: Statement
) -> None:
    """Ctrl-C included: there is no half of a certificate, nor a temporary folder."""

    class Failing(ProofSolver):
        title = "failing"

        def refute(
            self, claim: Claim, cnf: Path, proof: Path, deadline: Deadline, grown: Grown
        ) -> None:
            assert cnf.is_file()
            raise error

    with pytest.raises(error):
        certify(answer, tmp_path / "c", Failing())
    assert list(tmp_path.iterdir()) == []


def test_a_deadline_ends_proving(tmp_path: Path, answer: Statement) -> None:
    with pytest.raises(LimitReached):
        certify(answer, tmp_path / "c", SOLVER, deadline=Deadline(1e-9))


def test_what_is_there_is_not_overwritten(tmp_path: Path, answer: Statement) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ConfigError, match="exists already"):
        certify(answer, tmp_path, SOLVER)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_an_empty_folder_is_filled(tmp_path: Path, answer: Statement) -> None:
    certify(answer, tmp_path, SOLVER)
    assert (tmp_path / NAME).is_file()


def test_the_folder_has_ordinary_permissions(pristine: Path) -> None:
    plain = pristine.parent / "plain"
    plain.mkdir()
    assert pristine.stat().st_mode == plain.stat().st_mode


def test_an_encoding_given_by_path_is_refused(tmp_path: Path, answer: Statement) -> None:
    """Whoever verifies would have to run a file that the certificate names."""
    config = Config(encoding=str(tmp_path / "mine.py"))
    with pytest.raises(ConfigError, match="choose from"):
        certify(replace(answer, config=config), tmp_path / "c", SOLVER)


def test_a_board_of_another_size_is_refused(tmp_path: Path) -> None:
    puzzle = Puzzle(Board.of("1", "", "11", height=2), 1)
    with pytest.raises(ValueError, match="5 x 7"):
        certify(Statement(puzzle, first_plan(puzzle), Config()), tmp_path / "c", SOLVER)


# columns, steps
HANDFUL = [
    (("", "", "", "11", "1"), 2),  # a step must be wasted
    (("", "", "1", "", "11"), 2),  # cleared early is not solved
    (("", "1", "", "11", "1"), 1),  # four in a row
    (("", "", "121", "21", "21"), 1),  # runs vanish all at once
    (("", "", "", "11212", "2"), 1),  # two rounds
    (("1", "2344221", "14", "3", "3"), 1),  # a full column
    ((), 1),  # nothing to drag
    (("", "", "1", "1"), 3),  # too few blocks
]


def certified(puzzle: Puzzle, folder: Path, checker: Checker) -> list[str]:
    certify(Statement(puzzle, first_plan(puzzle), Config()), folder, SOLVER)
    return [finding.part for finding in verify(folder, checker)]


@pytest.mark.parametrize(("columns", "steps"), HANDFUL, ids=str)
def test_a_handful_of_answers_is_certified_and_verified(
    columns: tuple[str, ...], steps: int, tmp_path: Path, checker: Checker
) -> None:
    board = Board.of(*columns, *[""] * (5 - len(columns)))
    parts = certified(Puzzle(board, steps), tmp_path / "c", checker)
    assert parts == ["manifest", "answer", "formula", "proof"]


@pytest.mark.parametrize(
    "encoding",
    [
        pytest.param(name, marks=[] if name in ("events", "rounds") else pytest.mark.slow)
        for name in names()
    ],
)
def test_every_encoding_certifies_the_answer(
    encoding: str, tmp_path: Path, answer: Statement, checker: Checker
) -> None:
    certify(replace(answer, config=Config(encoding=encoding)), tmp_path / "c", SOLVER)
    parts = [finding.part for finding in verify(tmp_path / "c", checker)]
    assert parts == ["manifest", "answer", "formula", "proof"]


@pytest.mark.skipif("rounds" not in names(), reason="no encoding here asserts bounds")
def test_bounds_that_were_raised_are_raised_again(tmp_path: Path, checker: Checker) -> None:
    """The first move takes two rounds, the bound is one."""
    puzzle = Puzzle(Board.of("", "", "", "11212", "2"), 1)
    config = Config(encoding="rounds", options={"rounds": "1"})
    manifest = certify(Statement(puzzle, first_plan(puzzle), config), tmp_path / "c", SOLVER)
    assert manifest.refinements
    assert [finding.part for finding in verify(tmp_path / "c", checker)][-1] == "proof"


def own_puzzles() -> list[Puzzle]:
    """Small boards of many kinds, with and without plans."""
    rng = Random(7)
    return [random_puzzle(rng) for _ in range(40)]


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", own_puzzles(), ids=str)
def test_many_answers_are_certified_and_verified(
    puzzle: Puzzle, tmp_path: Path, checker: Checker
) -> None:
    assert certified(puzzle, tmp_path / "c", checker)[-1] == "proof"


def official(most_steps: int) -> list[Path]:
    folder = Path(__file__).parents[2].parent / "shared" / "data" / "official"
    found = sorted(folder.glob("*.in"))
    return [path for path in found if int(path.read_text().split()[0]) <= most_steps]


@pytest.mark.slow
@pytest.mark.skipif(not official(4), reason="needs ../shared/data/official")
@pytest.mark.parametrize("path", official(4), ids=[path.stem for path in official(4)])
def test_official_answers_are_certified_and_verified(
    path: Path, tmp_path: Path, checker: Checker
) -> None:
    puzzle = parse_puzzle(path.read_text(), path.name).puzzle
    assert certified(puzzle, tmp_path / "c", checker)[-1] == "proof"
