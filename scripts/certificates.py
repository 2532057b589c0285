"""Certify and verify boards; print sizes and times as a Markdown table.

    scripts/dev python scripts/certificates.py --own 30
    scripts/dev python scripts/certificates.py --own 0 mayan1.in mayan2.in
    scripts/dev python scripts/certificates.py --own 0 --bare --checker cake_lpr examples/*.in

Own boards are random puzzles from a seed.  Times are seconds of CPU, with those of the
programs that were started, so that a busy machine does not count.  "solve" is the planner,
"prove" all that a certificate adds to it (encoding, writing, the proof), "ratio" the second
by the first, "check" the checker on the proof, "verify" all of ``satmayan verify``.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import exp, log
from pathlib import Path
from random import Random

from satmayan.base.limits import Deadline
from satmayan.planner import Config, solve
from satmayan.proof.checkers import NAMES, Checker, find
from satmayan.proof.prover import Statement, bare, certify
from satmayan.proof.solvers import ExternalSolver, ProofSolver, PySatSolver
from satmayan.proof.verify import verify
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import parse_puzzle
from satmayan.puzzle.generate import random_puzzle
from satmayan.sat.oracle import DEFAULT_PROOF_SOLVER

COLUMNS = (
    "board | n | blocks | answer | variables | clauses | cnf MB | proof MB "
    "| solve s | prove s | ratio | check s | verify s"
)


@dataclass(frozen=True, slots=True)
class Row:
    """What one certificate took."""

    name: str
    puzzle: Puzzle
    answer: Statement
    sizes: dict[str, float]
    solve: float
    prove: float
    check: float
    verify: float

    def __str__(self) -> str:
        sizes = self.sizes
        cells = (
            self.name,
            str(self.puzzle.steps),
            str(self.puzzle.board.blocks),
            "-1" if self.answer.plan is None else "plan",
            f"{sizes['variables']:,.0f}",
            f"{sizes['clauses']:,.0f}",
            f"{sizes['cnf'] / 1e6:.2f}",
            f"{sizes['drat'] / 1e6:.2f}",
            f"{self.solve:.2f}",
            f"{self.prove:.2f}",
            f"{self.prove / self.solve:.1f}",
            f"{self.check:.2f}",
            f"{self.verify:.2f}",
        )
        return f"| {' | '.join(cells)} |"


def cpu_seconds() -> float:
    """The CPU time that this process and its ended children have used."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(
    name: str,
    puzzle: Puzzle,
    config: Config,
    options: Mapping[str, str],
    solver: ProofSolver,
    checker: Checker,
) -> Row:
    """Solve, certify by a formula with ``options``, verify.  Raises Refused where that fails."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "certificate"
        start = cpu_seconds()
        answer = Statement(puzzle, solve(puzzle, config).plan, replace(config, options=options))
        solved = cpu_seconds()
        manifest = certify(answer, target, solver)
        proved = cpu_seconds()
        checker.check(target / "claim.cnf", target / "claim.drat", Deadline())
        checked = cpu_seconds()
        list(verify(target, checker))
        sizes: dict[str, float] = dict(manifest.formulas["claim"])
        sizes |= {end: manifest.files[f"claim.{end}"].bytes for end in ("cnf", "drat")}
        return Row(
            name,
            puzzle,
            answer,
            sizes,
            solved - start,
            proved - solved,
            checked - proved,
            cpu_seconds() - checked,
        )


def boards(
    files: Iterable[str], own: int, seed: int, steps: int, blocks: int
) -> Iterator[tuple[str, Puzzle]]:
    """The given boards, then our own."""
    for file in files:
        yield Path(file).stem, parse_puzzle(Path(file).read_text(), file).puzzle
    rng = Random(seed)
    for number in range(1, own + 1):
        yield f"own {number}", random_puzzle(rng, steps=steps, blocks=blocks)


def geometric_mean(numbers: Iterable[float]) -> float:
    """The geometric mean of positive numbers."""
    logs = [log(x) for x in numbers]
    return exp(sum(logs) / len(logs))


def main() -> None:
    """Read the arguments, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", metavar="IN")
    parser.add_argument("--own", type=int, default=30, help="so many random boards")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=3, help="at most, on our own boards")
    parser.add_argument("--blocks", type=int, default=15, help="at most, on our own boards")
    parser.add_argument("--encoding", default=Config().encoding)
    parser.add_argument("--solver", default=Config().solver, help="of the planner")
    parser.add_argument("--proof-solver", default=DEFAULT_PROOF_SOLVER)
    parser.add_argument("--external", help="a program that makes the proofs")
    parser.add_argument("--checker", choices=NAMES)
    parser.add_argument("--bare", action="store_true", help="no redundant constraints")
    args = parser.parse_args()
    config = Config(encoding=args.encoding, solver=args.solver)
    options = bare(args.encoding) if args.bare else {}
    solver = ExternalSolver(args.external) if args.external else PySatSolver(args.proof_solver)
    checker = find(args.checker)
    bareness = ", bare formulas" if args.bare else ""
    print(f"{config}{bareness}, proofs by {solver.title}, checked by {checker.title}\n")
    print(f"| {COLUMNS} |\n|{'---|' * len(COLUMNS.split('|'))}")
    rows = []
    for name, puzzle in boards(args.files, args.own, args.seed, args.steps, args.blocks):
        rows.append(measure(name, puzzle, config, options, solver, checker))
        print(rows[-1], flush=True)
    plans = sum(row.answer.plan is not None for row in rows)
    total = {part: sum(getattr(row, part) for row in rows) for part in ("solve", "prove")}
    print(
        f"\n{len(rows)} certificates verified: {plans} plans, {len(rows) - plans} times -1. "
        f"Proving against solving: {geometric_mean(r.prove / r.solve for r in rows):.1f} "
        f"(geometric mean of the ratios), {total['prove'] / total['solve']:.1f} in all."
    )


if __name__ == "__main__":
    main()
