"""``satmayan encode`` and ``satmayan decode``: there and back with solvers of all kinds."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from satmayan.puzzle.files import parse_plan, parse_puzzle
from satmayan.puzzle.rules import replay
from satmayan.sat import encoding as registry

Program = Callable[..., Any]

PLAN = "2 0 0 0 1 1 0 1 0"
CASCADE = "1 0 0 0 1 1 2 1 2 0 2 0"
NO_PLAN = "1 1 0 1 0 0 0 1 0"


def kissat() -> str | None:
    """Kissat on PATH, or the one that the pip package passagemath-kissat brings."""
    spec = importlib.util.find_spec("sage_wheels")
    folders = spec.submodule_search_locations or [] if spec else []
    packaged = [shutil.which("kissat", path=str(Path(folder, "bin"))) for folder in folders]
    return next(filter(None, (shutil.which("kissat"), *packaged)), None)


SOLVERS = {
    "cadical": shutil.which("cadical"),
    "minisat": shutil.which("minisat"),
    "kissat": kissat(),
}


@pytest.fixture(params=SOLVERS)
def solver(request: pytest.FixtureRequest) -> Callable[[Path], str]:
    """A function that gives a DIMACS file to a solver that is not PySAT's: what it answers."""
    path = SOLVERS[request.param]
    if path is None:
        pytest.skip(f"{request.param} is not installed here")

    def solve(cnf: Path) -> str:
        result = cnf.with_suffix(".result")
        arguments = [str(cnf), *([str(result)] if request.param == "minisat" else [])]
        done = subprocess.run([path, *arguments], stdout=subprocess.PIPE, text=True, check=False)
        return result.read_text() if request.param == "minisat" else done.stdout

    return solve


@pytest.mark.parametrize("puzzle", [PLAN, CASCADE])
@pytest.mark.parametrize("encoding", registry.names())
def test_round_trip(
    run: Program, tmp_path: Path, solver: Callable[[Path], str], encoding: str, puzzle: str
) -> None:
    cnf = tmp_path / "f.cnf"
    assert run("encode", "-", "-o", cnf, "--encoding", encoding, stdin=puzzle).code == 0
    result = run("decode", cnf, "-", stdin=solver(cnf))
    assert (result.code, result.err) == (0, "")
    plan = parse_plan(result.out)
    assert plan is not None
    assert replay(parse_puzzle(puzzle).puzzle.board, plan)[-1].after.is_empty


def test_no_plan_is_minus_one(run: Program, tmp_path: Path, solver: Callable[[Path], str]) -> None:
    cnf = tmp_path / "f.cnf"
    run("encode", "-", "-o", cnf, stdin=NO_PLAN)
    assert run("decode", cnf, "-", stdin=solver(cnf)).out == "-1\n"


@pytest.fixture
def cnf(run: Program, tmp_path: Path) -> Path:
    """The formula of a board whose only plan is 3 0 1, 3 0 -1."""
    path = tmp_path / "plan.cnf"
    run("encode", "-", "-o", path, stdin=PLAN)
    return path


@pytest.fixture
def model(cnf: Path) -> str:
    """Its model."""
    from satmayan.sat.dimacs.cnf import read_cnf
    from satmayan.sat.oracle import Oracle, Status

    with cnf.open() as file:
        formula = read_cnf(file)
    with Oracle("minisat22", formula.clauses) as oracle:
        assert oracle.solve() is Status.SAT
        found = oracle.model
    literals = [v if v in found else -v for v in range(1, formula.variables + 1)]
    return " ".join(map(str, literals)) + " 0\n"


def test_formula_on_standard_output(run: Program, cnf: Path) -> None:
    assert run("encode", "-", stdin=PLAN).out == cnf.read_text()


def test_the_puzzle_serves_in_place_of_the_formula(run: Program, boards: Path, model: str) -> None:
    result = run("decode", boards / "a.in", "-", stdin=model)
    assert (result.code, result.out) == (0, "3 0 1\n3 0 -1\n")


def test_the_plan_can_be_written_to_a_file(
    run: Program, cnf: Path, tmp_path: Path, model: str
) -> None:
    assert run("decode", cnf, "-", "-o", tmp_path / "out", stdin=model).out == ""
    assert (tmp_path / "out").read_text() == "3 0 1\n3 0 -1\n"


