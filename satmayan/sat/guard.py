"""A guard around an encoding: whatever it raises or returns is one line that names it.

Encodings are written by many hands, and any file can be one.  The planner talks to an
encoding through a guard that turns what it raises into one line naming it, and checks what
it returns against the contract of :class:`satmayan.sat.encoding.Encoding`.  It cannot see that
the formula says something else than the rules: a plan is replayed by the planner, which also
compares the answer of a user's file with the search.
"""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from satmayan.base.errors import EncodingError
from satmayan.base.limits import Deadline, LimitReached
from satmayan.base.messages import Message
from satmayan.puzzle.board import Board, Move, Puzzle
from satmayan.sat.encoding import Axioms, Encoding, EncodingModule, Family, blamed
from satmayan.sat.formula import Clause, Formula, Layered, Model, check_literals

if TYPE_CHECKING:
    from satmayan.run.isolated import Tell

T = TypeVar("T")


def guarded(module: EncodingModule, puzzle: Puzzle, options: Mapping[str, str]) -> Encoding:
    """The encoding of a puzzle, guarded.  Raises EncodingError, and ConfigError for options."""
    with blamed(module.name, "encode"), _no_collection():
        encoding = module.family(Family.of(puzzle), options)
    if not isinstance(encoding, Encoding):
        raise EncodingError(
            Message(
                "encoding {name}: encode returned {what}, not an Encoding",
                name=module.name,
                what=_kind(encoding),
            )
        )
    with blamed(module.name, "formula"):
        formula = encoding.formula
    if not isinstance(formula, Formula):
        raise EncodingError(
            Message(
                "encoding {name}: its formula is {what}, not a Formula",
                name=module.name,
                what=_kind(formula),
            )
        )
    if isinstance(formula, Layered) and not formula.sealed:
        raise EncodingError(
            Message("encoding {name}: its formula was never sealed", name=module.name)
        )
    with blamed(module.name, "fix"), _no_collection():
        encoding.add(encoding.fix(puzzle.board))
    with blamed(module.name, "leading"):
        leading = encoding.leading
        _check_leading(leading, formula.variables)
    if not module.builtin:
        with blamed(module.name, "a clause"):
            check_literals(formula.clauses, formula.variables)
    guard = Guard(module.name, encoding, puzzle.steps)
    guard.formula, guard.leading = formula, leading
    return guard


def contained(
    name: str,
    work: Callable[[Tell], T],
    deadline: Deadline | None = None,
    heard: Tell = lambda _: None,
) -> T:
    """What ``work``, which needs the encoding of that name, returns or raises.

    A user's file is run in a process of its own (where there is fork), with what it prints
    on stderr.  Raises EncodingError where it ends that process, LimitReached where it is
    killed, at the deadline or by the system.
    """
    if not name.endswith(".py"):
        return work(heard)
    from satmayan.run.isolated import Ended, can_isolate, isolated  # multiprocessing: 10 ms

    if not can_isolate():
        return work(heard)
    try:
        return isolated(work, deadline or Deadline(), heard)
    except Ended as end:
        if end.code < 0:
            reason = signal.strsignal(-end.code) or f"signal {-end.code}"
            text = Message(
                "encoding {name}: its process was killed ({reason})", name=name, reason=reason
            )
            raise LimitReached(text) from None
        raise EncodingError(
            Message(
                "encoding {name}: it ended the process (exit code {code})",
                name=name,
                code=end.code,
            )
        ) from None


class Guard(Encoding):
    """An encoding whose every answer is checked.  Made by :func:`guarded`."""

    def __init__(self, name: str, encoding: Encoding, steps: int) -> None:
        self._name, self._encoding, self._steps = name, encoding, steps

    def first(self, x: int, y: int, colour: int) -> list[int]:
        with blamed(self._name, "first"):
            return list(self._encoding.first(x, y, colour))

    def fix(self, board: Board) -> Axioms:
        return self._encoding.fix(board)

    def free(self) -> Axioms:
        return self._encoding.free()

    def choices(self, step: int, rounds_before: int) -> list[tuple[Move, int]]:
        with blamed(self._name, "choices"):
            found = list(self._encoding.choices(step, rounds_before))
            moves = [move for move, _ in found]
            check_literals([[literal for _, literal in found]], self.formula.variables)
            if moves != sorted(set(moves)):
                raise ValueError("the moves are not in answer order, each once")
            return found

    def steps(self, model: Model) -> list[tuple[Move, int]]:
        with blamed(self._name, "steps"):
            found = list(self._encoding.steps(model))
            if len(found) != self._steps:
                raise ValueError(f"{len(found)} steps in a plan of {self._steps}")
            rounds = [number for _, number in found]
        for k, (move, _) in enumerate(found):
            true = [m for m, literal in self.choices(k, sum(rounds[:k])) if literal in model]
            if true != [move]:
                raise EncodingError(
                    Message(
                        "encoding {name}: step {step} is ({move}), but of its choices the model "
                        "makes {moves}",
                        name=self._name,
                        step=k + 1,
                        move=move,
                        moves=", ".join(f"({m})" for m in true) or Message("none"),
                    )
                )
        return found

    def assumptions(self) -> list[int]:
        with blamed(self._name, "assumptions"):
            found = list(self._encoding.assumptions())
            check_literals([found], self.formula.variables)
            return found

    def refine(self, core: Sequence[int]) -> Sequence[Clause] | None:
        bounds = set(self.assumptions()).intersection(core)
        with blamed(self._name, "refine"):
            clauses = self._encoding.refine(core)
            if clauses is None:
                if bounds:
                    raise ValueError("None for a core that holds its assumptions")
                return None
            clauses = list(clauses)
            check_literals(clauses, self.formula.variables)
        if not bounds.difference(self.assumptions()):
            raise EncodingError(
                Message(
                    "encoding {name}: refine keeps every assumption of the core, "
                    "so the same question would be asked for ever",
                    name=self._name,
                )
            )
        return clauses


@contextmanager
def _no_collection() -> Iterator[None]:
    """No search for cycles while a hundred thousand clauses are made: it takes half the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _check_leading(leading: object, variables: int) -> None:
    if type(leading) is not int or not 0 <= leading <= variables:
        raise ValueError(f"{_kind(leading)} is no number of the first of {variables} variables")


def _kind(value: object) -> str:
    return f"{value!r:.40} ({type(value).__name__})"
