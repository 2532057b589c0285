"""Boards like one that was seen: on all of them a plan plays the same."""

from __future__ import annotations

from itertools import product

from satmayan.forge.likeness import Likeness, exactly, played
from satmayan.puzzle.board import Board, Plan, Puzzle
from satmayan.puzzle.rules import Cell, is_stable, replay
from satmayan.search import literal as dfs


def is_like(board: Board, likeness: Likeness) -> bool:
    return all(board.at(*a) == board.at(*b) for a, b in likeness.equal) and all(
        board.at(*a) != board.at(*b) for a, b in likeness.unequal
    )


def course(board: Board, plan: Plan) -> list[object]:
    """What vanishes when, and which exchanges waste a step."""
    steps = replay(board, plan)
    return [([r.vanishing for r in s.rounds], s.before == s.dragged) for s in steps]


def recoloured(board: Board, colours: int) -> list[Board]:
    cells: list[Cell] = [(x, y) for x, c in enumerate(board.columns) for y in range(len(c))]
    found = []
    for names in product(range(1, colours + 1), repeat=len(cells)):
        named = iter(names)
        found.append(Board(tuple(tuple(next(named) for _ in c) for c in board.columns)))
    return found


def test_whatever_is_like_it_plays_the_same() -> None:
    """Of all colourings, and not only those with the same counts."""
    for puzzle in (
        Puzzle(Board.of("", "", "", "11", "1"), 2),
        Puzzle(Board.of("1", "1", "21", "22", ""), 1),
        Puzzle(Board.of("", "121221", "", "", ""), 3),
    ):
        plan = dfs.first_plan(puzzle)
        assert plan is not None
        likeness = played(puzzle.board, plan)
        like = [b for b in recoloured(puzzle.board, 3) if is_stable(b) and is_like(b, likeness)]
        assert puzzle.board in like
        assert all(course(b, plan) == course(puzzle.board, plan) for b in like)
        assert len(like) >= 3  # the names of the colours, at least


def test_exactly_a_board_is_that_board_by_any_names() -> None:
    board = Board.of("12", "1", "3", "", "")
    like = [b for b in recoloured(board, 3) if is_like(b, exactly(board))]
    assert {b.renumbered() for b in like} == {board.renumbered()}
    assert len(like) == 6
