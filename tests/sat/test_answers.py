"""Reading what SAT solvers print."""

from __future__ import annotations

import io

import pytest

from satmayan.puzzle.files import FormatError
from satmayan.sat.dimacs.answers import SolverAnswer, read_answer
from satmayan.sat.oracle import Status


def read(text: str) -> SolverAnswer:
    return read_answer(io.StringIO(text), "out")


@pytest.mark.parametrize(
    "text",
    [
        "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\n",
        "s SATISFIABLE\r\nv 1 -2 3 0\r\n",
        "v 1 -2 3\ns SATISFIABLE\n",
        "SAT\n1 -2 3 0\n",
        "1 -2 3\n",
        "1\n-2\n3\n0\n",
        "===[ Statistics ]===\n|  Number of variables: 3\nrestarts : 1\nSATISFIABLE\n1 3 0\n",
    ],
)
def test_models(text: str) -> None:
    answer = read(text)
    assert answer.status is Status.SAT
    assert answer.model is not None
    assert [v in answer.model for v in (1, 2, 3)] == [True, False, True]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("s UNSATISFIABLE\n", Status.UNSAT),
        ("c x\nUNSAT\n", Status.UNSAT),
        ("conflicts : 3\nUNSATISFIABLE\n", Status.UNSAT),
        ("s UNKNOWN\n", Status.UNKNOWN),
        ("INDET\n", Status.UNKNOWN),
        ("INDETERMINATE\n", Status.UNKNOWN),
    ],
)
def test_no_model(text: str, status: Status) -> None:
    assert read(text) == SolverAnswer(status)


@pytest.mark.parametrize("text", ["", "\n", "c cadical\nc UNKNOWN\nc exit 0\n", "s UNKNOWN\n"])
def test_a_solver_that_gave_up_says_so_or_nothing(text: str) -> None:
    assert read(text).status is Status.UNKNOWN


def test_the_empty_model_of_an_empty_formula() -> None:
    assert read("s SATISFIABLE\nv 0\n").status is Status.SAT


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bash: kissat: command not found\n", "out:2:1: found the end of the file, expected a st"),
        ("s SATISFIABLE\n", "out:2:1: found the end of the file, expected the model"),
        ("s MAYBE\n", "out:1:3: found 'MAYBE', expected SATISFIABLE, UNSATISFIABLE or UNKNOWN"),
        ("s\n", "out:1:1: found 's', expected SATISFIABLE"),
        ("s SATISFIABLE\ns UNSATISFIABLE\n", "out:2:3: found 'UNSATISFIABLE', expected the status"),
        ("s SATISFIABLE\nv 1 x 0\n", "out:2:5: found 'x', expected a literal"),
        ("1 -2 three\n", "out:1:6: found 'three', expected a literal"),
        ("v 1 2 -1 0\n", "out:1:7: found '-1', expected a model, which has 1 already"),
        ("v 1 0\nv 2 0\n", "out:2:3: found '2', expected nothing after the 0"),
        ("s UNSATISFIABLE\nv 1 0\n", "out:2:1: found a model, expected none"),
    ],
)
def test_errors_say_where(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value).startswith(message)
