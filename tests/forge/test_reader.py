"""The reader of a wish: by rules and search, on boards made by hand."""

from __future__ import annotations

import pytest

from satmayan.base.limits import Deadline
from satmayan.forge.reader import SEEN, canonical, object_to, plans
from satmayan.forge.wish import FEATURES, Template, Wish
from satmayan.puzzle.board import Board, Move, Plan, Puzzle
from satmayan.puzzle.rules import step
from satmayan.search import literal as dfs

SWAP = Puzzle(Board.of("", "", "", "11", "1"), 2)  # 3 0 1, 3 0 -1; and 3 0 1, 3 1 -1
ROW = Puzzle(Board.of("11", "", "1", "", ""), 1)
ANY = {"blocks": range(36), "colours": range(11), "steps": range(1, 6)}


def plan(*moves: tuple[int, int, int]) -> Plan:
    return tuple(Move(*move) for move in moves)


def why(puzzle: Puzzle, shown: Plan | None, **wish: object) -> str | None:
    objection = object_to(puzzle, shown, Wish(**{**ANY, **wish}))  # type: ignore[arg-type]
    return objection and objection.why


def test_a_puzzle_as_wished() -> None:
    swapped = plan((3, 0, 1), (3, 0, -1))
    assert why(SWAP, swapped, needs=("same-colour-swap",), rounds=(0, 1), chain=1) is None


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"blocks": range(4, 5)}, "3 blocks"),
        ({"colours": range(2, 3)}, "1 colours"),
        ({"steps": range(3, 4)}, "2 steps"),
        ({"per_colour": range(4, 9)}, "blocks a colour"),
        ({"heights": (0, 0, 0, 1, None)}, "heights"),
        ({"mirror": True}, "no mirror image"),
        ({"template": Template.parse(". . . . 1")}, None),
        ({"template": Template.parse(". . . . -\n. . . . 1")}, None),
        ({"template": Template.parse("1 . . . .")}, "the template"),
        ({"rounds": (1, 0)}, "rounds [0, 1]"),
        ({"chain": 2}, "at most 1 rounds in a step"),
        ({"has": ("crossing",)}, "the plan does not show crossing"),
        ({"needs": ("left-drag", "crossing")}, "a plan without crossing"),
        ({"plan": False}, "there is a plan"),
        ({"only": "loose"}, "another plan"),
        ({"only": "strict"}, "a step that has a twin"),
        ({"tempts": (lambda puzzle: False,)}, "nothing is tempted"),
    ],
)
def test_what_is_against_a_board(wish: dict[str, object], said: str | None) -> None:
    assert why(SWAP, plan((3, 0, 1), (3, 0, -1)), **wish) == said


def test_what_is_no_plan_is_not_believed() -> None:
    assert why(SWAP, plan((3, 0, 1), (3, 0, 1))) == "no plan of so many steps"
    assert why(SWAP, None) == "no plan"


def test_a_shorter_plan_is_shown() -> None:
    longer = Puzzle(Board.of("", "", "11", "1", ""), 2)
    (shown,) = [p for p in dfs.all_plans(longer)][:1]
    objection = object_to(longer, shown, Wish(**ANY, none_shorter=True))  # type: ignore[arg-type]
    assert objection and objection.plan == dfs.first_plan(Puzzle(longer.board, 1))


def test_the_canonical_plans_are_all_plans_up_to_twins() -> None:
    for puzzle in (SWAP, ROW, Puzzle(Board.of("1", "121", "12", "2", ""), 2)):
        literal = {canonical(puzzle.board, p) for p in dfs.all_plans(puzzle)}
        assert set(plans(puzzle, Deadline())) == literal


@pytest.mark.parametrize(
    ("columns", "move", "shown"),
    [
        (("1", "1", "", "", ""), (0, 0, 1), {"same-colour-swap"}),
        (("1", "2", "", "", ""), (0, 0, 1), set()),
        (("", "12", "3", "", ""), (1, 1, 1), set()),
        (("3", "12", "", "", ""), (1, 1, -1), {"left-drag"}),
        (("", "1", "", "", ""), (1, 0, 1), {"empty-column"}),
        (("121212", "2121211", "", "", ""), (1, 6, -1), {"left-drag", "full-column"}),
        (("1", "11", "", "1", "1"), (1, 1, 1), {"empty-column", "run-of-5"}),
        (("1", "11", "", "1", ""), (1, 1, 1), {"empty-column"}),
        (("", "11211", "221", "", ""), (1, 2, 1), {"run-of-5"}),
        (("1", "1", "211", "1", ""), (2, 0, 1), {"crossing"}),
    ],
)
def test_the_features_of_a_step(
    columns: tuple[str, ...], move: tuple[int, int, int], shown: set[str]
) -> None:
    made = step(Board.of(*columns), Move(*move))
    assert {name for name in FEATURES if SEEN[name](made)} == shown
