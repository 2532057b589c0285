"""``satmayan decode``."""

from __future__ import annotations

import io

import click

from satmayan.base.messages import Message
from satmayan.cli._common import (
    language_option,
    note,
    one_standard_input,
    parse_settings,
    puzzle_in,
    set_option,
    settle_option,
    write_atomically,
)
from satmayan.planner import Config, cross_check
from satmayan.puzzle.board import Plan
from satmayan.puzzle.files import format_plan, read_text
from satmayan.sat.dimacs.answers import read_answer
from satmayan.sat.dimacs.cnf import read_cnf
from satmayan.sat.dimacs.decode import decode
from satmayan.sat.dimacs.header import Provenance, extra_clauses
from satmayan.sat.guard import contained

MOST_CNF = 1 << 28  # bytes of a formula, or of what a solver printed


@click.command()
@click.argument("formula", type=click.Path())
@click.argument("model", type=click.Path(allow_dash=True))
@click.option("-o", "--output", metavar="OUT", help="Write the plan to OUT, all or nothing.")
@click.option(
    "--encoding",
    metavar="NAME",
    help="The encoding, where FORMULA is a puzzle (default: that of `satmayan encode`), or the "
    ".py file, where it was made with one: code is run only if it is named here.",
)
@set_option
@settle_option
@language_option
def command(
    formula: str,
    model: str,
    output: str | None,
    encoding: str | None,
    options: tuple[str, ...],
    settle: bool,
) -> None:
    """Turn a solver's answer to a formula of `satmayan encode` back into a plan.

    FORMULA is the DIMACS file, or the puzzle it was made from.  MODEL is what the solver
    printed, or - for standard input: `s` and `v` lines, MiniSat's result file, or bare
    literals.  The formula is made again from its header and compared, the model is checked
    against every clause, and the plan is replayed by the rules.  The plan is a plan, not
    yet the smallest.  UNSAT prints -1, of an encoding in a .py file only where the search
    finds no plan either.

    Clauses that were added to the file (to look for the smallest plan, say) are checked
    too; UNSAT of such a formula settles nothing and exits with 3, as does UNKNOWN.

    \b
    Examples:
      cadical -q mayan.cnf | satmayan decode mayan.cnf -
      minisat mayan.cnf model; satmayan decode mayan.cnf model
      satmayan decode mayan.in model --encoding events
    """
    one_standard_input(formula, model)
    name, text = read_text(formula, most=MOST_CNF)
    if _is_cnf(text):
        if options or (encoding and not encoding.endswith(".py")):
            raise click.UsageError("a DIMACS file names its encoding and options itself")
        cnf = read_cnf(io.StringIO(text), name)
        provenance = Provenance.parse(cnf.comments, encoding)
    else:
        cnf = None
        puzzle = puzzle_in(text, name, settle_first=settle)
        provenance = Provenance(puzzle, encoding or Config().encoding, parse_settings(options))
    name, text = read_text(model, most=MOST_CNF)
    answer = read_answer(text.splitlines(), name)

    def read_plan(_: object) -> Plan | None:
        made = provenance.encode_again(cnf) if cnf else provenance.encode()
        extra = extra_clauses(cnf, made) if cnf else []
        return decode(provenance.puzzle, made, answer, extra)

    plan = contained(provenance.encoding, read_plan)
    if plan is None and encoding and encoding.endswith(".py"):
        reason = cross_check(provenance.puzzle, None, encoding)
        if reason:
            note(Message("the answer was not cross-checked: {reason}", reason=reason))
    if output:
        write_atomically(output, format_plan(plan))
    else:
        click.echo(format_plan(plan), nl=False)


def _is_cnf(text: str) -> bool:
    """Whether a text begins as DIMACS does, with a comment or the problem line."""
    return text[:256].lstrip()[:1] in ("c", "p")
