"""Measure satmayan against another program, process against process.

usage: scripts/dev python scripts/compare.py PROGRAM [--ours OPTIONS] [--limit S] [--repeat K]
           [--steps N ...] [--boards FILE ...] [--quick]

PROGRAM, a command, reads mayan.in on standard input.  Ours is ``satmayan solve -`` with the
options given (``--engine search``; ``--ours=`` for none: SAT).  Boards are those below, or
files.  Both run on each board in turn, several times,
the best counts.  Times are of the whole process: seconds on the clock, and of the processor,
which tell more on a busy machine.  A run is stopped after S seconds of the processor (60) and
counts as what it took until then, so the ratio given is then too large.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from math import exp, log
from pathlib import Path

from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.files import format_puzzle, parse_puzzle

# n, then the columns bottom to top; 12 to 35 blocks in 3 to 8 colours.  RANDOM boards are
# random.  PLANTED ones have a plan: made backwards from the empty board, by putting in runs
# and dragging one block away.  The last number is the seed.  For each size the first board
# made was taken that the search could answer within 20 s.
RANDOM = """
5 12 1122 31 223 3                            512
5 1221 11 32 23112 13                         515
5 123 4112 12 3134 44211                      518
5 12134 4324 2414213 411 34                   521
5 122 321324 5145 4523 4234153                524
5 1213 11312 3212332 223113 311311            528
5 1213234 4153264 352145 56531 3561652        532
5 1213231 3143433 4132311 3311441 3421423     535
5 1234567 3548235 2128826 2452446 3175741     535
6 112 12 21 33 331                            612
6 12 121 231 313 2232                         615
6 123 242 113344 311 432                      618
6 1233114 3411 3342 1 34211                   621
6 12341 1534 4115 4314 1354522                624
6 1223323 3133131 212 3223211 3113            628
6 1231445 1364623 2156356 5416 1125252        632
6 1231344 2311424 4243232 2334132 1331324     635
6 1234542 3674163 7217518 6588637 6357881     635
7 112 123 21 3223 -                           712
7 1 213231 131 31 112                         715
7 122 31 3314 1132 12244                      718
7 112 3134 12231 4312 34213                   721
7 1122 13434 4234 4452 3115152                724
7 1123322 31221 1213311 22123 3131            728
7 1234243 5416443 3412265 5546311 1445        732
7 1232242 3134344 2441332 4434122 1214344     735
7 1213456 2634662 7528171 1457883 4631865     735
"""
PLANTED = """
5 112 2323 113 112 22                         515
5 12 123 2134112 124432 -                     518
5 1221212 313 3423311 442 3                   521
5 122311 2443 23342 32233 3322                524
5 122 1213 2133121 132144 1233224             527
6 - 121 12311 231212 1123                     618
6 122 2332 311 1414 2142                      618
6 1123 211 3241424 44232 14                   621
6 1221344 3433 15321 5353 3113                624
6 12321 1123 2321434 411244 13143             627
7 1 2211 312122 212 1312213                   721
7 1 2321 12141 4112331 1224                   721
7 123 4312 1324415 35115 13131                724
7 12331 3124133 31313 43434 42433             727
"""
OURS = [sys.executable, "-m", "satmayan", "solve", "-"]


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a program: seconds, of the clock and the processor, peak memory, answer."""

    clock: float
    processor: float
    mebibytes: float
    answer: str | None  # None: the limit was reached


def read_boards(text: str) -> list[Puzzle]:
    """The puzzles of a table above."""
    puzzles = []
    for line in text.strip().splitlines():
        steps, *columns, _ = line.split()
        puzzles.append(Puzzle(Board.of(*(c.strip("-") for c in columns)), int(steps)))
    return puzzles


def run(command: list[str], text: str, limit: int) -> Run:
    """Run a command on a puzzle; it is killed after ``limit`` seconds of the processor."""
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as sink:
        source.write(text.encode())
        source.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdin=source,
            stdout=sink,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        sink.seek(0)
        answer = " ".join(sink.read().decode(errors="replace").split())
    used = usage.ru_utime + usage.ru_stime
    stopped = process.returncode < 0 and used > 0.9 * limit
    return Run(seconds, used, usage.ru_maxrss / 1024, None if stopped else answer)


