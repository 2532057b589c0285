"""Progress: one line on a terminal's stderr, redrawn in place; silent elsewhere."""

from __future__ import annotations

import sys
import time

import click


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

    def show(self, what: str, done: int = 0, total: int = 0, note: str = "") -> None:
        """Say what is being done and how far it is: a :class:`satmayan.base.progress.Progress`.

        A mere count is shown ten times a second at most, with how long the rest may take.
        """
        if not self.on:
            return
        text = what
        if total:
            text += f": {done} of {total}"
        if note:
            text += f"{' ' if total else ': '}{note}"
        elif total:
            rest = self._rest(what, done, total)
            if rest is None:
                return
            text += rest
        self._draw(text)

    def _rest(self, what: str, done: int, total: int) -> str | None:
        """How long the rest of what is counted may take; None where it is too early to say so."""
        now = time.monotonic()
        if what != self._counted[0]:
            self._counted = (what, done, now)
        if now - self._shown < 0.1 and done < total:
            return None
        self._shown = now
        _, first, start = self._counted
        if done == first:
            return ""
        return f", {(now - start) / (done - first) * (total - done):.0f} s left"

    def _draw(self, text: str) -> None:
        import shutil

        line = f"{time.monotonic() - self.start:6.1f} s  {text}"
        width = shutil.get_terminal_size().columns - 1  # a line that wraps cannot be wiped
        click.echo(f"\r\033[K{line[:width]}", err=True, nl=False)
