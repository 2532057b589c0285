"""A session: many runs, some at a time; what is finished is kept and not run again.

The journal is a file of JSON lines, one finished run each: the key of its job and the
row.  A line that was cut off by a crash is passed over; runs that failed by an error are
kept too, but run again.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from satmayan.base.errors import ConfigError
from satmayan.bench.runs import ERROR, Child, Job, Row

Finished = tuple[Job, Row]

_POLL = 0.005  # seconds
_START = '{"job": '  # what every journal begins with


class Journal:
    """The finished runs of this and earlier sessions; without a path, only of this one.

    Raises OSError, and ConfigError for a file that is something else.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._rows: dict[str, Row] = {}
        if path is not None and path.exists():
            self._read(path)

    def _read(self, path: Path) -> None:
        if not path.is_file():  # a pipe or a device may have no end
            raise ConfigError(f"{path}: not a regular file, so finished runs cannot be kept in it")
        text = path.read_text(encoding="utf-8", errors="replace")
        if text and not text.startswith(_START):
            raise ConfigError(f"{path}: not a file of finished runs; it is left as it is")
        for line in text.splitlines():
            try:
                values = json.loads(line)
                self._rows[_text(values["job"])] = Row.from_json(values["row"])
            except (ValueError, KeyError, TypeError):
                continue
        if text and not text.endswith("\n"):
            with path.open("a", encoding="utf-8") as file:
                file.write("\n")

    def find(self, job: Job) -> Row | None:
        """The row of a run that need not be made again."""
        row = self._rows.get(_text(job.key))
        return None if row is None or row.status == ERROR else replace(row, board=job.board)

    def add(self, job: Job, row: Row) -> None:
        """Keep a row: it is on disk when this returns."""
        self._rows[_text(job.key)] = row
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(_text({"job": job.key, "row": asdict(row)}) + "\n")


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def run_all(jobs: Sequence[Job], journal: Journal, workers: int) -> Generator[Finished, None, None]:
    """Every job with its row, as they are finished; first those that the journal has.

    When the generator is closed, or anything is raised in it (Ctrl-C), its children are
    killed and reaped.
    """
    waiting = []
    for job in jobs:
        row = journal.find(job)
        if row is None:
            waiting.append(job)
        else:
            yield job, row
    yield from _run(iter(waiting), journal, workers)


def _run(waiting: Iterator[Job], journal: Journal, workers: int) -> Generator[Finished, None, None]:
    children: list[Child] = []
    try:
        while True:
            while len(children) < workers and (job := next(waiting, None)) is not None:
                children.append(Child(job))
            if not children:
                return
            for child in list(children):
                row = child.poll()
                if row is not None:
                    children.remove(child)
                    journal.add(child.job, row)
                    yield child.job, row
            time.sleep(_POLL)
    finally:
        for child in children:
            child.kill()


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