def best_of(runs: list[Run]) -> Run:
    """The least of each measure."""
    return Run(
        min(r.clock for r in runs),
        min(r.processor for r in runs),
        max(r.mebibytes for r in runs),
        runs[0].answer,
    )


def compare(
    mine: list[str], other: list[str], puzzle: Puzzle, limit: int, repeat: int
) -> tuple[Run, Run]:
    """Our run and the other program's, in turns; no second try after a limit."""
    text = format_puzzle(puzzle)
    ours: list[Run] = []
    theirs: list[Run] = []
    for _ in range(repeat):
        if not ours or ours[-1].processor < limit / 10:
            ours.append(run(mine, text, limit))
        if not theirs or theirs[-1].processor < limit / 10:
            theirs.append(run(other, text, limit))
    return best_of(ours), best_of(theirs)


def geometric_mean(values: list[float]) -> float:
    """The geometric mean of one or more values."""
    return exp(sum(map(log, values)) / len(values))


def print_row(kind: str, puzzle: Puzzle, ours: Run, theirs: Run) -> None:
    """One line of the table."""
    note = ""
    if ours.answer is None or theirs.answer is None:
        note = "limit" if theirs.answer is None else "our limit"
    elif theirs.answer != ours.answer:
        note = "answers differ"
    board = puzzle.board
    outcome = "-1" if ours.answer == "-1" else "plan" if ours.answer else "?"
    print(
        f"{puzzle.steps} {board.blocks:7} {len(board.colours()):8}  {kind:8}"
        f"{ours.clock:8.3f} {ours.processor:8.3f} {theirs.clock:8.3f} {theirs.processor:8.3f}"
        f"{ours.clock / theirs.clock:9.3f} {ours.processor / theirs.processor:8.3f}"
        f"{ours.mebibytes:7.0f}  {outcome:5}{note}",
        flush=True,
    )


def summary(name: str, pairs: list[tuple[Run, Run]]) -> str:
    """The geometric means of a group of boards."""
    clock = geometric_mean([ours.clock / theirs.clock for ours, theirs in pairs])
    processor = geometric_mean([ours.processor / theirs.processor for ours, theirs in pairs])
    limits = sum(None in (ours.answer, theirs.answer) for ours, theirs in pairs)
    return f"{name:22} {len(pairs):3} boards  {clock:7.3f} clock  {processor:7.3f} processor" + (
        f"  ({limits} at the limit)" if limits else ""
    )


def main() -> None:
    """Run the comparison that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("program", help="the other program, a command")
    parser.add_argument("--ours", default="--engine search", help="our options (%(default)s)")
    parser.add_argument("--boards", type=Path, nargs="+", help="boards, instead of those here")
    parser.add_argument("--limit", type=int, default=60, help="seconds a run (%(default)s)")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each (%(default)s)")
    parser.add_argument("--steps", type=int, nargs="+", default=[5, 6, 7], help="which n")
    parser.add_argument("--quick", action="store_true", help="every third board, limit 5 s")
    options = parser.parse_args()
    if options.boards:
        boards = [("file", parse_puzzle(f.read_text(), str(f)).puzzle) for f in options.boards]
    else:
        boards = [("random", p) for p in read_boards(RANDOM)]
        boards += [("planted", p) for p in read_boards(PLANTED)]
    boards = [(kind, p) for kind, p in boards if p.steps in options.steps]
    if options.quick:
        boards, options.limit = boards[::3], min(options.limit, 5)

    print(
        "n  blocks  colours  kind        ours      cpu    other      cpu    ratio      cpu    MiB"
    )
    found: dict[str, list[tuple[Run, Run]]] = {}
    for kind, puzzle in sorted(boards, key=lambda b: (b[1].steps, b[1].board.blocks)):
        mine, other = [*OURS, *shlex.split(options.ours)], shlex.split(options.program)
        pair = compare(mine, other, puzzle, options.limit, options.repeat)
        print_row(kind, puzzle, *pair)
        size = "sparse" if puzzle.board.blocks <= 18 else "dense"
        for group in ("all", size, kind):
            found.setdefault(f"n = {puzzle.steps}, {group}", []).append(pair)
    print("\ngeometric means of ours / other")
    for name, pairs in sorted(found.items()):
        print(summary(name, pairs))
    print(f"our peak memory: {max(o.mebibytes for p in found.values() for o, _ in p):.0f} MiB")


if __name__ == "__main__":
    main()
