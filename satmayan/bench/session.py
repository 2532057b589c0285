"""A session: many runs, some at a time; what is finished is kept and not run again.

The journal (:mod:`satmayan.run.journal`) holds the finished runs, the key of a job and its row
each.  Runs that failed by an error are kept too, but run again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from satmayan.bench.runs import ERROR, Job, Row, make
from satmayan.run.journal import Journal
from satmayan.run.pool import Pool, plain

Finished = tuple[Job, Row]

_TIDY_SECONDS = 5.0  # that workers are given to end their children


@dataclass(frozen=True, slots=True)
class Record:
    """A line of the journal: what was run, and what came of it."""

    job: dict[str, Any]
    row: Row


class FinishedRuns:
    """The finished runs of this and earlier sessions; without a path, only of this one.

    ``damaged`` names the lines of the journal that are passed over.  Raises OSError, and
    OtherSession for a file that is something else, or in use.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._journal = Journal(path, Record, {"of": "satmayan bench"}) if path else None
        records = self._journal.entries if self._journal else []
        self._rows = {_text(record.job): record.row for record in records}

    @property
    def damaged(self) -> list[str]:
        """The lines of the journal that are passed over, each with the reason."""
        return self._journal.damaged if self._journal else []

    def find(self, job: Job) -> Row | None:
        """The row of a run that need not be made again."""
        row = self._rows.get(_text(job.key))
        return None if row is None or row.status == ERROR else replace(row, board=job.board)

    def add(self, job: Job, row: Row) -> None:
        """Keep a row: it is in the file when this returns."""
        self._rows[_text(job.key)] = row
        if self._journal:
            self._journal.add(Record(job.key, row))

    def __enter__(self) -> FinishedRuns:
        return self

    def __exit__(self, *_: object) -> None:
        if self._journal:
            self._journal.close()


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def run_all(
    jobs: Sequence[Job], kept: FinishedRuns, workers: int
) -> Generator[Finished, None, None]:
    """Every job with its row, as they are finished; first those that are kept.

    When the generator is closed, or anything is raised in it (Ctrl-C), its children are
    killed and reaped.
    """
    waiting = []
    for job in jobs:
        row = kept.find(job)
        if row is None:
            waiting.append(job)
        else:
            yield job, row
    with Pool(plain(make), workers, lost=_lost, grace=_TIDY_SECONDS) as pool:
        for job, row in pool.run(waiting):
            kept.add(job, row)
            yield job, row


def _lost(job: Job, reason: str) -> Row:
    return Row(job.board, ERROR, 0.0, 0.0, 0, reason=reason)


def sources_digest(extra: Iterable[str] = ()) -> str:
    """A short digest of the planner, the encodings and their data, and encodings given by path."""
    from importlib import import_module

    folders = [*import_module("satmayan").__path__, *import_module("satmayan.encodings").__path__]
    found = (path for folder in folders for path in sorted(Path(folder).rglob("*")))
    files = [path for path in found if path.suffix in (".py", ".jsonl")]
    digest = hashlib.sha256()
    for file in (*files, *map(Path, extra)):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
