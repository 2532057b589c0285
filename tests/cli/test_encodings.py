"""``satmayan encodings``, and encodings given as files."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from satmayan.puzzle.files import parse_puzzle
from satmayan.sat.encoding import find, names

ENCODINGS = Path(__file__).parents[2] / "encodings"

RAISES = """
def encode(family, options):
    return 1 / 0
"""

# Its only plan is to drag the first block right, whatever the board.
WRONG = """
from satmayan.puzzle.board import Move
from satmayan.sat.encoding import Encoding
from satmayan.sat.formula import Formula

def encode(family, options):
    return Mine(family.steps)

class Mine(Encoding):
    def __init__(self, steps):
        self.n = steps
        self.formula = Formula()
        self.literal = self.formula.group("move")[()]
        self.formula.add("always", [[self.literal]])
    def choices(self, step, rounds_before):
        return [(Move(0, 0, 1), self.literal)]
    def first(self, x, y, colour):
        return []
    def steps(self, model):
        return [(Move(0, 0, 1), 0)] * self.n
"""


def test_lists_every_encoding_with_its_summary(run: Callable[..., Any]) -> None:
    done = run("encodings")
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()] == names()
    assert all(find(name).summary in done.out for name in names())


@pytest.mark.parametrize("name", names())
def test_explains_an_encoding(run: Callable[..., Any], name: str) -> None:
    """Groups, axioms, size, reference and every option with its values; no doctest."""
    done = run("encodings", name)
    assert done.code == 0
    for word in ("Groups", "Axioms", "Size", "Reference"):
        assert word in done.out
    for option in find(name).options:
        assert f"- {option.name}={'|'.join(option.values)}" in done.out
    assert ">>>" not in done.out and "Sizes for" not in done.out


@pytest.mark.parametrize("name", names())
def test_sizes_for_a_board_are_those_of_the_formula(
    run: Callable[..., Any], boards: Path, name: str
) -> None:
    """With a file: the numbers of variables and clauses, and of each axiom, which add up."""
    done = run("encodings", name, boards / "a.in")
    formula = find(name).encode(parse_puzzle((boards / "a.in").read_text()).puzzle).formula
    axioms = done.out.split("Clauses by axiom:")[1].strip().splitlines()
    total = sum(int(line.split()[-1].replace(",", "")) for line in axioms)
    assert (done.code, total) == (0, len(formula.clauses))
    assert f"variables{formula.variables:>25,}" in done.out


def test_sizes_follow_the_options(run: Callable[..., Any], boards: Path) -> None:
    few = run("encodings", "rounds", boards / "a.in", "--set", "noop=on").out
    many = run("encodings", "rounds", boards / "a.in", "--set", "noop=off").out
    assert few != many


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("nothing",), "unknown encoding 'nothing': choose from binary, "),
        (("events", "a.in", "--set", "look=x"), "option look of encoding events cannot be 'x'"),
        (("events", "a.in", "--set", "x=1"), "encoding events has no option 'x'"),
        (("events", "missing.in"), "missing.in: No such file"),
        (("missing.py",), "missing.py: no such encoding file"),
    ],
)
def test_bad_usage_is_one_line(
    run: Callable[..., Any],
    boards: Path,
    monkeypatch: pytest.MonkeyPatch,
    args: tuple[str, ...],
    message: str,
) -> None:
    monkeypatch.chdir(boards)
    done = run("encodings", *args)
    assert (done.code, done.out) == (2, "")
    assert message in done.err and done.err.count("\n") == 1


@pytest.mark.parametrize(("text", "code"), [(RAISES, 2), (WRONG, 4)], ids=["raises", "wrong"])
def test_solve_reports_a_bad_encoding_and_no_answer(
    run: Callable[..., Any], boards: Path, text: str, code: int
) -> None:
    """No answer and one line that names the file; exit 2 if it is broken, 4 if it is wrong."""
    (boards / "mine.py").write_text(text, encoding="utf-8")
    done = run("solve", boards / "a.in", "--encoding", boards / "mine.py")
    assert (done.code, done.out) == (code, "")
    assert "mine.py" in done.err and done.err.count("\n") == 1


def test_solve_with_a_copy_of_the_template(run: Callable[..., Any], boards: Path) -> None:
    """The template solves a board from anywhere before a line of it is changed."""
    shutil.copy(ENCODINGS / "_template.py", boards / "mine.py")
    done = run("solve", boards / "a.in", "--encoding", boards / "mine.py")
    assert (done.code, done.out, done.err) == (0, (boards / "a.out").read_text(), "")
