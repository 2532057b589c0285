"""The thin layer over PySAT: SAT, UNSAT or UNKNOWN, under a deadline, stopped by Ctrl-C.

The only module that imports pysat.  No PySAT solver has a wall-clock limit, and Ctrl-C
during a plain ``solve`` leaves the solver corrupt, so every call is cut into slices of
conflicts, each short enough (about a tenth of a second) that between two of them Python
looks at the clock and handles signals.  A slice runs in a thread of its own, since in the
main thread PySAT would take over SIGINT; it has ended before any method returns or raises.
Only solvers that keep such a budget are offered.

State: after ``solve`` returned SAT, ``model`` may be read; after UNSAT, ``core``; anything
else raises RuntimeError.  Both are fetched at once, since a clause added between solving
and reading kills the process on some solvers.
"""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import Enum
from itertools import islice
from threading import Thread, current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING, BinaryIO

from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline
from satmayan.base.messages import Message
from satmayan.sat.formula import Clause, Model

if TYPE_CHECKING:
    from typing_extensions import Self

DEFAULT_SOLVER = "cadical195"

# PySAT's names of the solvers that take assumptions and keep a conflict budget.
SOLVERS = {
    "cadical153": "CaDiCaL 1.5.3",
    "cadical195": "CaDiCaL 1.9.5",
    "cadical300": "CaDiCaL 3.0.0",
    "glucose3": "Glucose 3.0",
    "glucose4": "Glucose 4.1",
    "glucose42": "Glucose 4.2.1",
    "maplechrono": "MapleLCMDistChronoBT",
    "maplecm": "MapleCM",
    "maplesat": "MapleCOMSPS_LRB",
    "mergesat3": "MergeSat 3.0",
    "minicard": "MiniCard 1.2",
    "mgh": "MiniSat 2.2 (GitHub)",
    "minisat22": "MiniSat 2.2",
}

# Those of them whose DRAT proofs checkers accept; those of maplesat and maplecm are wrong.
PROOF_SOLVERS = (
    "cadical153",
    "cadical195",
    "cadical300",
    "glucose3",
    "glucose4",
    "glucose42",
    "maplechrono",
)
DEFAULT_PROOF_SOLVER = "cadical195"

# Solvers that can be told to decide variables by number, lowest first, and how: keep the
# initial order of the queue (no bumping, no stable mode), always take the given phase, and
# leave out all that reorders, guesses or rewrites, and what makes learned clauses smaller,
# which saves few conflicts here and takes an eighth of the time.
STATIC_ORDER = {
    "cadical195": {
        "reverse": 1,
        "bump": 0,
        "stable": 0,
        "forcephase": 1,
        "rephase": 0,
        "lucky": 0,
        "walk": 0,
        "chrono": 0,
        "restart": 0,
        "shrink": 0,
        "minimize": 0,
        "eagersubsume": 0,
        "elim": 0,
        "probe": 0,
        "compact": 0,
    },
}

_FIRST_SLICE = 100  # conflicts
_SLICE_SECONDS = 0.1
_EVEN_SLICE = 1000  # conflicts, where the same is to come again: slices change the search
_CHUNK = 1 << 20  # bytes
_CLAUSES = 20_000  # handed over at a time, in some hundredths of a second


class Status(Enum):
    """The answer of a solver call.  UNKNOWN is no answer, and never counts as UNSAT."""

    SAT = "SAT"
    UNSAT = "UNSAT"
    UNKNOWN = "UNKNOWN"


