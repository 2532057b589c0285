"""From what the user names to a program that runs."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from satmayan.crosscheck.contestants import Submission
from satmayan.crosscheck.programs import BadProgram, contents, prepare
from satmayan.crosscheck.verdict import Outcome
from satmayan.puzzle.board import Board, Puzzle
from satmayan.run.sandbox import Limits, Sandbox

PUZZLE = Puzzle(Board.of("1"), 1)


def made(sandbox: Sandbox, folder: Path, *given: str) -> list[Submission]:
    return prepare(given, files=False, limits=Limits(), sandbox=sandbox, folder=folder)


def test_a_command_is_made_to_work_anywhere(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a b.py").write_text("print(-1)")
    (program,) = made(sandbox, tmp_path, f"{sys.executable} 'a b.py' --fast")
    assert program.name == "a b"
    assert program.argv == (sys.executable, str(tmp_path / "a b.py"), "--fast")
    assert program.answer(PUZZLE, None, sandbox).outcome is Outcome.RIGHT


def test_names_are_made_unique(sandbox: Sandbox, tmp_path: Path) -> None:
    names = [p.name for p in made(sandbox, tmp_path, "true", "true -v", "true -x")]
    assert names == ["true", "true#2", "true#3"]


@pytest.mark.parametrize("given", ["no-such-program", "", "   ", "'open", "./nothing.cpp"])
def test_what_cannot_be_run_is_refused(sandbox: Sandbox, tmp_path: Path, given: str) -> None:
    with pytest.raises(BadProgram):
        made(sandbox, tmp_path, given)


def test_a_script_without_a_command_is_refused_with_advice(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text("print(-1)")
    with pytest.raises(BadProgram, match="not executable; .*python3"):
        made(sandbox, tmp_path, str(tmp_path / "a.py"))


def test_a_changed_file_is_another_program(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("1")
    before = contents(f"{sys.executable} {path}")
    path.write_text("2")
    assert contents(f"{sys.executable} {path}") != before


needs_compiler = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")


@needs_compiler
def test_a_source_is_compiled_and_run(sandbox: Sandbox, tmp_path: Path) -> None:
    source = tmp_path / "sol.cpp"
    source.write_text('#include <cstdio>\nint main() { puts("-1"); }\n')
    (program,) = made(sandbox, tmp_path, str(source))
    assert program.name == "sol"
    assert program.answer(PUZZLE, None, sandbox).outcome is Outcome.RIGHT


@needs_compiler
def test_an_error_of_the_compiler_is_shown(sandbox: Sandbox, tmp_path: Path) -> None:
    source = tmp_path / "sol.cpp"
    source.write_text("int main() { return nothing; }\n")
    with pytest.raises(BadProgram, match=r"(?s)does not compile:.*sol.cpp:1:21: error: .nothing"):
        made(sandbox, tmp_path, str(source))


def test_a_missing_compiler_is_named(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "sol.cpp"
    source.write_text("int main() {}\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadProgram, match="g.. is needed to compile it"):
        made(sandbox, tmp_path, str(source))
