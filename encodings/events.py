"""Layers that are a move or a round: exact, and no larger than the blocks allow.

A run of n steps is a sequence of events: a *move* when the board is stable, one *round*
of vanish and fall when it is not, nothing once n moves are done.  A round takes three
blocks of one colour at least, so there are at most E = sum over colours of
floor(blocks / 3) rounds, and T = n + E layers are enough: no bound is guessed.

Groups (layer t first in names; x column, y row, c colour):

- ``X(x,y,c)``   the block at (x, y) has colour c
- ``O(x,y)``     there is a block at (x, y)
- ``G(c)``       a dropped block has colour c
- ``M(x,y,g)``   the move drags the block at (x, y) right (1), or left onto an empty cell (-1)
- ``P(x)``, ``Y(y)``         the move crosses from column x to x + 1 or back; is in row y
- ``eh(x,y)``, ``ev(x,y)``   (x, y) and its right, upper neighbour are blocks of one colour
- ``th(x,y)``, ``tv(x,y)``   three of one colour in line from (x, y) to the right, upwards
- ``stable``     no triple
- ``C(k)``       at least k moves are done
- ``go``         this layer is a move
- ``m(x,y)``     the block at (x, y) leaves its place: it vanishes, or is dragged onto an empty cell
- ``ge(x,y,d)``  at least d blocks below (x, y) leave their column's stack
- ``I(x)``       a dropped block lands on column x

- ``same(x,y)``  (x, y) or an earlier cell has its right neighbour's colour (option ``noop``)
- ``CR CL K W N H Q``, ``eu ed eg quiet``, ``stay asleep late``   redundant (``_time``)

Axioms, from a layer to the next, of its own:

- *removal*: what stands in a triple or is dragged onto an empty cell leaves, nothing else
- *gaps*: at least d leave below y iff d do below y - 1, or d - 1 and the block at y - 1
- *gravity*: what does not leave comes down by the gaps below it
- *swap*: a block dragged onto a block: the two change places
- *drop*: a block dragged onto an empty cell lands on top of that column
- *new heights*: no block appears from nowhere: it fell there, or has just landed

The others, of every encoding over this line, are listed in ``_time``.  Between layers
everything follows by unit propagation once the moves are known.

Size: 5 x 7, C colours: 36 C + 416 + n variables a layer, T + 1 layers, without the
redundant constraints.
Reference: linear encodings of planning as satisfiability (Kautz & Selman, ECAI 1992),
with one action a layer.

The smallest case, one drop that completes a row of three:

>>> from satmayan.puzzle.board import Board, Puzzle
>>> from satmayan.sat.encoding import find
>>> events = find("events").encode(Puzzle(Board.of("1", "", "11", height=2), 1))
>>> events.formula.layers, events.formula.variables, len(events.formula.clauses)
(3, 177, 492)
>>> [(str(move), literal) for move, literal in events.choices(0, 0)][-2:]
[('2 0 -1', 7), ('2 1 -1', 8)]
"""

from __future__ import annotations

from satmayan.encodings._board import OneHot
from satmayan.encodings._step import Gaps, drop, gaps, gravity, landing, new_heights, removal, swap
from satmayan.encodings._time import LINE_OPTIONS, Timeline, TimelineEncoding
from satmayan.sat.encoding import Encoding, Family, Options

OPTIONS = LINE_OPTIONS


def encode(family: Family, options: Options) -> Encoding:
    """The events encoding of a family; exact."""
    line = Timeline(family, options)
    f, drags = line.formula, line.drags
    cells, fall, lands = OneHot.declare(f, family), Gaps.declare(f, family), landing(f, family)
    line.seal(cells)
    later = f.later(cells)
    axioms = [
        ("removal", removal(fall, cells.O, line.triples, drags)),
        ("gaps", gaps(fall)),
        ("gravity", gravity(fall, cells, later, drags)),
        ("swap", swap(drags, cells, later)),
        ("drop", drop(drags, lands, cells, later)),
        ("new heights", new_heights(fall, cells.O, later.O, lands)),
    ]
    line.add(cells, fall, axioms)
    return TimelineEncoding(line, cells)
