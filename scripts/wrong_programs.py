"""Cross-check wrong programs of our own and print who is caught, and by what name.

    scripts/dev python scripts/wrong_programs.py [--count N] [--seed N] [--boards DIR] [SLIP...]

The programs are wrong.cpp and wrong.py of tests/data/wrong, with the slips of list.txt there
(or those that have a SLIP named).  A row a program: the boards that it fails, of how many;
what it is named; "*" where that is not what list.txt says.  Needs g++.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
WRONG = ROOT / "tests" / "data" / "wrong"


def programs(wanted: list[str]) -> list[tuple[str, list[str], list[str]]]:
    """The kind of source, the slips and the right names of each program of the list."""
    rows = []
    for line in (WRONG / "list.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            (kind, *slips), names = (part.split() for part in line.split("="))
            if not wanted or set(wanted) & set(slips):
                rows.append((kind, slips, sorted(names)))
    return rows


def compiled(folder: Path, source: Path) -> Path:
    """The program made of a C++ source."""
    target = folder / source.stem
    subprocess.run(["g++", "-O2", "-o", target, source], check=True)
    return target


def crosscheck(commands: list[str], options: list[str]) -> list[dict[str, Any]]:
    """What a cross-check says of each of the programs."""
    command = [sys.executable, "-m", "satmayan", "crosscheck", "--json", *options, *commands]
    done = subprocess.run(command, capture_output=True, text=True)
    if not done.stdout:
        raise SystemExit(done.stderr)
    found: list[dict[str, Any]] = json.loads(done.stdout)["contestants"]
    return found


def named(found: dict[str, Any]) -> list[list[str]]:
    """The names that a program gets: one set of them, or several that are not told apart."""
    return [sorted([*found["slips"], *names]) for names in found["mistakes"] or []]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", default="0")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--boards")
    parser.add_argument("slips", nargs="*")
    given = parser.parse_args()
    options = ["--count", given.count, "--seed", given.seed]
    options += ["--boards", given.boards] if given.boards else []
    rows = programs(given.slips)
    with tempfile.TemporaryDirectory() as folder:
        cpp = compiled(Path(folder), WRONG / "wrong.cpp")
        start = {"cpp": str(cpp), "py": f"{sys.executable} {WRONG / 'wrong.py'}"}
        said = crosscheck([f"{start[kind]} {' '.join(slips)}" for kind, slips, _ in rows], options)
    right = caught = 0
    for (kind, slips, names), found in zip(rows, said, strict=True):
        fails, got = found["judged"] - found["right"], named(found)
        right += got == [names]
        caught += fails > 0
        mark = " " if got == [names] else "*"
        text = " or ".join(" + ".join(names) for names in got) or "-"
        print(f"{mark} {kind:4}{' '.join(slips):36}{fails:4} of {found['judged']}  {text}")
    print(f"{len(rows)} programs: {caught} caught, {right} named rightly")


if __name__ == "__main__":
    main()
