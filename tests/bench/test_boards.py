"""The boards of examples/bench and examples/bench5 are what the script makes."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from satmayan.puzzle.files import parse_plan, parse_puzzle, promises
from satmayan.search.literal import first_plan

ROOT = Path(__file__).parents[2]
SETS = ("bench", "bench5")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "make_bench_boards", ROOT / "scripts" / "make_bench_boards.py"
    )
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look it up there
    spec.loader.exec_module(module)
    return module


def test_the_first_boards_repeat_byte_for_byte(script: ModuleType, tmp_path: Path) -> None:
    for _ in script.make(tmp_path, script.SETS["bench"][:10]):
        pass
    for made in tmp_path.glob("*.*n*"):
        if made.name != "README.md":
            assert made.read_bytes() == (ROOT / "examples" / "bench" / made.name).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_every_board_repeats_byte_for_byte(script: ModuleType, tmp_path: Path, name: str) -> None:
    list(script.make(tmp_path / name, script.SETS[name]))
    ours = {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
    kept = {path.name: path.read_bytes() for path in (ROOT / "examples" / name).iterdir()}
    assert ours == kept


@pytest.mark.parametrize("name", SETS)
def test_the_boards_keep_the_statements_promises(name: str) -> None:
    for path in sorted((ROOT / "examples" / name).glob("*.in")):
        reading = parse_puzzle(path.read_text(), path.name)
        assert reading.warnings == ()
        assert reading.initial_run() is None
        assert promises(reading.puzzle.board) == []


def test_the_sets_are_as_varied_as_they_claim() -> None:
    puzzles = [
        (parse_puzzle(path.read_text()).puzzle, parse_plan(path.with_suffix(".out").read_text()))
        for path in sorted((ROOT / "examples" / "bench").glob("*.in"))
    ]
    assert len(puzzles) >= 40
    assert {puzzle.steps for puzzle, _ in puzzles} == {2, 3, 4, 5}
    assert sum(plan is not None for _, plan in puzzles) == len(puzzles) // 2
    assert min(puzzle.board.blocks for puzzle, _ in puzzles) < 8
    assert max(puzzle.board.blocks for puzzle, _ in puzzles) == 35


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_the_answers_are_those_of_the_depth_first_search(name: str) -> None:
    for path in sorted((ROOT / "examples" / name).glob("*.in")):
        answer = parse_plan(path.with_suffix(".out").read_text())
        assert first_plan(parse_puzzle(path.read_text()).puzzle) == answer, path.name
