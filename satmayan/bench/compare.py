"""Every answer compared with every other: who disagrees, and who failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from satmayan.bench.runs import CONTRADICTION, ERROR, label
from satmayan.bench.session import Finished

KNOWN = "known answer"


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something wrong with a board's answers, in words; ``contradiction`` if the simulation
    (the rules, dfs or search) contradicts a SAT answer."""

    text: str
    contradiction: bool


def complaints(finished: Iterable[Finished], known: Mapping[str, str]) -> list[Complaint]:
    """What is wrong, board by board: contradictions, disagreements, errors.

    ``known`` holds the known answers of boards, by their names.
    """
    boards: dict[str, list[Finished]] = {}
    for job, row in finished:
        boards.setdefault(job.board, []).append((job, row))
    found = []
    for board, runs in boards.items():
        found += _failures(board, runs)
        found += _disagreement(board, runs, known.get(board))
    return found


def _failures(board: str, runs: Iterable[Finished]) -> list[Complaint]:
    return [
        Complaint(f"{board}: {label(job.config)}: {row.reason}", row.status == CONTRADICTION)
        for job, row in runs
        if row.status in (CONTRADICTION, ERROR)
    ]


def _disagreement(board: str, runs: Iterable[Finished], known: str | None) -> list[Complaint]:
    """One complaint if the answers differ, with who says what."""
    solved = [(job, row) for job, row in runs if row.solved]
    says: dict[str, list[str]] = {} if known is None else {known: [KNOWN]}
    for job, row in solved:
        names = says.setdefault(row.answer, [])
        if label(job.config) not in names:
            names.append(label(job.config))
    if len(says) <= 1:
        return []
    simulated = {row.answer for job, row in solved if job.config.engine != "sat"}
    by_sat = {row.answer for job, row in solved if job.config.engine == "sat"}
    contradiction = any(a != b for a in simulated for b in by_sat)
    lines = [f"  {answer}: {', '.join(names)}" for answer, names in says.items()]
    return [Complaint("\n".join([f"{board}: the answers differ", *lines]), contradiction)]
