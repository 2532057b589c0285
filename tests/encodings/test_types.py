"""Strict mypy sees the encodings as they are installed: no helper is Any, and no lie passes."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENCODINGS = ROOT / "encodings"
HELPERS = sorted(path.stem for path in ENCODINGS.glob("_[!_]*.py") if path.stem != "_template")


def imported(path: Path) -> dict[str, list[str]]:
    """The helper files that an encoding imports from, with what it takes."""
    return {
        str(node.module).rpartition(".")[2]: [name.name for name in node.names]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and (node.module or "").startswith("satmayan.encodings.")
    }


def test_an_encoding_is_read_with_three_other_files() -> None:
    """There are at most five helper files, and an encoding opens three of them."""
    assert HELPERS == ["_board", "_counts", "_order", "_step", "_time"]
    for path in ENCODINGS.glob("[!_]*.py"):
        assert len(imported(path)) <= 3, path


@pytest.fixture(scope="module")
def layout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is type-checked, to tell lies in."""
    root = tmp_path_factory.mktemp("types")
    for part in ("satmayan", "encodings", "scripts"):
        shutil.copytree(ROOT / part, root / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


def typecheck(layout: Path) -> tuple[int, str]:
    run = subprocess.run(
        [layout / "scripts" / "typecheck", "satmayan/encodings"], capture_output=True, text=True
    )
    return run.returncode, run.stdout


def test_no_helper_is_any_and_no_lie_passes(layout: Path) -> None:
    """What every encoding imports is revealed, and is not Any; then three annotations lie."""
    for path in layout.glob("encodings/[!_]*.py"):
        reveal = [f"reveal_type({name})" for names in imported(path).values() for name in names]
        path.write_text("\n".join([path.read_text(), *reveal, ""]))
    code, out = typecheck(layout)
    revealed = re.findall(r'note: Revealed type is "(.*)"', out)
    assert code == 0, out
    assert len(revealed) > 40 and not [kind for kind in revealed if re.search(r"\bAny\b", kind)]

    for name, truth, lie in (
        ("_step", "def swap(drags: Drags, cells: C, later: C)", "OneHot"),
        ("_step", "leaving: Leaving, O: Group, triples", "Gaps"),
        ("order", "def counted(ranks: Ranks, O: Group)", "Unary"),
    ):
        path = layout / "encodings" / f"{name}.py"
        text = path.read_text()
        assert truth in text
        path.write_text(text.replace(truth, re.sub(r"\b(C|Leaving|Ranks)\b", lie, truth)))
    code, out = typecheck(layout)
    assert code == 1
    for name in ("binary", "order", "blocks", "transitions"):
        assert f"satmayan/encodings/{name}.py" in out
