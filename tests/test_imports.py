"""Imports point one way: what may know of what.  Read from the sources, nothing is imported."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "satmayan"

# The rooms from the top floor down; an import goes down, or stays in its room.
ROOMS = (
    "cli",
    "crosscheck",
    "suite",
    "proof",
    "bench",
    "mistakes",
    "forge",
    "planner",
    "engines",
    "encodings",
    "search",
    "sat",
    "judge",
    "show",
    "run",
    "puzzle",
    "base",
)


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
    """The rooms of satmayan that a file imports from."""
    names = {name.split(".")[1] for name in imports(path) if name.startswith("satmayan.")}
    return names.intersection(ROOMS)


def room(path: Path) -> str:
    """The room that a file of the package, or of ``encodings/``, is in."""
    if path.parent == ROOT / "encodings":
        return "encodings"
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def sources() -> list[Path]:
    """Every file of the package, the encodings among them."""
    return sorted([*PACKAGE.rglob("*.py"), *(ROOT / "encodings").glob("*.py")])


def test_one_module_imports_pysat() -> None:
    files = [*PACKAGE.rglob("*.py"), *(ROOT / "encodings").glob("*.py")]
    assert [
        path.name
        for path in files
        if any(name.split(".")[0] in ("pysat", "pysolvers") for name in imports(path))
    ] == ["oracle.py"]


def test_the_simulation_knows_nothing_of_sat() -> None:
    for path in (PACKAGE / "search").glob("*.py"):
        assert ours(path) <= {"search", "puzzle", "base"}, path


def test_the_literal_search_shares_the_rules_alone() -> None:
    taken = {name for name in imports(PACKAGE / "search" / "literal.py") if "satmayan" in name}
    modules = {".".join(name.split(".")[:3]) for name in taken}
    assert modules == {
        "satmayan.base.limits",
        "satmayan.base.messages",
        "satmayan.puzzle.board",
        "satmayan.puzzle.rules",
    }


@pytest.mark.parametrize(
    "path", sorted((ROOT / "encodings").glob("*.py")), ids=lambda path: path.stem
)
def test_an_encoding_takes_no_verdict_from_the_simulation(path: Path) -> None:
    """Of the rules it may import the length of a run, and no more."""
    taken = {name for name in imports(path) if re.match(r"satmayan\.(search|puzzle\.rules)", name)}
    assert taken <= {"satmayan.puzzle.rules", "satmayan.puzzle.rules.RUN"}


def test_every_import_goes_down() -> None:
    upward = {
        f"{path.relative_to(ROOT)} -> {other}"
        for path in sources()
        if room(path) in ROOMS
        for other in ours(path)
        if ROOMS.index(other) < ROOMS.index(room(path))
    }
    assert upward == set()


def test_every_room_is_named_and_says_what_it_is() -> None:
    """At most four modules stand flat; a package says in its docstring what it may not know."""
    flat = {path.stem for path in PACKAGE.glob("[!_]*.py")}
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert flat | packages == set(ROOMS)
    assert len(flat) <= 4
    for name in packages:
        text = ast.get_docstring(ast.parse((PACKAGE / name / "__init__.py").read_text("utf-8")))
        assert text is not None
        assert "Knows no" in text, name


def test_the_architecture_names_the_rooms_in_their_order() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^satmayan/\n((?:  .*\n)+)", text, re.MULTILINE)
    assert tuple(re.findall(r"^  (\w+)", block, re.MULTILINE)) == ROOMS


def test_no_two_public_classes_share_a_name() -> None:
    found = [
        node.name
        for path in sources()
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert sorted({name for name in found if found.count(name) > 1}) == []
