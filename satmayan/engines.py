"""The engines, one name each, behind one protocol: SAT, and two that simulate.

An engine turns a :class:`Task` into the smallest plan, or None where there is none.  What it
does on the way goes into the task: named, timed stages, the best plan known, statistics.  That
an answer keeps the rules is for :mod:`satmayan.planner` to see.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline, LimitReached, why
from satmayan.base.messages import Message
from satmayan.base.progress import Progress, silent
from satmayan.puzzle.board import Board, Plan, Puzzle
from satmayan.puzzle.files import plan_line
from satmayan.puzzle.rules import RUN

if TYPE_CHECKING:
    from satmayan.sat.encoding import Encoding

STRATEGIES = ("static", "assume")  # of satmayan.sat.lexmin


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
                Message(
                    "unknown engine {name!r}: choose sat[:ENCODING[:SOLVER]], search or dfs",
                    name=text,
                )
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
class Task:
    """What an engine is asked, and what it says of its work as it goes."""

    puzzle: Puzzle
    config: Config
    deadline: Deadline = field(default_factory=Deadline)
    progress: Progress = silent
    best: Plan | None = None
    stages: list[Stage] = field(default_factory=list)
    statistics: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def stage(self, name: str, late: bool = False) -> Iterator[None]:
        """A named stage, timed; the deadline is looked at before it begins, unless ``late``."""
        if not late:
            self.deadline.check()
        stage = Stage(name)
        self.stages.append(stage)
        self._tell(name, 0)
        start = time.perf_counter()
        try:
            yield
        finally:
            stage.seconds = time.perf_counter() - start

    def improved(self, plan: Plan, proven: int) -> None:
        """Take note of a better plan, of which so many steps are proven."""
        self.best = plan
        self._tell(self.stages[-1].name, proven)

    def _tell(self, stage: str, proven: int) -> None:
        if self.best is None:
            self.progress(stage)
        else:
            note = f"steps proven, best {plan_line(self.best)}"
            self.progress(stage, proven, len(self.best), note)


class Engine(Protocol):
    """Who answers.  Raises LimitReached, MemoryError, and ConfigError for the run's config."""

    def answer(self, task: Task) -> Plan | None: ...


class Simulator(Protocol):
    """What an engine that simulates can do besides; a module of :mod:`satmayan.search`."""

    def first_plan(self, puzzle: Puzzle, *, deadline: Deadline | None = None) -> Plan | None: ...

    def all_plans(self, puzzle: Puzzle, *, deadline: Deadline | None = None) -> Iterator[Plan]: ...

    def count_plans(self, puzzle: Puzzle, *, deadline: Deadline | None = None) -> int: ...


@dataclass(frozen=True, slots=True)
class Simulation:
    """The engine that a module of :mod:`satmayan.search` is; imported when it is asked."""

    module: str

    @property
    def simulator(self) -> Simulator:
        """The module."""
        return cast(Simulator, import_module(self.module))

    def answer(self, task: Task) -> Plan | None:
        """The first plan in answer order, by search."""
        with task.stage("search"):
            return self.simulator.first_plan(task.puzzle, deadline=task.deadline)


class Sat:
    """The engine that asks a solver: reject, encode, load, minimise."""

    def answer(self, task: Task) -> Plan | None:
        """The smallest model of the formula; a user's file is kept away from this process."""
        return self._contained(task) if task.config.is_file else self._answer(task)

    def _contained(self, task: Task) -> Plan | None:
        from satmayan.sat.guard import contained

        Told = tuple[Plan | None, tuple[Any, ...]]  # the best plan, what is said of the progress

        def work(tell: Callable[[Told], None]) -> tuple[Plan | None, str, Task]:
            def progress(what: str, done: int = 0, total: int = 0, note: str = "") -> None:
                tell((inner.best, (what, done, total, note)))

            inner = Task(task.puzzle, task.config, task.deadline, progress)
            plan, reason = None, ""
            try:
                plan = self._answer(inner)
            except (LimitReached, MemoryError) as limit:
                reason = why(limit)
            inner.progress = silent  # which can be sent
            return plan, reason, inner

        def heard(told: Told) -> None:
            task.best = told[0]
            task.progress(*told[1])

        plan, reason, inner = contained(task.config.encoding, work, task.deadline, heard)
        task.stages, task.statistics, task.best = inner.stages, inner.statistics, inner.best
        if reason:
            raise LimitReached(reason)
        return plan

    def _answer(self, task: Task) -> Plan | None:
        from satmayan.sat.encoding import find
        from satmayan.sat.guard import guarded

        with task.stage("reject"):
            if cannot_be_cleared(task.puzzle.board):
                return None
        with task.stage("encode"):
            encoding = guarded(find(task.config.encoding), task.puzzle, task.config.options)
            task.statistics["variables"] = encoding.formula.variables
            task.statistics["clauses"] = len(encoding.formula.clauses)
        strategy = self._strategy(task.config, encoding)
        by = self._by_processes if task.config.jobs > 1 else self._by_one_oracle
        return by(task, encoding, strategy)

    @staticmethod
    def _strategy(config: Config, encoding: Encoding) -> str:
        """The strategy asked for, or the best that can be had."""
        from satmayan.sat.oracle import STATIC_ORDER

        possible = encoding.leading > 0 and config.solver in STATIC_ORDER
        strategy = config.strategy or ("static" if possible else "assume")
        if strategy == "static" and not encoding.leading:
            raise ConfigError(
                Message("encoding {name} has no static order of its moves", name=config.encoding)
            )
        return strategy

    @staticmethod
    def _by_one_oracle(task: Task, encoding: Encoding, strategy: str) -> Plan | None:
        from satmayan.sat.lexmin import load, smallest_plan

        with task.stage("load"):
            oracle = load(encoding, task.config.solver, task.deadline, strategy)
        with oracle, task.stage("minimise"):
            try:
                return smallest_plan(encoding, oracle, task.puzzle.steps, task.improved, strategy)
            finally:
                task.statistics.update(oracle.statistics())

    @staticmethod
    def _by_processes(task: Task, encoding: Encoding, strategy: str) -> Plan | None:
        """In several processes that share the first moves out."""
        from satmayan.sat.parallel import Work, by_first_move, race

        config = task.config
        work = Work(
            task.puzzle, config.encoding, config.options, config.solver, strategy, task.deadline
        )
        cubes = by_first_move(encoding)
        with task.stage("minimise"):
            return race(work, encoding, cubes, config.jobs, task.improved, task.statistics)


SIMULATIONS = {
    "search": Simulation("satmayan.search.fast"),
    "dfs": Simulation("satmayan.search.literal"),
}
ENGINES: Mapping[str, Engine] = {"sat": Sat(), **SIMULATIONS}


def cannot_be_cleared(board: Board) -> bool:
    """Whether a colour has too few blocks to ever form a task, or no block is there to drag."""
    return board.is_empty or any(n < RUN for n in board.colours().values())
