"""Writing and reading DIMACS."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from random import Random

import pytest

from satmayan.puzzle.files import FormatError
from satmayan.sat.dimacs.cnf import Cnf, read_cnf, write_cnf


def read(text: str) -> Cnf:
    return read_cnf(io.StringIO(text), "f.cnf")


def test_written_bytes() -> None:
    file = io.StringIO()
    write_cnf(file, 3, [[1, -3], [], [2]], ["a comment"])
    assert file.getvalue().split("\n") == [
        "c a comment",
        "p cnf 3 3",
        "1 -3 0",
        " 0",
        "2 0",
        "",
    ]


def test_what_is_written_reads_back_the_same() -> None:
    rng = Random(1)
    clauses = [
        [rng.choice((1, -1)) * rng.randint(1, 50) for _ in range(rng.randint(0, 5))]
        for _ in range(10_000)
    ]
    file = io.StringIO()
    write_cnf(file, 50, clauses, ["one", "two"])
    assert read(file.getvalue()) == Cnf(50, clauses, ["one", "two"])


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ([1, 8], "8 is no literal of a formula of 2 variables"),
        ([3], "3 is no literal"),  # it was once written as -2
        ([-3], "-3 is no literal"),
        ([1, 0], "0 is no literal"),
        (["1"], r"a literal is an int, not '1' \(str\)"),
    ],
)
def test_what_is_no_literal_is_not_written(clause: Sequence[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        write_cnf(io.StringIO(), 2, [[1, -2], clause])


@pytest.mark.parametrize(
    "text",
    [
        "p cnf 3 2\n1 -2 0\n3 0\n",
        "p cnf 3 2\r\n1 -2 0\r\n3 0\r\n",
        "c x\n\np  cnf\t3 2\n1\n-2 0 3 0",
        "p cnf 3 2\n 1 -2 0 3\n",
        "p cnf 3 2\n1 -2 0\nc in between\n3 0\n%\n0\n",
    ],
)
def test_tolerated_spellings(text: str) -> None:
    assert read(text).clauses == [[1, -2], [3]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f.cnf:1:1: found the end of the file, expected 'p cnf ...'"),
        ("c x\n1 0\n", "f.cnf:2:1: found '1', expected the problem line"),
        ("p cnf x 2\n", "f.cnf:1:7: found 'x', expected the number of variables"),
        ("p cnf 2\n", "f.cnf:1:8: found the end of the line, expected the number of clauses"),
        ("p dnf 2 1\n", "f.cnf:1:3: found 'dnf', expected 'cnf'"),
        ("p cnf 2 1 7\n", "f.cnf:1:11: found '7', expected the end of the line"),
        ("p cnf 2 1\n1 y 0\n", "f.cnf:2:3: found 'y', expected a literal"),
        ("p cnf 2 1\n1  -3 0\n", "f.cnf:2:4: found '-3', expected a literal of the variables 1 to"),
        ("p cnf 2 2\n1 0\n", "f.cnf:2:1: found 1 clauses, expected 2 as announced"),
        ("p cnf 2 1\n1 0\n2 0\n", "f.cnf:3:1: found 2 clauses, expected 1 as announced"),
        ("p cnf 2 1\np cnf 2 1\n", "f.cnf:2:1: found 'p', expected a literal"),
    ],
)
def test_errors_say_where(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(text)
    assert str(caught.value).startswith(message)


def test_100_000_clauses_are_written_in_half_a_second() -> None:
    clauses = [[i, -i - 1, i + 2, -i - 3] for i in range(1, 100_001)]
    file = io.StringIO()
    start = time.process_time()
    write_cnf(file, 100_004, clauses)
    assert time.process_time() - start < 0.5
