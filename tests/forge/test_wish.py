"""What is wished, in sizes and drawings."""

from __future__ import annotations

from random import Random

import pytest

from satmayan.base.errors import ConfigError
from satmayan.forge.wish import Shape, Template, Wish, spread


def counts(wish: Wish) -> list[tuple[int, ...]]:
    return [shape.counts for shape in wish.shapes()]


def test_shapes_are_sums_of_blocks_a_colour() -> None:
    wish = Wish(range(10, 11), range(2, 4), range(1, 2))
    assert counts(wish) == [(7, 3), (6, 4), (5, 5), (4, 3, 3)]


def test_a_board_without_a_plan_may_have_few_blocks_of_a_colour() -> None:
    wish = Wish(range(4, 5), range(2, 3), range(1, 2), plan=None)
    assert counts(wish) == [(3, 1), (2, 2)]


def test_blocks_a_colour_and_heights_bound_the_shapes() -> None:
    assert counts(Wish(range(10, 11), range(2, 3), range(1, 2), range(4, 7))) == [(6, 4), (5, 5)]
    tall = Wish(range(10, 12), range(1, 2), range(1, 2), heights=(7, 4, 0, 0, 0))
    assert counts(tall) == [(11,)]


def test_rounds_take_three_blocks_each() -> None:
    wish = Wish(range(11, 13), range(4, 5), range(2, 3), rounds=(None, 4))
    assert counts(wish) == [(3, 3, 3, 3)]
    assert Shape(1, (8, *[3] * 9)).most_rounds == 11


def test_neighbours_in_the_spread_differ() -> None:
    wish = Wish(range(8, 13), range(2, 4), range(1, 3))
    shapes = spread(wish.shapes(), Random(1))
    assert sorted(shapes, key=str) == sorted(wish.shapes(), key=str)
    assert len({(s.steps, s.blocks, len(s.counts)) for s in shapes[:20]}) == 18


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has 1 to 7 rows, not 0"),
        (". . .", "row 1: 3 cells, not 5"),
        (". . . . .\n1 2 0 . -", "row 2: '0' is no colour"),
        ("1 2 11 . -", "'11' is no colour"),
    ],
)
def test_a_bad_drawing_says_where(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Template.parse(text)


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"has": ("luck",)}, "unknown feature 'luck': choose from same-colour-swap"),
        ({"only": "mostly"}, "choose from loose, strict"),
        ({"plan": False, "needs": ("left-drag",)}, "has no answer to wish anything of"),
        ({"plan": False, "rounds": (1,)}, "has no answer to wish anything of"),
    ],
)
def test_a_wish_that_cannot_be_meant(wish: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Wish(**wish)  # type: ignore[arg-type]
