"""From what the user names to a program that runs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from satmayan.crosscheck.contestants import Submission
from satmayan.crosscheck.programs import BadProgram, Build, contents, prepare
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
    (tmp_path / "a.rb").write_text("puts -1")
    with pytest.raises(BadProgram, match="not executable; .*python3"):
        made(sandbox, tmp_path, str(tmp_path / "a.rb"))


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


SOURCES = {
    ".c": ("gcc", '#include <stdio.h>\nint main(void) { puts("-1"); return 0; }\n'),
    ".C": ("g++", '#include <cstdio>\nint main() { puts("-1"); }\n'),
    ".go": ("go", 'package main\nimport "fmt"\nfunc main() { fmt.Println("-1") }\n'),
    ".java": (
        "javac",
        'class Any { public static void main(String[] a) { System.out.println("-1"); } }\n',
    ),
    ".js": ("node", "console.log(-1)\n"),
    ".pas": ("fpc", "begin writeln(-1) end.\n"),
    ".py": ("python3", "print(-1)\n"),
    ".rs": ("rustc", 'fn main() { println!("-1"); }\n'),
}


def works(tool: str) -> bool:
    """Whether a compiler is there, and not merely a place-holder for one."""
    asks = {"go": "version", "fpc": "-iV"}.get(tool, "--version")
    return (
        bool(shutil.which(tool))
        and not subprocess.run([tool, asks], capture_output=True).returncode
    )


@pytest.mark.parametrize(
    "suffix",
    [pytest.param(s, marks=pytest.mark.slow) if s in (".go", ".java") else s for s in SOURCES],
)
def test_a_source_of_any_language(sandbox: Sandbox, tmp_path: Path, suffix: str) -> None:
    tool, text = SOURCES[suffix]
    if not works(tool):
        pytest.skip(f"needs {tool}")
    source = tmp_path / f"mine{suffix}"
    source.write_text(text)
    (program,) = made(sandbox, tmp_path, str(source))
    generous = replace(program, limits=Limits(seconds=20))
    assert generous.answer(PUZZLE, None, sandbox).outcome is Outcome.RIGHT


@pytest.mark.parametrize(
    ("suffix", "advice"),
    [
        (".rs", "rustc is needed to compile it, .*apt install rustc"),
        (".js", "node is needed to run it, .*apt install nodejs"),
    ],
)
def test_what_to_install_is_said(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, advice: str
) -> None:
    source = tmp_path / f"sol{suffix}"
    source.touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadProgram, match=advice):
        made(sandbox, tmp_path, str(source))


@needs_compiler
@pytest.mark.parametrize(
    "build", [Build.parse("", "-DANSWER=-1"), Build.parse("g++ -DANSWER=-1 {source}", "")]
)
def test_flags_and_a_command_to_compile(sandbox: Sandbox, tmp_path: Path, build: Build) -> None:
    source = tmp_path / "sol.cpp"
    source.write_text('#include <cstdio>\nint main() { printf("%d", ANSWER); }\n')
    (program,) = prepare(
        [str(source)], files=False, limits=Limits(), sandbox=sandbox, folder=tmp_path, build=build
    )
    assert program.answer(PUZZLE, None, sandbox).outcome is Outcome.RIGHT


@needs_compiler
def test_one_that_does_not_compile_does_not_end_the_others(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    source = tmp_path / "sol.cpp"
    source.write_text("int main() { return nothing; }\n")
    told: list[BadProgram] = []
    programs = prepare(
        [str(source), "true"],
        files=False,
        limits=Limits(),
        sandbox=sandbox,
        folder=tmp_path,
        complain=told.append,
    )
    assert [program.name for program in programs] == ["true"]
    assert "does not compile" in str(told[0])
