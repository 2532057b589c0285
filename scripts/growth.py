"""Measure how time grows with the number of steps, for SAT, search and another program.

usage: scripts/dev python scripts/growth.py [PROGRAM] [--steps N ...] [--limit S] [--plot FILE]

The same boards, random and without a plan, with n from 2 on; PROGRAM, a command, reads
mayan.in on standard input.  Each run is a whole process; printed are seconds of the
processor and, between, the factor from n to n + 1.  A run that reaches S seconds ends its
line.  The plot needs the extra ``plot``.
"""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from random import Random

from compare import OURS, geometric_mean, run

from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import format_puzzle
from satmayan.puzzle.generate import random_board
from satmayan.show.palette import figure

SIZES = ((18, 6), (21, 6), (24, 7))  # blocks, colours; the seed is the number of blocks


def measure(command: list[str], steps: list[int], limit: int) -> list[tuple[int, float]]:
    """(n, geometric mean of the processor's seconds over the boards), up to the limit."""
    found: list[tuple[int, float]] = []
    for n in steps:
        seconds = []
        for size in SIZES:
            board = random_board(Random(size[0]), *size)
            done = run(command, format_puzzle(Puzzle(board, n)), limit)
            if done.answer is None:
                return found
            seconds.append(done.processor)
        found.append((n, geometric_mean(seconds)))
    return found


def main() -> None:
    """Print the table, and draw it where asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program", nargs="?", help="another program, a command")
    parser.add_argument("--steps", type=int, nargs="+", default=[2, 3, 4, 5, 6, 7], help="which n")
    parser.add_argument("--limit", type=int, default=60, help="seconds a run (%(default)s)")
    parser.add_argument("--plot", type=Path, help="draw a picture into this file")
    options = parser.parse_args()
    lines = {"SAT": OURS, "search": [*OURS, "--engine", "search"]}
    if options.program:
        lines[Path(options.program).name] = shlex.split(options.program)
    table = {name: measure(c, options.steps, options.limit) for name, c in lines.items()}
    for name, row in table.items():
        cells = []
        for i, (n, seconds) in enumerate(row):
            growth = f" (x{seconds / row[i - 1][1]:.1f})" if i else ""
            cells.append(f"n={n} {seconds:.3f} s{growth}")
        print(f"{name:10}", "  ".join(cells), flush=True)
    if options.plot:
        with figure() as (drawing, (axes,)):
            for name, row in table.items():
                axes.plot([n for n, _ in row], [seconds for _, seconds in row], label=name)
            axes.set_yscale("log")
            axes.set_xticks(options.steps)
            axes.set_xlabel("steps n")
            axes.set_ylabel("CPU seconds, whole process")
            axes.set_title("How time grows with the number of steps")
            axes.legend(loc="upper left")
            drawing.savefig(options.plot, metadata={"Date": None})


if __name__ == "__main__":
    main()
