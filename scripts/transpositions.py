"""Count the boards that a search tree reaches, and the ways it reaches them.

usage: scripts/dev python scripts/transpositions.py FILE...

After each step but the last: the different boards; the sequences of worthwhile moves
(satmayan/lookahead.py) that lead to them, which is what a search without a memory of boards goes
through; and how many of these are left if, of all pairs of moves that lead from one board to
another, only the smallest is made.  The latter bounds what ruling out pairs can do.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from functools import cache
from pathlib import Path

from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import parse_puzzle
from satmayan.search.bitboard import Field
from satmayan.search.fast import children

Key = tuple[int, ...]  # a board's planes
Child = tuple[int, Key]  # by which move, to which board


def count(puzzle: Puzzle) -> list[tuple[int, int, int]]:
    """(boards, sequences, sequences without a dominated pair) after 1, 2, ... steps."""
    board = puzzle.board.renumbered()
    field = Field(board.width, board.height, len(board.colours()))

    @cache
    def after(key: Key, left: int) -> list[Child]:
        return [(move, child) for move, child, _ in children(field, key, left)]

    @cache
    def smallest_pairs(key: Key, left: int) -> dict[Key, tuple[int, int]]:
        found: dict[Key, tuple[int, int]] = {}
        for first, middle in after(key, left):
            for second, end in after(middle, left - 1):
                found.setdefault(end, (first, second))
        return found

    sequences: dict[Key, int] = {field.pack(board): 1}
    # of the sequences without a dominated pair, by the board before their last move, if any
    pruned: dict[tuple[Key | None, int, Key], int] = {(None, 0, field.pack(board)): 1}
    rows = []
    for left in range(puzzle.steps, 1, -1):
        longer: dict[Key, int] = defaultdict(int)
        for key, ways in sequences.items():
            for _, child in after(key, left):
                longer[child] += ways
        kept: dict[tuple[Key | None, int, Key], int] = defaultdict(int)
        for (before, first, key), ways in pruned.items():
            for second, child in after(key, left):
                if before is None or smallest_pairs(before, left + 1)[child] == (first, second):
                    kept[key, second, child] += ways
        sequences, pruned = longer, kept
        rows.append((len(sequences), sum(sequences.values()), sum(pruned.values())))
    return rows


def main() -> None:
    """Print the counts of each file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    for path in parser.parse_args().files:
        puzzle = parse_puzzle(path.read_text(encoding="utf-8"), str(path)).puzzle
        print(path)
        print(f"{'steps':>8}{'boards':>12}{'sequences':>12}{'pairs once':>12}")
        for k, row in enumerate(count(puzzle), 1):
            print(f"{k:8}" + "".join(f"{number:12,}" for number in row), flush=True)


if __name__ == "__main__":
    main()
