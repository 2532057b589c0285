"""A self-contained HTML page that plays a plan and lets its reader make steps by hand.

The page needs no network.  Its JavaScript has the rules once more (``web/rules.js``), for
a board may be typed into it; the tests compare them with :mod:`satmayan.puzzle.rules`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files

from satmayan.base.messages import noted, translate
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.show import palette as look
from satmayan.show.words import in_every_language

Texts = tuple[str, str]  # one text in English and in Chinese


def both(text: str) -> Texts:
    """A message, or a noted text, in both languages."""
    return text, translate(text, "zh")


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A plan to be shown: its name, and what is to be said of it.

    The plan may break the rules: it is then played up to there, and the page says why.
    """

    plan: Plan
    name: Texts = field(default_factory=lambda: both(noted("plan")))
    note: Texts = ("", "")
    good: bool = True


def page(puzzle: Puzzle, exhibits: Sequence[Exhibit], language: str = "en") -> str:
    """The HTML page that shows the exhibits (one at least), the first one first."""
    data = {
        "language": language,
        "steps": puzzle.steps,
        "board": {"columns": puzzle.board.columns, "height": puzzle.board.height},
        "plans": [_plan(exhibit) for exhibit in exhibits],
        "look": {"palette": look.PALETTE, "shapes": look.SHAPES},
    }
    parts = {
        "css": _web("page.css"),
        "rules": _web("rules.js"),
        "words": _web("words.js").replace("@@texts@@", _json(in_every_language())),
        "page": _web("page.js"),
        "data": _json(data),
    }
    return re.sub(r"@@(\w+)@@", lambda match: parts[match[1]], _web("page.html"))


def _json(data: object) -> str:
    """JSON in which no "<" could end the script element that it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _plan(exhibit: Exhibit) -> dict[str, object]:
    return {
        "name": dict(zip(("en", "zh"), exhibit.name, strict=True)),
        "note": dict(zip(("en", "zh"), exhibit.note, strict=True)),
        "good": exhibit.good,
        "moves": [(move.x, move.y, move.g) for move in exhibit.plan],
    }


def _web(name: str) -> str:
    return (files("satmayan.show") / "web" / name).read_text(encoding="utf-8").rstrip("\n")
