"""The shapes in which judges take test data: plain files, Luogu and Hydro zips, Polygon folders."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

from satmayan.puzzle.files import format_plan, format_puzzle
from satmayan.suite.testset import Datum

FORMATS = ("plain", "luogu", "hydro", "polygon")
TIME_LIMIT = 10  # seconds: twice what a right, literal program takes on the hardest board
MEMORY_LIMIT = 128  # MiB

# path within the output folder -> content
Files = Mapping[str, bytes]


def pack(cases: Sequence[Datum], name: str, kind: str) -> tuple[Files, list[str]]:
    """The files of a test set in one of FORMATS, and the label of each case.

    ``name`` is what the file names begin with.  The bytes depend on the cases only.
    """
    labels = [f"{k:02d}" if kind == "polygon" else f"{name}{k:02d}" for k in _numbers(cases)]
    suffixes = ("", ".a") if kind == "polygon" else (".in", ".out")
    files: dict[str, bytes] = {}
    for label, case in zip(labels, cases, strict=True):
        texts = (format_puzzle(case.puzzle), format_plan(case.answer))
        for suffix, text in zip(suffixes, texts, strict=True):
            files[label + suffix] = text.encode()
    if kind == "plain":
        return files, labels
    if kind == "polygon":
        return {f"tests/{path}": data for path, data in files.items()}, labels
    config = _luogu(labels) if kind == "luogu" else _hydro(labels)
    files["config.yml" if kind == "luogu" else "config.yaml"] = config.encode()
    return {f"{name}.zip": _zip(files)}, labels


def _numbers(cases: Sequence[Datum]) -> range:
    return range(1, len(cases) + 1)


def _scores(count: int) -> list[int]:
    """100 points over the cases, the last ones worth one more where it does not divide."""
    low, extra = divmod(100, count)
    return [low + (k >= count - extra) for k in range(count)]


def _luogu(labels: Sequence[str]) -> str:
    """Luogu's config.yml: time in ms, memory in KiB, one entry an input file."""
    entries = (
        f"{label}.in:\n  timeLimit: {TIME_LIMIT * 1000}\n  memoryLimit: {MEMORY_LIMIT * 1024}\n"
        f"  score: {score}\n  subtaskId: 0\n"
        for label, score in zip(labels, _scores(len(labels)), strict=True)
    )
    return "".join(entries)


def _hydro(labels: Sequence[str]) -> str:
    """Hydro's config.yaml: one subtask that sums its cases, a score for each."""
    lines = ["type: default", f"time: {TIME_LIMIT}s", f"memory: {MEMORY_LIMIT}m", "subtasks:"]
    for label, score in zip(labels, _scores(len(labels)), strict=True):
        lines += [f"  - score: {score}", "    type: sum", "    cases:"]
        lines += [f"      - input: {label}.in", f"        output: {label}.out"]
    return "\n".join(lines) + "\n"


def _zip(files: Files) -> bytes:
    """A zip of the files, with fixed dates and no compression, so that its bytes are fixed too."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path)  # dated 1980-01-01
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[path])
    return buffer.getvalue()
