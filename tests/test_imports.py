"""Imports point one way: what may know of what.  Read from the sources, nothing is imported."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "satmayan"
SIMULATION = ("rules", "dfs", "search", "sweep", "tables", "bitboard", "bound", "lookahead")
VALUES = {"board", "limits"}  # what a verifier may use besides the simulation


def imports(path: Path) -> set[str]:
    """The modules that a file imports anywhere, functions included."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def ours(path: Path) -> set[str]:
    """The modules and folders of satmayan that a file imports, by their first name."""
    names = {name.split(".")[1] for name in imports(path) if name.startswith("satmayan.")}
    return {name for name in names if list(PACKAGE.glob(name)) or list(PACKAGE.glob(f"{name}.py"))}


def test_one_module_imports_pysat() -> None:
    files = [*PACKAGE.rglob("*.py"), *(ROOT / "encodings").glob("*.py")]
    assert [
        path.name
        for path in files
        if any(name.split(".")[0] in ("pysat", "pysolvers") for name in imports(path))
    ] == ["oracle.py"]


@pytest.mark.parametrize("name", SIMULATION)
def test_the_simulation_knows_nothing_of_sat(name: str) -> None:
    assert ours(PACKAGE / f"{name}.py") <= {*SIMULATION, *VALUES}


def test_the_literal_search_shares_the_rules_alone() -> None:
    assert ours(PACKAGE / "dfs.py") == {"board", "limits", "rules"}


@pytest.mark.parametrize(
    "path", sorted((ROOT / "encodings").glob("*.py")), ids=lambda path: path.stem
)
def test_an_encoding_takes_no_verdict_from_the_simulation(path: Path) -> None:
    """Of the rules it may import the length of a run, and no more."""
    taken = {name for name in imports(path) if name.split(".")[1:2] and name.startswith("satmayan")}
    simulated = {name for name in taken if name.split(".")[1] in SIMULATION}
    assert simulated <= {"satmayan.rules", "satmayan.rules.RUN"}


@pytest.fixture(params=["README.md", "README.zh-CN.md"])
def layers(request: pytest.FixtureRequest) -> dict[str, int]:
    """The line of each module and folder in the architecture of a README, counted from the top."""
    text = (ROOT / request.param).read_text(encoding="utf-8")
    (block,) = re.findall(r"^satmayan/\n((?:  .*\n)+)", text, re.MULTILINE)
    lines = re.findall(r"^  ((?:\w+/?, )*\w+/?)", block, re.MULTILINE)
    return {name.strip("/ "): k for k, line in enumerate(lines) for name in line.split(",")}


def test_the_architecture_names_every_module(layers: dict[str, int]) -> None:
    modules = {path.stem for path in PACKAGE.glob("[!_]*.py")}
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert set(layers) == modules | folders


def test_a_line_of_the_architecture_imports_only_from_below(layers: dict[str, int]) -> None:
    upward = set()
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if name in layers:
            upward |= {(name, other) for other in ours(path) if layers[other] < layers[name]}
    assert upward == {("bench", "cli")}