def test_shuffled_clauses_are_the_same_formula(run: Program, cnf: Path, model: str) -> None:
    comments = [line for line in cnf.read_text().splitlines() if line[0] in "cp"]
    clauses = [line for line in cnf.read_text().splitlines() if line[0] not in "cp"]
    cnf.write_text("\n".join([*comments, *reversed(clauses)]))
    assert run("decode", cnf, "-", stdin=model).code == 0


def test_another_formula_under_the_header_is_refused(run: Program, cnf: Path, model: str) -> None:
    lines = cnf.read_text().splitlines()
    lines[-1] = "1 -1 0"
    cnf.write_text("\n".join(lines))
    result = run("decode", cnf, "-", stdin=model)
    assert (result.code, result.out) == (2, "")
    assert "not the one its header claims" in result.err


def with_clause(cnf: Path, clause: str) -> None:
    text = cnf.read_text()
    [head] = [line for line in text.splitlines() if line.startswith("p cnf")]
    _, _, variables, clauses = head.split()
    cnf.write_text(text.replace(head, f"p cnf {variables} {int(clauses) + 1}") + clause + "\n")


def test_added_clauses_hold_in_the_model(run: Program, cnf: Path, model: str) -> None:
    literal = int(model.split()[0])
    with_clause(cnf, f"{literal} 0")
    assert run("decode", cnf, "-", stdin=model).code == 0
    with_clause(cnf, f"{-literal} 0")
    assert run("decode", cnf, "-", stdin=model).code == 2


def test_unsat_with_added_clauses_is_no_answer(run: Program, cnf: Path) -> None:
    with_clause(cnf, "0")
    result = run("decode", cnf, "-", stdin="s UNSATISFIABLE\n")
    assert (result.code, result.out) == (3, "")
    assert "1 clauses of its own" in result.err


def test_unknown_is_no_answer(run: Program, cnf: Path) -> None:
    assert run("decode", cnf, "-", stdin="s UNKNOWN\n").code == 3


@pytest.mark.parametrize("text", ["", "c UNKNOWN\n", "c cadical\nc\nc UNKNOWN\nc exit 0\n"])
def test_solvers_that_reached_their_limit_gave_no_answer(
    run: Program, cnf: Path, text: str
) -> None:
    """MiniSat leaves an empty file, CaDiCaL and Kissat no status; it was an error once."""
    result = run("decode", cnf, "-", stdin=text)
    assert (result.code, result.err) == (3, "satmayan: the solver gave no answer\n")


