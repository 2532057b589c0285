#!/usr/bin/env python3
"""Measure what the sandbox adds to a run: milliseconds a run, under each protection.

usage: scripts/dev python scripts/sandbox_speed.py [--runs N]

The same small program, which reads a board and prints -1, is run by itself
(``subprocess.run``) and in a sandbox under every protection that this machine allows, in
turns, so that a noisy machine disturbs all alike.  Medians are printed.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from satmayan.run.protection import Protection
from satmayan.run.sandbox import CannotRun, Sandbox

BOARD = "1\n0\n0\n0\n1 1 0\n1 0\n"
PROGRAM = (shutil.which("sh") or "/bin/sh", "-c", "read n; echo -1")


def alone() -> None:
    """One run without a sandbox."""
    subprocess.run(PROGRAM, input=BOARD, capture_output=True, text=True, check=True)


def milliseconds(run: Callable[[], object]) -> float:
    """How long one run takes."""
    start = time.perf_counter()
    run()
    return 1000 * (time.perf_counter() - start)


def main() -> None:
    """Measure them all in turns."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=200, help="turns (%(default)s)")
    turns = parser.parse_args().runs
    ways: dict[str, Callable[[], object]] = {"no sandbox": alone}
    with ExitStack() as stack:
        root = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        for protection in Protection:
            box = stack.enter_context(Sandbox(root, (protection,)))
            try:
                box.run(PROGRAM, BOARD)
            except CannotRun as error:
                print(f"{protection.key:12} {error}")
                continue
            ways[protection.key] = lambda box=box: box.run(PROGRAM, BOARD)  # type: ignore[misc]
        took: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(turns):
            for name, run in ways.items():
                took[name].append(milliseconds(run))
    for name, times in took.items():
        print(f"{name:12} {median(times):6.1f} ms a run")


if __name__ == "__main__":
    main()
