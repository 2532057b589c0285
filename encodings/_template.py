"""One line that says what is special here; `satmayan encodings` prints it.

Copy this file to ``mine.py``, anywhere, and run

    satmayan solve mayan.in --encoding mine.py --stats

It works as it stands.  Then change one thing at a time; README.md beside this file says
what helps.  Once it is good, put it into ``encodings/`` and it has a name.

Groups (layer t first in names): say what each variable means when it is true.

- ``X(x,y,c)``, ``O(x,y)``, ``G(c)``   cells (``_board``)
- ``eh ev th tv stable``               runs (``_board``)
- ``M P Y``                            the drag (``_step``)
- ``C go``                             the clock (``_time``)
- ``m ge I``                           who leaves, gaps, who lands (``_step``)

Axioms: one line each for those of your own; the others are listed in ``_time``.

Size: 5 x 7, C colours: 36 C + 388 + n variables a layer.
Reference: where the idea comes from.
"""

from __future__ import annotations

from collections.abc import Iterable

from satmayan.encodings._board import OneHot
from satmayan.encodings._step import Gaps, drop, gaps, gravity, landing, new_heights, removal, swap
from satmayan.encodings._time import NOOP, Timeline, TimelineEncoding
from satmayan.sat.encoding import Encoding, Family, Options
from satmayan.sat.formula import Clause

# What --set NAME=VALUE may choose; encode() gets every option with its value.
OPTIONS = (NOOP,)


def encode(family: Family, options: Options) -> Encoding:
    """The encoding of a family: boards of one size, with so many blocks of each colour."""
    # 1. Declare all groups of a layer, the moves (in the line) first, so that they lead in
    #    the static order; then seal it: from here on a layer has a size.
    line = Timeline(family, options)
    f, drags = line.formula, line.drags
    cells = OneHot.declare(f, family)
    fall, lands = Gaps.declare(f, family), landing(f, family)
    line.seal(cells)

    # 2. Write the clauses of layer 0; those of layer 1 are the same variables, `later`.
    later = f.later(cells)
    axioms = [
        ("removal", removal(fall, cells.O, line.triples, drags)),
        ("gaps", gaps(fall)),
        ("gravity", gravity(fall, cells, later, drags)),
        ("swap", swap(drags, cells, later)),
        ("drop", drop(drags, lands, cells, later)),
        ("new heights", new_heights(fall, cells.O, later.O, lands)),
        ("my axiom", nothing_yet()),
    ]
    line.add(cells, fall, axioms)

    # 3. Moves and rounds in one line are read like this; any other Encoding will do.
    return TimelineEncoding(line, cells)


def nothing_yet() -> Iterable[Clause]:
    """An axiom is a generator of clauses, lists of literals as in DIMACS."""
    yield from ()
