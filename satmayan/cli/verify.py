"""``satmayan verify``."""

from __future__ import annotations

from pathlib import Path

import click

from satmayan.base.limits import Deadline
from satmayan.cli import DONE, LIMIT, NEGATIVE
from satmayan.cli._common import time_limit_option
from satmayan.cli._ticker import Ticker
from satmayan.planner import SIMULATIONS
from satmayan.proof import checkers
from satmayan.proof.manifest import Refused
from satmayan.proof.verify import Confirmed, unchecked, verify
from satmayan.proof.wishes import UNCHECKED, is_of_a_wish, verify_none


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--no-rebuild",
    is_flag=True,
    help="Take the formula as it is; for a machine with another version of the encoding.",
)
@click.option(
    "--checker",
    type=click.Choice(checkers.NAMES),
    help="Who checks the proof.  [default: the first of these that is there]",
)
@click.option(
    "--recheck",
    type=click.Choice(list(SIMULATIONS)),
    help="Solve the board once more, by an engine that knows no formula.",
)
@time_limit_option
def command(
    folder: Path,
    no_rebuild: bool,
    checker: str | None,
    recheck: str | None,
    time_limit: float | None,
) -> int:
    """Verify a certificate made by `satmayan prove` (or `generate --prove`), trusting
    nothing it need not.

    Files and hashes; the plan, replayed by the rules; the formula, made again and compared
    byte for byte; the proof, checked by a program that is not satmayan's.  Then come the
    things that were not checked.  With --no-rebuild nothing ties the formula to the board,
    so the last word is not "verified".

    Exit code 0: verified, 1: refused (and why), 2: no certificate or no checker, 3: neither
    (--no-rebuild, or --time-limit reached), 4: --recheck denies what was proved.

    \b
    Examples:
      satmayan verify certificate
      satmayan verify certificate --no-rebuild --checker drat-trim
    """
    program = checkers.find(checker)
    of_a_wish = is_of_a_wish(folder)
    if of_a_wish and (no_rebuild or recheck):
        raise click.UsageError("--no-rebuild and --recheck are for certificates of an answer")
    limit = Deadline(time_limit)
    with Ticker() as ticker:
        try:
            findings: list[Confirmed] = list(
                verify_none(folder, program, limit, ticker.show)
                if of_a_wish
                else verify(
                    folder,
                    program,
                    rebuild=not no_rebuild,
                    recheck=recheck,
                    deadline=limit,
                    progress=ticker.show,
                )
            )
        except Refused as reason:
            refusal: Refused | None = reason
        else:
            refusal = None
    if refusal is not None:
        click.echo(f"refused: {_on_one_line(str(refusal))}")
        return NEGATIVE
    for finding in findings:
        click.echo(f"{finding.part + ':':<10}{_on_one_line(finding.text)}")
    for text in UNCHECKED if of_a_wish else unchecked(folder, not no_rebuild):
        click.echo(f"not checked: {_on_one_line(text)}")
    if no_rebuild:
        click.echo("proof accepted, formula not made again")
        return LIMIT
    click.echo("verified")
    return DONE


def _on_one_line(text: str) -> str:
    """A text that may hold what a stranger wrote, without line ends and control characters."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
