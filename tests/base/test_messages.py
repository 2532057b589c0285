"""Messages in Chinese: the catalogue, and what the core says put through it."""

from __future__ import annotations

import ast
import gettext
import pickle
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from satmayan.base.limits import Deadline
from satmayan.base.messages import (
    DOMAIN,
    FOLDER,
    Message,
    from_environment,
    join,
    packed,
    translate,
    unpacked,
)
from satmayan.cli.check import report
from satmayan.crosscheck.contestants import Answer
from satmayan.crosscheck.referee import Case, Checked
from satmayan.crosscheck.report import summarise, verdict_lines
from satmayan.crosscheck.session import Results
from satmayan.crosscheck.verdict import Outcome
from satmayan.judge import Judgement
from satmayan.planner import Config, judge
from satmayan.puzzle.board import Board, Move, Puzzle
from satmayan.puzzle.files import FormatError, parse_plan, parse_puzzle

PUZZLE = Puzzle(Board.of("", "", "", "11", "1"), 2)
PLAN = (Move(3, 0, 1), Move(3, 0, -1))


def english_words(text: str) -> list[str]:
    """What is left untranslated: words of two letters or more that are no names or options."""
    known = {"in", "out", "file", "mayan", "UTF", "settle", "satmayan"}
    return [word for word in re.findall(r"[A-Za-z]{2,}", text) if word not in known]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "3\n1 -2 0",
        "3\n0\n0\n0\n0\n0 7",
        "3\n1 2 1 2 1 2 1 2",
        "3\n0\n2 2 2 0\n0\n0\n0",
        "9\n0\n0\n0\n0\n0",
        "3\n1 3 0 0 0 0 0",
        "3\n1 2 3 4 5 6 0 7 8 9 10 11 0 0 0 0",
    ],
)
def test_whatever_is_said_of_a_board_is_said_in_chinese(text: str) -> None:
    try:
        reading = parse_puzzle(text, "mayan.in")
        said = [*reading.warnings, *reading.faults, *filter(None, [reading.initial_run()])]
    except FormatError as error:
        said = [error]
    assert said
    for message in said:
        chinese = translate(str(message), "zh")
        assert english_words(chinese.replace("'x'", "")) == []


@pytest.mark.parametrize("text", ["", "1 0", "-1 -1"])
def test_whatever_is_said_of_no_answer_is_said_in_chinese(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_plan(text, "mayan.in")
    assert english_words(translate(str(caught.value), "zh")) == []


def test_the_catalogue_is_up_to_date() -> None:
    """Every message of the sources has its Chinese, with the same places, and it is compiled."""
    script = Path(__file__).parents[2] / "scripts" / "messages.py"
    run = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True)
    assert (run.returncode, run.stderr) == (0, "")


def test_a_message_stays_one_through_errors_and_processes() -> None:
    message = Message("there is no block at ({x}, {y})", x=3, y=5)
    error = ValueError(message)
    assert translate(str(error), "zh") == "(3, 5) 处没有方块"
    assert translate(pickle.loads(pickle.dumps(message)), "zh") == "(3, 5) 处没有方块"
    assert translate(join("\n", ["x", message]), "zh") == "x\n(3, 5) 处没有方块"


def judged(answer: str, limit: float | None = None) -> tuple[tuple[Move, ...] | None, Judgement]:
    plan = parse_plan(answer)
    return plan, judge(PUZZLE, plan, Config("dfs"), Deadline(limit))


@pytest.mark.parametrize(
    ("answer", "limit"),
    [
        ("3 0 1 3 0 -1", None),
        ("3 0 1 3 0 -1", 1e-9),
        ("3 0 1 3 1 -1", None),
        ("3 0 1 3 0 1", None),
        ("3 0 1 0 0 1", None),
        ("9 9 9", None),
        ("4 0 1", None),
        ("3 0 7", None),
        ("3 0 1", None),
        ("3 0 -1", None),
        ("3 0 -1 0 0 0", None),
        ("3 0 1 3 0 1 3 0 -1", None),
        ("-1", None),
        ("-1", 1e-9),
    ],
)
def test_every_verdict_of_check_is_said_in_chinese(answer: str, limit: float | None) -> None:
    assert english_words(translate(report(*judged(answer, limit)), "zh")) == []


