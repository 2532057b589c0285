"""Progress: one line on a terminal's stderr, redrawn in place; silent elsewhere."""

from __future__ import annotations

import sys
import time

import click

from satmayan.puzzle.board import Plan


class Ticker:
    """The line, with the seconds since it was made; wiped at the end of the ``with``."""

    def __init__(self) -> None:
        self.on = sys.stderr.isatty()
        self.start = time.monotonic()
        self._counted = ("", 0, 0.0)  # what was counted last; how much at first, and when
        self._shown = 0.0  # when a count was shown last

    def __enter__(self) -> Ticker:
        return self

    def __exit__(self, *exc: object) -> None:
        if self.on:
            click.echo("\r\033[K", err=True, nl=False)

    def show(self, text: str) -> None:
        """Say what is being done."""
        if self.on:
            import shutil

            line = f"{time.monotonic() - self.start:6.1f} s  {text}"
            width = shutil.get_terminal_size().columns - 1  # a line that wraps cannot be wiped
            click.echo(f"\r\033[K{line[:width]}", err=True, nl=False)

    def solving(self, stage: str, best: Plan | None, proven: int) -> None:
        """Show the stage, the best plan known, and how many of its steps are proven."""
        if best is not None:
            moves = ", ".join(map(str, best))
            stage += f"  {proven} of {len(best)} steps proven, best {moves}"
        self.show(stage)

    def counting(self, what: str, done: int, total: int) -> None:
        """Show how much is done, and how long the rest may take; ten times a second at most."""
        now = time.monotonic()
        if what != self._counted[0]:
            self._counted = (what, done, now)
        if now - self._shown < 0.1 and done < total:
            return
        self._shown = now
        _, first, start = self._counted
        text = f"{what}: {done} of {total}"
        if done > first:
            text += f", {(now - start) / (done - first) * (total - done):.0f} s left"
        self.show(text)
