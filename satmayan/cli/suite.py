"""``satmayan suite``: a test set that catches every known mistake."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from satmayan.base.limits import LimitReached
from satmayan.base.messages import Message
from satmayan.cli import DONE
from satmayan.cli._common import language_option, say, write_together
from satmayan.planner import ENGINES, Config, Verdict, solve
from satmayan.suite.formats import FORMATS, pack
from satmayan.suite.testset import index, make_suite

if TYPE_CHECKING:
    from satmayan.puzzle.board import Plan, Puzzle
    from satmayan.suite.testset import Datum


def _name(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", value):
        raise click.BadParameter("letters, digits, - and _ only, beginning with a letter")
    return value


@click.command()
@click.option(
    "-o", "--output", "folder", required=True, type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR", help="Where to write; made where it is missing.",
)  # fmt: skip
@click.option("--seed", default=1, show_default=True, help="Of the generated boards.")
@click.option(
    "--size", default=30, show_default=True, type=click.IntRange(1, 99), help="Boards at most."
)
@click.option(
    "--tries", default=100, show_default=True, type=click.IntRange(min=0),
    metavar="N", help="Random boards to choose from, besides the catalogue's.",
)  # fmt: skip
@click.option(
    "--format", "kind", default="plain", show_default=True, type=click.Choice(FORMATS),
    help="Files, a zip for Luogu or Hydro, or Polygon's tests folder.",
)  # fmt: skip
@click.option(
    "--name", default="mayan", show_default=True, callback=_name, help="What file names begin with."
)
@click.option(
    "--engine", default="search", show_default=True, type=click.Choice(ENGINES),
    help="Who gives the answers.",
)  # fmt: skip
@language_option
def command(
    folder: Path, seed: int, size: int, tries: int, kind: str, name: str, engine: str
) -> int:
    """Write a small test set that catches every mistake of the catalogue.

    Each board is chosen because it catches mistakes that the others miss, or tells two
    of them apart; the last few are large, for the time limit.  index.txt says on one
    line a board which mistakes it catches.  The same options give the same bytes.

    A judge needs no checker but the comparison of words; `satmayan check IN OUT ANS`,
    called as testlib's checkers are, says in addition what is wrong.

    \b
    Examples:
      satmayan suite -o data
      satmayan suite -o data --format luogu --name P1312_
      satmayan suite -o data --seed 7 --size 20
    """

    def solver(puzzle: Puzzle) -> Plan | None:
        result = solve(puzzle, Config(engine))
        if result.verdict is Verdict.UNKNOWN:
            raise LimitReached(result.reason)
        return result.plan

    cases = make_suite(solver, seed, size=size, tries=tries)
    files, labels = pack(cases, name, kind)
    heading = f"satmayan suite --seed {seed} --size {size} --tries {tries}"
    files = {**files, "index.txt": index(cases, heading, labels).encode()}
    write_together(folder, files)
    _report(cases)
    return DONE


def _report(cases: list[Datum]) -> None:
    """Say on stderr what there is, and what was not caught."""
    from satmayan.mistakes.catalogue import names

    caught = {name for case in cases for name in case.catches}
    hard = sum(case.hard for case in cases)
    say(
        Message(
            "{n} boards, {hard} of them for the time limit; {caught} mistakes caught",
            n=len(cases),
            hard=hard,
            caught=len(caught),
        ),
        err=True,
    )
    missed = [name for name in names() if name not in caught]
    if missed:
        say(Message("not caught, too few boards: {names}", names=", ".join(missed)), err=True)
