"""--lang and the locale: words change, answers and exit codes do not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Program = Callable[..., Any]


def test_an_answer_is_the_same_in_every_language(run: Program, boards: Path) -> None:
    assert run("solve", "--lang", "zh", boards / "a.in") == run("solve", boards / "a.in")


@pytest.mark.parametrize("answer", ["3 0 1 3 0 -1", "3 0 1 3 1 -1", "-1", "words"])
def test_a_verdict_has_the_same_exit_code_in_every_language(
    run: Program, boards: Path, answer: str
) -> None:
    english = run("check", boards / "a.in", "-", stdin=answer)
    chinese = run("check", "--lang", "zh", boards / "a.in", "-", stdin=answer)
    assert chinese.code == english.code
    assert chinese.out + chinese.err != english.out + english.err


def test_the_locale_chooses_and_the_option_overrules_it(
    run: Program, boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert run("check", boards / "a.in", boards / "a.out").out.startswith("正确：")
    english = run("check", "--lang", "en", boards / "a.in", boards / "a.out")
    assert english.out.startswith("right: ")


def test_errors_are_in_the_language_too(run: Program, boards: Path) -> None:
    result = run("solve", "--lang", "zh", boards / "none")
    assert (result.code, result.err) == (2, f"satmayan：{boards / 'none'}：没有这个文件或目录\n")


def test_the_page_starts_in_the_language(run: Program, boards: Path) -> None:
    run("show", "--lang", "zh", boards / "a.in", "--html", boards / "a.html")
    assert '{"language":"zh"' in (boards / "a.html").read_text(encoding="utf-8")
