"""The page as text; how it behaves is for test_browser.py."""

from __future__ import annotations

import json
import re
from pathlib import Path

from satmayan.puzzle.board import Board, Move, Puzzle
from satmayan.show import html
from satmayan.show.html import Exhibit, page
from satmayan.show.words import NAMED, SENTENCES

WEB = Path(html.__file__).parent / "web"
PUZZLE = Puzzle(Board.of("", "", "", "11", "1"), 2)


def test_the_page_needs_no_network() -> None:
    text = page(PUZZLE, [Exhibit(())])
    assert "default-src 'none'" in text
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {"http://www.w3.org/2000/svg"}


def test_every_part_of_the_template_is_filled_in() -> None:
    assert re.findall(r"@@\w+@@", page(PUZZLE, [Exhibit(())])) == []


def test_no_name_can_end_the_script_it_stands_in() -> None:
    name = "</script><script>alert(1)</script>"
    text = page(PUZZLE, [Exhibit((Move(3, 0, 1),), (name, name))])
    assert "<script>alert" not in text
    data = text.split('type="application/json">')[1].split("</script>")[0]
    assert json.loads(data)["plans"][0]["name"]["en"] == name


def test_the_page_says_nothing_it_never_uses() -> None:
    used = "".join((WEB / name).read_text(encoding="utf-8") for name in ("page.js", "page.html"))
    assert [name for name in NAMED if f'"{name}"' not in used] == []
    rules = (WEB / "rules.js").read_text(encoding="utf-8")
    assert [text for text in SENTENCES if text not in used + rules] == []


def test_the_same_plan_gives_the_same_bytes() -> None:
    assert page(PUZZLE, [Exhibit(())]) == page(PUZZLE, [Exhibit(())])
