"""``satmayan encodings``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from satmayan.cli._common import parse_settings, read_puzzle, set_option, settle_option

if TYPE_CHECKING:
    from satmayan.puzzle.board import Puzzle
    from satmayan.sat.encoding import Encoding, EncodingModule


@click.command()
@click.argument("name", required=False)
@click.argument("file", required=False, type=click.Path(allow_dash=True))
@set_option
@settle_option
def command(name: str | None, file: str | None, options: tuple[str, ...], settle: bool) -> None:
    """List the encodings that --encoding takes, or explain one.

    With NAME (a .py file will do): its groups, axioms and options.  With FILE, a mayan.in,
    also its sizes for that board.

    \b
    Examples:
      satmayan encodings
      satmayan encodings rounds
      satmayan encodings rounds mayan.in --set rounds=3
    """
    from satmayan.sat.encoding import find, names
    from satmayan.sat.guard import contained

    if name is None:
        for known in names():
            click.echo(f"{known:<14}{find(known).summary}")
        return
    puzzle = None if file is None else read_puzzle(file, settle_first=settle)

    def lines(_: object) -> list[str]:
        module = find(name)
        found = [*_explanation(module), *_options(module)]
        if puzzle is not None:
            found += _sizes(module, puzzle, parse_settings(options))
        return found

    click.echo("\n".join(contained(name, lines)))


def _explanation(module: EncodingModule) -> list[str]:
    """The module's docstring, without its doctest and the sentence that leads to it."""
    paragraphs = module.description.split("\n\n")
    tests = [i for i, text in enumerate(paragraphs) if text.startswith(">>>")]
    return "\n\n".join(paragraphs[: tests[0] - 1] if tests else paragraphs).splitlines()


def _options(module: EncodingModule) -> Iterator[str]:
    yield from ("", "Options (the default first):", "")
    for option in module.options:
        yield f"- {option.name}={'|'.join(option.values)}"
        yield f"    {option.help}"
    if not module.options:
        yield "- none"


def _sizes(module: EncodingModule, puzzle: Puzzle, options: Mapping[str, str]) -> Iterator[str]:
    from satmayan.sat.guard import guarded

    encoding = guarded(module, puzzle, options)
    board, formula = puzzle.board, encoding.formula
    yield ""
    yield (
        f"Sizes for {board.width} x {board.height}, {board.blocks} blocks, "
        f"{len(board.colours())} colours, n = {puzzle.steps}:"
    )
    yield ""
    yield from _rows(encoding)
    yield from ("", "Variables by group (of one layer where there are layers):", "")
    for group in formula.groups.values():
        yield f"{group.name:<24}{len(group):>10,}"
    yield from ("", "Clauses by axiom:", "")
    for axiom, clauses in formula.axioms.items():
        yield f"{axiom:<24}{clauses:>10,}"


def _rows(encoding: Encoding) -> Iterator[str]:
    formula = encoding.formula
    for title, count in (
        ("layers", getattr(formula, "layers", 1)),
        ("variables", formula.variables),
        ("clauses", len(formula.clauses)),
        ("literals", sum(map(len, formula.clauses))),
        ("assumptions", len(encoding.assumptions())),
    ):
        yield f"{title:<24}{count:>10,}"
