"""The HTML page in a real browser: headless Chromium, driven by Playwright.

Skipped where either is missing: ``pip install 'satmayan[browser]'`` and Debian's
``chromium`` make it run.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from satmayan.puzzle.board import Board, Move, Plan, Puzzle
from satmayan.puzzle.files import FormatError, format_plan, format_puzzle, parse_plan, parse_puzzle
from satmayan.puzzle.rules import drag, legal_moves, runs, step, why_illegal
from satmayan.search.literal import first_plan
from satmayan.show.html import Exhibit, page

playwright = pytest.importorskip(
    "playwright.sync_api", reason="browser tests need the extra 'browser'"
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="browser tests need chromium on PATH")

FLAGS = (
    "--no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync"
).split()

PUZZLE = Puzzle(Board.of("1", "", "1213", "1213", "213"), 2)
PLAN = (Move(2, 0, 1), Move(0, 0, 1))
FRAMES = 5  # two drags, two rounds, the empty board

Open = Callable[..., Any]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """One Chromium for all tests; every page is opened in a fresh profile."""
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def visit(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Open the page of some exhibits; at the end, no page may have had an error."""
    errors: list[str] = []
    contexts = []

    def visit(*exhibits: Exhibit, language: str = "en", **options: Any) -> Any:
        path = tmp_path / "page.html"
        path.write_text(page(PUZZLE, exhibits or [Exhibit(PLAN)], language), encoding="utf-8")
        contexts.append(browser.new_context(reduced_motion="reduce", **options))
        tab = contexts[-1].new_page()
        tab.on("console", lambda message: errors.append(message.text))
        tab.on("pageerror", lambda error: errors.append(str(error)))
        tab.on("request", lambda request: request.url.startswith("http") and errors.append("net"))
        tab.set_default_timeout(5000)
        tab.goto(path.as_uri())
        return tab

    yield visit
    for context in contexts:
        context.close()
    assert errors == []


def position(tab: Any) -> int:
    return int(tab.input_value("#slider"))


def blocks(tab: Any) -> int:
    return int(tab.locator(".tile:not(.gone)").count())


# --- the plan -------------------------------------------------------------------------


def test_the_page_opens_at_the_first_drag(visit: Open) -> None:
    tab = visit()
    assert (position(tab), blocks(tab)) == (0, PUZZLE.board.blocks)
    assert tab.inner_text("#headline") == (
        "Step 1 (2 0 1): drag the 1 at column 2, row 0 to the right; "
        "it changes places with its like"
    )


def test_playing_ends_on_the_empty_board(visit: Open) -> None:
    tab = visit()
    tab.clock.install()
    tab.click("#play")
    assert tab.inner_text("#play") == "Pause"
    tab.clock.run_for(1000 * FRAMES)
    assert (position(tab), blocks(tab)) == (FRAMES - 1, 0)
    assert tab.inner_text("#play") == "Play"


def test_the_keyboard_steps_and_plays(visit: Open) -> None:
    tab = visit()
    seen = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"):
        tab.keyboard.press(key)
        seen.append(position(tab))
    assert seen == [1, 2, 1, FRAMES - 1, FRAMES - 1, 0, 0]
    tab.keyboard.press(" ")
    assert tab.inner_text("#play") == "Pause"
    tab.keyboard.press(" ")
    assert tab.inner_text("#play") == "Play"


def test_the_slider_shows_its_frame(visit: Open) -> None:
    tab = visit()
    tab.locator("#slider").fill("2")
    assert tab.inner_text("#headline") == "Step 2, round 1: 3 blocks vanish"
    assert tab.locator(".tile.vanishing").count() == 3


def test_the_slider_obeys_its_own_keys_once(visit: Open) -> None:
    tab = visit()
    tab.focus("#slider")
    tab.keyboard.press("ArrowRight")
    assert position(tab) == 1


def test_a_click_in_the_list_goes_to_that_step(visit: Open) -> None:
    tab = visit()
    tab.click("#moves li:nth-child(2) button")
    assert position(tab) == 1
    assert tab.locator("#moves [aria-current]").inner_text().startswith("0 0 1")


def test_an_answer_that_breaks_the_rules_is_played_up_to_there(visit: Open) -> None:
    wrong = Exhibit((PLAN[0], Move(1, 0, 1)), ("answer", "答案"), ("wrong!", "错！"), good=False)
    tab = visit(wrong, Exhibit(PLAN, ("smallest plan", "最小方案")))
    tab.keyboard.press("End")
    assert tab.inner_text("#headline") == (
        "Step 2 (1 0 1) is not allowed: there is no block at (1, 0)"
    )
    assert tab.inner_text("#note") == "wrong!"
    tab.click("#plans button:nth-child(2)")
    tab.keyboard.press("End")
    assert blocks(tab) == 0


# --- by hand --------------------------------------------------------------------------


