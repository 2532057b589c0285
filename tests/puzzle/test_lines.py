from __future__ import annotations

import pytest

from satmayan.puzzle.board import Board, Puzzle
from satmayan.puzzle.files import parse_line, puzzle_line


def test_a_line_reads_back() -> None:
    puzzle = Puzzle(Board.of([10, 2], "", "1", "", "112"), 3)
    assert puzzle_line(puzzle) == "3 | 10 2 | - | 1 | - | 1 1 2"
    assert parse_line(puzzle_line(puzzle)) == puzzle


@pytest.mark.parametrize("text", ["", "2 | 1 | 1", "| - | - | - | - | -", "1 | x | - | - | - | -"])
def test_what_is_no_puzzle_raises(text: str) -> None:
    with pytest.raises(ValueError):
        parse_line(text)
