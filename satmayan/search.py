"""The fast verifier: the first plan in answer order, by a sweep over whole frontiers.

The boards that k steps can reach are kept in one array, the frontier, in the order of
their smallest move sequences, each board once.  Expanding the boards in that order, and
the moves of a board in answer order, lists all sequences of k + 1 steps whose first k
are smallest for their board, in lexicographic order; of equal boards the first is kept.
So the first empty board of the last frontier has the smallest plan: a plan that reaches
some board by a sequence that is not its smallest can be made smaller.

What is left out loses no smallest plan: see :class:`satmayan.lookahead.Lookahead`.

Memory is bounded.  A frontier that would not fit is cut into pieces, in order, and the
search goes to the last step with each piece before it makes the next.

It knows nothing of SAT, and shares with :mod:`satmayan.dfs` only the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from satmayan.board import LEFT, RIGHT, Move, Plan, Puzzle
from satmayan.bound import lower_bound
from satmayan.limits import Deadline
from satmayan.lookahead import Lookahead
from satmayan.packed import Field, Indices, Words, first_of_each

MEMORY_LIMIT = 2 << 30  # bytes
_CHUNK = 1 << 14  # boards expanded at a time: milliseconds between two looks at the clock


def first_plan(
    puzzle: Puzzle, *, deadline: Deadline | None = None, memory_limit: int = MEMORY_LIMIT
) -> Plan | None:
    """The lexicographically smallest plan, or None if there is none.

    The board must be stable.  ``memory_limit`` is in bytes.  Raises LimitReached at the
    deadline.
    """
    bound = lower_bound(puzzle.board)
    if bound is None or bound > puzzle.steps or puzzle.board.is_empty:
        return None
    return _Sweep(puzzle, deadline or Deadline(), memory_limit).first_plan()


@dataclass(frozen=True, slots=True)
class _Frontier:
    """Boards, shape (planes, N), and how each was made: which parent, which move (shape (N,))."""

    boards: Words
    parents: Indices
    moves: Indices  # 2 * cell, + 1 for a drag to the left: the answer order

    def __len__(self) -> int:
        return self.boards.shape[1]

    def take(self, chosen: Indices) -> _Frontier:
        return _Frontier(self.boards[:, chosen], self.parents[chosen], self.moves[chosen])

    @classmethod
    def joined(cls, parts: list[_Frontier]) -> _Frontier:
        return cls(
            np.concatenate([part.boards for part in parts], axis=1),
            np.concatenate([part.parents for part in parts]),
            np.concatenate([part.moves for part in parts]),
        )


class _Sweep:
    """One search: the packed boards, the bound, and the limits."""

    def __init__(self, puzzle: Puzzle, deadline: Deadline, memory_limit: int) -> None:
        board = puzzle.board.renumbered()
        self.steps = puzzle.steps
        self.field = Field(board.width, board.height, len(board.colours()))
        self.lookahead = Lookahead(self.field)
        self.start = self.field.pack([board])
        self.deadline = deadline
        # A frontier of every step, and twice as much while one is being joined.
        size = (self.field.planes + 2) * self.start.itemsize
        self.most = max(_CHUNK, memory_limit // (size * 3 * self.steps))

    def first_plan(self) -> Plan | None:
        found = self._first(self.start, self.steps)
        return None if found is None else tuple(self._move(m) for m in found[1])

    def _move(self, code: int) -> Move:
        x, y = divmod(code >> 1, self.field.height)
        return Move(x, y, LEFT if code & 1 else RIGHT)

    def _first(self, boards: Words, left: int) -> tuple[int, list[int]] | None:
        """The first of the boards that ``left`` steps can empty, and its smallest plan."""
        if left == 1:
            return self._first_emptied(boards)
        for frontier in self._frontiers(boards, left):
            found = self._first(frontier.boards, left - 1)
            if found is not None:
                index, moves = found
                return int(frontier.parents[index]), [int(frontier.moves[index]), *moves]
        return None

    def _first_emptied(self, boards: Words) -> tuple[int, list[int]] | None:
        for children in self._children(boards, 1):
            empty = np.flatnonzero(self.field.occupied(children.boards) == 0)
            if empty.size:
                return int(children.parents[empty[0]]), [int(children.moves[empty[0]])]
        return None

    def _frontiers(self, boards: Words, left: int) -> Iterator[_Frontier]:
        """What one step makes of the boards, each board once, in pieces that fit into memory."""
        parts: list[_Frontier] = []
        for children in self._children(boards, left):
            parts.append(children.take(first_of_each(children.boards)))
            if sum(map(len, parts)) > self.most:
                parts = [_distinct(parts)]
                if len(parts[0]) > self.most // 2:
                    yield parts.pop()
        if parts:
            yield _distinct(parts)

    def _children(self, boards: Words, left: int) -> Iterator[_Frontier]:
        """What one step makes of the boards, in answer order, a chunk of boards at a time."""
        for start in range(0, boards.shape[1], _CHUNK):
            self.deadline.check()
            children = self._expand(boards[:, start : start + _CHUNK], left)
            children.parents.__iadd__(start)
            yield children

    def _expand(self, boards: Words, left: int) -> _Frontier:
        field = self.field
        parents, moves = _listed(*self.lookahead.moves(boards, left))
        children = boards[:, parents]
        cells = moves >> 1
        targets = np.where(moves & 1, cells - field.height, cells + field.height)
        taken = field.occupied(children) >> targets.astype(np.uint64) & np.uint64(1)
        for chosen, swap in ((np.flatnonzero(taken), True), (np.flatnonzero(taken == 0), False)):
            moving = children[:, chosen]
            if swap:
                field.swap(moving, cells[chosen])
            else:
                field.drop(moving, cells[chosen], targets[chosen])
            children[:, chosen] = moving
        changed = field.settle(children)
        made = _Frontier(children, parents, moves)
        if left == 1:
            return made.take(changed)
        fit = np.ones(parents.size, np.bool_)
        fit[changed] = self.lookahead.may_be_emptied(children[:, changed], left - 1)
        return made.take(np.flatnonzero(fit))


def _listed(right: Words, left: Words) -> tuple[Indices, Indices]:
    """The moves in the masks as (board, code), by board and then in answer order."""
    masks = np.stack([right, left]).astype("<u8")
    bits = np.unpackbits(masks.view(np.uint8).reshape(2, -1, 8), axis=2, bitorder="little")
    found = np.flatnonzero(bits.transpose(1, 2, 0))
    return found >> 7, found & 127


def _distinct(parts: list[_Frontier]) -> _Frontier:
    frontier = _Frontier.joined(parts) if len(parts) > 1 else parts[0]
    return frontier.take(first_of_each(frontier.boards)) if len(parts) > 1 else frontier