def test_a_formula_is_read_once(cnf: Path, model: str) -> None:
    """So that it can come from a pipe."""
    (cnf.parent / "model").write_text(model)
    command = f"{sys.executable} -m satmayan decode <(cat {cnf}) model"
    result = subprocess.run(
        ["bash", "-c", command], cwd=cnf.parent, capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_a_formula_that_is_no_text_is_one_line(run: Program, cnf: Path) -> None:
    cnf.write_bytes(cnf.read_bytes() + b"c \xff\n")
    result = run("decode", cnf, "-", stdin="1 0\n")
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert "found the byte 0xff, expected text in UTF-8" in result.err


def test_a_model_that_falsifies_a_clause_is_refused(run: Program, cnf: Path, model: str) -> None:
    first, _, rest = model.partition(" ")
    result = run("decode", cnf, "-", stdin=f"{-int(first)} {rest}")
    assert result.code == 2
    assert "is false" in result.err


def test_a_formula_of_others_is_refused(run: Program, tmp_path: Path) -> None:
    (tmp_path / "f.cnf").write_text("c whatever\np cnf 1 1\n1 0\n")
    result = run("decode", tmp_path / "f.cnf", "-", stdin="1 0\n")
    assert result.code == 2
    assert "not a file of satmayan encode" in result.err


def test_a_formula_names_its_encoding_itself(run: Program, cnf: Path) -> None:
    assert run("decode", cnf, "-", "--encoding", "events", stdin="1 0").code == 2


WRONG = '''"""An encoding whose every plan drags the first block right."""
from satmayan.puzzle.board import Move
from satmayan.sat.encoding import Encoding
from satmayan.sat.formula import Formula

class Wrong(Encoding):
    def __init__(self):
        self.formula = Formula()
        self.formula.group("a")
        self.formula.add("true", [[1]])
    def choices(self, step, rounds_before):
        return [(Move(0, 0, 1), 1)]
    def first(self, x, y, colour):
        return []
    def steps(self, model):
        return [(Move(0, 0, 1), 0)]
    def assumptions(self):
        return [1]

def encode(family, options):
    return Wrong()
'''


def test_a_plan_that_the_rules_refuse_exits_4(run: Program, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(WRONG)
    cnf = tmp_path / "f.cnf"
    result = run("encode", "-", "--encoding", tmp_path / "wrong.py", "-o", cnf, stdin=NO_PLAN)
    assert result.code == 0
    assert "UNSAT is no answer" in result.err
    named = ("--encoding", tmp_path / "wrong.py")
    assert run("decode", cnf, "-", *named, stdin="1 0\n").code == 4


def test_code_that_a_formula_names_is_not_run(run: Program, tmp_path: Path) -> None:
    """Reading a file once ran the Python file that its header names."""
    marker = tmp_path / "marker"
    (tmp_path / "evil.py").write_text(
        f"import os; os.makedirs({str(marker)!r}, exist_ok=True)\n{WRONG}"
    )
    cnf = tmp_path / "f.cnf"
    run("encode", "-", "--encoding", tmp_path / "evil.py", "-o", cnf, stdin=NO_PLAN)
    marker.rmdir()
    result = run("decode", cnf, "-", stdin="1 0\n")
    assert (result.code, result.out, marker.exists()) == (2, "", False)
    assert "name it with --encoding" in result.err


def test_minus_one_of_an_encoding_in_a_file_is_cross_checked(run: Program, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(WRONG.replace("[1]", "[]"))
    (tmp_path / "a.in").write_text(PLAN)
    arguments = (tmp_path / "a.in", "-", "--encoding", tmp_path / "wrong.py")
    result = run("decode", *arguments, stdin="UNSAT\n")
    assert (result.code, result.out) == (4, "")
    assert "answers -1, but the search finds 3 0 1, 3 0 -1" in result.err


def test_unsat_under_assumed_bounds_is_no_answer(run: Program, tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(WRONG)
    (tmp_path / "a.in").write_text(NO_PLAN)
    arguments = (tmp_path / "a.in", "-", "--encoding", tmp_path / "wrong.py")
    assert run("decode", *arguments, stdin="UNSAT\n").code == 3


def test_an_encoding_that_raises_is_told_in_one_line(run: Program, tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text("def encode(family, options):\n    raise KeyError('oops')\n")
    result = run("encode", "-", "--encoding", tmp_path / "bad.py", stdin=PLAN)
    assert (result.code, result.out) == (2, "")
    assert "encode raised KeyError: 'oops'" in result.err
    assert len(result.err.splitlines()) == 1


def test_a_header_that_claims_a_larger_formula_than_the_file(run: Program, boards: Path) -> None:
    """It was once made as far as memory went."""
    run("encode", boards / "a.in", "--encoding", "order", "-o", boards / "a.cnf")
    text = (boards / "a.cnf").read_text()
    assert "c puzzle 2 /" in text
    (boards / "a.cnf").write_text(text.replace("c puzzle 2 /", "c puzzle 2000 /"))
    (boards / "model").write_text("1 0\n")
    result = run("decode", boards / "a.cnf", boards / "model")
    assert (result.code, result.out) == (2, "")
    assert "the formula is not the one its header claims, which is larger: " in result.err


def test_a_header_that_claims_an_endless_board(run: Program, boards: Path) -> None:
    """It once took minutes."""
    text = "c puzzle 1 / 0\nc board 5 x 99999999\nc encoding order\np cnf 1 1\n1 0\n"
    (boards / "a.cnf").write_text(text)
    result = run("decode", boards / "a.cnf", boards / "a.out")
    assert (result.code, result.out) == (2, "")
    assert "gives more than 999 as a size" in result.err
