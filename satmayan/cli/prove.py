"""``satmayan prove``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from satmayan.base.limits import Deadline
from satmayan.base.messages import Message
from satmayan.cli import DONE, LIMIT
from satmayan.cli._certify import certify_result, prepare, summary
from satmayan.cli._common import (
    engine_options,
    language_option,
    note,
    read_puzzle,
    say,
    settle_option,
    time_limit_option,
)
from satmayan.cli._ticker import Ticker
from satmayan.planner import Config, Verdict, solve
from satmayan.proof import checkers, prover
from satmayan.proof.solvers import ExternalSolver, ProofSolver, PySatSolver
from satmayan.sat.oracle import DEFAULT_PROOF_SOLVER


@click.command()
@click.argument("file", metavar="IN")
@click.option(
    "-o",
    "--output",
    "target",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder to make.",
)
@engine_options
@click.option(
    "--proof-solver",
    metavar="NAME",
    help=f"The solver of PySAT that makes the proof.  [default: {DEFAULT_PROOF_SOLVER}]",
)
@click.option(
    "--external",
    metavar="PROGRAM",
    help="Let a program make the proof: cadical, kissat, or one that is called like them.",
)
@click.option("--per-step", is_flag=True, help="Also prove each step by a formula of its own.")
@click.option(
    "--bare",
    is_flag=True,
    help="Prove by the formula without redundant constraints; for few steps only.",
)
@click.option(
    "--checker",
    type=click.Choice(checkers.NAMES),
    help="Who checks the proof before it is kept.  [default: the first of these that is there]",
)
@click.option("--no-check", is_flag=True, help="Keep the proof unchecked.")
@time_limit_option
@settle_option
@click.option("--steps", type=click.IntRange(min=1), metavar="N", help="Use N for the file's n.")
@language_option
def command(
    file: str,
    target: Path,
    config: Config,
    proof_solver: str | None,
    external: str | None,
    per_step: bool,
    bare: bool,
    checker: str | None,
    no_check: bool,
    time_limit: float | None,
    settle: bool,
    steps: int | None,
) -> int:
    """Solve, and write a certificate for the answer that `satmayan verify` checks.

    DIR, which must not be there yet or be empty, gets the board (mayan.in), the answer
    (mayan.out), its replay, the formula that the answer denies ("there is a smaller plan",
    "there is a plan") in DIMACS, a DRAT proof that it is unsatisfiable, and manifest.json.
    It appears all at once, at the end.

    \b
    Examples:
      satmayan prove mayan.in -o certificate
      satmayan prove mayan.in -o certificate --per-step --proof-solver glucose4
      satmayan prove mayan.in -o certificate --engine search --external cadical
    """
    if proof_solver and external:
        raise click.UsageError("--proof-solver and --external exclude each other")
    if checker and no_check:
        raise click.UsageError("--checker and --no-check exclude each other")
    if checker:
        checkers.find(checker)
    solver = _proof_solver(proof_solver, external)
    deadline = Deadline(time_limit)
    puzzle = read_puzzle(file, settle_first=settle, steps=steps, deadline=deadline)
    prepare(target, puzzle, config)
    with Ticker() as ticker:
        result = solve(puzzle, config, deadline, progress=ticker.show)
    if result.verdict is Verdict.UNKNOWN:
        note(Message("no answer: {reason}", reason=result.reason))
        return LIMIT
    proved = replace(config, options=_without(config)) if bare else config
    manifest = certify_result(
        puzzle,
        proved,
        result,
        target,
        solver,
        deadline,
        per_step=per_step,
        check=not no_check,
        checker=checker,
    )
    say(summary(manifest, target))
    return DONE


def _without(config: Config) -> dict[str, str]:
    """The options with every redundant constraint left out."""
    return {**config.options, **prover.bare(config.encoding)}


def _proof_solver(name: str | None, external: str | None) -> ProofSolver:
    return ExternalSolver(external) if external else PySatSolver(name or DEFAULT_PROOF_SOLVER)