class Oracle:
    """One incremental solver loaded with clauses.  Use as a context manager.

    With ``leading`` > 0 the solver decides the variables 1..variables in this order, the
    first ``leading`` true and the others false, instead of by its own heuristics.  Raises
    ConfigError for a solver that is not offered, or cannot do so.
    """

    _logs_proof = False

    def __init__(
        self,
        solver: str,
        clauses: Iterable[Clause],
        deadline: Deadline | None = None,
        *,
        leading: int = 0,
        variables: int = 0,
    ) -> None:
        if solver not in SOLVERS:
            raise ConfigError(
                Message(
                    "unknown solver {name!r}: choose from {names}",
                    name=solver,
                    names=", ".join(SOLVERS),
                )
            )
        from pysat.solvers import Solver

        self.deadline = deadline or Deadline()
        self.calls = 0
        self._slice = _FIRST_SLICE
        self._status = Status.UNKNOWN
        self._model: Model | None = None
        self._core: tuple[int, ...] = ()
        if leading and solver not in STATIC_ORDER:
            raise ConfigError(
                Message(
                    "solver {name!r} keeps no static order: choose from {names}",
                    name=solver,
                    names=", ".join(STATIC_ORDER),
                )
            )
        self._solver = Solver(name=solver, with_proof=self._logs_proof)
        try:
            if leading:
                self._solver.configure(STATIC_ORDER[solver])
            self.add(clauses)
            if leading:
                phases = [v if v <= leading else -v for v in range(1, variables + 1)]
                self._solver.set_phases(phases)
        except BaseException:
            self._solver.delete()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def add(self, clauses: Iterable[Clause]) -> None:
        """Add clauses; what was read of the last call stays readable.  Raises LimitReached."""
        source = iter(clauses)
        while chunk := list(islice(source, _CLAUSES)):
            self._solver.append_formula(chunk, no_return=True)
            if len(chunk) == _CLAUSES:
                self.deadline.check()

    def solve(self, assumptions: Sequence[int] = ()) -> Status:
        """Solve under assumptions; UNKNOWN once the deadline has passed."""
        self.calls += 1
        self._model, self._core = None, ()
        self._status = Status.UNKNOWN
        answer = None
        while answer is None and not self._gives_up():
            answer = self._solve_slice(list(assumptions))
        if answer is not None:
            self._status = Status.SAT if answer else Status.UNSAT
        if answer is True:
            self._model = Model(self._solver.get_model())
        elif answer is False:
            self._core = tuple(self._solver.get_core() or ())
        return self._status

    def _gives_up(self) -> bool:
        """Whether no further slice is to be solved."""
        return self.deadline.passed

    def _solve_slice(self, assumptions: list[int]) -> bool | None:
        start = time.process_time()  # on a busy machine, wall time would cut slices too short
        self._solver.conf_budget(self._slice)
        answer = _in_thread(lambda: self._solver.solve_limited(assumptions, expect_interrupt=True))
        if answer is None:
            spent = time.process_time() - start
            factor = min(2.0, _SLICE_SECONDS / max(spent, 1e-6))
            self._slice = max(1, int(self._slice * factor))
        return answer

    @property
    def model(self) -> Model:
        """The model found by the last call; RuntimeError unless that was SAT."""
        if self._model is None:
            raise RuntimeError(f"no model: the last call said {self._status.value}")
        return self._model

    @property
    def core(self) -> tuple[int, ...]:
        """The assumptions that the last call refuted; RuntimeError unless that was UNSAT."""
        if self._status is not Status.UNSAT:
            raise RuntimeError(f"no core: the last call said {self._status.value}")
        return self._core

    def statistics(self) -> dict[str, int]:
        """Solver calls, and the solver's own totals (conflicts, decisions, propagations)."""
        totals = self._solver.accum_stats() or {}
        names = ("conflicts", "decisions", "propagations")
        return {"calls": self.calls} | {name: totals[name] for name in names if name in totals}


