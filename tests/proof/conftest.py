"""A certificate to look at and to damage, and a checker for its proof."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from satmayan.planner import Config
from satmayan.proof.checkers import Checker, find
from satmayan.proof.prover import Statement, certify
from satmayan.proof.solvers import PySatSolver
from satmayan.puzzle.board import Board, Puzzle
from satmayan.search.literal import first_plan

# ten plans, the smallest of which is 1 1 1, 2 1 1, 3 0 1
PUZZLE = Puzzle(Board.of("1", "12", "2", "21", ""), 3)


@pytest.fixture(scope="session")
def answer() -> Statement:
    """The proven smallest plan of a small puzzle, which is not refuted by propagation alone."""
    return Statement(PUZZLE, first_plan(PUZZLE), Config())


@pytest.fixture(scope="session")
def pristine(tmp_path_factory: pytest.TempPathFactory, answer: Statement) -> Path:
    """A certificate for the answer.  Not to be changed."""
    folder = tmp_path_factory.mktemp("proof") / "certificate"
    certify(answer, folder, PySatSolver())
    return folder


@pytest.fixture
def certificate(pristine: Path, tmp_path: Path) -> Path:
    """A copy of the certificate, to be damaged."""
    return shutil.copytree(pristine, tmp_path / "certificate")


@pytest.fixture(scope="session")
def checker() -> Checker:
    """The checker that every installation for tests has."""
    return find("dratify")
