"""Colours on a terminal, and playing in place."""

from __future__ import annotations

import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from satmayan.puzzle.board import Board, Move
from satmayan.puzzle.rules import replay
from satmayan.show import terminal
from satmayan.show.frames import plan_frames
from satmayan.show.play import keys_in, play, screen
from satmayan.show.text import Span, plain

BOARD = Board.of("", "", "", "11", "1")
FRAMES = plan_frames(BOARD, replay(BOARD, (Move(3, 0, 1), Move(3, 0, -1))))


def played(count: int, *keys: str | None) -> list[tuple[int, bool]]:
    """What is shown while these keys are pressed (None: the time ran out)."""
    shown: list[tuple[int, bool]] = []
    pressed = iter(keys)

    def key(_seconds: float) -> str | None:
        return next(pressed, "quit")

    play(count, lambda position, paused: shown.append((position, paused)), key)
    return shown


def test_frames_follow_one_another_to_the_last() -> None:
    assert played(3, None, None, None) == [(0, False), (1, False), (2, False)]


def test_a_pause_stays_until_the_next() -> None:
    assert played(3, "pause", None, "pause", None) == [
        (0, False),
        (0, True),
        (0, True),
        (0, False),
        (1, False),
    ]


def test_forward_and_back_pause_and_stop_at_the_ends() -> None:
    shown = played(2, "back", "forward", "forward", "back")
    assert shown == [(0, False), (0, True), (1, True), (1, True), (0, True)]


def test_first_and_last_jump() -> None:
    assert [position for position, _ in played(9, "last", "first")] == [0, 8, 0]


def test_quit_ends_it() -> None:
    assert played(3, "quit") == [(0, False)]


def test_keys_that_arrive_together_are_told_apart() -> None:
    sent = "\x1b[C\x1bODx \x1b[1~q"
    assert keys_in(sent) == ["forward", "back", "pause", "first", "quit"]


def test_the_screen_says_what_happens_and_which_keys_there_are() -> None:
    heads = [plain(screen(FRAMES, k, k == 0)).splitlines()[0] for k in range(len(FRAMES))]
    assert heads == [
        "1/4  step 1: 3 0 1   drag the 1 at column 3, row 0 right, changing places with its like"
        "  (paused)",
        "2/4  step 2: 3 0 -1   drag the 1 at column 3, row 0 left, onto column 2",
        "3/4  step 2, round 1: 3 blocks vanish",
        "4/4  the board is empty",
    ]
    assert "space: pause" in plain(screen(FRAMES, 0, False)).splitlines()[-1]


def test_a_block_in_colour_keeps_its_number() -> None:
    pytest.importorskip("rich", reason="colours need rich")
    text = terminal.coloured([[Span("0 "), Span(" 3 ", 3), Span("(3)", 3, marked=True)]])
    assert text.plain == "0  3 (3)"
    styles = [str(span.style) for span in text.spans if span.style]
    assert len(styles) == 2 and styles[0] != styles[1]


@pytest.mark.parametrize(
    ("variable", "value", "wanted"),
    [("NO_COLOR", "1", False), ("TERM", "dumb", False), ("TERM", "xterm-256color", True)],
)
def test_no_color_is_honoured(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, wanted: bool
) -> None:
    pytest.importorskip("rich", reason="colours need rich")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv(variable, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert terminal.wants_colour() is wanted


def in_terminal(keys: list[bytes], *args: str) -> tuple[int, str]:
    """Run satmayan on a terminal of its own; press a key whenever a board has been drawn.

    Gives its exit code and its output.
    """
    pty = pytest.importorskip("pty", reason="terminals are a thing of Unix")
    child, terminal_end = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES="40")
        os.environ.pop("NO_COLOR", None)
        os.execv(sys.executable, [sys.executable, "-m", "satmayan", *args])
    output = b""
    try:
        while select.select([terminal_end], [], [], 20)[0]:
            chunk = os.read(terminal_end, 65536)
            if not chunk:
                break
            output += chunk
            if keys and b"q: quit" in chunk:
                os.write(terminal_end, keys.pop(0))
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(terminal_end)  # hangs up a child that is still there
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), output.decode()


EXAMPLES = Path(__file__).parent.parent.parent / "examples"
BOARD_AND_PLAN = [str(EXAMPLES / "same-colour.in"), str(EXAMPLES / "same-colour.out")]


def test_a_terminal_gets_colours() -> None:
    pytest.importorskip("rich", reason="colours need rich")
    code, output = in_terminal([], "show", *BOARD_AND_PLAN)
    assert code == 0
    assert "\x1b[1;38" in output


def test_plain_is_plain_even_on_a_terminal() -> None:
    code, output = in_terminal([], "show", "--plain", *BOARD_AND_PLAN)
    assert (code, "\x1b" in output) == (0, False)


def test_playing_ends_with_q_and_gives_the_terminal_back() -> None:
    """The right arrow shows the second frame; then q."""
    pytest.importorskip("rich", reason="playing needs rich")
    code, output = in_terminal([b"\x1b[C", b"q"], "show", "--play", *BOARD_AND_PLAN)
    assert code == 0
    assert "2/5" in output


def test_playing_needs_a_terminal() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "satmayan", "show", "--play", *BOARD_AND_PLAN],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 2
    assert "--play needs a terminal" in result.stderr
