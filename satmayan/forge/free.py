"""An encoding's free first board, through its contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from satmayan.forge.first import CELLS, FirstBoard
from satmayan.forge.wish import Shape
from satmayan.puzzle.board import EMPTY, HEIGHT, WIDTH
from satmayan.sat.encoding import Encoding, EncodingModule, Family
from satmayan.sat.formula import Clause


def free_board(
    module: EncodingModule, shape: Shape, options: Mapping[str, str]
) -> tuple[Encoding, FirstBoard]:
    """The encoding of every stable board of a shape; how many blocks there are is still to say."""
    counts = dict(enumerate(shape.counts, 1))
    encoding = module.family(Family(WIDTH, HEIGHT, shape.steps, counts), options)
    encoding.add(encoding.free())
    return encoding, FirstBoard(encoding.formula, shape, _cells(encoding, len(counts)))


def _cells(encoding: Encoding, colours: int) -> dict[tuple[int, ...], int]:
    """One literal for each colour of each cell; ``cell(x,y,c)`` where the encoding has several."""
    colours_and_none = range(EMPTY, colours + 1)
    indices: list[tuple[int, ...]] = [(x, y, c) for x, y in CELLS for c in colours_and_none]
    meant = {index: encoding.first(*index) for index in indices}
    several = [index for index in indices if len(meant[index]) != 1]
    named = encoding.formula.sparse_group("cell", several) if several else {}

    def clauses() -> Iterator[Clause]:
        for index, literal in named.items():
            yield [literal, *(-v for v in meant[index])]
            yield from ([-literal, v] for v in meant[index])

    encoding.formula.add("first board", clauses())
    cells = {index: named[index] if index in named else meant[index][0] for index in indices}
    if named:  # written in bits, say, a cell could have a colour that is none
        colour_of = ([cells[x, y, c] for c in colours_and_none] for x, y in CELLS)
        encoding.formula.add("first board", colour_of)
    return cells
