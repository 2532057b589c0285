"""Boards made backwards, so that one drag sets off a wanted number of rounds."""

from __future__ import annotations

from random import Random

from satmayan.puzzle.board import HEIGHT, WIDTH, Board
from satmayan.puzzle.rules import RUN, drag, is_stable, legal_moves, runs, settle, vanish


def cascade(
    rng: Random, rounds: int, colours: int, *, width: int = WIDTH, height: int = HEIGHT
) -> Board:
    """A stable board of 3 x ``rounds`` blocks that some drag clears in so many rounds.

    From the empty board backwards: triples are put in such that they alone would vanish,
    then two blocks are dragged apart.
    """
    while True:
        board: Board | None = Board(((),) * width, height)
        for _ in range(rounds):
            board = board and _before_round(rng, board, colours)
        board = board and _before_drag(rng, board, rounds)
        if board:
            return board.renumbered()


def _before_round(rng: Random, after: Board, colours: int) -> Board | None:
    """A board from which one triple vanishes, to leave ``after``."""
    for _ in range(50):
        columns = [list(column) for column in after.columns]
        colour, x, y = rng.randint(1, colours), rng.randrange(after.width), rng.randrange(3)
        across = rng.random() < 0.5
        for u in range(x, x + RUN) if across else [x] * RUN:
            if u >= after.width or y > len(columns[u]) or len(columns[u]) == after.height:
                break
            columns[u].insert(y, colour)
        else:
            before = Board(tuple(map(tuple, columns)), after.height)
            if len(runs(before)) == RUN and vanish(before, runs(before)) == after:
                return before
    return None


def _before_drag(rng: Random, dragged: Board, rounds: int) -> Board | None:
    """A stable board that one drag turns into ``dragged``, or into one that cascades alike."""
    undone = [drag(dragged, move) for move in legal_moves(dragged)]
    rng.shuffle(undone)
    for board in undone:
        if is_stable(board):
            for move in legal_moves(board):
                after, steps = settle(drag(board, move))
                if after.is_empty and len(steps) == rounds:
                    return board
    return None
