"""A whole plan as one SVG picture: a strip of boards, from the first drag to the last board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from satmayan.puzzle.board import Board
from satmayan.puzzle.rules import Step
from satmayan.show import palette as look
from satmayan.show.frames import Frame, plan_frames, title
from satmayan.show.scene import Box, Line, Mark, Polygon, Words, rows_needed, scene, size

CELL = 34  # pixels
PER_ROW = 5
_BETWEEN = 0.6  # cells between two boards, for the arrow
_FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"


def strip(board: Board, steps: Sequence[Step], per_row: int = PER_ROW) -> str:
    """The SVG of a plan, as text; of a board alone where there are no steps.

    Every drag and every round has its board, then the last board; only the rows that are
    ever used are drawn, and one above them.
    """
    frames = plan_frames(board, steps)
    rows = rows_needed(frames)
    width, height = size(board, rows)
    columns = min(per_row, len(frames))
    lines = -(-len(frames) // per_row)
    body: list[str] = []
    for k, frame in enumerate(frames):
        left, top = (k % per_row) * (width + _BETWEEN), (k // per_row) * height
        body += _group(left, top, frame, scene(frame, rows, title(frame)))
        if k + 1 < len(frames):
            body += map(_element, _next(left + width, top + height / 2))
    total = (columns * (width + _BETWEEN) * CELL, (lines * height + 0.2) * CELL)
    return _document(total, body)


def _group(left: float, top: float, frame: Frame, marks: Sequence[Mark]) -> Iterator[str]:
    yield f'<g transform="translate({_number(left)} {_number(top)})">'
    yield f"<title>{escape(title(frame))}</title>"
    yield from map(_element, marks)
    yield "</g>"


def _next(x: float, y: float) -> Iterator[Mark]:
    """The arrow from one board to the next."""
    yield Line(((x, y), (x + _BETWEEN - 0.25, y)), look.MUTED, 0.08)
    end = x + _BETWEEN
    yield Polygon(((end, y), (end - 0.3, y - 0.2), (end - 0.3, y + 0.2)), look.MUTED)


def _document(total: tuple[float, float], body: Sequence[str]) -> str:
    width, height = (round(side) for side in total)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="{_FONT}" text-anchor="middle">',
            f'<rect width="{width}" height="{height}" rx="10" fill="{look.PAPER}"/>',
            f'<g transform="scale({CELL})" stroke-linecap="round" stroke-linejoin="round">',
            *body,
            "</g>",
            "</svg>\n",
        )
    )


def _element(mark: Mark) -> str:
    if isinstance(mark, Box):
        line = f' stroke="{mark.line}" stroke-width="{mark.line_width}"' if mark.line else ""
        x, y, width, height = map(_number, (mark.x, mark.y, mark.width, mark.height))
        return (
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" '
            f'rx="{mark.radius}" fill="{mark.fill}"{line}/>'
        )
    if isinstance(mark, Polygon):
        return f'<polygon points="{_points(mark.points)}" fill="{mark.fill}"/>'
    if isinstance(mark, Line):
        return (
            f'<polyline points="{_points(mark.points)}" fill="none" '
            f'stroke="{mark.colour}" stroke-width="{mark.width}"/>'
        )
    return _words(mark)


def _words(mark: Words) -> str:
    # Digits and capitals are some 0.7 of the font's size high: this centres them.
    baseline = _number(mark.y + 0.36 * mark.size)
    weight = ' font-weight="700"' if mark.bold else ""
    return (
        f'<text x="{_number(mark.x)}" y="{baseline}" font-size="{mark.size}"{weight} '
        f'fill="{mark.colour}">{escape(mark.text)}</text>'
    )


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
