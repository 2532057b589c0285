"""The line of progress on a terminal's stderr."""

from __future__ import annotations

import sys

import pytest

from satmayan.cli._ticker import Ticker


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A clock that stands still, at ``clock[0]``."""
    now = [100.0]
    monkeypatch.setattr("satmayan.cli._ticker.time.monotonic", lambda: now[0])
    return now


def test_counting_says_how_long_the_rest_may_take(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever was done before the first count, as by an earlier run, tells nothing of the pace."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with Ticker() as ticker:
        for seconds, done in ((1.0, 5), (0.05, 6), (3.95, 7), (1.0, 10)):
            clock[0] += seconds
            ticker.show("boards", done, 10)
        ticker.show("shrinking", 1, 1)
    lines = capsys.readouterr().err.split("\r\033[K")
    assert [line.partition("s  ")[2] for line in lines[1:-1]] == [
        "boards: 5 of 10",
        "boards: 7 of 10, 6 s left",
        "boards: 10 of 10, 0 s left",
        "shrinking: 1 of 1",
    ]
    assert lines[-1] == ""  # wiped


def test_nothing_is_shown_but_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with Ticker() as ticker:
        ticker.show("boards", 1, 1)
    assert capsys.readouterr().err == ""
