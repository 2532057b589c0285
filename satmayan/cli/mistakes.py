"""``satmayan mistakes``: the catalogue of mistakes."""

from __future__ import annotations

import click

from satmayan.base.limits import Deadline
from satmayan.base.messages import Message, join, noted
from satmayan.cli import DONE, NEGATIVE
from satmayan.cli._common import language_option, read_puzzle, say, time_limit_option

TRIES = 1500
BLOCKS = 6


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option(
    "--board", "board_path", metavar="IN", help="Explain on the board in IN, not the smallest."
)
@click.option(
    "--search", is_flag=True, help="Search for the smallest board that shows it, and print that."
)
@click.option(
    "--separating",
    is_flag=True,
    help="Search for boards that tell mistakes, and pairs of them, apart; print these.",
)
@click.option("--seed", default=1, show_default=True, help="Of the searches.")
@click.option(
    "--tries",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"Random boards that a search tries.  [default: {TRIES}]",
)
@click.option(
    "--blocks",
    type=click.IntRange(3, 12),
    metavar="N",
    help=f"First --search tries every board of up to N blocks.  [default: {BLOCKS}]",
)
@time_limit_option
@language_option
def command(
    names: tuple[str, ...],
    board_path: str | None,
    search: bool,
    separating: bool,
    seed: int,
    tries: int | None,
    blocks: int | None,
    time_limit: float | None,
) -> int:
    """List the mistakes seen in other people's programs, or explain one.

    With a NAME (or two, for a program that makes both mistakes) it is explained on the
    smallest board known to show it: the right replay and the program's, side by side.

    A search says on stderr what is proven: it tries every board of up to --blocks blocks,
    three or more of each colour, in up to three steps, and then random ones.

    Exit code 1: the search found no board.

    \b
    Examples:
      satmayan mistakes
      satmayan mistakes skip-same-colour
      satmayan mistakes --board mayan.in no-chain left-first
      satmayan mistakes --lang zh
      satmayan mistakes --search mid-air
    """
    from satmayan.mistakes import catalogue as mistakes

    if time_limit and (search or separating):
        raise click.UsageError("a search has no --time-limit: it ends after --tries boards")
    if separating:
        from satmayan.mistakes.separate import separating_text

        click.echo(separating_text(seed, tries or TRIES), nl=False)
        return DONE
    if not names:
        for name in mistakes.names():
            kind = mistakes.load(name)
            say(join("", [f"{name:<22}", kind.does]))
        return DONE
    chosen = tuple(sorted(set(names)))
    mistakes.combine(chosen)
    if search:
        return _search(chosen, seed, tries or TRIES, blocks or BLOCKS)
    return _explain(chosen, board_path, Deadline(time_limit))


def _search(names: tuple[str, ...], seed: int, tries: int, blocks: int) -> int:
    from satmayan.mistakes.hunt import smallest
    from satmayan.puzzle.files import puzzle_line

    found = smallest(names, seed, blocks=blocks, tries=tries)
    if found is not None and found.board.blocks <= blocks:
        say(noted("proven smallest: every smaller board was tried"), err=True)
    else:
        tried = Message(
            "no board of up to {blocks} blocks and 3 steps shows it: all were tried", blocks=blocks
        )
        say(tried, err=True)
    if found is None:
        say(noted("no board was found that shows it; try another --seed or --tries"), err=True)
        return NEGATIVE
    click.echo(puzzle_line(found))
    return DONE


def _explain(names: tuple[str, ...], board_path: str | None, deadline: Deadline) -> int:
    from satmayan.mistakes.explain import explain

    puzzle = None if board_path is None else read_puzzle(board_path)
    for line in explain(names, puzzle, deadline):
        click.echo(line)
    return DONE
