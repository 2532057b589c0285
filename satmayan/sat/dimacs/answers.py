"""What a SAT solver printed: its status, and its model.

Read are the competition's format (``s SATISFIABLE``, ``v 1 -2 0``; cadical, kissat,
glucose, clasp, cryptominisat, ...), MiniSat's result file (``SAT`` and the literals on the
next line) and bare literals.  Solvers chat: any other line that does not begin with a
literal is passed over, as long as a status or a model is found.  At a time limit CaDiCaL and
Kissat say ``c UNKNOWN`` and no status, and MiniSat leaves its result file empty: both mean
that the solver gave up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from satmayan.base.messages import Message, noted
from satmayan.puzzle.files import FormatError, Token
from satmayan.sat.dimacs.cnf import read_literals
from satmayan.sat.formula import Model
from satmayan.sat.oracle import Status

_WORDS = {
    "SATISFIABLE": Status.SAT,
    "SAT": Status.SAT,
    "UNSATISFIABLE": Status.UNSAT,
    "UNSAT": Status.UNSAT,
    "UNKNOWN": Status.UNKNOWN,
    "INDETERMINATE": Status.UNKNOWN,
    "INDET": Status.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """A solver's status, and its model if that is SAT."""

    status: Status
    model: Model | None = None


def read_answer(lines: Iterable[str], name: str = "<model>") -> SolverAnswer:
    """The answer in the lines that a solver printed.

    Raises FormatError, with line and column, where there is none, more than one, or a
    model with a literal and its negation.
    """
    reader = _Reader(name)
    number = 0
    for number, line in enumerate(lines, 1):
        reader.read(number, line)
    return reader.answer(number)


class _Reader:
    """Takes the lines one by one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.status: Status | None = None
        self.literals: set[int] = set()
        self.has_model = False
        self.ended = False  # the 0 of the model was read
        self.is_empty = True
        self.gave_up = False  # it said so in a comment

    def read(self, number: int, line: str) -> None:
        words = line.split()
        if not words:
            return
        self.is_empty = False
        self.gave_up |= words == ["c", "UNKNOWN"]
        if words[0] == "s" or (len(words) == 1 and words[0] in _WORDS):
            self._read_status(number, line, words)
        elif words[0] == "v":
            self._read_model(number, line, 1)
        elif words[0].lstrip("+-")[:1].isdecimal():
            self._read_model(number, line, 0)

    def _read_status(self, number: int, line: str, words: list[str]) -> None:
        word = words[-1]
        status = _WORDS.get(word)
        if status is None or len(words) > 2 or self.status not in (None, status):
            expected = (
                Message("the status to stay {status}", status=self.status.value)
                if self.status
                else noted("SATISFIABLE, UNSATISFIABLE or UNKNOWN")
            )
            raise self._error(number, line, word, expected)
        self.status = status

    def _read_model(self, number: int, line: str, skip: int) -> None:
        for literal in read_literals(line, number, self.name, skip=skip):
            if self.ended:
                expected = noted("nothing after the 0 of the model")
                raise self._error(number, line, str(literal), expected)
            if -literal in self.literals:
                expected = Message("a model, which has {literal} already", literal=-literal)
                raise self._error(number, line, str(literal), expected)
            if literal == 0:
                self.ended = True
            else:
                self.literals.add(literal)
        self.has_model = True

    def answer(self, lines: int) -> SolverAnswer:
        status = self.status or (Status.SAT if self.has_model else None)
        if status is None and (self.gave_up or self.is_empty):
            status = Status.UNKNOWN
        end = noted("the end of the file")
        if status is None:
            expected = noted("a status ('s SATISFIABLE', 'UNSAT', ...) or the literals of a model")
            raise FormatError(self.name, lines + 1, 1, end, expected)
        if status is Status.SAT and not self.has_model:
            expected = noted("the model (the solver must be told to print it)")
            raise FormatError(self.name, lines + 1, 1, end, expected)
        if status is Status.UNSAT and self.literals:
            expected = noted("none, as the status is UNSAT")
            raise FormatError(self.name, lines, 1, noted("a model"), expected)
        return SolverAnswer(status, Model(self.literals) if status is Status.SAT else None)

    def _error(self, number: int, line: str, word: str, expected: str) -> FormatError:
        column = line.rfind(word) + 1
        return FormatError(self.name, number, column, str(Token(word, number, column)), expected)
