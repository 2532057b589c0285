"""``satmayan validate``: does a file keep the statement's promises?"""

from __future__ import annotations

import click

from satmayan.base.messages import Message
from satmayan.cli import DONE, NEGATIVE
from satmayan.cli._common import language_option, say
from satmayan.puzzle.files import FormatError, parse_puzzle, read_text


@click.command()
@click.argument("paths", metavar="IN...", nargs=-1, required=True, type=click.Path(allow_dash=True))
@language_option
def command(paths: tuple[str, ...]) -> int:
    """Say whether each file ("-" is standard input) keeps the promises of the statement.

    They are: 5 columns of at most 7 blocks, each ended by 0, and nothing after them;
    1 to 5 steps; at most 10 colours, numbered from 1 without gaps; no run of 3 or more
    equal colours at the start.  Exit code 0: all files do, 1: some file does not (every
    reason on a line of its own), 2: a file cannot be read.

    \b
    Examples:
      satmayan validate mayan.in
      satmayan validate tests/*.in
    """
    broken = False
    for path in paths:
        found = faults(path)
        for fault in found:
            say(fault)
        if not found:
            say(Message("{file}: ok", file=path))
        broken = broken or bool(found)
    return NEGATIVE if broken else DONE


def faults(path: str) -> list[str]:
    """What is wrong with a file, one line each.  Raises OSError."""
    try:
        name, text = read_text(path)
        reading = parse_puzzle(text, name)
    except FormatError as error:
        return [str(error)]
    run = reading.initial_run()
    return [*reading.faults, str(run)] if run else list(reading.faults)
