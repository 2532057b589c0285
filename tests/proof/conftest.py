"""A certificate to look at and to damage, and a checker for its proof."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from satmayan.base.errors import ConfigError
from satmayan.planner import Config
from satmayan.proof.checkers import NAMES, Checker, find
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


@pytest.fixture(scope="session", autouse=True)
def compiled(request: pytest.FixtureRequest) -> Iterator[None]:
    """Compile the checkers that no registry has, once, where they are at hand; put on PATH."""
    build = Path(__file__).parents[2].parent / "shared" / "checkers" / "build"
    with pytest.MonkeyPatch.context() as patch:
        if build.is_file() and shutil.which("gcc"):
            folder = request.config.cache.mkdir("checkers") / "bin"  # type: ignore[union-attr]
            if not folder.is_dir():
                new = tempfile.mkdtemp(dir=folder.parent)
                subprocess.run([build, new], check=True, capture_output=True)
                with suppress(OSError):  # another process of the test run was quicker
                    Path(new).rename(folder)
            patch.setenv("PATH", str(folder), prepend=os.pathsep)
        yield


@pytest.fixture(params=NAMES)
def any_checker(request: pytest.FixtureRequest) -> Checker:
    """Each checker that is offered; skipped where it is not there."""
    try:
        return find(request.param)
    except ConfigError as error:
        pytest.skip(str(error))
