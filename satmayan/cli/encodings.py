"""``satmayan encodings``."""

from __future__ import annotations

import click


@click.command()
def command() -> None:
    """List the encodings that --encoding takes, one a line.

    \b
    Example:
      satmayan encodings
    """
    from satmayan.encoding import find, names

    for name in names():
        click.echo(f"{name:<14}{find(name).summary}")
