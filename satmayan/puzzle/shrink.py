"""Shrinking: from a board that shows a failure to a smallest one that still does.

Greedy and deterministic: of the smaller boards that :func:`smaller` proposes, the first
that still fails is taken, and so on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from satmayan.base.limits import Deadline
from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.rules import RUN, Cell, is_stable, legal_moves, step, vanish


def shrink(
    puzzle: Puzzle, fails: Callable[[Puzzle], bool], *, tries: int, deadline: Deadline
) -> Puzzle:
    """The last of a chain of ever smaller puzzles that fail, starting from ``puzzle``.

    ``fails`` is called at most ``tries`` times, once a puzzle, and not after the deadline.
    """
    tried = {puzzle}
    found = True
    while found:
        found = False
        for candidate in smaller(puzzle):
            if candidate in tried:
                continue
            if len(tried) > tries or deadline.passed:
                return puzzle
            tried.add(candidate)
            if fails(candidate):
                puzzle, found = candidate, True
                break
    return puzzle


def size(puzzle: Puzzle) -> tuple[int, int, int, tuple[tuple[int, ...], ...]]:
    """What counts as small: blocks, then steps, then colours, then low at the left."""
    board = puzzle.board
    return board.blocks, puzzle.steps, len(board.colours()), board.columns


def smaller(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Puzzles smaller than this one, the boldest changes first.

    All keep the statement's promises: stable, not empty, colours numbered from 1.
    """
    limit = size(puzzle)
    for board, steps in _changes(puzzle):
        if board.is_empty or not is_stable(board):
            continue
        candidate = Puzzle(board.renumbered(), steps)
        if size(candidate) < limit:
            yield candidate


def _changes(puzzle: Puzzle) -> Iterator[tuple[Board, int]]:
    board, steps = puzzle.board, puzzle.steps
    if steps > 1:  # play on by a step
        after = {step(board, move).after for move in legal_moves(board)}
        for later in sorted(after, key=lambda b: (b.blocks, b.columns)):
            yield later, steps - 1
    for fewer in range(1, steps):
        yield board, fewer
    for cells in _parts(board):
        rest = vanish(board, cells)
        yield rest, steps
        for pressed in _pressed(rest):
            yield pressed, steps
    for a, b in combinations(board.colours(), 2):
        yield board.renamed({c: a if c == b else c for c in board.colours()}), steps
    for pressed in _pressed(board):
        yield pressed, steps
    yield board.mirrored(), steps
    for other in rearranged(board):
        yield other, steps


def _pressed(board: Board) -> Iterator[Board]:
    """The board with its blocks close together, at the right and everywhere else."""
    full = tuple(column for column in board.columns if column)
    empty = board.width - len(full)
    for right in range(empty + 1):
        yield Board(((),) * (empty - right) + full + ((),) * right, board.height)


def rearranged(board: Board) -> Iterator[Board]:
    """The boards with one block put on top of another column, or in another of the colours."""
    columns, colours = board.columns, list(board.colours())
    for x, column in enumerate(columns):
        for y, colour in enumerate(column):
            rest = columns[:x] + (column[:y] + column[y + 1 :],) + columns[x + 1 :]
            for target, into in enumerate(rest):
                if len(into) < board.height:
                    moved = rest[:target] + ((*into, colour),) + rest[target + 1 :]
                    yield Board(moved, board.height)
            for other in colours:
                painted = column[:y] + (other,) + column[y + 1 :]
                yield Board(columns[:x] + (painted,) + columns[x + 1 :], board.height)


def _parts(board: Board) -> Iterator[list[Cell]]:
    """What may be left out: a colour, a column, three blocks of a colour, two, one."""
    cells = [(x, y) for x, column in enumerate(board.columns) for y in range(len(column))]
    of_colour = [[cell for cell in cells if board.at(*cell) == c] for c in board.colours()]
    yield from of_colour
    for x in range(board.width):
        yield [cell for cell in cells if cell[0] == x]
    for count in range(RUN, 0, -1):
        for group in of_colour:
            for start in range(len(group) - count + 1):
                yield group[start : start + count]
