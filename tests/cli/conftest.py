"""Running the command line in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from satmayan.cli import main


@dataclass(frozen=True, slots=True)
class Run:
    """What a run of the program came to."""

    code: int
    out: str
    err: str


Program = Callable[..., Run]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    """A function that runs ``satmayan ARGS...`` with ``stdin`` and gives back a Run."""

    def program(*args: str | Path, stdin: str = "") -> Run:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin.encode())))
        with pytest.raises(SystemExit) as caught:
            main([str(arg) for arg in args])
        assert isinstance(caught.value.code, int)
        out, err = capsys.readouterr()
        return Run(caught.value.code, out, err)

    return program


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """A folder with a board of two steps, ``a.in``, and its answer, ``a.out``."""
    (tmp_path / "a.in").write_text("2\n0\n0\n0\n1 1 0\n1 0\n", encoding="utf-8")
    (tmp_path / "a.out").write_text("3 0 1\n3 0 -1\n", encoding="utf-8")
    return tmp_path
