"""Boards by wish: judged by check, search and dfs, their wishes by the independent reader."""

from __future__ import annotations

from itertools import islice

import pytest

from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline, LimitReached
from satmayan.forge import luck
from satmayan.forge.maker import Forge, Made, longest
from satmayan.forge.reader import object_to, object_to_board, plans
from satmayan.forge.wish import Shape, Template, Wish
from satmayan.judge import Finding, judge_replay
from satmayan.planner import Config, Verdict, solve
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.planting import every_board
from satmayan.search import literal as dfs


def exact(*numbers: int) -> list[range]:
    return [range(n, n + 1) for n in numbers]


def judge(made: Made, wish: Wish) -> None:
    """By the reader, by check's replay, and by search and dfs, which must agree."""
    assert object_to(made.puzzle, made.plan, wish) is None
    answers = [solve(made.puzzle, Config(engine)) for engine in ("search", "dfs")]
    assert answers[0].plan == answers[1].plan
    if made.plan is None:
        return
    assert judge_replay(made.puzzle, made.plan).finding is Finding.OPEN
    assert answers[0].plan is not None and answers[0].plan <= made.plan


@pytest.mark.parametrize(
    "wish",
    [
        Wish(*exact(12, 4, 1), rounds=(4,)),
        Wish(*exact(9, 3, 3), rounds=(0, None, 2)),
        Wish(*exact(9, 3, 2), chain=3),
        Wish(range(6, 10), range(2, 4), *exact(2), needs=("left-drag",), none_shorter=True),
        Wish(*exact(5, 1, 2), has=("run-of-5",)),
        Wish(range(7, 10), range(2, 3), *exact(1), has=("crossing",)),
        Wish(*exact(14, 3, 2), heights=(None, None, 7, 6, None), has=("full-column",)),
        Wish(*exact(6, 2, 1), per_colour=range(3, 4), only="strict"),
        Wish(*exact(9, 2, 1), only="loose"),
        Wish(*exact(8, 2, 2), plan=False, mirror=True),
        Wish(*exact(6, 2, 2), mirror=True),
    ],
    ids=lambda wish: "",
)
def test_what_is_wished_is_made(wish: Wish) -> None:
    found = list(islice(Forge(wish).boards(), 2))
    assert len({made.puzzle for made in found}) == 2
    for made in found:
        judge(made, wish)


def test_a_drawing_is_respected() -> None:
    """More than ten cells are given, the names of their colours among them."""
    drawing = Template.parse("- - . - -\n- 3 . 3 -\n- . 2 4 .\n1 2 1 . 4")
    wish = Wish(range(11, 14), *exact(4, 1), template=drawing)
    made = next(Forge(wish).boards())
    judge(made, wish)
    assert len(drawing.cells) >= 10
    assert all(made.puzzle.board.at(*cell) == colour for cell, colour in drawing.cells)


@pytest.mark.parametrize("encoding", ["binary", "blocks", "transitions", "rounds", "order"])
def test_every_encoding_with_a_free_board_can(encoding: str) -> None:
    wish = Wish(*exact(6, 2, 2))
    judge(next(Forge(wish, encoding=encoding).boards()), wish)


def test_an_encoding_without_layers_says_so() -> None:
    forge = Forge(Wish(*exact(6, 2, 1), rounds=(2,)), encoding="rounds")
    with pytest.raises(ConfigError, match="encoding rounds has no layers"):
        next(forge.boards())


def test_a_seed_makes_the_same_boards_and_another_others() -> None:
    wish = Wish(range(6, 9), range(1, 3))

    def made(seed: int) -> list[Puzzle]:
        return [m.puzzle for m in islice(Forge(wish, seed).boards(), 3)]

    assert made(1) == made(1)
    assert not set(made(1)) & set(made(2))
    assert len({tuple(map(len, puzzle.board.columns)) for puzzle in made(1)}) == 3


