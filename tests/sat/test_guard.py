"""Encodings that raise, return nonsense or are wrong are reported as such, never as an answer."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from satmayan.base.errors import ConfigError, Contradiction, EncodingError
from satmayan.planner import Config, Verdict, solve
from satmayan.puzzle.board import Board, Puzzle
from satmayan.sat.encoding import find
from satmayan.sat.guard import guarded

PUZZLE = Puzzle(Board.of("1", "", "1", "1", ""), 1)
ENCODINGS = Path(__file__).parents[2] / "encodings"

# An encoding that is right but for what a test puts in place of these methods.
HEAD = """
from satmayan.puzzle.board import Move
from satmayan.sat.encoding import Encoding, find

def encode(family, options):
    return Mine(family)

class Mine(Encoding):
    def __init__(self, family):
        self.right = find("events").family(family)
        self.formula = self.right.formula
        self.edit()
    def edit(self):
        pass
    def choices(self, step, rounds_before):
        return self.right.choices(step, rounds_before)
    def steps(self, model):
        return self.right.steps(model)
    def first(self, x, y, colour):
        return self.right.first(x, y, colour)
    def fix(self, board):
        return self.right.fix(board)
"""

UNMET = """    def edit(self):
        self.v = self.formula.group("free")[()]
        self.formula.add("x", [[-self.v]])
"""

BROKEN = {
    "syntax": ("def encode(:", "loading it raised SyntaxError"),
    "import": ("import no_such_module", "loading it raised ModuleNotFoundError"),
    "exit": ("raise SystemExit(0)", "loading it raised SystemExit"),
    "no encode": ("x = 1", "an encoding defines encode(puzzle, options)"),
    "raises": ("def encode(p, o):\n    return 1 / 0", "encode raised ZeroDivisionError"),
    "where": ("def encode(p, o):\n    return 1 / 0", "(mine.py, line 2)"),
    "no encoding": ("def encode(p, o):\n    return 7", "encode returned 7 (int)"),
    "no formula": (
        HEAD + "    def edit(self):\n        self.formula = [[1]]",
        "its formula is [[1]] (list)",
    ),
    "literal is no int": (
        HEAD + "    def edit(self):\n        self.formula.add('x', [[1, 'a']])",
        "a literal is an int, not 'a' (str)",
    ),
    "literal is a bool": (
        HEAD + "    def edit(self):\n        self.formula.add('x', [[True]])",
        "a literal is an int, not True (bool)",
    ),
    "literal is zero": (
        HEAD + "    def edit(self):\n        self.formula.add('x', [[1, 0]])",
        "0 is no literal",
    ),
    "literal is too large": (
        HEAD + "    def edit(self):\n        self.formula.add('x', [[2**40]])",
        "is no literal of a formula of",
    ),
    "clause is no list": (
        HEAD + "    def edit(self):\n        self.formula.add('x', [5])",
        "encode raised TypeError: axiom 'x': 'int' object is not iterable (mine.py, line",
    ),
    "clauses past the guard": (
        HEAD + "    def edit(self):\n        self.formula.clauses.append([2**40])",
        "a clause raised ValueError",
    ),
    "no such index": (
        HEAD + "    def edit(self):\n"
        "        X = self.formula.group('mine', range(2))\n"
        "        self.formula.add('mine', ([X[i,]] for i in range(3)))",
        "raised KeyError: \"axiom 'mine': group mine has no variable (2,)\" (mine.py, line 25)",
    ),
    "formula raises": (
        HEAD.replace("self.formula", "self.f") + "    formula = property(lambda self: 1 / 0)",
        "formula raised ZeroDivisionError: division by zero (mine.py, line 23)",
    ),
    "leading is no number": (HEAD + "    leading = 'x'", "leading raised ValueError: 'x' (str)"),
    "leads too far": (HEAD + "    leading = 10**9", "is no number of the first of"),
    "base exception": (
        "class Mine(BaseException): pass\ndef encode(p, o):\n    raise Mine('x')",
        "encode raised Mine: x (mine.py, line 3)",
    ),
    "choices raise": (
        HEAD + "    def choices(self, step, rounds_before):\n        return {}['x']",
        "choices raised KeyError",
    ),
    "choices are nonsense": (
        HEAD + "    def choices(self, step, rounds_before):\n        return 5",
        "choices raised TypeError",
    ),
    "choices in no order": (
        HEAD
        + "    def choices(self, step, rounds_before):\n"
        + "        return self.right.choices(step, rounds_before)[::-1]",
        "the moves are not in answer order",
    ),
    "choices lack the move": (
        HEAD
        + "    def choices(self, step, rounds_before):\n"
        + "        return self.right.choices(step, rounds_before)[-1:]",
        "but of its choices the model makes none",
    ),
    "plan too short": (
        HEAD + "    def steps(self, model):\n        return []",
        "0 steps in a plan of 1",
    ),
    "plan is nonsense": (
        HEAD + "    def steps(self, model):\n        return [None]",
        "steps raised TypeError",
    ),
    "plan is not the model's": (
        HEAD + "    def steps(self, model):\n        return [(Move(4, 6, -1), 1)]",
        "step 1 is (4 6 -1), but of its choices the model makes (0 0 1)",
    ),
    "core is refused": (
        HEAD + UNMET + "    def assumptions(self):\n        return [self.v]",
        "None for a core that holds its assumptions",
    ),
    "refines for ever": (
        HEAD
        + UNMET
        + "    def assumptions(self):\n        return [self.v]\n"
        + "    def refine(self, core):\n        return []",
        "refine keeps every assumption of the core",
    ),
}

# It lets the first move that is legal clear the board.
WRONG = """
from satmayan.puzzle.board import Move
from satmayan.sat.encoding import Encoding
from satmayan.sat.formula import Formula

