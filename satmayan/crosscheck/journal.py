"""What a cross-check found so far, kept in a folder, so that the same one goes on from there.

See :mod:`satmayan.run.journal` for what happens to damaged lines, and to two at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from satmayan.base.messages import noted, packed, unpacked
from satmayan.crosscheck.referee import Case, Checked, Failure, Result
from satmayan.run.journal import Journal

FILE = "journal.jsonl"


Key = Case | Failure  # what a result is of


@dataclass(frozen=True, slots=True)
class Found:
    """A line of the journal: a board, or with ``failure`` what that was shrunk to."""

    checked: Checked | None
    failure: Failure | None = None


def _check(contestants: int, found: Found) -> None:
    """Raises ValueError for an entry that is not of a session with so many contestants."""
    wanted = 1 if found.failure else contestants
    if found.checked and len(found.checked.answers) != (0 if found.checked.unknown else wanted):
        raise ValueError(noted("it has not the answers of these contestants"))
    if found.failure and not 0 <= found.failure.contestant < contestants:
        raise ValueError(noted("it is about no contestant of these"))


class Findings:
    """What was found, by this and earlier sessions; without a folder, only by this one.

    ``header`` tells one cross-check from another; ``damaged`` names the lines of the journal
    that are passed over.  Raises OtherSession and OSError.
    """

    def __init__(self, folder: Path | None = None, header: Mapping[str, Any] | None = None) -> None:
        self.damaged: list[str] = []
        self._journal: Journal[Found] | None = None
        self._results: dict[Key, Result] = {}
        if folder:
            header = {"of": "satmayan crosscheck", **(header or {})}
            contestants = len(header.get("contestants", ()))
            check = partial(_check, contestants)
            self._journal = Journal(folder / FILE, Found, header, check)
            self.damaged = self._journal.damaged
            for found in self._journal.entries:
                job = found.failure or (found.checked and found.checked.case)
                if job:
                    self._results[job] = _with_messages(found.checked, unpacked)

    def __contains__(self, job: Key) -> bool:
        return job in self._results

    def __getitem__(self, job: Key) -> Result:
        return self._results[job]

    def add(self, job: Key, result: Result) -> None:
        """Keep a result: it is in the file when this returns."""
        self._results[job] = result
        if self._journal:
            kept = _with_messages(result, packed)
            self._journal.add(Found(kept, job if isinstance(job, Failure) else None))

    def __enter__(self) -> Findings:
        return self

    def __exit__(self, *_: object) -> None:
        if self._journal:
            self._journal.close()


def _with_messages(result: Result, change: Callable[[str], str]) -> Result:
    """A result with what it says in words changed: into what a journal keeps, or back."""
    if result is None:
        return None
    answers = (replace(answer, detail=change(answer.detail)) for answer in result.answers)
    return replace(result, unknown=change(result.unknown), answers=tuple(answers))
