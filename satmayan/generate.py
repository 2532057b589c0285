"""Random boards, reproducible from a seed."""

from __future__ import annotations

from random import Random

from satmayan.board import HEIGHT, WIDTH, Board
from satmayan.rules import RUN, is_stable

_TRIES = 1000


def random_board(
    rng: Random, blocks: int, colours: int, *, width: int = WIDTH, height: int = HEIGHT
) -> Board:
    """A stable board of ``blocks`` blocks in at most ``colours`` colours, three or more of each.

    Fewer colours are used where there are not blocks enough (fewer than 3 blocks make one
    colour).  Raises ValueError where the blocks do not fit, or no stable board was met.
    """
    if not 0 <= blocks <= width * height:
        raise ValueError(f"{blocks} blocks do not fit on {width} x {height}")
    colours = max(1, min(colours, blocks // RUN))
    names = [c for c in range(1, colours + 1) for _ in range(RUN)][:blocks]
    names += [rng.randint(1, colours) for _ in range(blocks - len(names))]
    for _ in range(_TRIES):
        heights = [0] * width
        for _ in range(blocks):
            heights[rng.choice([x for x in range(width) if heights[x] < height])] += 1
        rng.shuffle(names)
        cells = iter(names)
        board = Board(tuple(tuple(next(cells) for _ in range(h)) for h in heights), height)
        if is_stable(board):
            return board.renumbered()
    raise ValueError(f"no stable board of {blocks} blocks in {colours} colours was met")
