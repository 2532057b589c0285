"""From a puzzle to a proven answer: an engine's, replayed by the rules before it is shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from satmayan.base.errors import Contradiction
from satmayan.base.limits import Deadline, LimitReached, allowing, why
from satmayan.base.messages import Message, noted
from satmayan.base.progress import Progress, silent
from satmayan.engines import ENGINES, SIMULATIONS, STRATEGIES, Config, Stage, Task
from satmayan.judge import Judgement, Known, confirm, judge_answer
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.puzzle.files import plan_line

__all__ = [
    "ENGINES",
    "SIMULATIONS",
    "STRATEGIES",
    "Config",
    "Result",
    "Stage",
    "Verdict",
    "cross_check",
    "judge",
    "solve",
    "solve_least",
]

CROSS_CHECK_SECONDS = 5.0  # of the search; it takes milliseconds on the contest's boards


class Verdict(Enum):
    """The three outcomes; UNKNOWN (a limit was reached) is never an answer."""

    PLAN = "plan"
    NO_PLAN = "no plan"
    UNKNOWN = "unknown"


@dataclass(slots=True)
class Result:
    """What came of a task.  ``plan`` is the proven smallest plan iff the verdict is PLAN;
    ``best`` is the smallest plan known, proven or not; ``reason`` says why UNKNOWN.
    ``unchecked`` says why the answer of a user's encoding could not be cross-checked."""

    verdict: Verdict
    plan: Plan | None = None
    best: Plan | None = None
    reason: str = ""
    unchecked: str = ""
    stages: list[Stage] = field(default_factory=list)
    statistics: dict[str, int] = field(default_factory=dict)


def solve(
    puzzle: Puzzle,
    config: Config | None = None,
    deadline: Deadline | None = None,
    progress: Progress = silent,
    replayed: bool = True,
) -> Result:
    """The smallest plan of a puzzle whose board is stable, ``replayed`` by the rules.

    Reaching the deadline, or the end of memory, gives the verdict UNKNOWN.  The answer of an
    encoding in a user's file is compared with the search's, which no formula can mislead, in
    a few seconds of its own beyond the deadline (see :class:`Config`).  ``progress`` is told
    the stage, the best plan known and the number of its steps that are proven.  Raises
    Contradiction, and ConfigError for an unknown encoding, solver or option.
    """
    config = config or Config()
    task = Task(puzzle, config, deadline or Deadline(), progress)
    result = Result(Verdict.UNKNOWN)
    try:
        with allowing(task.deadline, config.memory):
            plan = ENGINES[config.engine].answer(task)
    except (LimitReached, MemoryError) as limit:
        result.reason = why(limit)
        result.best, result.stages, result.statistics = task.best, task.stages, task.statistics
        if task.best is not None and replayed:
            _replay(task, task.best)
        return result
    if plan is not None and replayed:
        with task.stage("verify", late=True):
            _replay(task, plan)
    if config.is_file and config.cross_check:
        with task.stage("cross-check", late=True):
            result.unchecked = cross_check(puzzle, plan, str(config))
    result.verdict = Verdict.NO_PLAN if plan is None else Verdict.PLAN
    result.plan = result.best = plan
    result.stages, result.statistics = task.stages, task.statistics
    return result


def _replay(task: Task, plan: Plan) -> None:
    """Verify a plan; raises Contradiction that names who gave it."""
    try:
        confirm(task.puzzle, plan)
    except Contradiction as error:
        text = Message("{who}: {detail}", who=str(task.config), detail=str(error))
        raise Contradiction(text) from None


def solve_least(
    puzzle: Puzzle,
    config: Config | None = None,
    deadline: Deadline | None = None,
    progress: Progress = silent,
    replayed: bool = True,
) -> Result:
    """The smallest plan of the least number of steps, up to the puzzle's, that has one.

    As :func:`solve`, number after number; the seconds of each stage are added up.
    """
    seconds: dict[str, float] = {}
    unchecked = ""
    for steps in range(1, puzzle.steps + 1):
        fewer = Puzzle(puzzle.board, steps)
        result = solve(fewer, config, deadline, progress=progress, replayed=replayed)
        for stage in result.stages:
            seconds[stage.name] = seconds.get(stage.name, 0) + stage.seconds
        unchecked = unchecked or result.unchecked
        if result.verdict is not Verdict.NO_PLAN:
            break
    result.unchecked = unchecked
    result.stages = [Stage(name, took) for name, took in seconds.items()]
    return result


def judge(
    puzzle: Puzzle,
    answer: Plan | None,
    config: Config | None = None,
    deadline: Deadline | None = None,
) -> Judgement:
    """Judge an answer (None: -1) by the rules and, where these leave it open, by an engine.

    Raises Contradiction where the engine's answer is refuted by a plan that keeps the
    rules, and ConfigError as :func:`solve` does.
    """

    def known() -> Known:
        found = solve(puzzle, config, deadline)
        proven = found.verdict is not Verdict.UNKNOWN and not found.unchecked
        return Known(noted("the engine"), found.best, proven, found.reason or found.unchecked)

    return judge_answer(puzzle, answer, known)


def cross_check(puzzle: Puzzle, answer: Plan | None, who: str) -> str:
    """Compare an answer (None: -1) with the search's, in a few seconds; why not, if it cannot be.

    Raises Contradiction, which names ``who`` answered so and shows the plan that is denied.
    """
    from satmayan.search.fast import first_plan

    try:
        plan = first_plan(puzzle, deadline=Deadline(CROSS_CHECK_SECONDS))
    except (LimitReached, MemoryError) as limit:
        return why(limit)
    if plan != answer:
        if plan is not None:
            confirm(puzzle, plan)
        says, better = map(plan_line, (answer, plan))
        raise Contradiction(
            Message(
                "{who} answers {says}, but the search finds {better}",
                who=who,
                says=says,
                better=better,
            )
        )
    return ""
