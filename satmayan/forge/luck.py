"""The random engine: boards scattered and planted at random, judged by the reader of the wish.

It needs no solver and no layers, is quick where what is wished is common, and can refute
nothing.  The plan of which the wish speaks is the smallest one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from satmayan.base.limits import Deadline, LimitReached
from satmayan.base.messages import Message
from satmayan.forge.maker import Made
from satmayan.forge.reader import object_to, object_to_board
from satmayan.forge.wish import Wish
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.generate import candidates
from satmayan.search.fast import first_plan

TRIES = 5_000  # a board


def lucky(wish: Wish, seed: int, deadline: Deadline | None = None) -> Iterator[Made]:
    """Different boards as wished.  Raises LimitReached where none is met for long."""
    deadline = deadline or Deadline()
    plant = True if wish.of_a_plan else wish.plan
    chain = max((wish.chain, *(r or 0 for r in wish.rounds)))
    seen: set[Puzzle] = set()
    found = tries = 0
    for puzzle in candidates(Random(seed), wish.blocks, wish.colours, wish.steps, plant, chain):
        deadline.check()
        tries += 1
        if puzzle is not None and puzzle not in seen:
            seen.add(puzzle)
            if not object_to_board(puzzle.board, wish):
                plan = first_plan(puzzle, deadline=deadline)
                if object_to(puzzle, plan, wish, deadline) is None:
                    yield Made(puzzle, plan)
                    found, tries = found + 1, 0
        if tries == TRIES:
            raise LimitReached(
                Message(
                    "no such board among {n} candidates, after {found} found", n=TRIES, found=found
                )
            )
