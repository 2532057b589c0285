"""``satmayan encode``."""

from __future__ import annotations

import io

import click

from satmayan.base.limits import Deadline, allowing
from satmayan.base.messages import noted
from satmayan.cli._common import (
    encoding_option,
    language_option,
    memory_option,
    note,
    parse_settings,
    read_puzzle,
    set_option,
    settle_option,
    write_atomically,
)
from satmayan.sat.dimacs.header import Provenance, write_formula
from satmayan.sat.guard import contained


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("-o", "--output", metavar="OUT", help="Write the formula to OUT, all or nothing.")
@encoding_option
@set_option
@memory_option
@settle_option
@click.option("--steps", type=click.IntRange(min=1), metavar="N", help="Use N for the file's n.")
@language_option
def command(
    file: str,
    output: str | None,
    encoding: str,
    options: tuple[str, ...],
    memory: int | None,
    settle: bool,
    steps: int | None,
) -> None:
    """Write the formula of a puzzle as DIMACS CNF, for any SAT solver.

    FILE is a mayan.in, or - for standard input.  The models of the formula are the plans;
    comments say what it was made from, what every variable means, and in which order to
    try the moves of each step for the smallest plan.  `satmayan decode` reads the model
    that a solver finds.

    \b
    Examples:
      satmayan encode mayan.in -o mayan.cnf
      satmayan encode mayan.in --encoding events | grep '^c choice 1 '
      cadical -q mayan.cnf > model; satmayan decode mayan.cnf model
      minisat mayan.cnf model;      satmayan decode mayan.cnf model
    """
    puzzle = read_puzzle(file, settle_first=settle, steps=steps)
    provenance = Provenance(puzzle, encoding, parse_settings(options))

    def make(_: object) -> tuple[bool, str]:
        formula, text = provenance.encode(), io.StringIO()
        write_formula(text, formula, provenance)
        return bool(formula.assumptions()), text.getvalue()

    with allowing(Deadline(), memory):
        is_bounded, text = contained(encoding, make)
    if is_bounded:
        note(
            noted(
                "the formula asserts bounds by unit clauses ('c assumption'): "
                "UNSAT is no answer to the puzzle"
            )
        )
    if output:
        write_atomically(output, text)
    else:
        click.echo(text, nl=False)
