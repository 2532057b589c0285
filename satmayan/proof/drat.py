"""How a proof of a certificate is written: text DRAT, and nothing that only looks like it.

A line is a lemma, ``d`` and a clause that is no longer needed, or the empty clause, which
is the last line and no other.  Numbers are written in one way.  Programs that check proofs
differ in what else they let pass (comments, binary form, ``010`` and ``0x8``, words of
several lines), so nothing else ever reaches them.
"""

from __future__ import annotations

import re
from pathlib import Path

EMPTY_CLAUSE = b"0\n"  # the last line of every proof

_LINE = re.compile(rb"(?:d )?(?:-?[1-9][0-9]{0,8} )+0\n")
_LONGEST = 1 << 20  # bytes of a line: no clause of ours is nearly so long


def fault(proof: Path) -> str | None:
    """What is wrong with how a proof is written; None for nothing.  Raises OSError."""
    with proof.open("rb") as file:
        number = 0
        while line := file.readline(_LONGEST):
            number += 1
            if line == EMPTY_CLAUSE:
                return "goes on after the empty clause" if file.read(1) else None
            if not _LINE.fullmatch(line):
                return f"has no step of a proof in line {number}"
    return "does not end with the empty clause"


def cut_after_empty_clause(proof: Path, needs_none: bool) -> bool:
    """End a text DRAT proof with its first empty clause; False where it has none.

    What solvers write after it, such as deletions, proves nothing.  A claim that holds the
    empty clause ``needs_none``, and some solvers write none for it.
    """
    with proof.open("r+b") as file:
        end = 0
        for line in file:
            end += len(line)
            if line == EMPTY_CLAUSE:
                file.truncate(end)
                return True
        if needs_none:
            file.write(EMPTY_CLAUSE)
        return needs_none