def drag_tile(tab: Any, cell: tuple[int, int], cells: float) -> None:
    tile = tab.locator(f".tile[aria-label$='column {cell[0]}, row {cell[1]}']:not(.gone)")
    box = tile.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tab.mouse.move(x, y)
    tab.mouse.down()
    tab.mouse.move(x + cells * box["width"], y, steps=4)
    tab.mouse.up()


def test_blocks_are_dragged_by_hand_and_steps_undone(visit: Open) -> None:
    tab = visit(Exhibit(()))
    for move in PLAN:
        tab.keyboard.press("End")
        drag_tile(tab, (move.x, move.y), 1.1)
    tab.keyboard.press("End")
    assert blocks(tab) == 0
    assert tab.inner_text("#status") == "Step 2 of 2 empties the board."
    assert tab.input_value("#answer") == format_plan(PLAN)
    tab.click("#undo")
    tab.keyboard.press("End")
    assert (blocks(tab), tab.input_value("#answer")) == (PUZZLE.board.blocks, "2 0 1\n")


def test_a_short_drag_is_no_step(visit: Open) -> None:
    tab = visit(Exhibit(()))
    drag_tile(tab, (0, 0), 0.3)
    assert tab.locator("#moves li").count() == 0


def test_a_drag_off_the_board_is_no_step(visit: Open) -> None:
    tab = visit(Exhibit(()))
    drag_tile(tab, (0, 0), -1.1)
    assert tab.locator("#moves li").count() == 0


def test_a_block_is_dragged_by_keys(visit: Open) -> None:
    tab = visit(Exhibit(()))
    tab.focus(".tile[aria-label$='column 0, row 0']")
    tab.keyboard.press("Shift+ArrowRight")
    assert tab.input_value("#answer") == "0 0 1\n"


def test_a_step_within_the_plan_replaces_what_follows_and_can_be_taken_back(visit: Open) -> None:
    tab = visit()
    drag_tile(tab, (4, 2), -1.1)
    assert tab.input_value("#answer") == "4 2 -1\n"
    tab.click("#restore")
    assert tab.input_value("#answer") == format_plan(PLAN)


# --- typed boards ---------------------------------------------------------------------


def load(tab: Any, puzzle: str, answer: str = "") -> str:
    if not tab.locator("#own").get_attribute("open"):
        tab.locator("#own").evaluate("details => { details.open = true; }")
    tab.fill("#puzzle", puzzle)
    tab.fill("#answer", answer)
    tab.click("#load")
    return str(tab.inner_text("#error"))


def test_a_typed_board_and_answer_are_played(visit: Open) -> None:
    tab = visit()
    assert load(tab, "1\r\n0\n0\n0\n1 1 0\n1 0", "3 0 -1") == ""
    tab.keyboard.press("Escape")
    tab.click("#last")
    assert blocks(tab) == 0
    assert tab.inner_text("#status") == "Step 1 of 1 empties the board."


BROKEN = [
    "",
    "0 0 0 0 0 0",
    "x\n",
    "3\n1 -2 0\n",
    "3\n1 2 1 2 1 2 1 2 0\n0\n0\n0\n0\n",
    "3\n0\n0\n0\n0\n1 2\n",
    "3\n0\n0\n0\n0\n0\n\n 0\n",
    "\ufeff3\r\n  1 x\r\n",
    "3\n1 " + "7" * 30,
]


def test_a_typed_board_that_breaks_the_shape_is_refused_as_everywhere(visit: Open) -> None:
    """The page names the same line, column, find and expectation as the reader of files."""
    tab = visit()
    for text in BROKEN:
        with pytest.raises(FormatError) as caught:
            parse_puzzle(text)
        error = caught.value
        assert load(tab, text.replace("\r", "")) == (
            f"Line {error.line}, column {error.column}: "
            f"found {error.found}, expected {error.expected}"
        )
        assert blocks(tab) == PUZZLE.board.blocks  # the board that was there stays


def test_a_typed_board_with_a_run_is_refused_with_the_reason(visit: Open) -> None:
    assert load(visit(), "3\n0\n2 1 1 1 0\n0\n0\n0\n") == (
        "Line 3, column 3: found a run of 3 or more of colour 1, at column 1, row 1, "
        "expected a board at rest"
    )


def test_a_typed_answer_that_is_none_is_refused(visit: Open) -> None:
    tab = visit()
    for text in ("1 0", "1 0 right", "-1 -1", "none"):
        with pytest.raises(FormatError) as caught:
            parse_plan(text)
        error = caught.value
        assert load(tab, format_puzzle(PUZZLE), text).startswith(
            f"Line {error.line}, column {error.column}: found {error.found}"
        )


# --- how it looks ---------------------------------------------------------------------


def test_the_page_speaks_chinese(visit: Open) -> None:
    tab = visit(language="zh")
    assert tab.inner_text("#headline").startswith(
        "第 1 步（2 0 1）：把第 2 列第 0 行的方块 1 向右拖动"
    )
    tab.click("#language")
    assert tab.inner_text("#headline").startswith("Step 1")
    assert tab.evaluate("document.documentElement.lang") == "en"


