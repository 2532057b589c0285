"""``satmayan solvers``."""

from __future__ import annotations

import click


@click.command()
def command() -> None:
    """List the SAT solvers that --solver takes, one a line.

    \b
    Example:
      satmayan solvers
    """
    from satmayan.sat.oracle import DEFAULT_SOLVER, SOLVERS

    for name, title in SOLVERS.items():
        click.echo(f"{name:<14}{title}{'  (default)' if name == DEFAULT_SOLVER else ''}")
