"""Boards made backwards, so that one drag sets off a wanted number of rounds."""

from __future__ import annotations

from random import Random

from satmayan.puzzle.board import HEIGHT, WIDTH, Board
from satmayan.puzzle.generate import planted


def cascade(
    rng: Random, rounds: int, colours: int, *, width: int = WIDTH, height: int = HEIGHT
) -> Board:
    """A stable board of at most 4 x ``rounds`` blocks that some drag clears in so many rounds."""
    while True:
        board = planted(rng, [rounds], colours, width=width, height=height)[0].board
        if board.blocks <= 4 * rounds:
            return board
