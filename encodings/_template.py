"""One line that says what is special here; `satmayan encodings` prints it.

Copy this file to ``mine.py``, anywhere, and run

    satmayan solve mayan.in --encoding mine.py --stats

It works as it stands.  Then change one thing at a time; README.md beside this file says
what helps.  Once it is good, put it into ``encodings/`` and it has a name.

Groups (layer t first in names): say what each variable means when it is true.

- ``X(x,y,c)``, ``O(x,y)``, ``G(c)``   cells (``_cells``)
- ``eh ev th tv stable``               runs (``_cells``)
- ``M P Y``                            the move (``_moves``)
- ``C go``                             the clock (``_clock``)
- ``m ge I``                           who leaves, gaps, who lands (``_gravity``)

Axioms: one line each; those that are imported state their own.

Size: 5 x 7, C colours: 36 C + 388 + n variables a layer.
Reference: where the idea comes from.
"""

from __future__ import annotations

from collections.abc import Iterable

from satmayan.encodings._amo import AMO
from satmayan.encodings._cells import OneHot
from satmayan.encodings._gravity import (
    Fall,
    drop,
    gaps,
    gravity,
    landing,
    new_heights,
    removal,
    swap,
)
from satmayan.encodings._line import Line, LineEncoding, add_line, empty_line
from satmayan.encodings._moves import NOOP
from satmayan.sat.encoding import Encoding, Family, Options
from satmayan.sat.formula import Clause

# What --set NAME=VALUE may choose; encode() gets every option with its value.
OPTIONS = (AMO, NOOP)


def encode(family: Family, options: Options) -> Encoding:
    """The encoding of a family."""
    # 1. Declare all groups of a layer, the moves (in the line) first, so that they lead in
    #    the static order; then seal it: from here on a layer has a size.
    f = empty_line(family)
    line = Line.declare(f, family, options)
    cells = OneHot.declare(f, family, options["amo"])
    fall, lands = Fall.declare(f, family), landing(f, family)
    f.seal()

    # 2. Write the clauses of layer 0; those of layer 1 are the same variables, `later`.
    later, moves = cells.next(), line.moves
    change: list[tuple[str, Iterable[Clause]]] = [
        ("removal", removal(fall, cells.O, line.triples, moves)),
        ("gaps", gaps(fall)),
        ("gravity", gravity(fall, cells, later, moves)),
        ("swap", swap(moves, cells, later)),
        ("drop", drop(moves, lands, cells, later)),
        ("new heights", new_heights(fall, cells.O, later.O, lands)),
        ("my axiom", nothing_yet()),
    ]
    add_line(f, line, cells, change)

    # 3. Moves and rounds in one line are read like this; any other Encoding will do.
    encoding: Encoding = LineEncoding(f, line, cells)
    return encoding


def nothing_yet() -> Iterable[Clause]:
    """An axiom is a generator of clauses, lists of literals as in DIMACS."""
    yield from ()
