"""What ``prove`` and ``solve --prove`` share: making a certificate and saying so."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from satmayan.base.limits import Deadline
from satmayan.base.messages import Message, join
from satmayan.cli._ticker import Ticker
from satmayan.planner import Config, Result
from satmayan.proof import checkers
from satmayan.proof.checkers import Checker
from satmayan.proof.manifest import Manifest
from satmayan.proof.prover import Statement, certify, check_target, provenance
from satmayan.proof.solvers import ProofSolver
from satmayan.puzzle.board import Puzzle


def prepare(target: Path, puzzle: Puzzle, config: Config) -> None:
    """Raises ConfigError, before anything is solved, where no certificate could be made."""
    check_target(target)
    provenance(puzzle, config.encoding, config.options)


def certify_result(
    puzzle: Puzzle,
    config: Config,
    result: Result,
    target: Path,
    solver: ProofSolver,
    deadline: Deadline,
    *,
    per_step: bool = False,
    check: bool = True,
    checker: str | None = None,
) -> Manifest:
    """A certificate for the answer of a run, with progress on a terminal.

    Unless ``check`` is off, the checker of that name, or the strongest that is there, has
    accepted its proofs.  Raises ConfigError for one that is asked for and missing.
    """
    seconds = {stage.name: round(stage.seconds, 3) for stage in result.stages}
    command = shlex.join(["satmayan", *sys.argv[1:]])
    answer = Statement(puzzle, result.plan, config, command, seconds)
    with Ticker() as ticker:
        return certify(
            answer,
            target,
            solver,
            per_step=per_step,
            checker=_checker(checker) if check else None,
            deadline=deadline,
            progress=ticker.show,
        )


def _checker(name: str | None) -> Checker | None:
    return checkers.find(name) if name else next(iter(checkers.offered()), None)


def summary(manifest: Manifest, target: Path) -> str:
    """What a certificate claims, its sizes, and how to verify it."""
    lines = [Message("refuted: {claim}", claim=manifest.claim)]
    for name, sizes in manifest.formulas.items():
        proof = manifest.files[f"{name}.drat"].bytes / 1e6
        lines.append(
            Message(
                "{name}: {variables:,} variables, {clauses:,} clauses, {proof:.2f} MB of proof, "
                "{seconds:.2f} s",
                name=name,
                variables=sizes["variables"],
                clauses=sizes["clauses"],
                proof=proof,
                seconds=manifest.seconds[f"prove {name}"],
            )
        )
    if manifest.checker:
        lines.append(Message("checked by {checker}", checker=manifest.checker))
    else:
        lines.append(Message("proof not checked"))
    return join("\n", [*lines, f"satmayan verify {shlex.quote(str(target))}"])
