"""A formula is about a family of boards: the first board is free until it is fixed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product

import pytest
from simulated import by_simulation

from satmayan.puzzle.board import EMPTY, Board, Plan, Puzzle
from satmayan.puzzle.rules import is_stable
from satmayan.sat.encoding import Encoding, Family, find, names
from satmayan.sat.lexmin import ask
from satmayan.sat.oracle import Oracle

FAMILIES = {
    "one colour 3x2": Family(3, 2, 2, {1: 3}),
    "one colour 5x2": Family(5, 2, 1, {1: 3}),  # five columns: the bound counts
    "six of a colour 5x2": Family(5, 2, 2, {1: 6}),  # counted anew after a round
    "two colours 3x3": Family(3, 3, 1, {1: 3, 2: 3}),
    "at most four 3x2": Family(3, 2, 2, {1: 4}, exact=False),
}


def boards(family: Family) -> Iterator[Board]:
    """Every stable board of a family."""
    colours = list(family.colours)
    stacks = [s for h in range(family.height + 1) for s in product(colours, repeat=h)]
    for columns in product(stacks, repeat=family.width):
        board = Board(columns, family.height)
        counts = Counter(c for column in columns for c in column)
        wanted = all(
            counts[c] == n if family.exact else counts[c] <= n for c, n in family.colours.items()
        )
        if wanted and is_stable(board):
            yield board


def cells(encoding: Encoding) -> Mapping[tuple[int, ...], int]:
    """Literals that say which cell of the first board has which colour, as many as the family
    says: the colours are counted by brute force."""
    family, f = encoding.family, encoding.formula
    places = list(product(range(family.width), range(family.height)))
    literals = f.group("is", range(family.width), range(family.height), family.colours)
    for (x, y, c), literal in literals.items():
        first = encoding.first(x, y, c)
        f.add("is", [[literal, *(-v for v in first)], *([-literal, v] for v in first)])
    for c, number in family.colours.items():
        of_colour = [literals[x, y, c] for x, y in places]
        f.add("at most", ([-v for v in some] for some in combinations(of_colour, number + 1)))
        if family.exact:
            f.add("at least", combinations(of_colour, len(places) - number + 1))
    return literals


def accepted(encoding: Encoding) -> set[tuple[Board, Plan]]:
    """The boards and plans of all models, each pair blocked once it is found."""
    encoding.add(encoding.free())
    literals, family, found = cells(encoding), encoding.family, set()
    with Oracle("minisat22", encoding.formula.clauses) as oracle:
        while ask(encoding, oracle, []):
            at = {(x, y): c for (x, y, c), v in literals.items() if v in oracle.model}
            columns = (
                tuple(at[x, y] for y in range(family.height) if (x, y) in at)
                for x in range(family.width)
            )
            steps = encoding.steps(oracle.model)
            plan = tuple(move for move, _ in steps)
            found.add((Board(tuple(columns), family.height), plan))
            block = [v if v not in oracle.model else -v for v in literals.values()]
            for k, move in enumerate(plan):
                before = sum(rounds for _, rounds in steps[:k])
                block.append(-dict(encoding.choices(k, before))[move])
            oracle.add([block])
    return found


@pytest.mark.parametrize("case", FAMILIES)
@pytest.mark.parametrize("name", names())
def test_free_board_is_every_stable_board(name: str, case: str) -> None:
    """All models, projected on the first board and the moves, are all plans of all boards."""
    family, module = FAMILIES[case], find(name)
    known = module.settings({})
    settings = {option: "on" for option in ("weights", "last", "commute") if option in known}
    wanted = {
        (board, plan)
        for board in boards(family)
        for plan in by_simulation(board, family.steps, module.settings(settings))
    }
    assert len(wanted) > 3
    assert accepted(module.family(family, settings)) == wanted


@pytest.mark.parametrize("name", names())
def test_fixed_board_is_what_its_cells_say(name: str) -> None:
    """In a model for a board, exactly what ``first`` says of the board's own cells is true."""
    board = Board.of("12", "132", "332", "1", "")
    encoding = find(name).encode(Puzzle(board, 1))
    with Oracle("minisat22", encoding.formula.clauses) as oracle:
        assert ask(encoding, oracle, [])
        for x, y in product(range(board.width), range(board.height)):
            for colour in (EMPTY, *board.colours()):
                is_true = all(v in oracle.model for v in encoding.first(x, y, colour))
                assert is_true == (board.at(x, y) == colour)
