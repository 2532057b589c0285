"""Wrong programs of our own: caught on the shipped boards, and called by their names."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ to compile with")


def table(*options: str) -> tuple[int, int, int]:
    """Of the programs: how many there are, are caught, are named rightly."""
    script = ROOT / "scripts" / "wrong_programs.py"
    done = subprocess.run([sys.executable, script, *options], capture_output=True, text=True)
    total = re.search(r"^(\d+) programs: (\d+) caught, (\d+) named rightly", done.stdout, re.M)
    assert total, done.stderr
    programs, caught, named = map(int, total.groups())
    return programs, caught, named


@pytest.mark.slow
def test_a_few_are_caught_and_named() -> None:
    assert table("--boards", str(ROOT / "examples" / "suite"), "zero-left") == (2, 2, 2)


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2", "3", "4", "5"])
@pytest.mark.parametrize("count", ["0", "100"])
def test_all_are_caught_and_nine_of_ten_named(seed: str, count: str) -> None:
    programs, caught, named = table("--count", count, "--seed", seed)
    assert programs >= 40 and caught == programs and 10 * named >= 9 * programs


@pytest.mark.slow
def test_the_suite_catches_all() -> None:
    programs, caught, _ = table("--boards", str(ROOT / "examples" / "suite"))
    assert caught == programs
