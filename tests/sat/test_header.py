"""What a formula says about itself in DIMACS comments."""

from __future__ import annotations

import io
import os
import subprocess
import sys

import pytest

from satmayan.base.errors import ConfigError
from satmayan.puzzle.board import Board, Move, Puzzle
from satmayan.puzzle.rules import replay
from satmayan.sat import encoding as registry
from satmayan.sat.dimacs.cnf import Cnf, read_cnf
from satmayan.sat.dimacs.header import Provenance, write_formula
from satmayan.sat.encoding import Encoding
from satmayan.sat.formula import Formula, Model
from satmayan.sat.oracle import Oracle, Status
from satmayan.search.literal import first_plan

TINY = Puzzle(Board.of("11", "1", height=3), 1)
WASTE = Puzzle(Board.of("", "", "", "11", "1"), 2)
ROUNDS = Puzzle(Board.of("", "2", "2", "112", "33133"), 2)  # a step may take several rounds


def written(provenance: Provenance) -> Cnf:
    file = io.StringIO()
    write_formula(file, provenance.encode(), provenance)
    return read_cnf(io.StringIO(file.getvalue()))


@pytest.mark.parametrize("puzzle", [TINY, WASTE, ROUNDS])
@pytest.mark.parametrize("name", registry.names())
def test_provenance_reads_back(name: str, puzzle: Puzzle) -> None:
    provenance = Provenance(puzzle, name, registry.find(name).settings({}))
    assert Provenance.parse(written(provenance).comments) == provenance


@pytest.mark.parametrize("name", registry.names())
def test_the_formula_made_again_is_the_same(name: str) -> None:
    first = written(Provenance(WASTE, name))
    assert written(Provenance.parse(first.comments)) == first


def test_the_header_of_the_tiniest_board() -> None:
    comments = written(Provenance(TINY, "events")).comments
    assert comments[:4] == [
        f"program {Provenance(TINY, 'events').program}",
        "puzzle 1 / 1 1 0 / 1 0",
        "board 2 x 3",
        "encoding events",
    ]
    rest = [comment for comment in comments[4:] if not comment.startswith("option ")]
    assert rest[0].startswith("choice 1 0 0 1 ")


@pytest.mark.parametrize("name", registry.names())
def test_every_variable_is_named_once(name: str) -> None:
    cnf = written(Provenance(WASTE, name))
    named = [int(c.split()[1]) for c in cnf.comments if c.startswith("var ")]
    assert sorted(named) == list(range(1, cnf.variables + 1))


@pytest.mark.parametrize("puzzle", [WASTE, ROUNDS])
@pytest.mark.parametrize("name", registry.names())
def test_the_choices_written_suffice_to_find_the_smallest_plan(name: str, puzzle: Puzzle) -> None:
    """With the file alone, and a solver: fix each step to its first choice that has a model."""
    cnf = written(Provenance(puzzle, name))
    lines = [c.split() for c in cnf.comments if c.startswith("choice ")]
    plan: list[Move] = []
    with Oracle("minisat22", cnf.clauses) as oracle:
        for step in range(1, puzzle.steps + 1):
            taken = sum(len(done.rounds) for done in replay(puzzle.board, tuple(plan)))
            after = [[], ["after", str(taken)]]
            choices = [line for line in lines if line[1] == str(step) and line[6:] in after]
            for _, _, x, y, g, literal, *_ in choices:
                if oracle.solve([int(literal)]) is Status.SAT:
                    plan.append(Move(int(x), int(y), int(g)))
                    oracle.add([[int(literal)]])
                    break
    assert tuple(plan) == first_plan(puzzle)


class Bounded(Encoding):
    """Two variables, of which the second asserts a bound."""

    def __init__(self) -> None:
        self.formula = Formula()
        self.formula.group("a", range(4))

    def first(self, x: int, y: int, colour: int) -> list[int]:
        return []

    def choices(self, step: int, rounds_before: int) -> list[tuple[Move, int]]:
        return [(Move(0, 0, 1), 1)]

    def steps(self, model: Model) -> list[tuple[Move, int]]:
        return []

    def assumptions(self) -> list[int]:
        return [-2]


def header(encoding: Encoding, puzzle: Puzzle) -> Cnf:
    file = io.StringIO()
    write_formula(file, encoding, Provenance(puzzle, "events"), units=[3])
    return read_cnf(io.StringIO(file.getvalue()))


def test_assumptions_and_units_become_unit_clauses() -> None:
    cnf = header(Bounded(), WASTE)
    assert cnf.clauses == [[-2], [3]]
    assert "assumption -2" in cnf.comments


@pytest.mark.parametrize(
    ("comments", "message"),
    [
        ([], "no comment 'c puzzle"),
        (["puzzle 1 / 1 1 0 / 1 0"], "no comment 'c encoding"),
        (
            ["puzzle 1 / 1 1 0", "board 5 by 7", "encoding events"],
            "is not 'c board WIDTH x HEIGHT'",
        ),
    ],
)
def test_comments_that_are_not_ours(comments: list[str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Provenance.parse(comments)


def test_bytes_do_not_depend_on_the_hash_seed() -> None:
    """Of the file and its comments; the formulas of all encodings are compared elsewhere."""
    code = (
        "import sys; from satmayan.sat.dimacs.header import *;"
        "from satmayan.puzzle.board import Board;"
        "p = Provenance(Puzzle(Board.of('', '2', '2', '112', '33133'), 2), sys.argv[1]);"
        "write_formula(sys.stdout, p.encode(), p)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code, "events"],
            env=os.environ | {"PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
