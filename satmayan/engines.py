"""The engines, one name each, behind one protocol: SAT, and two that simulate.

An engine turns a :class:`Run` into the smallest plan, or None where there is none.  What it
does on the way goes into the run: named, timed stages, the best plan known, statistics.  That
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
class Run:
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

    def answer(self, run: Run) -> Plan | None: ...


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

    def answer(self, run: Run) -> Plan | None:
        """The first plan in answer order, by search."""
        with run.stage("search"):
            return self.simulator.first_plan(run.puzzle, deadline=run.deadline)


class Sat:
    """The engine that asks a solver: reject, encode, load, minimise."""

    def answer(self, run: Run) -> Plan | None:
        """The smallest model of the formula; a user's file is kept away from this process."""
        return self._contained(run) if run.config.is_file else self._answer(run)

    def _contained(self, run: Run) -> Plan | None:
        from satmayan.sat.guard import contained

        Told = tuple[Plan | None, tuple[Any, ...]]  # the best plan, what is said of the progress

        def work(tell: Callable[[Told], None]) -> tuple[Plan | None, str, Run]:
            def progress(what: str, done: int = 0, total: int = 0, note: str = "") -> None:
                tell((inner.best, (what, done, total, note)))

            inner = Run(run.puzzle, run.config, run.deadline, progress)
            plan, reason = None, ""
            try:
                plan = self._answer(inner)
            except (LimitReached, MemoryError) as limit:
                reason = why(limit)
            inner.progress = silent  # which can be sent
            return plan, reason, inner

        def heard(told: Told) -> None:
            run.best = told[0]
            run.progress(*told[1])

        plan, reason, inner = contained(run.config.encoding, work, run.deadline, heard)
        run.stages, run.statistics, run.best = inner.stages, inner.statistics, inner.best
        if reason:
            raise LimitReached(reason)
        return plan

    def _answer(self, run: Run) -> Plan | None:
        from satmayan.sat.encoding import find
        from satmayan.sat.guard import guarded

        with run.stage("reject"):
            if cannot_be_cleared(run.puzzle.board):
                return None
        with run.stage("encode"):
            encoding = guarded(find(run.config.encoding), run.puzzle, run.config.options)
            run.statistics["variables"] = encoding.formula.variables
            run.statistics["clauses"] = len(encoding.formula.clauses)
        strategy = self._strategy(run.config, encoding)
        by = self._by_processes if run.config.jobs > 1 else self._by_one_oracle
        return by(run, encoding, strategy)

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
    def _by_one_oracle(run: Run, encoding: Encoding, strategy: str) -> Plan | None:
        from satmayan.sat.lexmin import load, smallest_plan

        with run.stage("load"):
            oracle = load(encoding, run.config.solver, run.deadline, strategy)
        with oracle, run.stage("minimise"):
            try:
                return smallest_plan(encoding, oracle, run.puzzle.steps, run.improved, strategy)
            finally:
                run.statistics.update(oracle.statistics())

    @staticmethod
    def _by_processes(run: Run, encoding: Encoding, strategy: str) -> Plan | None:
        """In several processes that share the first moves out."""
        from satmayan.sat.parallel import Work, by_first_move, race

        config = run.config
        work = Work(
            run.puzzle, config.encoding, config.options, config.solver, strategy, run.deadline
        )
        cubes = by_first_move(encoding)
        with run.stage("minimise"):
            return race(work, encoding, cubes, config.jobs, run.improved, run.statistics)


SIMULATIONS = {
    "search": Simulation("satmayan.search.fast"),
    "dfs": Simulation("satmayan.search.literal"),
}
ENGINES: Mapping[str, Engine] = {"sat": Sat(), **SIMULATIONS}


def cannot_be_cleared(board: Board) -> bool:
    """Whether a colour has too few blocks to ever form a run, or no block is there to drag."""
    return board.is_empty or any(n < RUN for n in board.colours().values())
