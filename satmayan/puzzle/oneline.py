"""A puzzle on one line, for lists, tables and reports: ``2 | - | - | - | 1 1 | 1``.

First the number of steps, then the columns, each bottom to top; ``-`` is an empty column.
"""

from __future__ import annotations

from satmayan.puzzle.board import WIDTH, Board, Puzzle


def parse_line(text: str) -> Puzzle:
    """The puzzle, of the contest's size, written on one line.  Raises ValueError for what is none.

    >>> parse_line("2 | - | - | - | 1 1 | 1").steps
    2
    """
    steps, *columns = (part.split() for part in text.split("|"))
    if len(steps) != 1 or len(columns) != WIDTH:
        raise ValueError(f"not 'n | column 0 | ... | column {WIDTH - 1}': {text!r}")
    board = Board.of(*([] if column == ["-"] else column for column in columns))
    return Puzzle(board, int(steps[0]))


def format_line(puzzle: Puzzle) -> str:
    """The puzzle on one line.

    >>> format_line(Puzzle(Board.of("", "", "", "11", "1"), 2))
    '2 | - | - | - | 1 1 | 1'
    """
    columns = (" ".join(map(str, column)) or "-" for column in puzzle.board.columns)
    return " | ".join((str(puzzle.steps), *columns))
