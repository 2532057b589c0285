"""What is installed, what an import may pull in, and the folder that must not be a package."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from satmayan.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
HEAVY = ("pysat", "numpy", "msgspec", "rich", "matplotlib", "PIL")


def python(code: str, *args: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *args],
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("args", [["--help"], *([name, "--help"] for name in COMMANDS)], ids=str)
def test_help_imports_nothing_heavy(args: list[str]) -> None:
    code = (
        "import sys; from satmayan.cli import main\n"
        "try: main(sys.argv[1:])\n"
        f"finally: print(sorted({HEAVY!r} & {{m.split('.')[0] for m in sys.modules}}))"
    ).replace(repr(HEAVY), f"set({HEAVY!r})")
    result = python(code, *args)
    assert (result.returncode, result.stdout.splitlines()[-1]) == (0, "[]")


def test_search_of_a_small_board_imports_no_more_than_it_needs(tmp_path: Path) -> None:
    """Each of these takes longer to import than such a board to solve."""
    board = tmp_path / "mayan.in"
    board.write_text("2 0 0 0 1 1 0 1 0", encoding="utf-8")
    code = (
        "import sys; from satmayan.cli import main\n"
        "try: main(['solve', '--engine', 'search', sys.argv[1]])\n"
        "finally: print({'pysat', 'numpy', 'json', 'tempfile', 'shutil'} & set(sys.modules))"
    )
    result = python(code, str(board))
    assert (result.returncode, result.stdout) == (0, "3 0 1\n3 0 -1\nset()\n")


def test_the_folder_of_encodings_is_no_package() -> None:
    """With an __init__.py it would shadow Python's own ``encodings`` at start-up."""
    assert list((ROOT / "encodings").glob("*.py"))
    assert not (ROOT / "encodings" / "__init__.py").exists()


def test_python_starts_with_the_repository_on_its_path() -> None:
    result = python(
        "import satmayan.encodings.events as e; print(e.__file__)", PYTHONPATH=str(ROOT)
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_encodings_are_found_in_a_spawned_process() -> None:
    code = (
        "import multiprocessing as m; from satmayan.sat.encoding import names\n"
        "if __name__ == '__main__': print(m.get_context('spawn').Pool(1).apply(names))"
    )
    result = python(code, PYTHONPATH=str(ROOT))
    assert "events" in result.stdout


@pytest.mark.slow
def test_a_wheel_holds_every_module_and_runs(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info"))
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    build = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", str(tmp_path)]
    subprocess.run([*pip, *build, str(source)], check=True, timeout=300)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
        archive.extractall(tmp_path / "installed")
    kinds = ("*.py", "py.typed", "*.txt", "*.js", "*.css", "*.html")
    modules = {str(p.relative_to(ROOT)) for kind in kinds for p in (ROOT / "satmayan").rglob(kind)}
    modules |= {f"satmayan/encodings/{p.name}" for p in (ROOT / "encodings").glob("*.py")}
    assert sorted(modules - packed) == []
    result = subprocess.run(
        [sys.executable, "-m", "satmayan", "solve", "-"],
        input="2 0 0 0 1 1 0 1 0",
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (result.stdout, result.stderr) == ("3 0 1\n3 0 -1\n", "")


@pytest.mark.slow
def test_the_tests_run_from_an_sdist(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "-o", str(tmp_path)]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True, timeout=300)
    (archive,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path)
    (source,) = tmp_path.glob("satmayan-*/")
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "tests/puzzle", "tests/test_readme.py"],
        cwd=source,
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout


@pytest.mark.slow
def test_two_first_runs_of_the_development_script_at_once_both_work(tmp_path: Path) -> None:
    """They used to install into one environment at the same time."""
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "build", "*.egg-info"))
    command = [source / "scripts" / "dev", "satmayan", "solve", source / "examples" / "mayan.in"]
    runs = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    answers = {run.communicate(timeout=300)[0] for run in runs}
    assert answers == {"2 1 1\n3 1 1\n3 0 1\n"}


def test_every_requirement_has_an_upper_bound() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    requirements = re.findall(r'"([a-z][\w.-]*(?:\[[a-z,]+\])?>=[^"]*)"', text)
    assert len(requirements) > 10
    assert [line for line in requirements if ",<" not in line] == []


def test_every_package_is_installed() -> None:
    """A room that is missing in pyproject.toml is missing in the wheel alone."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (block,) = re.findall(r"^packages = \[\n(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    folders = [path.parent for path in (ROOT / "satmayan").rglob("__init__.py")]
    packages = {".".join(folder.relative_to(ROOT).parts) for folder in folders}
    assert set(re.findall(r'"([\w.]+)"', block)) == packages | {"satmayan.encodings"}
