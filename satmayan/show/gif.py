"""A plan as an animated GIF, drawn with Pillow (the extra ``show``)."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from satmayan.puzzle.board import Board
from satmayan.puzzle.rules import Step
from satmayan.show import palette as look
from satmayan.show.frames import plan_frames, title
from satmayan.show.scene import Box, Line, Mark, Polygon, rows_needed, scene, size

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

CELL = 40  # pixels
_FINER = 3  # drawn so many times larger, then made smaller, for smooth edges
_MOVE_MS, _ROUND_MS, _LAST_MS = 1200, 800, 2500


def animation(board: Board, steps: Sequence[Step]) -> bytes:
    """The bytes of an endless GIF of every drag and round.  Raises ImportError without Pillow."""
    frames = plan_frames(board, steps)
    rows = rows_needed(frames)
    extent = size(board, rows)
    images = [_image(scene(frame, rows, title(frame)), extent) for frame in frames]
    times = [_MOVE_MS if frame.move else _ROUND_MS for frame in frames[:-1]]
    buffer = io.BytesIO()
    images[0].save(
        buffer,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=[*times, _LAST_MS],
        loop=0,
    )
    return buffer.getvalue()


def _image(marks: Sequence[Mark], extent: tuple[float, float]) -> Image:
    from PIL import Image, ImageDraw

    width, height = (round(side * CELL) for side in extent)
    image = Image.new("RGB", (width * _FINER, height * _FINER), look.PAPER)
    draw = ImageDraw.Draw(image)
    for mark in marks:
        _draw(draw, mark, CELL * _FINER)
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _draw(draw: ImageDraw, mark: Mark, unit: float) -> None:
    if isinstance(mark, Box):
        line = mark.line_width / 2  # an outline lies half within, as in SVG
        corners = (mark.x - line, mark.y - line, mark.x + mark.width + line)
        draw.rounded_rectangle(
            [unit * side for side in (*corners, mark.y + mark.height + line)],
            unit * mark.radius,
            mark.fill,
            mark.line,
            round(unit * mark.line_width),
        )
    elif isinstance(mark, Polygon):
        draw.polygon([(unit * x, unit * y) for x, y in mark.points], mark.fill)
    elif isinstance(mark, Line):
        points = [(unit * x, unit * y) for x, y in mark.points]
        draw.line(points, mark.colour, round(unit * mark.width), joint="curve")
    else:
        from PIL import ImageFont

        font = ImageFont.load_default(unit * mark.size)
        bold = unit * mark.size / 40 if mark.bold else 0
        place = (unit * mark.x, unit * mark.y)
        draw.text(place, mark.text, mark.colour, font, anchor="mm", stroke_width=bold)
