"""All boards on which a plan plays as it does on one: what a counterexample shows, generalised.

A plan that clears a board touches every block, so it says nothing of boards of another
outline.  But it asks little of the colours: that those which vanish together are equal, and
that in none of the boards on the way three others in line are.  These equalities between
blocks of the first board, and its outline, are the *likeness*.  Whatever board has it is
cleared by the same plan, in the same rounds, with the same features, whichever and however
many its colours are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from satmayan.forge.first import FirstBoard, lines
from satmayan.puzzle.board import Board, Plan
from satmayan.puzzle.rules import RUN, Cell, drag, replay, vanish

Pair = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Likeness:
    """The outline of ``board``, and pairs of its cells that are of one colour, and of two."""

    board: Board
    equal: tuple[Pair, ...]
    unequal: tuple[Pair, ...]

    def literals(self, first: FirstBoard) -> list[int]:
        """The literals, all of them true iff the first board has the likeness."""
        return [
            *first.heights(self.board),
            *(first.same(a, b) for a, b in self.equal),
            *(-first.same(a, b) for a, b in self.unequal),
        ]


def exactly(board: Board) -> Likeness:
    """The likeness of the boards that are this one but for the names of the colours."""
    cells = [(x, y) for x, column in enumerate(board.columns) for y in range(len(column))]
    leaders: dict[int, Cell] = {}
    equal = []
    for cell in cells:
        leader = leaders.setdefault(board.at(*cell), cell)
        if leader != cell:
            equal.append((leader, cell))
    heads = list(leaders.values())
    unequal = [(a, b) for k, b in enumerate(heads) for a in heads[:k]]
    return Likeness(board, tuple(equal), tuple(unequal))


def played(board: Board, plan: Plan) -> Likeness:
    """The likeness of the boards on which a plan that clears this board plays the same.

    What each swap exchanges is of one colour, or of two, there as here.
    """
    groups = _Groups(board)
    apart: list[list[Pair]] = []  # of each, one pair at least must differ
    for stage in _stages(board, plan):
        colours = {board.at(*cell) for cell in stage}
        if len(colours) == 1:
            groups.join(stage)
        else:
            apart.append([pair for pair in combinations(stage, 2) if groups.differ(*pair)])
    choices = [{groups.pair(*pair) for pair in pairs} for pairs in apart]
    equal = tuple((groups.of[cell], cell) for cell in groups.of if groups.of[cell] != cell)
    return Likeness(board, equal, tuple(_hitting(choices)))


class _Groups:
    """The blocks of a board by their cells, in groups of one colour, each with its first cell."""

    def __init__(self, board: Board) -> None:
        self.board = board
        cells = [(x, y) for x, column in enumerate(board.columns) for y in range(len(column))]
        self.of: dict[Cell, Cell] = {cell: cell for cell in cells}

    def join(self, cells: Sequence[Cell]) -> None:
        """These cells are in one group."""
        heads = {self.of[cell] for cell in cells}
        first = min(heads)
        self.of.update((cell, first) for cell, head in self.of.items() if head in heads)

    def differ(self, a: Cell, b: Cell) -> bool:
        """Whether two blocks are of two colours."""
        return self.board.at(*a) != self.board.at(*b)

    def pair(self, a: Cell, b: Cell) -> Pair:
        """Their groups."""
        a, b = self.of[a], self.of[b]
        return (a, b) if a < b else (b, a)


def _stages(board: Board, plan: Plan) -> Iterator[list[Cell]]:
    """The first cells of the blocks that a plan exchanges, or has three in line, at any time."""
    cells = [(x, y) for x, column in enumerate(board.columns) for y in range(len(column))]
    labels = iter(range(len(cells)))
    marked = Board(tuple(tuple(next(labels) + 1 for _ in c) for c in board.columns), board.height)

    def blocks(*places: Cell) -> list[Cell]:
        return [cells[label - 1] for label in (marked.at(*place) for place in places) if label]

    for made in replay(board, plan):
        exchanged = blocks((made.move.x, made.move.y), (made.move.target, made.move.y))
        if len(exchanged) == 2:
            yield exchanged
        marked = drag(marked, made.move)
        for gone in [*(round_.vanishing for round_ in made.rounds), frozenset[Cell]()]:
            yield from (found for line in lines() if len(found := blocks(*line)) == RUN)
            marked = vanish(marked, gone)


def _hitting(choices: list[set[Pair]]) -> Iterator[Pair]:
    """Few pairs, of which one at least is in each of the sets: greedily, the most used first."""
    while choices:
        used = Counter(pair for pairs in choices for pair in pairs)
        best = min(used, key=lambda pair: (-used[pair], pair))
        yield best
        choices = [pairs for pairs in choices if best not in pairs]