class EvenOracle(Oracle):
    """An oracle that gives the same models whenever it is asked the same: no clock cuts in.

    ``patience`` is the number of slices of 1000 conflicts after which a call gives up.
    """

    patience: int | None = None

    def solve(self, assumptions: Sequence[int] = ()) -> Status:
        """As :meth:`Oracle.solve`; UNKNOWN at the end of the patience, too."""
        self._left = self.patience
        return super().solve(assumptions)

    def _gives_up(self) -> bool:
        return self._left == 0 or super()._gives_up()

    def _solve_slice(self, assumptions: list[int]) -> bool | None:
        self._slice = _EVEN_SLICE
        if self._left is not None:
            self._left -= 1
        return super()._solve_slice(assumptions)


class Prover(Oracle):
    """A fresh solver, to be asked once and without assumptions, that logs a DRAT proof.

    The proof goes to a temporary file as it is made; after UNSAT, ``write_proof`` copies it
    as text.  The same clauses give the same proof.  ``grown`` is called between slices
    with the bytes logged so far.  Raises ConfigError for a solver whose proofs are not known
    to be good.
    """

    _logs_proof = True

    def __init__(
        self,
        solver: str,
        clauses: Iterable[Clause],
        deadline: Deadline | None = None,
        grown: Callable[[int], None] | None = None,
    ) -> None:
        if solver not in PROOF_SOLVERS:
            raise ConfigError(
                Message(
                    "solver {name!r} gives no proofs to rely on: choose from {names}",
                    name=solver,
                    names=", ".join(PROOF_SOLVERS),
                )
            )
        super().__init__(solver, clauses, deadline)
        self._grown = grown
        self._log = self._solver.solver.prfile
        self._is_binary = solver.startswith("cadical")

    def _solve_slice(self, assumptions: list[int]) -> bool | None:
        self._slice = _EVEN_SLICE
        answer = super()._solve_slice(assumptions)
        if self._grown:
            self._grown(os.fstat(self._log.fileno()).st_size)
        return answer

    def write_proof(self, file: BinaryIO) -> None:
        """Copy the proof as text DRAT; RuntimeError unless the last call said UNSAT."""
        import pysolvers

        if self._status is not Status.UNSAT:
            raise RuntimeError(f"no proof: the last call said {self._status.value}")
        pysolvers.flushpr(self._solver.solver.prfp)
        self._log.seek(0)
        if self._is_binary:
            file.writelines(_drat_lines(self._log))
        else:
            shutil.copyfileobj(self._log, file, _CHUNK)


def _drat_lines(log: BinaryIO) -> Iterator[bytes]:
    """The lines of a text DRAT proof from a binary one.

    Binary: ``a`` or ``d``, then each literal as 2 * variable + (negative), in groups of 7
    bits, the lowest first, with the high bit set where more follow; then a zero byte.
    """
    words: list[str] = []
    number = shift = 0
    is_start = True
    while chunk := log.read(_CHUNK):
        for byte in chunk:
            if is_start:
                words = ["d"] if byte == ord("d") else []
                is_start = False
            elif byte & 0x80:
                number |= (byte & 0x7F) << shift
                shift += 7
            elif byte or shift:
                number |= byte << shift
                words.append(f"-{number >> 1}" if number & 1 else str(number >> 1))
                number = shift = 0
            else:
                yield " ".join([*words, "0\n"]).encode()
                is_start = True


def _in_thread(call: Callable[[], bool | None]) -> bool | None:
    """What a call returns, or raises, made in another thread; Ctrl-C waits for its end."""
    values: list[bool | None] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            values.append(call())
        except BaseException as error:
            errors.append(error)

    with _interrupts_held():
        thread = Thread(target=run)
        thread.start()
        thread.join()
    for error in errors:
        raise error
    return values[0]


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back until the end of the block.

    KeyboardInterrupt could else be raised anywhere, even while a thread is being started
    or joined, and leave it running.  Only the main thread is ever interrupted.
    """
    handler = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or not callable(handler):
        yield
        return
    held: list[tuple[int, FrameType | None]] = []
    signal.signal(signal.SIGINT, lambda *interrupt: held.append(interrupt))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if held:
            handler(*held[0])
