"""An encoding's free first board."""

from __future__ import annotations

from collections.abc import Mapping

from satmayan.forge.first import FirstBoard
from satmayan.forge.wish import Shape
from satmayan.puzzle.board import HEIGHT, Board, Puzzle
from satmayan.sat.encoding import Encoding, EncodingModule


def free_board(
    module: EncodingModule, shape: Shape, options: Mapping[str, str]
) -> tuple[Encoding, FirstBoard]:
    """The encoding of every stable board of a shape."""
    names = [c for c, n in enumerate(shape.counts, 1) for _ in range(n)]
    columns = [tuple(names[x * HEIGHT : (x + 1) * HEIGHT]) for x in range(5)]
    encoding = module.encode(Puzzle(Board(tuple(columns)), shape.steps), options)
    f = encoding.formula
    X, O = f.groups["X"], f.groups["O"]
    free = {*X.values(), *O.values()}
    f.clauses = [c for c in f.clauses if not (len(c) == 1 and abs(c[0]) in free)]
    f.add("stable first", [[f.groups["stable"][()]]])
    cells = {**X, **{(*cell, 0): -v for cell, v in O.items()}}
    return encoding, FirstBoard(f, shape, cells)
