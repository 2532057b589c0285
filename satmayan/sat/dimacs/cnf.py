"""DIMACS CNF, the format every SAT solver reads: writing it fast, reading it tolerantly.

What satmayan says about its own formulas, in comments, is in :mod:`satmayan.sat.dimacs.header`;
what solvers answer is read by :mod:`satmayan.sat.dimacs.answers`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TextIO

from satmayan.base.messages import Message, noted
from satmayan.puzzle.files import FormatError, Token
from satmayan.sat.formula import Clause, check_literals

_CHUNK = 4096  # clauses joined into one write

_INTEGER = re.compile(r"-?[0-9]{1,10}", re.ASCII)
_COUNT = re.compile(r"[0-9]{1,10}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cnf:
    """A formula as read: its clauses, over the variables 1..``variables``, and the comments
    (without the ``c`` and the spaces around)."""

    variables: int
    clauses: list[list[int]]
    comments: list[str]


def write_cnf(
    file: TextIO, variables: int, clauses: Sequence[Clause], comments: Iterable[str] = ()
) -> None:
    """Write clauses over the variables 1..``variables`` as DIMACS, comments first.

    The same arguments give the same bytes.  Raises ValueError for what is no
    literal of them.
    """
    file.writelines(f"c {line}\n" for line in comments)
    file.write(f"p cnf {variables} {len(clauses)}\n")
    text = {v: str(v) for v in range(-variables, variables + 1) if v}
    for start in range(0, len(clauses), _CHUNK):
        chunk = clauses[start : start + _CHUNK]
        try:
            lines = [" ".join([text[v] for v in clause]) + " 0\n" for clause in chunk]
        except (KeyError, TypeError):
            check_literals(chunk, variables)  # says which it is
            raise
        file.write("".join(lines))


def read_cnf(lines: Iterable[str], name: str = "<cnf>") -> Cnf:
    """The formula in the lines of a DIMACS file.

    Comments may stand anywhere, a clause may span lines, the last 0 may be missing, and a
    line ``%`` ends the file (SATLIB).  Raises FormatError, with line and column, for
    anything else that is not DIMACS, and for a number of clauses that is not the one
    announced (a truncated file).
    """
    comments: list[str] = []
    clauses: list[list[int]] = []
    open_clause: list[int] = []
    variables = announced = -1
    number = 0
    for number, line in enumerate(lines, 1):
        first = line[:1] if line[:1] not in " \t\r\n" else line.lstrip()[:1]
        if first in ("", "c"):
            if first:
                comments.append(line.strip()[1:].strip())
            continue
        if first == "p" and variables < 0:
            variables, announced = _problem_line(line, number, name)
            continue
        if first == "%":
            break
        if variables < 0:
            raise _error(
                name, number, line, 0, noted("the problem line, 'p cnf VARIABLES CLAUSES'")
            )
        open_clause = _read_clauses(line, number, name, variables, open_clause, clauses)
    if open_clause:
        clauses.append(open_clause)
    if variables < 0:
        raise FormatError(name, number + 1, 1, noted("the end of the file"), "'p cnf ...'")
    if len(clauses) != announced:
        found = Message("{n} clauses", n=len(clauses))
        raise FormatError(name, number, 1, found, Message("{n} as announced", n=announced))
    return Cnf(variables, clauses, comments)


def _problem_line(line: str, number: int, name: str) -> tuple[int, int]:
    words = line.split()
    for i, expected in enumerate(("p", "cnf")):
        if words[i : i + 1] != [expected]:
            text = Message("{word!r} of 'p cnf VARIABLES CLAUSES'", word=expected)
            raise _error(name, number, line, i, text)
    for i, what in ((2, noted("the number of variables")), (3, noted("the number of clauses"))):
        if not _COUNT.fullmatch(words[i] if i < len(words) else ""):
            raise _error(name, number, line, i, what)
    if len(words) > 4:
        raise _error(name, number, line, 4, noted("the end of the line"))
    return int(words[2]), int(words[3])


def _read_clauses(
    line: str,
    number: int,
    name: str,
    variables: int,
    open_clause: list[int],
    clauses: list[list[int]],
) -> list[int]:
    """Append the clauses that end on this line; the literals of the one that is still open."""
    literals = read_literals(line, number, name, variables)
    if literals.count(0) == 1 and literals[-1] == 0:  # nearly every line of every file
        literals.pop()
        clauses.append(open_clause + literals)
        return []
    for literal in literals:
        if literal:
            open_clause.append(literal)
        else:
            clauses.append(open_clause)
            open_clause = []
    return open_clause


def read_literals(
    line: str, number: int, name: str, variables: int | None = None, skip: int = 0
) -> list[int]:
    """The integers on a line, but for its first ``skip`` words.

    Raises FormatError at the first word that is no integer, or beyond ``variables``.
    """
    words = line.split()[skip:]
    try:
        literals = list(map(int, words))
    except ValueError:
        literals = []
    limit = variables if variables is not None else 2**31 - 1
    if len(literals) == len(words) and max(map(abs, literals), default=0) <= limit:
        return literals
    expected = noted("a literal")
    if variables is not None:
        expected = Message("a literal of the variables 1 to {last}", last=limit)
    bad = next(
        i for i, word in enumerate(words) if not _INTEGER.fullmatch(word) or abs(int(word)) > limit
    )
    raise _error(name, number, line, skip + bad, expected)


def _error(name: str, number: int, line: str, word: int, expected: str) -> FormatError:
    """A FormatError at the word of that index on a line, or at the line's end."""
    found = list(re.finditer(r"\S+", line))
    if word >= len(found):
        end = noted("the end of the line")
        return FormatError(name, number, len(line.rstrip()) + 1, end, expected)
    token = Token(found[word].group(), number, found[word].start() + 1)
    return FormatError(name, token.line, token.column, str(token), expected)
