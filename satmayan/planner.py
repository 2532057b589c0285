"""From a puzzle to a proven answer: named, timed stages, and a replay before anything is shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from importlib import import_module
from typing import TYPE_CHECKING, Any

from satmayan.base.errors import ConfigError, Contradiction
from satmayan.base.limits import Deadline, LimitReached, allowing
from satmayan.base.progress import Progress, silent
from satmayan.judge import Judgement, Known, confirm, judge_answer
from satmayan.puzzle.board import Board, Plan, Puzzle
from satmayan.puzzle.files import plan_line
from satmayan.puzzle.rules import RUN

if TYPE_CHECKING:
    from satmayan.sat.encoding import Encoding

ENGINES = ("sat", "search", "dfs")
SIMULATORS = {"search": "satmayan.search.fast", "dfs": "satmayan.search.literal"}
STRATEGIES = ("static", "assume")  # of satmayan.sat.lexmin
CROSS_CHECK_SECONDS = 5.0  # of the search; it takes milliseconds on the contest's boards


Told = tuple["Plan | None", tuple[Any, ...]]  # the best plan, what is said of the progress


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
    solver: str = "cadical195"
    options: Mapping[str, str] = field(default_factory=dict)
    strategy: str | None = None  # None: static where it can be had
    jobs: int = 1  # processes
    cross_check: bool = True  # compare what the encoding in a user's file answers
    memory: int | None = None  # bytes, an estimate; None: half of what is free

    @property
    def is_file(self) -> bool:
        """Whether the encoding is a file of the user's."""
        return self.engine == "sat" and self.encoding.endswith(".py")

    @classmethod
    def parse(cls, text: str) -> Config:
        """A config from ``dfs``, ``search``, ``sat``, ``sat:ENCODING`` or ``sat:ENCODING:SOLVER``.

        Raises ConfigError with the choices for an unknown engine.
        """
        engine, *rest = text.split(":")
        if engine not in ENGINES or len(rest) > (2 if engine == "sat" else 0):
            raise ConfigError(
                f"unknown engine {text!r}: choose sat[:ENCODING[:SOLVER]], search or dfs"
            )
        default = cls()
        encoding = rest[0] if rest else default.encoding
        solver = rest[1] if len(rest) > 1 else default.solver
        return cls(engine, encoding, solver)

    def __str__(self) -> str:
        if self.engine != "sat":
            return self.engine
        return f"sat:{self.encoding}:{self.solver}"


@dataclass(slots=True)
class Stage:
    """A named stage of a run and the seconds it took."""

    name: str
    seconds: float = 0.0


