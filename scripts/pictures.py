"""Draw the pictures of the documentation anew: ``scripts/dev python scripts/pictures.py``.

The screenshots need Playwright (the extra ``browser``) and Debian's chromium.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from satmayan.cli.check import exhibits
from satmayan.planner import Config, judge
from satmayan.puzzle.board import Move
from satmayan.puzzle.files import parse_plan, parse_puzzle
from satmayan.puzzle.rules import replay
from satmayan.show.gif import animation
from satmayan.show.html import Exhibit, page
from satmayan.show.svg import strip

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs" / "pictures"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]


def main() -> None:
    """Draw all pictures."""
    DOCS.mkdir(parents=True, exist_ok=True)
    puzzle = parse_puzzle((ROOT / "examples/cascade.in").read_text(encoding="utf-8")).puzzle
    plan = parse_plan((ROOT / "examples/cascade.out").read_text(encoding="utf-8")) or ()
    steps = replay(puzzle.board, plan)
    (DOCS / "plan.svg").write_text(strip(puzzle.board, steps), encoding="utf-8")
    (DOCS / "plan.gif").write_bytes(animation(puzzle.board, steps))
    wrong = (plan[0], plan[1], Move(2, 5, 1))
    judgement = judge(puzzle, wrong, Config("dfs"))
    _screenshots(
        page(puzzle, [Exhibit(plan)]),
        page(puzzle, exhibits(wrong, judgement), "zh"),
    )


def _screenshots(plan: str, verdict: str) -> None:
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)

        def shoot(name: str, html: str, keys: list[str], **options: Any) -> None:
            path = Path(folder) / f"{name}.html"
            path.write_text(html, encoding="utf-8")
            tab = browser.new_context(reduced_motion="reduce", **options).new_page()
            tab.goto(path.as_uri())
            for key in keys:
                tab.keyboard.press(key)
            tab.wait_for_timeout(300)
            tab.screenshot(path=DOCS / f"{name}.png", full_page=True)

        wide = {"width": 940, "height": 720}
        shoot("page", plan, ["ArrowRight"] * 3, viewport=wide)
        narrow = {"width": 390, "height": 700}
        shoot("page-zh", verdict, ["End"], viewport=narrow, color_scheme="dark")
        browser.close()


if __name__ == "__main__":
    main()
