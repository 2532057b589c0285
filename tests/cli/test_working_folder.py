"""No module of the working folder is ever imported: contestants' programs stand there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

# Names of the standard library, and of what satmayan imports: programs are called like that.
NAMES = (
    "ast base64 bisect calendar click collections contextlib copy csv dataclasses dratify "
    "encodings enum fcntl functools gc glob hashlib heapq importlib inspect io itertools json "
    "math matplotlib multiprocessing numpy operator pathlib pebble PIL pickle platform pysat "
    "pysolvers queue random re resource runpy satmayan select shlex shutil signal socket stat "
    "statistics string struct subprocess tempfile textwrap threading time tokenize traceback "
    "types typing uuid warnings weakref"
).split()

SCRIPT = Path(sys.executable).with_name("satmayan")

COMMANDS = {
    "solve": "solve a.in",
    "solve by search": "solve a.in --engine search",
    "solve with jobs": "solve a.in --jobs 2",
    "solve with the user's": "solve a.in --encoding ../mine.py",
    "check": "check a.in a.out",
    "show": "show a.in",
    "generate": "generate --steps 2 --blocks 9",
    "encode": "encode a.in",
    "bench": "bench a.in --engine sat,search,dfs --time-limit 20",
    "crosscheck": "crosscheck ./program --count 2 --jobs 1",
    "crosscheck of engines": "crosscheck --engines dfs --count 2 --jobs 1",
    "prove and verify": "prove a.in -o certificate && {satmayan} verify certificate",
    "mistakes": "mistakes skip-same-colour",
    "encodings": "encodings events a.in",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of modules that leave a marker when they are imported, and of files to work on."""
    folder = tmp_path / "work"
    folder.mkdir()
    for name in NAMES:
        text = f"import os; os.close(os.open('{tmp_path}/marker-{name}', os.O_CREAT))\n"
        (folder / f"{name}.py").write_text(text)
    root = Path(__file__).parents[2]
    shutil.copy(root / "encodings" / "_template.py", tmp_path / "mine.py")
    (folder / "a.in").write_text("2\n0\n0\n0\n1 1 0\n1 0\n")
    (folder / "a.out").write_text("3 0 1\n3 0 -1\n")
    (folder / "program").write_text("#!/bin/sh\necho -1\n")
    (folder / "program").chmod(0o755)
    return folder


def satmayan(folder: Path, start: str, arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        f"{start} {arguments.format(satmayan=start)}",
        shell=True,
        cwd=folder,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(not SCRIPT.exists(), reason="the command satmayan is not installed")
@pytest.mark.parametrize("case", COMMANDS)
def test_nothing_is_imported_from_the_working_folder(folder: Path, case: str) -> None:
    """Children of bench, crosscheck and verify once imported random.py, json.py, socket.py."""
    result = satmayan(folder, str(SCRIPT), COMMANDS[case])
    assert result.returncode in (0, 1), result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(path.name for path in folder.parent.glob("marker-*")) == []


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.10 has no option -P")
def test_python_m_is_as_safe_with_p(folder: Path) -> None:
    result = satmayan(folder, f"{sys.executable} -P -m satmayan", COMMANDS["solve"])
    assert (result.returncode, result.stdout) == (0, "3 0 1\n3 0 -1\n")
    assert list(folder.parent.glob("marker-*")) == []


def test_python_m_leaves_the_working_folder_at_once(folder: Path) -> None:
    """What Python itself imports before satmayan is there, nobody can help."""
    for name in ("click", "json", "random", "socket", "dataclasses", "numpy", "pysat"):
        assert (folder / f"{name}.py").exists()
    for path in folder.glob("*.py"):
        if path.stem not in ("click", "json", "random", "socket", "dataclasses", "numpy", "pysat"):
            path.unlink()
    result = satmayan(folder, f"{sys.executable} -m satmayan", COMMANDS["solve"])
    assert (result.returncode, result.stdout) == (0, "3 0 1\n3 0 -1\n")
    assert list(folder.parent.glob("marker-*")) == []