@dataclass(slots=True)
class Result:
    """What came of a run.  ``plan`` is the proven smallest plan iff the verdict is PLAN;
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
    run = _Run(puzzle, config or Config(), deadline or Deadline(), progress)
    try:
        with allowing(run.deadline, run.config.memory):
            plan = run.answer()
    except (LimitReached, MemoryError) as limit:
        run.result.reason = str(limit) or "out of memory"
        if run.result.best is not None and replayed:
            run.replay(run.result.best)
        return run.result
    if plan is not None and replayed:
        with run.stage("verify", late=True):
            run.replay(plan)
    if run.config.is_file and run.config.cross_check:
        run.cross_check(plan)
    run.result.verdict = Verdict.NO_PLAN if plan is None else Verdict.PLAN
    run.result.plan = run.result.best = plan
    return run.result


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
        return Known("the engine", found.best, proven, found.reason or found.unchecked)

    return judge_answer(puzzle, answer, known)


def cross_check(puzzle: Puzzle, answer: Plan | None, who: str) -> str:
    """Compare an answer (None: -1) with the search's, in a few seconds; why not, if it cannot be.

    Raises Contradiction, which names ``who`` answered so and shows the plan that is denied.
    """
    from satmayan.search.fast import first_plan

    try:
        plan = first_plan(puzzle, deadline=Deadline(CROSS_CHECK_SECONDS))
    except (LimitReached, MemoryError) as limit:
        return str(limit) or "out of memory"
    if plan != answer:
        if plan is not None:
            confirm(puzzle, plan)
        says, better = map(plan_line, (answer, plan))
        raise Contradiction(f"{who} answers {says}, but the search finds {better}")
    return ""


class _Run:
    """One run of the planner: its stages fill in the result."""

    def __init__(
        self, puzzle: Puzzle, config: Config, deadline: Deadline, progress: Progress
    ) -> None:
        self.puzzle, self.config, self.deadline = puzzle, config, deadline
        self.progress = progress
        self.result = Result(Verdict.UNKNOWN)

    @contextmanager
    def stage(self, name: str, late: bool = False) -> Iterator[None]:
        """A named stage, timed; the deadline is looked at before it begins, unless ``late``."""
        if not late:
            self.deadline.check()
        stage = Stage(name)
        self.result.stages.append(stage)
        self._tell(name, 0)
        start = time.perf_counter()
        try:
            yield
        finally:
            stage.seconds = time.perf_counter() - start

    def replay(self, plan: Plan) -> None:
        """Verify a plan; raises Contradiction that names who gave it."""
        try:
            confirm(self.puzzle, plan)
        except Contradiction as error:
            raise Contradiction(f"{self.config}: {error}") from None

    def cross_check(self, answer: Plan | None) -> None:
        """Compare an answer with the search's, as :func:`cross_check` does."""
        with self.stage("cross-check", late=True):
            self.result.unchecked = cross_check(self.puzzle, answer, str(self.config))

    def improved(self, plan: Plan, proven: int) -> None:
        """Take note of a better plan."""
        self.result.best = plan
        self._tell(self.result.stages[-1].name, proven)

    def _tell(self, stage: str, proven: int) -> None:
        """Progress: the stage, the best plan known, and how many of its steps are proven."""
        best = self.result.best
        if best is None:
            self.progress(stage)
        else:
            self.progress(stage, proven, len(best), f"steps proven, best {plan_line(best)}")

    def answer(self) -> Plan | None:
        """The answer of the engine.  Raises LimitReached, MemoryError."""
        if self.config.is_file:
            return self.by_file()
        return self.by_sat() if self.config.engine == "sat" else self.by_simulation()

    def by_file(self) -> Plan | None:
        """As :meth:`by_sat`, with the user's code kept away from this process."""
        from satmayan.sat.guard import contained

        def work(tell: Callable[[Told], None]) -> Result:
            def progress(what: str, done: int = 0, total: int = 0, note: str = "") -> None:
                tell((run.result.best, (what, done, total, note)))

            run = _Run(self.puzzle, self.config, self.deadline, progress)
            try:
                run.result.plan = run.by_sat()
            except (LimitReached, MemoryError) as limit:
                run.result.reason = str(limit) or "out of memory"
            return run.result

        def heard(told: Told) -> None:
            self.result.best = told[0]
            self.progress(*told[1])

        result = contained(self.config.encoding, work, self.deadline, heard)
        self.result.stages, self.result.statistics = result.stages, result.statistics
        self.result.best = result.best
        if result.reason:
            raise LimitReached(result.reason)
        return result.plan

    def by_simulation(self) -> Plan | None:
        """The answer of an engine that simulates."""
        engine = import_module(SIMULATORS[self.config.engine])
        with self.stage("search"):
            plan: Plan | None = engine.first_plan(self.puzzle, deadline=self.deadline)
        return plan

    def by_sat(self) -> Plan | None:
        """The answer of the formula: reject, encode, load, minimise."""
        from satmayan.sat.encoding import find
        from satmayan.sat.guard import guarded

        config, statistics = self.config, self.result.statistics
        with self.stage("reject"):
            if cannot_be_cleared(self.puzzle.board):
                return None
        with self.stage("encode"):
            encoding = guarded(find(config.encoding), self.puzzle, config.options)
            statistics["variables"] = encoding.formula.variables
            statistics["clauses"] = len(encoding.formula.clauses)
        strategy = self._strategy(encoding)
        if config.jobs > 1:
            return self._by_processes(encoding, strategy)
        return self._by_one_oracle(encoding, strategy)

    def _strategy(self, encoding: Encoding) -> str:
        """The strategy asked for, or the best that can be had."""
        from satmayan.sat.oracle import STATIC_ORDER

        config = self.config
        possible = encoding.leading > 0 and config.solver in STATIC_ORDER
        strategy = config.strategy or ("static" if possible else "assume")
        if strategy == "static" and not encoding.leading:
            raise ConfigError(f"encoding {config.encoding} has no static order of its moves")
        return strategy

    def _by_one_oracle(self, encoding: Encoding, strategy: str) -> Plan | None:
        from satmayan.sat.lexmin import load, smallest_plan

        steps, statistics = self.puzzle.steps, self.result.statistics
        with self.stage("load"):
            oracle = load(encoding, self.config.solver, self.deadline, strategy)
        with oracle, self.stage("minimise"):
            try:
                return smallest_plan(encoding, oracle, steps, self.improved, strategy)
            finally:
                statistics.update(oracle.statistics())

    def _by_processes(self, encoding: Encoding, strategy: str) -> Plan | None:
        """As :meth:`_by_one_oracle`, in several processes that share the first moves out."""
        from satmayan.sat.parallel import Work, by_first_move, race

        config, statistics = self.config, self.result.statistics
        work = Work(
            self.puzzle, config.encoding, config.options, config.solver, strategy, self.deadline
        )
        cubes = by_first_move(encoding)
        with self.stage("minimise"):
            return race(work, encoding, cubes, config.jobs, self.improved, statistics)


def cannot_be_cleared(board: Board) -> bool:
    """Whether a colour has too few blocks to ever form a run, or no block is there to drag."""
    return board.is_empty or any(n < RUN for n in board.colours().values())
