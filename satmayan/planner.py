"""From a puzzle to a proven answer: named, timed stages, and a replay before anything is shown."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum

from satmayan.board import Plan, Puzzle
from satmayan.limits import Deadline, LimitReached
from satmayan.rules import IllegalMove, replay

ENGINES = ("sat", "search", "dfs")


class Verdict(Enum):
    """The three outcomes; UNKNOWN (a limit was reached) is never an answer."""

    PLAN = "plan"
    NO_PLAN = "no plan"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Config:
    """Who is to answer, and how; the SAT fields are ignored by the other engines."""

    engine: str = "sat"
    encoding: str = "events"
    solver: str = "glucose4"
    options: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Config:
        """A config from ``dfs``, ``search``, ``sat``, ``sat:ENCODING`` or ``sat:ENCODING:SOLVER``.

        Raises ValueError with the choices for an unknown engine.
        """
        engine, *rest = text.split(":")
        if engine not in ENGINES or len(rest) > (2 if engine == "sat" else 0):
            raise ValueError(
                f"unknown engine {text!r}: choose sat[:ENCODING[:SOLVER]], search or dfs"
            )
        return cls(engine, **dict(zip(("encoding", "solver"), rest, strict=False)))

    def __str__(self) -> str:
        return f"sat:{self.encoding}:{self.solver}" if self.engine == "sat" else self.engine


@dataclass(slots=True)
class Stage:
    """A named stage of a run and the seconds it took."""

    name: str
    seconds: float = 0.0


@dataclass(slots=True)
class Result:
    """What came of a run.  ``plan`` is the proven smallest plan iff the verdict is PLAN;
    ``best`` is the smallest plan known, proven or not; ``reason`` says why UNKNOWN."""

    verdict: Verdict
    plan: Plan | None = None
    best: Plan | None = None
    reason: str = ""
    stages: list[Stage] = field(default_factory=list)
    statistics: dict[str, int] = field(default_factory=dict)


class Contradiction(Exception):
    """The rules refuse a plan that an engine gave: a bug, with both sides in the message."""


def solve(puzzle: Puzzle, config: Config | None = None, deadline: Deadline | None = None) -> Result:
    """The smallest plan of a puzzle whose board is stable.

    Reaching the deadline gives the verdict UNKNOWN.  Raises Contradiction, and
    ValueError for an unknown encoding, solver or option.
    """
    config = config or Config()
    deadline = deadline or Deadline()
    result = Result(Verdict.UNKNOWN)
    try:
        with _stage(result, "search"):
            from satmayan import dfs

            plan = dfs.first_plan(puzzle, deadline=deadline)
    except LimitReached as limit:
        result.reason = str(limit)
        return result
    result.verdict = Verdict.NO_PLAN if plan is None else Verdict.PLAN
    result.plan = result.best = plan
    return result


@contextmanager
def _stage(result: Result, name: str) -> Iterator[None]:
    stage = Stage(name)
    result.stages.append(stage)
    start = time.perf_counter()
    try:
        yield
    finally:
        stage.seconds = time.perf_counter() - start


def verify(puzzle: Puzzle, plan: Plan) -> None:
    """Replay a plan by the rules; raises Contradiction unless it empties the board in exactly n."""
    if len(plan) != puzzle.steps:
        raise Contradiction(f"the plan has {len(plan)} steps, not {puzzle.steps}")
    try:
        after = replay(puzzle.board, plan)[-1].after
    except IllegalMove as error:
        raise Contradiction(f"the rules refuse the plan: {error}") from None
    if not after.is_empty:
        raise Contradiction(f"the plan leaves {after.blocks} blocks on the board")
