"""Redundant constraints with a free first board: the conflicts of docs/wishes.md.

Usage: scripts/dev python scripts/wishes.py
"""

from __future__ import annotations

import time

from satmayan.base.limits import Deadline
from satmayan.forge.draft import Draft
from satmayan.forge.maker import SOLVER
from satmayan.forge.wish import Shape, Wish
from satmayan.sat.encoding import find
from satmayan.sat.oracle import EvenOracle

SECONDS = 120.0
OFF = {"bound": "off", "look": "off", "commute": "off"}
SETTINGS = {
    "neither": OFF,
    "bound": OFF | {"bound": "on"},
    "bound, look": OFF | {"bound": "on", "look": "on"},
    "commute": OFF | {"commute": "on", "noop": "on"},
}
CASES = (
    (Wish(mirror=True), Shape(2, (3, 3, 3, 3))),
    (Wish(heights=(0, 0, 2, 7, 0)), Shape(2, (3, 3, 3))),
    (Wish(heights=(3, 0, 3, 0, 3), rounds=(0, 0, 3)), Shape(3, (3, 3, 3))),
    (Wish(heights=(6, 6, 0, 0, 0), rounds=(0, 4)), Shape(2, (3, 3, 3, 3))),
    (Wish(rounds=(8,)), Shape(1, (3,) * 8)),
)


def main() -> None:
    """One line for each case and setting."""
    for wish, shape in CASES:
        for name, values in SETTINGS.items():
            if name == "commute" and wish.of_a_plan:
                continue  # not sound there
            draft = Draft(wish, shape, find("events"), values)
            start = time.process_time()
            with EvenOracle(SOLVER, draft.formula.clauses, Deadline(SECONDS)) as oracle:
                status = draft.solve(oracle)
                conflicts = oracle.statistics()["conflicts"]
            seconds = time.process_time() - start
            print(f"{shape}, heights {wish.heights}, rounds {wish.rounds}, {name}: ", end="")
            print(f"{status.value}, {conflicts} conflicts, {seconds:.1f} s", flush=True)


if __name__ == "__main__":
    main()
