"""The journal of a cross-check: what was found so far, a line of JSON each.

The first line says which cross-check it is; a run with the same options goes on from
there, and one with other options is refused.  A last line that was cut short (the machine
went down in the middle of it) is dropped.
"""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path
from typing import Any

from satmayan.base.errors import ConfigError
from satmayan.crosscheck.contestants import Answer
from satmayan.crosscheck.referee import Case, Checked, ShrinkTask, Shrunk
from satmayan.crosscheck.verdict import Outcome, Ruling
from satmayan.puzzle.files import format_plan, format_puzzle, parse_plan, parse_puzzle

FILE = "journal.jsonl"

Json = dict[str, Any]


class OtherRun(ConfigError):
    """The folder holds another cross-check, or one that is running now."""


class Journal:
    """The journal in a folder, open for reading what was done and adding to it.

    ``header`` tells one cross-check from another.  Raises OtherRun and OSError.
    """

    def __init__(self, folder: Path, header: Json) -> None:
        self.path = folder / FILE
        self.checked: dict[tuple[str, str], Checked] = {}  # by name and text of the board
        self.shrunk: dict[ShrinkTask, Shrunk | None] = {}
        self._file = open(self.path, "a+b")
        try:
            self._lock()
            self._read(header)
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OtherRun(f"{self.path}: another cross-check is writing to it") from None

    def _read(self, header: Json) -> None:
        self._file.seek(0)
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        os.truncate(self._file.fileno(), len(whole))
        lines = [json.loads(line) for line in whole.splitlines()]
        if not lines:
            self._write(header)
            return
        differs = sorted(k for k in header | lines[0] if header.get(k) != lines[0].get(k))
        if differs:
            raise OtherRun(
                f"{self.path} belongs to another cross-check (it differs in: "
                f"{', '.join(differs)}); choose another folder, or remove it"
            )
        for line in lines[1:]:
            if "board" in line:
                self._remember(_checked(line))
            else:
                task, result = _shrunk(line)
                self.shrunk[task] = result

    def _remember(self, checked: Checked) -> None:
        entry = checked.entry
        self.checked[entry.name, format_puzzle(entry.puzzle)] = checked

    def known(self, entry: Case) -> Checked | None:
        """What was found on this board before, if it was checked."""
        return self.checked.get((entry.name, format_puzzle(entry.puzzle)))

    def add(self, checked: Checked) -> None:
        """Write down what was found on a board."""
        self._remember(checked)
        self._write(
            {
                "board": checked.entry.name,
                "in": format_puzzle(checked.entry.puzzle),
                "out": None if checked.unknown else format_plan(checked.reference),
                "unknown": checked.unknown,
                "seconds": checked.seconds,
                "answers": [answer_json(answer) for answer in checked.answers],
            }
        )

    def add_shrunk(self, task: ShrinkTask, shrunk: Shrunk | None) -> None:
        """Write down what a failure was shrunk to (None: it did not show again)."""
        self.shrunk[task] = shrunk
        line: Json = {
            "shrunk": task.entry.name,
            "contestant": task.contestant,
            "outcome": task.outcome.name,
            "from": format_puzzle(task.entry.puzzle),
        }
        if shrunk is not None:
            line |= {
                "in": format_puzzle(shrunk.puzzle),
                "out": format_plan(shrunk.reference),
                "answer": answer_json(shrunk.answer),
            }
        self._write(line)

    def _write(self, line: Json) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def answer_json(answer: Answer) -> Json:
    """An answer as JSON."""
    return {
        "outcome": answer.verdict.outcome.name,
        "detail": answer.verdict.detail,
        "got": answer.got,
        "seconds": answer.seconds,
        "notes": list(answer.notes),
    }


def _answer(line: Json) -> Answer:
    verdict = Ruling(Outcome[line["outcome"]], line["detail"])
    return Answer(verdict, line["got"], line["seconds"], tuple(line["notes"]))


def _checked(line: Json) -> Checked:
    entry = Case(line["board"], parse_puzzle(line["in"]).puzzle)
    plan = parse_plan(line["out"]) if line["out"] is not None else None
    answers = tuple(_answer(answer) for answer in line["answers"])
    return Checked(entry, plan, line["unknown"], line["seconds"], answers)


def _shrunk(line: Json) -> tuple[ShrinkTask, Shrunk | None]:
    outcome, origin = Outcome[line["outcome"]], line["shrunk"]
    task = ShrinkTask(line["contestant"], outcome, Case(origin, parse_puzzle(line["from"]).puzzle))
    if "in" not in line:
        return task, None
    puzzle, plan = parse_puzzle(line["in"]).puzzle, parse_plan(line["out"])
    return task, Shrunk(task.contestant, outcome, origin, puzzle, plan, _answer(line["answer"]))
