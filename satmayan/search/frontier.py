"""The sweep over whole frontiers, in NumPy, for puzzles that outgrow a search board by board.

The boards that k steps can reach make up a frontier: in the order of their smallest move
sequences, each board once.  Expanding them in that order, and the moves of each in answer
order, lists sequences of k + 1 steps in lexicographic order; of equal boards the first
is kept.  So the first empty board of the last frontier has the smallest plan: a plan
that passes a board by a sequence that is not its smallest can be made smaller.

A frontier that would outgrow the memory limit is cut into pieces, in order, and each piece
is followed to the last step before the next is made.  Boards that two pieces share are then
expanded twice; the order, and so the answer, is the same.

A frontier of N boards is an array of shape (planes, N) of uint64; see
:mod:`satmayan.search.bitboard`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import log2
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from satmayan.base.limits import Deadline, LimitReached
from satmayan.base.messages import Message
from satmayan.search.arrays import Bound, Indices, Words
from satmayan.search.bitboard import WORD, Field
from satmayan.search.lookahead import Moves

Numbers = NDArray[Any]  # int64, or Python ints where those might not do

MOST_STEPS = 400  # calls are nested as deep
_CHUNK = 1 << 13  # boards expanded at a time: milliseconds between two looks at the clock


@dataclass(frozen=True, slots=True)
class Frontier:
    """N boards, shape (planes, N), and how each was made: from which parent, by which move.

    A move is 2 * cell, + 1 to the left: ascending in answer order.
    """

    boards: Words
    parents: Indices
    moves: Indices

    def __len__(self) -> int:
        return int(self.boards.shape[1])

    def take(self, chosen: Indices) -> Frontier:
        """The boards at the indices ``chosen``."""
        return Frontier(self.boards[:, chosen], self.parents[chosen], self.moves[chosen])

    def distinct(self) -> Frontier:
        """Of equal boards only the first."""
        return self.take(first_of_each(self.boards))

    @classmethod
    def joined(cls, parts: list[Frontier]) -> Frontier:
        """The parts one after another, each board once."""
        boards = np.concatenate([part.boards for part in parts], axis=1)
        parents = np.concatenate([part.parents for part in parts])
        moves = np.concatenate([part.moves for part in parts])
        return cls(boards, parents, moves).distinct()


@dataclass(frozen=True, slots=True)
class Counted:
    """N boards, shape (planes, N), and how many move sequences lead to each."""

    boards: Words
    ways: Numbers

    def __len__(self) -> int:
        return int(self.boards.shape[1])

    def summed(self) -> Counted:
        """Equal boards put together."""
        first_equal = representatives(self.boards)
        ways = np.zeros_like(self.ways)
        np.add.at(ways, first_equal, self.ways)
        chosen = np.flatnonzero(first_equal == np.arange(len(self)))
        return Counted(self.boards[:, chosen], ways[chosen])

    @classmethod
    def joined(cls, parts: list[Counted]) -> Counted:
        """The parts put together."""
        boards = np.concatenate([part.boards for part in parts], axis=1)
        return cls(boards, np.concatenate([part.ways for part in parts])).summed()


_P = TypeVar("_P", Frontier, Counted)


class Sweep:
    """Searches from frontiers, within a deadline and a memory limit in bytes.

    Raises LimitReached for more than ``MOST_STEPS`` steps.
    """

    def __init__(self, field: Field, steps: int, deadline: Deadline, memory_limit: int) -> None:
        if steps > MOST_STEPS:
            raise LimitReached(Message("{n} steps are too many for a search of this size", n=steps))
        self.field, self.steps, self.deadline = field, steps, deadline
        self.bound = Bound(field)
        floors = [1 << (i // field.height * field.height) for i in range(field.cells)]
        self._floor_of = np.array(floors, np.uint64)
        # A frontier for every step, three times over while one is joined.
        self.most = max(_CHUNK, memory_limit // (8 * (field.planes + 2) * 3 * steps))

    def pack(self, boards: Collection[Sequence[int]]) -> Words:
        """The array of boards whose planes are ints."""
        rows = np.array(list(boards), np.uint64).reshape(len(boards), self.field.planes)
        return np.ascontiguousarray(rows.T)

    def first_plan(self, boards: Words) -> tuple[int, ...] | None:
        """The smallest plan, in codes, of the first of the boards that has one."""
        found = self._first(boards, self.steps)
        return None if found is None else found[1]

    def _first(self, boards: Words, left: int) -> tuple[int, tuple[int, ...]] | None:
        """The first of the boards that ``left`` steps can empty, and its smallest plan."""
        if left == 1:
            return self._first_emptied(boards)
        for frontier in self._frontiers(boards, left):
            found = self._first(frontier.boards, left - 1)
            if found is not None:
                index, moves = found
                return int(frontier.parents[index]), (int(frontier.moves[index]), *moves)
        return None

    def _first_emptied(self, boards: Words) -> tuple[int, tuple[int, ...]] | None:
        for children in self._children(boards, 1):
            empty = np.flatnonzero(self.field.occupied(children.boards) == 0)
            if empty.size:
                return int(children.parents[empty[0]]), (int(children.moves[empty[0]]),)
        return None

    def numbers(self, values: Iterable[int], steps: int) -> Numbers:
        """An array that can count the move sequences of ``steps`` steps without overflow."""
        fits = steps * log2(2 * self.field.cells) < WORD - 2
        return np.array(list(values), np.int64 if fits else object)

    def count(self, boards: Words, ways: Numbers, left: int) -> int:
        """How many plans of ``left`` steps there are, if ``ways`` lead to each of the boards."""

        def counted() -> Iterator[Counted]:
            for children in self._children(boards, left):
                reached = ways[children.parents] * self._ways(boards, children)
                yield Counted(children.boards, reached).summed()

        total = 0
        for part in self._pieces(counted(), Counted.joined):
            if left == 1:
                total += int(part.ways[self.field.occupied(part.boards) == 0].sum())
            else:
                total += self.count(part.boards, part.ways, left - 1)
        return total

    def _ways(self, boards: Words, children: Frontier) -> Indices:
        """How many legal moves each of the children stands for."""
        field, before = self.field, boards[:, children.parents]
        bits = (children.moves >> 1).astype(np.uint64)
        occupied = field.occupied(before)
        same = field.like_right(before, occupied)
        to_left, swap = children.moves & 1, occupied >> field.height >> bits & 1
        pairs = _as_bools(same).reshape(-1, WORD).sum(axis=1)
        return np.where(to_left, 1, np.where(same >> bits & 1, 2 * pairs, 1 + swap))

    def _frontiers(self, boards: Words, left: int) -> Iterator[Frontier]:
        """What one step makes of the boards, each board once, in pieces that fit into memory."""
        parts = (part.distinct() for part in self._children(boards, left))
        return self._pieces(parts, Frontier.joined)

    def _pieces(self, parts: Iterable[_P], joined: Callable[[list[_P]], _P]) -> Iterator[_P]:
        """The parts joined in order, to as few pieces as the memory limit allows."""
        waiting: list[_P] = []
        for part in parts:
            waiting.append(part)
            if sum(map(len, waiting)) > self.most:
                waiting = [joined(waiting)]
                if len(waiting[0]) > self.most // 2:
                    yield waiting.pop()
        if waiting:
            yield joined(waiting) if len(waiting) > 1 else waiting[0]

    def _children(self, boards: Words, left: int) -> Iterator[Frontier]:
        """What one step makes of the boards, in answer order, a chunk of boards at a time."""
        for start in range(0, boards.shape[1], _CHUNK):
            self.deadline.check()
            chunk = boards[:, start : start + _CHUNK]
            parents, moves = _listed(self.bound.moves(chunk, left))
            children = Frontier(self._dragged(chunk[:, parents], moves), parents + start, moves)
            changed = self._settle(children.boards)
            if left == 1:
                yield children.take(changed)
                continue
            fit = np.ones(parents.size, np.bool_)
            fit[changed] = self.bound.allows(children.boards[:, changed], left - 1)
            yield children.take(np.flatnonzero(fit))

    def _dragged(self, boards: Words, moves: Indices) -> Words:
        """The boards after one move each, before anything vanishes; they may be overwritten."""
        field = self.field
        bits = moves >> 1
        targets = np.where(moves & 1, bits - field.height, bits + field.height)
        taken = field.occupied(boards) >> targets.astype(np.uint64) & 1
        swapped, dropped = np.flatnonzero(taken), np.flatnonzero(taken == 0)
        cells = np.uint64(1) << bits[swapped].astype(np.uint64)
        boards[:, swapped] = field.swap(boards[:, swapped], cells)
        boards[:, dropped] = field.drop(
            boards[:, dropped],
            bits[dropped].astype(np.uint64),
            self._floor_of[bits[dropped]],
            self._floor_of[targets[dropped]],
        )
        return boards

    def _settle(self, boards: Words) -> Indices:
        """Let the boards settle, in place; the indices of those that were not stable."""
        cells = self.field.runs(boards)
        unstable = where = np.flatnonzero(cells)
        while where.size:
            moving = self.field.vanish(boards[:, where], cells[where])
            boards[:, where] = moving
            cells = np.zeros_like(cells)
            cells[where] = self.field.runs(moving)
            where = np.flatnonzero(cells)
        return unstable


def first_of_each(boards: Words) -> Indices:
    """The indices, ascending, of the boards that equal none before them."""
    return np.flatnonzero(representatives(boards) == np.arange(boards.shape[1]))


def representatives(boards: Words) -> Indices:
    """For each board the index of the first that equals it.

    A hash table built by assignment: of several boards written to a slot, last to first,
    the first stays.  Boards that met a different one there try again with another hash;
    equal boards always meet, so the result is exact whatever the hash.
    """
    found = left = np.arange(boards.shape[1])
    bits = max(4, (2 * left.size).bit_length())
    table = np.empty(1 << bits, np.int64)
    multiplier = 0x9E3779B97F4A7C15
    while left.size:
        mixed = np.zeros(left.size, np.uint64)
        for plane in boards:
            mixed = (mixed ^ plane[left]) * np.uint64(multiplier)
            mixed ^= mixed >> 32
        slots = ((mixed * np.uint64(multiplier)) >> (WORD - bits)).view(np.int64)
        table[slots[::-1]] = left[::-1]
        first = table[slots]
        equal = (boards[:, first] == boards[:, left]).all(axis=0)
        found[left[equal]] = first[equal]
        left = left[~equal]
        multiplier = (multiplier * 0xD1342543DE82EF95 + 2) % (1 << WORD) | 1
    return found


def _listed(moves: Moves) -> tuple[Indices, Indices]:
    """The moves one by one, as (board, move), by board and then in answer order."""
    right, left = (np.flatnonzero(_as_bools(cells)) for cells in (moves.right, moves.left))
    # Two ascending runs: the stable sort merges them in one pass.
    found = np.sort(np.concatenate([2 * right, 2 * left + 1]), kind="stable")
    return found >> 7, found & 127


def _as_bools(words: Words) -> NDArray[np.bool_]:
    """The bits of the words, the lowest first, 64 a word."""
    bits = np.unpackbits(words.astype("<u8", copy=False).view(np.uint8), bitorder="little")
    return bits.view(np.bool_)
