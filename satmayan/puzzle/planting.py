"""Where the forge's boards come from: all the small ones, and random ones built backwards.

A *planted* board is built from the empty one, last step first: blocks are put in so that
they vanish again, then a drag is undone.  So it has a plan of exactly the wanted length,
and the shapes of its runs (long ones, crosses, towers) can be chosen to provoke mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

from satmayan.puzzle.board import HEIGHT, WIDTH, Board, Puzzle
from satmayan.puzzle.generate import drag_undone, insert
from satmayan.puzzle.rules import RUN, Cell, is_stable

_TRIES = 40  # at one step, before a planted board is given up


def every_board(blocks: int, *, width: int = WIDTH, height: int = HEIGHT) -> Iterator[Board]:
    """Every stable board of so many blocks with three or more of each colour, in a fixed order.

    Boards that differ only in the names of their colours count once.
    """
    for heights in product(range(min(blocks, height) + 1), repeat=width):
        if sum(heights) != blocks:
            continue
        for colours in _colourings(blocks):
            cells = iter(colours)
            board = Board(tuple(tuple(next(cells) for _ in range(h)) for h in heights), height)
            if is_stable(board):
                yield board


def _colourings(blocks: int) -> Iterator[tuple[int, ...]]:
    """Every colouring of a line of blocks, three or more of each, numbered as they come."""

    def extend(done: tuple[int, ...], used: int) -> Iterator[tuple[int, ...]]:
        missing = sum(max(0, RUN - done.count(c)) for c in range(1, used + 1))
        if missing > blocks - len(done):
            return
        if len(done) == blocks:
            yield done
            return
        for colour in range(1, used + 2):
            yield from extend((*done, colour), max(used, colour))

    return extend((), 0)


@dataclass(frozen=True, slots=True)
class Taste:
    """What a planted board is made of: colours to choose from, the columns preferred for
    upright runs (towers), and how likely another run is to cross one just placed."""

    colours: int
    towers: tuple[int, ...]
    crossing: float

    @classmethod
    def random(cls, rng: Random) -> Taste:
        """A taste; half of them like one tower or two side by side, some like crosses."""
        x = rng.randrange(WIDTH - 1)
        towers = rng.choice(((), (), (x,), (x + 1,), (x, x + 1)))
        return cls(rng.randint(1, 6), towers, rng.choice((0.1, 0.3, 0.8)))


def planted(rng: Random, steps: int, taste: Taste) -> Puzzle | None:
    """A random puzzle with a plan, made to a taste; None if it did not fit."""
    board = Board(((),) * WIDTH)
    for _ in range(steps):
        earlier = _step_before(rng, board, taste)
        if earlier is None:
            return None
        board = earlier
    return Puzzle(board.renumbered(), steps)


def _step_before(rng: Random, board: Board, taste: Taste) -> Board | None:
    """A stable board from which one step leads to ``board``; None if none was met."""
    for _ in range(_TRIES):
        dragged: Board | None = board
        for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 3, 4))):
            if dragged is not None:
                cells = _shape(rng, dragged, taste)
                dragged = insert(dragged, cells, rng.randint(1, taste.colours))
        if dragged is None:
            continue
        if undone := drag_undone(rng, dragged, board):
            return undone[0]
    return None


def _shape(rng: Random, board: Board, taste: Taste) -> set[Cell]:
    """A run of 3 to 5 that rests on the board, or two or three of them that cross."""
    upright = rng.random() < 0.5
    length = rng.choice((3, 3, 3, 4, 5))
    x = rng.randrange(board.width if upright else board.width - length + 1)
    if taste.towers and rng.random() < 0.7:
        upright, x = True, rng.choice(taste.towers)
    columns = board.columns[x : x + (1 if upright else length)]
    y = rng.randint(0, min(map(len, columns)))
    cells = _line(x, y, length, upright=upright)
    for _ in range(2):
        if rng.random() < taste.crossing:
            upright = not upright
            cx, cy = rng.choice(sorted(cells))
            back = rng.randint(0, min(RUN - 1, cy if upright else cx))
            cells |= _line(cx - (not upright) * back, cy - upright * back, RUN, upright=upright)
    return cells


def _line(x: int, y: int, length: int, *, upright: bool) -> set[Cell]:
    return {(x, y + i) if upright else (x + i, y) for i in range(length)}
