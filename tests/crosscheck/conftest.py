"""Small programs, good and bad, and a sandbox to run them in."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from satmayan.crosscheck.contestants import Submission
from satmayan.run.protection import Protection
from satmayan.run.sandbox import MIB, Limits, Sandbox

LIMITS = Limits(seconds=5.0, memory=256 * MIB, output=64 << 10)

MakeProgram = Callable[..., Submission]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The folder that the working folders are made in."""
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


@pytest.fixture
def sandbox(root: Path) -> Iterator[Sandbox]:
    with Sandbox(root) as box:
        yield box


@pytest.fixture
def bare(root: Path) -> Iterator[Sandbox]:
    """A sandbox without any protection but its limits, as where the kernel allows none."""
    with Sandbox(root, [Protection.LIMITS]) as box:
        yield box


@pytest.fixture(scope="module")
def shut(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """A sandbox in namespaces, one for many tests."""
    with Sandbox(tmp_path_factory.mktemp("root")) as box:
        if box.protection is not Protection.NAMESPACES:
            pytest.skip(f"no namespaces here without privileges ({box.protection.value})")
        yield box


@pytest.fixture
def program(tmp_path: Path) -> MakeProgram:
    """A function that makes a program of a few lines of Python."""

    def make(source: str, *, files: bool = False, limits: Limits = LIMITS) -> Submission:
        path = tmp_path / "program.py"
        path.write_text(source, encoding="utf-8")
        return Submission("program", (sys.executable, "-I", "-S", str(path)), files, limits)

    return make
