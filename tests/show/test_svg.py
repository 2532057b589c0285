"""Pictures of plans: SVG, GIF, and the look they share."""

from __future__ import annotations

import io
from collections import Counter
from xml.etree import ElementTree

import pytest

from satmayan.puzzle.board import Board, Move
from satmayan.puzzle.rules import replay
from satmayan.show import palette as look
from satmayan.show.frames import Frame
from satmayan.show.scene import Line, Polygon, Words, scene
from satmayan.show.svg import strip

SVG = "{http://www.w3.org/2000/svg}"
BOARD = Board.of("", "", "", "11", "1")
STEPS = replay(BOARD, (Move(3, 0, 1), Move(3, 0, -1)))


def titles(svg: str) -> list[str]:
    return [node.text or "" for node in ElementTree.fromstring(svg).iter(f"{SVG}title")]


def test_the_strip_has_every_drag_every_round_and_the_last_board() -> None:
    assert titles(strip(BOARD, STEPS)) == ["1: 3 0 1", "2: 3 0 -1", "round 1", "empty"]


def test_a_board_without_a_plan_is_one_picture() -> None:
    assert titles(strip(BOARD, ())) == ["board"]


def test_every_block_shows_its_number() -> None:
    svg = strip(Board(((12, 7), (7,))), ())
    texts = [node.text for node in ElementTree.fromstring(svg).iter(f"{SVG}text")]
    assert Counter(texts) == Counter(["board", "0", "1", "0", "1", "2", "12", "7", "7"])


def test_the_same_plan_gives_the_same_bytes() -> None:
    assert strip(BOARD, STEPS) == strip(BOARD, STEPS)


def arrow(frame: Frame) -> Line:
    (line,) = (mark for mark in scene(frame, 3, "") if isinstance(mark, Line))
    return line


def test_a_drag_onto_an_empty_cell_is_an_arrow_that_falls() -> None:
    line = arrow(Frame(Board.of("112", "3", height=3), 1, Move(0, 2, 1)))
    (_, level), corner, landing = line.points
    assert (corner[1], landing[0]) == (level, corner[0])
    assert landing[1] == pytest.approx(level + 1)  # from row 2 down to row 1


def test_a_swap_is_an_arrow_with_two_heads() -> None:
    frame = Frame(Board.of("1", "2", height=3), 1, Move(0, 0, 1))
    heads = [m for m in scene(frame, 3, "") if isinstance(m, Polygon) and m.fill == look.INK]
    assert (len(arrow(frame).points), len(heads)) == (2, 2)


def test_only_the_rows_that_are_used_are_numbered() -> None:
    words = [m.text for m in scene(Frame(BOARD, 0), 3, "") if isinstance(m, Words)]
    assert words.count("2") == 2  # a column and a row
    assert "6" not in words


def test_a_gif_has_a_picture_for_every_frame_and_never_ends() -> None:
    image_module = pytest.importorskip("PIL.Image", reason="GIFs need Pillow")
    from satmayan.show.gif import animation

    image = image_module.open(io.BytesIO(animation(BOARD, STEPS)))
    assert (image.format, image.n_frames, image.info["loop"]) == ("GIF", 4, 0)


def test_colours_and_shapes_make_a_new_pair_for_every_number() -> None:
    pairs = {(look.colour(number), look.shape(number)) for number in range(1, 91)}
    assert len(pairs) == 90


def test_shapes_lie_within_the_unit_circle() -> None:
    assert all(x * x + y * y <= 1.09 for shape in look.SHAPES for x, y in shape)


def test_mixing_ends_at_its_two_colours() -> None:
    assert [look.mix("#000000", "#80ff10", part) for part in (0, 0.5, 1)] == [
        "#000000",
        "#408008",
        "#80ff10",
    ]


def test_a_plot_has_the_palette() -> None:
    pytest.importorskip("matplotlib", reason="plots need the extra 'plot'")
    with look.figure() as (_, (axes,)):
        (line,) = axes.plot([1, 2], [1, 2])
    assert (line.get_color(), line.get_marker()) == (look.PALETTE[0], look.MARKERS[0])
