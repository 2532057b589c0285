"""At most one of several literals, written in four ways; the option ``amo`` of the encodings.

For n literals (sets of four or fewer are always written pairwise, nothing is smaller):

- ``pairwise``  n (n - 1) / 2 clauses, no variable
- ``ladder``    3 n - 4 clauses, n - 1 variables (Sinz, "Towards an optimal CNF encoding of
  Boolean cardinality constraints", CP 2005)
- ``product``   2 n clauses and two smaller constraints, about 2 sqrt(n) variables (Chen, "A new
  SAT encoding of the at-most-one constraint", ModRef 2010)
- ``bitwise``   n log2(n) clauses, log2(n) variables (Frisch et al., IJCAI 2001)

In all of them one true literal makes the others false by unit propagation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import isqrt
from typing import NamedTuple

from satmayan.sat.encoding import Option
from satmayan.sat.formula import Clause, Formula

Clauses = Iterator[Clause]

AMO = Option(
    "amo",
    ("pairwise", "ladder", "product", "bitwise"),
    "how at-most-one constraints are written",
)

SMALL = 4  # up to so many literals, pairwise is the smallest


class AtMostOne(NamedTuple):
    """At most one literal of each of ``sets`` is true; ``aux[i, j]`` are set i's variables."""

    kind: str
    sets: tuple[tuple[int, ...], ...]
    aux: Mapping[tuple[int, ...], int]

    @classmethod
    def declare(
        cls, formula: Formula, name: str, kind: str, sets: Iterable[Iterable[int]]
    ) -> AtMostOne:
        """Declare the group ``name`` of auxiliary variables, where any are needed."""
        fixed = tuple(map(tuple, sets))
        indices = [(i, j) for i, s in enumerate(fixed) for j in range(_auxiliaries(kind, len(s)))]
        return cls(kind, fixed, formula.sparse_group(name, indices) if indices else {})

    def clauses(self) -> Clauses:
        """The clauses, set by set."""
        for i, literals in enumerate(self.sets):
            aux = [self.aux[i, j] for j in range(_auxiliaries(self.kind, len(literals)))]
            yield from (_WRITERS[self.kind] if aux else _pairwise)(literals, aux)


def _auxiliaries(kind: str, n: int) -> int:
    """How many auxiliary variables the constraint over n literals takes."""
    if n <= SMALL or kind == "pairwise":
        return 0
    if kind == "ladder":
        return n - 1
    if kind == "product":
        return sum(_grid(n))
    return (n - 1).bit_length()


def _grid(n: int) -> tuple[int, int]:
    """Rows and columns of the smallest near-square grid of n cells."""
    rows = isqrt(n - 1) + 1
    return rows, -(-n // rows)


def _pairwise(literals: Sequence[int], aux: Sequence[int]) -> Clauses:
    for a, b in combinations(literals, 2):
        yield [-a, -b]


def _ladder(literals: Sequence[int], aux: Sequence[int]) -> Clauses:
    for j, literal in enumerate(literals):
        # aux[j]: one of the literals 0..j is true
        if j < len(aux):
            yield [-literal, aux[j]]
        if j > 0:
            yield [-literal, -aux[j - 1]]
            if j < len(aux):
                yield [-aux[j - 1], aux[j]]


def _product(literals: Sequence[int], aux: Sequence[int]) -> Clauses:
    rows, _ = _grid(len(literals))
    # literal i stands in row i % rows, column i // rows of a grid; one row, one column
    for i, literal in enumerate(literals):
        yield [-literal, aux[i % rows]]
        yield [-literal, aux[rows + i // rows]]
    yield from _pairwise(aux[:rows], ())
    yield from _pairwise(aux[rows:], ())


def _bitwise(literals: Sequence[int], aux: Sequence[int]) -> Clauses:
    # a true literal fixes the bits of its number
    for i, literal in enumerate(literals):
        for j, bit in enumerate(aux):
            yield [-literal, bit if i >> j & 1 else -bit]


_WRITERS: dict[str, Callable[[Sequence[int], Sequence[int]], Clauses]] = {
    "pairwise": _pairwise,
    "ladder": _ladder,
    "product": _product,
    "bitwise": _bitwise,
}
