#!/usr/bin/env python3
"""Measure what a start of the command costs, beside the imports that it cannot do without.

usage: scripts/dev python scripts/startup.py [--runs N] [FILE]

Each of two pairs is run in turns, whole processes, and medians are printed: seconds of the
processor and of the clock, and the ratio within a turn, so that a noisy machine disturbs
both sides alike.  Aimed at: ``solve`` at most 2.0, ``--help`` at most 1.3.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SATMAYAN = str(Path(sys.executable).with_name("satmayan"))


class Cost(NamedTuple):
    """Seconds of one run, of the processor (user and system) and of the clock."""

    processor: float
    clock: float


def run(command: list[str]) -> Cost:
    """Run a command to its end, byte-code cached; CalledProcessError where it fails."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    clock = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(usage.ru_utime + usage.ru_stime, clock)


def compare(name: str, ours: list[str], imports: str, runs: int) -> None:
    """Run our command and the bare imports in turns, and print the medians."""
    bare = [sys.executable, "-c", f"import {imports}"]
    run(ours), run(bare)  # files are read and byte-compiled once
    turns = [(run(ours), run(bare)) for _ in range(runs)]
    print(f"{name} / python -c 'import {imports}', {runs} turns")
    for field in Cost._fields:
        pairs = [(getattr(a, field), getattr(b, field)) for a, b in turns]
        a, b = (median(side) for side in zip(*pairs, strict=True))
        ratio = median(a / b for a, b in pairs)
        print(f"  {field:10}{1000 * a:7.1f} ms /{1000 * b:7.1f} ms{ratio:8.2f}")


def main() -> None:
    """Measure both pairs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", nargs="?", default=str(ROOT / "examples" / "mayan.in"))
    parser.add_argument("--runs", type=int, default=31, help="turns of each pair (%(default)s)")
    options = parser.parse_args()
    compare("satmayan --help", [SATMAYAN, "--help"], "click", options.runs)
    solve = [SATMAYAN, "solve", options.file]
    compare("satmayan solve", solve, "click, pysat.solvers", options.runs)


if __name__ == "__main__":
    main()
