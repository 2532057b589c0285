"""How long work says how far it is."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Called with what is being done, how much of it is done (of 0: unknown), and a note.

    It may raise nothing and must be quick: it is called many times a second.
    """

    def __call__(self, what: str, done: int = 0, total: int = 0, note: str = "") -> None: ...


def silent(what: str, done: int = 0, total: int = 0, note: str = "") -> None:
    """The progress that nobody looks at."""
