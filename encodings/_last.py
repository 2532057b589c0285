"""The last move makes a run (option ``last``); a redundant constraint.

After it the board is empty, or is to be emptied by rounds alone.  For a swap the run must
hold one of the two blocks, which can be seen before it is made (``_exchange``); for a drop,
after which a whole column comes down, this is left to the next layer.
"""

from __future__ import annotations

from collections.abc import Iterator

from satmayan.encodings._auto import auto
from satmayan.encodings._clock import Clock
from satmayan.encodings._exchange import Exchange
from satmayan.sat.formula import Clause, Group

LAST = auto("last", "the last move, if a swap, makes a run")


def last_swap(exchange: Exchange, clock: Clock, O: Group) -> Iterator[Clause]:
    """When all moves but one are done, no swap without a run."""
    steps = len(clock.C)
    begun = [-clock.C[steps - 1,]] if steps > 1 else []
    for (x, y), quiet in exchange.quiet.items():
        yield [*begun, -clock.moves.R[x, y], -O[x + 1, y], -quiet]