def encode(family, options):
    return Mine()

class Mine(Encoding):
    def __init__(self):
        self.formula = Formula()
        self.literal = self.formula.group("move")[()]
        self.formula.add("always", [[self.literal]])
    def choices(self, step, rounds_before):
        return [(Move(0, 0, 1), self.literal)]
    def first(self, x, y, colour):
        return []
    def steps(self, model):
        return [(Move(0, 0, 1), 0)]
"""


def write(folder: Path, text: str) -> str:
    path = folder / "mine.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("case", BROKEN)
def test_broken_encoding_is_named(tmp_path: Path, case: str) -> None:
    """What an encoding raises or returns against its contract is one line that names its file."""
    text, message = BROKEN[case]
    path = write(tmp_path, text)
    with pytest.raises(EncodingError) as caught:
        solve(PUZZLE, Config(encoding=path))
    assert message in str(caught.value)
    assert path in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unbroken_encoding_in_a_file_is_right(tmp_path: Path) -> None:
    """The encoding that the broken ones are made from gives the right answer."""
    result = solve(PUZZLE, Config(encoding=write(tmp_path, HEAD)))
    assert [str(move) for move in result.plan or ()] == ["0 0 1"]


def test_guarded_encoding_keeps_its_static_order() -> None:
    """The guard once hid ``leading``, and with it the faster strategy."""
    module = find("events")
    assert guarded(module, PUZZLE, {}).leading == module.encode(PUZZLE).leading > 0


def test_wrong_plan_is_a_contradiction(tmp_path: Path) -> None:
    """A plan that the rules refuse is never an answer; the message names the encoding."""
    path = write(tmp_path, WRONG)
    with pytest.raises(Contradiction, match="mine.py.*still has 3 blocks"):
        solve(Puzzle(Board.of("1", "1", "", "1", ""), 1), Config(encoding=path))


def test_missing_file_is_no_encoding(tmp_path: Path) -> None:
    """A path to nothing is an unknown encoding."""
    with pytest.raises(ConfigError, match="no such encoding file"):
        find(str(tmp_path / "none.py"))


@pytest.mark.parametrize("name", ["binary.py", "rounds.py"])
def test_encodings_with_dataclasses_load_from_a_file(tmp_path: Path, name: str) -> None:
    """A file may define dataclasses, which look their module up among the loaded ones."""
    shutil.copy(ENCODINGS / name, tmp_path / "mine.py")
    result = solve(PUZZLE, Config(encoding=str(tmp_path / "mine.py")))
    assert result.verdict is Verdict.PLAN