@pytest.mark.parametrize(
    "wish",
    [
        Wish(*exact(3, 1, 2)),
        Wish(*exact(4, 1, 1)),
        Wish(*exact(3, 1, 2), needs=("same-colour-swap",)),
        Wish(*exact(3, 1, 3), none_shorter=True),
        Wish(*exact(4, 1, 2), only="loose"),
        pytest.param(Wish(*exact(6, 2, 1), only="strict"), marks=pytest.mark.slow),
        Wish(*exact(4, 1, 2), plan=False),
        pytest.param(Wish(*exact(6, 2, 1), rounds=(2,)), marks=pytest.mark.slow),
        Wish(*exact(5, 1, 1), has=("crossing",)),
    ],
    ids=lambda wish: "",
)
def test_all_boards_of_a_shape_are_made_and_no_other(wish: Wish) -> None:
    """The forge, until nothing is left, beside every board there is, each judged by the reader."""
    (shape,) = wish.shapes()
    made = [m.puzzle.board.renumbered() for m in Forge(wish).boards()]
    assert len(made) == len(set(made))
    wanted = set()
    for board in every_board(shape.blocks):
        if sorted(board.colours().values()) == sorted(shape.counts):
            puzzle = Puzzle(board, shape.steps)
            shown = [None] if wish.plan is False else plans(puzzle, Deadline())
            if any(object_to(puzzle, plan, wish) is None for plan in shown):
                wanted.add(board.renumbered())
    assert set(made) == wanted


def test_the_impossible_is_refuted() -> None:
    tower = Wish(*exact(6, 2, 1), heights=(0, 0, 6, 0, 0))
    forge = Forge(tower)
    assert list(forge.boards()) == []
    assert forge.refuted == [Shape(1, (3, 3))]
    assert list(Wish(*exact(35, 10, 1), rounds=(12,)).shapes()) == []


def test_the_smallest_that_needs_a_same_colour_swap() -> None:
    """Three blocks; with a colour of four, the smallest has four, since three are refuted."""
    wish = Wish(range(3, 9), range(1, 3), *exact(2), needs=("same-colour-swap",))
    made = Forge(wish).smallest()
    assert made and made.puzzle.board.blocks == 3
    judge(made, wish)


@pytest.mark.parametrize(("steps", "blocks"), [(1, 3), (2, 3), (3, 3), (4, 4), (5, 5)])
def test_the_fewest_blocks_that_need_so_many_steps(steps: int, blocks: int) -> None:
    wish = Wish(range(3, 36), range(1, 11), *exact(steps), none_shorter=True)
    forge = Forge(wish)
    made = forge.smallest()
    assert made and made.puzzle.board.blocks == blocks
    assert object_to(made.puzzle, made.plan, wish) is None
    assert sum(shape.blocks < blocks for shape in forge.refuted) == blocks - 3


def test_no_smaller_board_needs_so_many_steps() -> None:
    """What the forge refutes for four steps: every board of three blocks has a shorter plan."""
    for board in every_board(3):
        if dfs.first_plan(Puzzle(board, 4)) is not None:
            assert any(dfs.first_plan(Puzzle(board, n)) is not None for n in (1, 2, 3))


def test_the_most_rounds() -> None:
    found = longest(Wish(range(6, 8), range(2, 3), *exact(1), heights=(None, None, 0, None, None)))
    assert found is not None
    forge, made = found
    judge(made, forge.wish)
    assert forge.wish.rounds == (2,)


def test_a_limit_is_a_limit() -> None:
    wish = Wish(*exact(35, 10, 1), rounds=(11,))
    with pytest.raises(LimitReached):
        next(Forge(wish, deadline=Deadline(0.2)).boards())


def test_what_tempts_is_asked() -> None:
    """A question in place of a program: boards whose answer begins in column 2."""

    def begins_in_column_2(puzzle: Puzzle) -> bool:
        plan = dfs.first_plan(puzzle)
        return plan is not None and plan[0].x == 2

    wish = Wish(*exact(3, 1, 1), tempts=(begins_in_column_2,))
    made = [m.puzzle for m in Forge(wish).boards()]
    assert made and all(map(begins_in_column_2, made))


@pytest.mark.parametrize("plan", [True, False, None])
def test_luck_judges_what_it_meets(plan: bool | None) -> None:
    wish = Wish(range(6, 10), range(2, 3), range(1, 3), plan=plan)
    found = list(islice(luck.lucky(wish, 1), 5))
    assert len({made.puzzle for made in found}) == 5
    assert all(object_to_board(made.puzzle.board, wish) is None for made in found)
    assert plan is None or {made.plan is not None for made in found} == {plan}


@pytest.mark.slow
@pytest.mark.parametrize(
    "wish",
    [
        Wish(*exact(35, 10, 1), rounds=(11,)),
        Wish(*exact(24, 8, 5), rounds=(0, 0, 0, 0, 8)),
    ],
    ids=("eleven rounds", "four quiet steps and eight rounds"),
)
def test_record_holders(wish: Wish) -> None:
    made = next(Forge(wish, seed=2).boards())
    assert object_to(made.puzzle, made.plan, wish) is None
    found = solve(made.puzzle, Config("search"))
    assert found.verdict is Verdict.PLAN and found.plan is not None and found.plan <= made.plan
