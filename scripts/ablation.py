"""Measure what each option of an encoding is worth: the defaults, and one option off at a time.

usage: scripts/dev python scripts/ablation.py BOARD... [--encoding NAME] [--limit S]

Each run is `satmayan solve --json` in a process of its own, stopped after S seconds of the
processor (60).  Printed for each setting: boards solved, and over the boards that every
setting solved (but for settings that solved none), sums of conflicts, propagations, variables,
clauses and processor seconds.
The last line leaves out every option and minimises by assumptions with Glucose, as the
first version of the program did.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from satmayan.sat.encoding import find

COUNTS = ("conflicts", "propagations", "variables", "clauses")


@dataclass(frozen=True, slots=True)
class Run:
    """A run that came to an answer."""

    seconds: float
    counts: dict[str, int]


def run(board: Path, options: list[str], limit: int) -> Run | None:
    """Solve a board; None where the limit was reached."""
    command = [sys.executable, "-m", "satmayan", "solve", str(board), "--json", *options]
    with tempfile.TemporaryFile() as sink:
        process = subprocess.Popen(
            command,
            stdout=sink,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            return None
        sink.seek(0)
        return Run(usage.ru_utime + usage.ru_stime, json.load(sink)["statistics"])


def settings(encoding: str) -> dict[str, list[str]]:
    """The lines of the table: a name, and the options of ``satmayan solve``."""
    base = ["--encoding", encoding]
    lines = {"defaults": base}
    changes = [f"{option.name}=off" for option in find(encoding).options if "off" in option.values]
    for change in changes:
        lines[change] = [*base, "--set", change]
    nothing = [word for change in changes for word in ("--set", change)]
    lines["strategy assume"] = [*base, "--strategy", "assume"]
    lines["everything off"] = [*base, *nothing]
    first = ["--solver", "glucose4", "--strategy", "assume"]
    lines["everything off, glucose4, assume"] = [*base, *nothing, *first]
    return lines


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("boards", type=Path, nargs="+", metavar="BOARD")
    parser.add_argument("--encoding", default="events")
    parser.add_argument("--limit", type=int, default=60, help="seconds a run (%(default)s)")
    options = parser.parse_args()
    table = {
        name: [run(board, words, options.limit) for board in options.boards]
        for name, words in settings(options.encoding).items()
    }
    solving = [row for row in table.values() if any(row)]
    shared = [i for i in range(len(options.boards)) if all(row[i] for row in solving)]
    print(f"{'setting':34}{'solved':>8}" + "".join(f"{c:>14}" for c in COUNTS) + f"{'CPU s':>9}")
    for name, row in table.items():
        runs = [r for i in shared if (r := row[i]) is not None]
        solved = f"{sum(r is not None for r in row)}/{len(row)}"
        sums = "".join(f"{sum(r.counts.get(c, 0) for r in runs):>14,}" for c in COUNTS)
        sums += f"{sum(r.seconds for r in runs):>9.2f}"
        print(f"{name:34}{solved:>8}{sums if row in solving else ''}")
    print(f"sums over the {len(shared)} board(s) that every setting solved which solved any")


if __name__ == "__main__":
    main()