@pytest.mark.parametrize(
    "outcome", [outcome for outcome in Outcome if outcome is not Outcome.RIGHT]
)
def test_every_outcome_of_crosscheck_is_said_in_chinese(outcome: Outcome) -> None:
    assert english_words(translate(outcome.words, "zh")) == []


def test_the_lines_of_a_crosscheck_are_said_in_chinese() -> None:
    failed = Answer(
        Outcome.TIMEOUT, Message("{n:g} s", n=3.0), "", 3.0, ("left processes running",)
    )
    for got in (
        failed,
        replace(failed, outcome=Outcome.NO_ANSWER),
        Answer(Outcome.RIGHT, "", "", 0.1),
    ):
        results = Results(("p",), {0: Checked(Case("b", PUZZLE), PLAN, "", 0.1, (got,))})
        (summary,) = summarise(results)
        said = join("\n", [*verdict_lines(summary, "r"), "0  1  .  2"])
        chinese = translate(said, "zh").split("\n")
        assert list(map(english_words, chinese)) == [[] for _ in chinese]
        assert len(chinese) == len(said.split("\n"))
        for line, original in zip(chinese, said.split("\n"), strict=True):
            assert indent(line) == indent(original)


def indent(line: str) -> int:
    """How far a line is moved in."""
    return len(line) - len(line.lstrip())


def test_singular_and_plural_are_one_entry() -> None:
    for n in (1, 2):
        said = Message.plural(
            "{name}: right on all {n} board", "{name}: right on all {n} boards", n, name="a"
        )
        assert said == f"a: right on all {n} board{'s' * (n > 1)}"
        assert translate(said, "zh") == f"a：全部 {n} 个棋盘都正确"


def test_a_word_that_is_a_name_stays() -> None:
    """A program may be called what some message is."""
    said = Message("{name}: no such program".replace("name", "file"), file="run")
    assert translate(said, "zh") == "run：没有这个程序"


def test_every_message_of_the_sources_is_found() -> None:
    """The extractor passes over none (it does not look into a lambda within a message, say)."""
    catalogue = set(gettext.translation(DOMAIN, FOLDER, ["zh"])._catalog)  # type: ignore[attr-defined]
    known = {key[0] if isinstance(key, tuple) else key for key in catalogue}
    root = Path(__file__).parents[2]
    for path in [*(root / "satmayan").rglob("*.py"), *(root / "encodings").glob("*.py")]:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and call.args and isinstance(call.args[0], ast.Constant):
                name = getattr(call.func, "id", getattr(call.func, "attr", ""))
                assert name not in ("Message", "plural", "noted") or call.args[0].value in known


def test_english_is_left_as_it_is() -> None:
    assert translate(Message("They part at step {step}:", step=2), "en") == "They part at step 2:"


def test_what_has_no_entry_stays() -> None:
    assert translate("0  1  .  2", "zh") == "0  1  .  2"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "zh_CN"}, "zh"),
        ({"LANG": "zh_CN", "LC_ALL": ""}, "zh"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], language: str) -> None:
    assert from_environment(environment) == language


@pytest.mark.parametrize(
    "end",
    ["", "5", "[]", "[1, 2, 3]", '["{x}", null, {}]', '["{x.y}", null, {"x": 1}]', "[" * 9999],
)
def test_what_only_begins_like_a_packed_message_stays_as_it_is(end: str) -> None:
    """A journal may hold anything, with a checksum that is right."""
    start = packed(Message("{x}", x=1)).partition("[")[0]
    assert str(unpacked(start + end)) == start + end