def test_every_sentence_has_its_chinese_with_the_same_values(visit: Open) -> None:
    missing = visit().evaluate(
        """() => {
          const names = (text) => String([...new Set(text.match(/{\\w+}/g))].sort());
          return Object.entries(WORDS.en)
            .filter(([key, text]) => names(text) !== names(WORDS.zh[key] ?? ""))
            .map(([key]) => key);
        }"""
    )
    assert missing == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_follows_the_colour_scheme_and_can_change_it(visit: Open, scheme: str) -> None:
    tab = visit(color_scheme=scheme)
    background = "getComputedStyle(document.body).backgroundColor"
    colours = {"light": "rgb(255, 255, 255)", "dark": "rgb(20, 23, 28)"}
    assert tab.evaluate(background) == colours.pop(scheme)
    tab.click("#theme")
    assert tab.evaluate(background) == colours.popitem()[1]


def test_nothing_sticks_out_sideways(visit: Open) -> None:
    tab = visit()
    for width in (320, 390, 768, 1280):
        tab.set_viewport_size({"width": width, "height": 800})
        assert tab.evaluate("document.documentElement.scrollWidth") <= width


# --- the rules ------------------------------------------------------------------------


def random_boards(number: int) -> list[Board]:
    """Boards of many sizes, stable and not, crowded and not."""
    rng, boards = Random(1312), []
    for _ in range(number):
        width, height, colours = rng.randint(2, 6), rng.randint(1, 8), rng.randint(1, 4)
        boards.append(
            Board(
                tuple(
                    tuple(rng.randint(1, colours) for _ in range(rng.randint(0, height)))
                    for _ in range(width)
                ),
                height,
            )
        )
    return boards


def as_json(board: Board) -> dict[str, Any]:
    return {"columns": [list(column) for column in board.columns], "height": board.height}


def test_the_rules_of_the_page_are_those_of_the_program(visit: Open) -> None:
    """Every move, legal or not, on random boards: its reason or its drag, and its cascade."""
    boards = random_boards(50)
    got = visit().evaluate(
        """(boards) => boards.map((board) => {
          const moves = [];
          for (let x = -1; x <= board.columns.length; x++)
            for (let y = -1; y <= board.height; y++)
              for (const g of [1, -1, 0]) moves.push([x, y, g]);
          return {
            runs: Mayan.runs(board),
            moves: moves.map((move) => {
              const why = Mayan.whyIllegal(board, move);
              return [move, why ? say("en", ...why) : Mayan.drag(board, move)];
            }),
          };
        })""",
        [as_json(board) for board in boards],
    )
    for board, answer in zip(boards, got, strict=True):
        assert [tuple(cell) for cell in answer["runs"]] == sorted(runs(board))
        for numbers, outcome in answer["moves"]:
            move = Move(*numbers)
            assert outcome == (why_illegal(board, move) or as_json(drag(board, move)))


def test_the_cascades_of_the_page_are_those_of_the_program(visit: Open) -> None:
    """On boards that are not at rest, for those have the longer cascades."""
    boards = [board for board in random_boards(150) if board.blocks]
    tab, rng = visit(), Random(2011)
    moves = [rng.choice(list(legal_moves(board))) for board in boards]
    got = tab.evaluate(
        "(cases) => cases.map(([board, move]) => Mayan.frames(board, [move]))",
        [[as_json(b), [m.x, m.y, m.g]] for b, m in zip(boards, moves, strict=True)],
    )
    cascades = 0
    for board, move, frames in zip(boards, moves, got, strict=True):
        result = step(board, move)
        cascades += len(result.rounds) > 1
        rounds = [frame for frame in frames if frame["kind"] == "round"]
        assert [[tuple(cell) for cell in frame["vanishing"]] for frame in rounds] == [
            sorted(r.vanishing) for r in result.rounds
        ]
        assert [frame["board"] for frame in rounds] == [as_json(r.board) for r in result.rounds]
        assert frames[-1]["board"] == as_json(result.after)
    assert cascades >= 5


def test_files_are_read_as_the_program_reads_them(visit: Open) -> None:
    rng, texts = Random(5), []
    for board in random_boards(60):
        words = format_puzzle(Puzzle(Board(board.columns[:5] * 3, 8), 3)).split()
        texts.append("".join(word + rng.choice([" ", "\n", " \n", "\n\n"]) for word in words[:30]))
    got = visit().evaluate(
        """(texts) => texts.map((text) => {
          try { return Mayan.parsePuzzle(text, 5, 7).board.columns; }
          catch (error) { return [error.line, error.column]; }
        })""",
        texts,
    )
    for text, outcome in zip(texts, got, strict=True):
        assert outcome == read(text)


def read(text: str) -> list[Any]:
    try:
        reading = parse_puzzle(text)
    except FormatError as error:
        return [error.line, error.column]
    run = reading.initial_run()
    if run:
        return [run.line, run.column]
    return [list(column) for column in reading.puzzle.board.columns]


def test_the_example_here_is_the_smallest_plan() -> None:
    plan: Plan | None = first_plan(PUZZLE)
    assert plan == PLAN
