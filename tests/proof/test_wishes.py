"""Certificates that no board is as wished: made, verified, and forged in every part."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from satmayan.base.errors import ConfigError
from satmayan.forge.wish import Wish
from satmayan.proof import checkers
from satmayan.proof.manifest import NAME, FileRecord, Refused
from satmayan.proof.solvers import PySatSolver
from satmayan.proof.wishes import is_of_a_wish, prove_none, verify_none

TOWER = Wish(range(6, 8), range(2, 3), range(1, 2), heights=(0, 0, 6, 0, 0))

SOLVER = PySatSolver()

Document = dict[str, Any]


@pytest.fixture(scope="module")
def genuine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wish") / "proof"
    assert prove_none(TOWER, "events", folder, SOLVER) == 1
    return folder


def parts(folder: Path) -> list[str]:
    return [found.text for found in verify_none(folder, checkers.find())]


def test_what_is_refused_by_whom_is_said(genuine: Path) -> None:
    assert is_of_a_wish(genuine)
    document = json.loads((genuine / NAME).read_text())
    assert document["arithmetic"] == ["1 steps, 4+3 blocks: the columns hold 6 to 6 blocks"]
    assert [entry["shape"] for entry in document["shapes"]] == ["1 steps, 3+3 blocks"]
    wish, proof = parts(genuine)
    assert wish == "1 shapes, 1 sizes refused by arithmetic"
    assert proof.startswith("1 steps, 3+3 blocks: 1.drat accepted by")


def test_bounds_that_an_encoding_assumes_are_raised(tmp_path: Path) -> None:
    assert prove_none(TOWER, "rounds", tmp_path / "proof", SOLVER) == 1
    assert len(parts(tmp_path / "proof")) == 2


def test_arithmetic_alone_leaves_a_manifest(tmp_path: Path) -> None:
    wish = Wish(range(35, 36), range(10, 11), range(1, 2), rounds=(12,))
    assert prove_none(wish, "events", tmp_path / "proof", SOLVER) == 0
    assert parts(tmp_path / "proof") == ["0 shapes, 7 sizes refused by arithmetic"]


def test_a_board_after_all_is_no_certificate(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is such a board of 1 steps, 3 blocks"):
        prove_none(Wish(range(3, 4), range(1, 2), range(1, 2)), "events", tmp_path / "p", SOLVER)
    assert not (tmp_path / "p").exists()


def forge_wish(document: Document) -> None:
    document["wish"]["heights"] = [0, 0, 7, 0, 0]


def forge_arithmetic(document: Document) -> None:
    document["arithmetic"] = []


def forge_shapes(document: Document) -> None:
    document["shapes"] = []


def forge_hash(document: Document) -> None:
    document["shapes"][0]["drat"]["sha256"] = "0" * 64


def forge_universal(document: Document) -> None:
    document["wish"]["none_shorter"] = True


def forge_kinds(document: Document) -> None:
    document["wish"]["rounds"] = ["1"]


def forge_cells(document: Document) -> None:
    document["wish"]["template"] = [[9, 9, 1]]


def forge_path(document: Document) -> None:
    document["encoding"] = "../events.py"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (forge_wish, "arithmetic"),
        (forge_arithmetic, "arithmetic"),
        (forge_shapes, "the 1 shapes"),
        (forge_hash, "1.drat is missing, or is not"),
        (forge_universal, "all plans"),
        (forge_kinds, "rounds: not such numbers"),
        (forge_cells, "template: not such numbers"),
        (forge_path, "no certificates with encoding"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_forged_manifest_is_refused(
    genuine: Path, tmp_path: Path, change: Callable[[Document], None], reason: str
) -> None:
    folder = shutil.copytree(genuine, tmp_path / "forged")
    document = json.loads((folder / NAME).read_text())
    change(document)
    (folder / NAME).write_text(json.dumps(document))
    with pytest.raises(Refused, match=reason):
        parts(folder)


@pytest.mark.parametrize(("name", "text"), [("1.cnf", "p cnf 1 2\n1 0\n-1 0\n"), ("1.drat", "")])
def test_another_formula_or_proof_is_refused_though_its_hash_is_right(
    genuine: Path, tmp_path: Path, name: str, text: str
) -> None:
    folder = shutil.copytree(genuine, tmp_path / "forged")
    (folder / name).write_text(text)
    document = json.loads((folder / NAME).read_text())
    found = FileRecord.of(folder / name)
    record = {"bytes": found.bytes, "sha256": found.sha256}
    document["shapes"][0][name.split(".")[1]] = record
    (folder / NAME).write_text(json.dumps(document))
    with pytest.raises(Refused, match=name):
        parts(folder)
