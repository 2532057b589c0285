"""Every answer compared with every other: who is wrong, who disagrees, and who failed.

An answer is wrong where a plan that keeps the rules refutes it: the rules refuse its own
plan, or there is a smaller one, or it is -1.  Such a plan may come of any run, of the known
answers and, where an encoding in a user's file answered, of the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from satmayan import planner
from satmayan.base.limits import Deadline
from satmayan.bench.runs import ERROR, WRONG, Job, Row, label
from satmayan.bench.session import Finished
from satmayan.judge import Finding, judge_replay
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.puzzle.files import parse_plan, plan_line

KNOWN = "known answer"


def judged(finished: Iterable[Finished], known: Mapping[str, str]) -> list[Finished]:
    """The same runs, in their order, those marked that gave a wrong answer, and why.

    ``known`` holds the known answers of boards, by their names; they are only believed
    where they are plans.
    """
    runs = list(finished)
    boards: dict[str, list[Finished]] = {}
    for job, row in runs:
        boards.setdefault(job.board, []).append((job, row))
    best = {board: _best(these, known.get(board)) for board, these in boards.items()}
    return [(job, _judged(job.puzzle, row, best[job.board])) for job, row in runs]


def _best(runs: Sequence[Finished], known: str | None) -> Plan | None:
    """The smallest plan of a board that keeps the rules, of all that were given."""
    puzzle = runs[0][0].puzzle
    given = [row.plan for _, row in runs if row.solved]
    given.append(parse_plan(known.replace(",", "\n")) if known else None)
    if any(job.config.is_file and row.solved for job, row in runs):
        limit = Deadline(planner.CROSS_CHECK_SECONDS)
        given.append(planner.solve(puzzle, planner.Config("search"), limit).best)
    return min((plan for plan in given if plan and _keeps_rules(puzzle, plan)), default=None)


def _judged(puzzle: Puzzle, row: Row, best: Plan | None) -> Row:
    plan = row.plan
    if not row.solved or plan == best:
        return row
    if plan is not None and not _keeps_rules(puzzle, plan):
        return replace(row, status=WRONG, reason=f"wrong: the rules refuse {row.answer}")
    if best is None or (plan is not None and plan < best):
        return row
    reason = f"wrong: {row.answer}, where {plan_line(best)} is a plan"
    return replace(row, status=WRONG, reason=reason)


def _keeps_rules(puzzle: Puzzle, plan: Plan) -> bool:
    return judge_replay(puzzle, plan).finding is Finding.OPEN


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
        Complaint(f"{board}: {label(job.config)}: {row.reason}", row.wrong and _is_sat(job))
        for job, row in runs
        if row.wrong or row.status == ERROR
    ]


def _is_sat(job: Job) -> bool:
    return job.config.engine == "sat"


def _disagreement(board: str, runs: Iterable[Finished], known: str | None) -> list[Complaint]:
    """One complaint if the answers differ, with who says what."""
    solved = [(job, row) for job, row in runs if row.answered]
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
