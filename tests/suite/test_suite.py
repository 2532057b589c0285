"""The suite: what is chosen, how it is packed, and the one that is shipped."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from satmayan import planner
from satmayan.cli import main
from satmayan.mistakes.catalogue import load, names
from satmayan.mistakes.diagnose import diagnose
from satmayan.mistakes.trials import Observation, runs
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import (
    format_plan,
    format_puzzle,
    parse_line,
    parse_plan,
    parse_puzzle,
)
from satmayan.search import literal as dfs
from satmayan.suite.formats import FORMATS, pack
from satmayan.suite.testset import Datum, index, make_suite

SHIPPED = Path(__file__).parents[2] / "examples" / "suite"
TIME = "for the time limit"


def shipped() -> list[tuple[str, Puzzle, str]]:
    """The shipped cases: label, puzzle, answer; those for the time limit left out."""
    cases = []
    for line in (SHIPPED / "index.txt").read_text(encoding="utf-8").splitlines()[1:]:
        label = line.split()[0]
        if TIME not in line:
            text = (SHIPPED / f"{label}.in").read_text(encoding="utf-8")
            answer = (SHIPPED / f"{label}.out").read_text(encoding="utf-8")
            cases.append((label, parse_puzzle(text).puzzle, answer))
    return cases


@pytest.fixture(scope="module")
def small() -> list[Datum]:
    return make_suite(dfs.first_plan, 1, size=4, tries=20)


def test_a_suite_keeps_to_its_size(small: list[Datum]) -> None:
    assert len(small) == 4


def test_a_suite_repeats_from_its_seed(small: list[Datum]) -> None:
    assert make_suite(dfs.first_plan, 1, size=4, tries=20) == small


def test_a_case_catches_what_it_says(small: list[Datum]) -> None:
    for case in small:
        for name in names():
            wrong = load(name)().output(case.puzzle) != format_plan(case.answer)
            assert wrong == (name in case.catches)


CASES = [
    Datum(
        parse_line("2 | - | - | - | 1 1 | 1"),
        parse_plan("3 0 1 3 0 -1"),
        ("skip-same-colour",),
    ),
    Datum(parse_line("1 | - | - | - | 1 1 | 1"), parse_plan("3 0 -1"), ("no-left",)),
    Datum(parse_line("2 | - | - | 1 | - | 1 1"), None, (), hard=True),
]


def test_plain_files_read_back() -> None:
    files, labels = pack(CASES, "game", "plain")
    assert labels == ["game01", "game02", "game03"]
    assert parse_puzzle(files["game01.in"].decode()).puzzle == CASES[0].puzzle
    assert files["game03.out"] == b"-1\n"


def test_polygon_has_a_folder_of_numbered_tests() -> None:
    files, _ = pack(CASES, "game", "polygon")
    assert sorted(files) == [f"tests/0{k}{end}" for k in (1, 2, 3) for end in ("", ".a")]


@pytest.mark.parametrize("kind, config", [("luogu", "config.yml"), ("hydro", "config.yaml")])
def test_a_zip_holds_the_cases_and_their_scores(kind: str, config: str) -> None:
    files, labels = pack(CASES, "game", kind)
    with zipfile.ZipFile(io.BytesIO(files["game.zip"])) as archive:
        assert set(archive.namelist()) == {
            config,
            *(label + end for label in labels for end in (".in", ".out")),
        }
        lines = archive.read(config).decode().splitlines()
    scores = [int(line.split("score: ")[1]) for line in lines if "score: " in line]
    assert len(scores) == 3 and sum(scores) == 100


@pytest.mark.parametrize("kind", FORMATS)
def test_the_same_cases_give_the_same_bytes(kind: str) -> None:
    assert pack(CASES, "game", kind) == pack(CASES, "game", kind)


def test_the_index_has_a_line_a_case() -> None:
    lines = index(CASES, "made by us", ["a", "b", "c"]).splitlines()
    assert lines[0] == "# made by us"
    assert lines[1] == "a  2 | - | - | - | 1 1 | 1  # catches skip-same-colour"
    assert lines[3].endswith(TIME)


def test_the_shipped_suite_has_at_most_thirty_boards() -> None:
    assert 1 <= len(list(SHIPPED.glob("*.in"))) <= 30


@pytest.mark.parametrize("name", names())
def test_the_shipped_suite_catches_every_mistake(name: str) -> None:
    assert any(runs()((name,), puzzle).printed != answer for _, puzzle, answer in shipped())


def test_the_shipped_files_are_as_they_would_be_written() -> None:
    for label, puzzle, _ in shipped():
        assert (SHIPPED / f"{label}.in").read_text(encoding="utf-8") == format_puzzle(puzzle)


@pytest.mark.parametrize("engine", planner.ENGINES)
def test_the_shipped_answers_are_those_of_every_engine(engine: str) -> None:
    """All but the boards for the time limit, which take minutes on some engines."""
    for _, puzzle, answer in shipped():
        assert format_plan(planner.solve(puzzle, planner.Config(engine)).plan) == answer


def diagnosed(name: str) -> bool:
    """Whether a mistake is among those that explain what it prints on the suite."""
    seen = [Observation(puzzle, runs()((name,), puzzle).printed) for _, puzzle, _ in shipped()]
    found = diagnose(seen)
    return (name,) in (*found.explanations, *found.suspects)


@pytest.mark.parametrize("name", names()[::8])
def test_the_shipped_suite_alone_suffices_to_diagnose(name: str) -> None:
    assert diagnosed(name)


@pytest.mark.slow
def test_the_shipped_suite_alone_suffices_to_diagnose_all() -> None:
    assert [name for name in names() if not diagnosed(name)] == []


@pytest.mark.slow
def test_the_shipped_suite_is_rebuilt_byte_for_byte(tmp_path: Path) -> None:
    """By the command in the first line of its index."""
    index_lines = (SHIPPED / "index.txt").read_text(encoding="utf-8").splitlines()
    arguments = index_lines[0].removeprefix("# satmayan ").split()
    with pytest.raises(SystemExit) as done:
        main([*arguments, "-o", str(tmp_path)])
    assert done.value.code == 0
    rebuilt = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert rebuilt == {path.name: path.read_bytes() for path in SHIPPED.iterdir()}


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["sat", "search"])
def test_the_answers_for_the_time_limit_are_those_of_both_engines(engine: str) -> None:
    lines = (SHIPPED / "index.txt").read_text(encoding="utf-8").splitlines()
    labels = [line.split()[0] for line in lines if TIME in line]
    assert labels
    for label in labels:
        text = (SHIPPED / f"{label}.in").read_text(encoding="utf-8")
        plan = planner.solve(parse_puzzle(text).puzzle, planner.Config(engine)).plan
        answer = (SHIPPED / f"{label}.out").read_text(encoding="utf-8")
        assert format_plan(plan) == answer
