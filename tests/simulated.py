"""The plans that an encoding is to accept, by simulation, with the options that leave some out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import count

from satmayan.puzzle.board import EMPTY, LEFT, RIGHT, Board, Move, Plan
from satmayan.puzzle.rules import drag, legal_moves, runs, settle, vanish

Swap = tuple[int, int]  # of the blocks at (x, y) and (x + 1, y)


def by_simulation(
    board: Board,
    left: int,
    settings: Mapping[str, str],
    asleep: frozenset[Swap] = frozenset(),
    before: Move | None = None,
) -> Iterator[Plan]:
    """Every plan that an encoding with such settings is to accept.

    None has a left drag onto a block; with noop=on, none a swap of one colour but the first
    of its board; with commute=on, none a swap that is asleep, or that the next move makes late:
    ``before`` is the last move, if it was a swap after which nothing vanished.
    """
    if left == 0:
        if board.is_empty:
            yield ()
        return
    commute = settings.get("commute") == "on"  # "auto" is off for so few steps
    for move in written_moves(board, settings.get("noop") == "on"):
        if is_asleep(move, board, asleep):
            continue
        if commute and before and comes_late(board, before, move):
            continue
        later = still_asleep(board, move, asleep) if commute else frozenset()
        after, quiet = swapped(board, move)
        for rest in by_simulation(after, left - 1, settings, later, quiet):
            yield (move, *rest)


def swapped(board: Board, move: Move) -> tuple[Board, Move | None]:
    """The board after a step, and its move if it was a swap after which nothing vanished."""
    after, rounds = settle(drag(board, move))
    swaps = move.g == RIGHT and board.at(move.target, move.y) != EMPTY
    return after, move if swaps and not rounds else None


def comes_late(board: Board, swap: Move, move: Move) -> bool:
    """Whether a swap just made might as well wait for a move that sorts before it: its blocks
    stay in their places, and exchanged again would stand in no run after the drag, in any of
    the rounds, or at the end."""
    colours, stay = moments(board, move, swap)
    return move < swap and stay and are_quiet(colours[1:], swap)


def is_asleep(move: Move, board: Board, asleep: frozenset[Swap]) -> bool:
    swaps = move.g == RIGHT and board.at(move.target, move.y) != EMPTY
    return swaps and (move.x, move.y) in asleep


def still_asleep(board: Board, move: Move, asleep: frozenset[Swap]) -> frozenset[Swap]:
    """The swaps that are asleep after a move and its rounds: those that were, or sort before
    the move, whose blocks stay in their places, and could have changed places at the start
    and in every round without standing in a run."""
    found = set()
    for swap in (Move(x, y, RIGHT) for x in range(board.width - 1) for y in range(board.height)):
        if (swap.x, swap.y) in asleep or swap < move:
            colours, stay = moments(board, move, swap)
            if stay and are_quiet(colours[:-1], swap):
                found.add((swap.x, swap.y))
    return frozenset(found)


def moments(board: Board, move: Move, swap: Move) -> tuple[list[Board], bool]:
    """The board before a move, after the drag, and after each round; and whether two blocks
    that could be swapped are in their places all the time.

    Blocks are told apart by replaying the move with a second board, of as many colours as
    blocks, from which the same cells vanish.
    """
    number = count(1)
    first = Board(tuple(tuple(next(number) for _ in c) for c in board.columns), board.height)
    colours, names = [board, drag(board, move)], [first, drag(first, move)]
    while cells := runs(colours[-1]):
        colours.append(vanish(colours[-1], cells))
        names.append(vanish(names[-1], cells))
    pair = ((swap.x, swap.y), (swap.target, swap.y))
    return colours, all(b.at(*cell) == first.at(*cell) != EMPTY for b in names for cell in pair)


def are_quiet(boards: Iterable[Board], swap: Move) -> bool:
    """Whether the two blocks, were they to change places, would stand in no run."""
    pair = {(swap.x, swap.y), (swap.target, swap.y)}
    return all(pair.isdisjoint(runs(drag(board, swap))) for board in boards)


def written_moves(board: Board, noop: bool) -> Iterator[Move]:
    wasted = False
    for move in legal_moves(board):
        other = board.at(move.target, move.y)
        if move.g == LEFT and other != EMPTY:
            continue
        if noop and other == board.at(move.x, move.y):
            if wasted:
                continue
            wasted = True
        yield move
