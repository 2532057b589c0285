"""A plan played in place on a terminal, with keys: pause, back, forward, quit."""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from satmayan.show.frames import Frame, describe_move
from satmayan.show.terminal import coloured
from satmayan.show.text import Row, Span, picture

SECONDS = 1.0  # a frame
HELP = "space: pause   left, right: step   home, end: first, last   q: quit"

# What a key sends on a terminal, and what it means here.
_KEYS = {
    " ": "pause",
    **dict.fromkeys(("\x1b[D", "\x1bOD", "h"), "back"),
    **dict.fromkeys(("\x1b[C", "\x1bOC", "l"), "forward"),
    **dict.fromkeys(("\x1b[H", "\x1bOH", "\x1b[1~"), "first"),
    **dict.fromkeys(("\x1b[F", "\x1bOF", "\x1b[4~"), "last"),
    **dict.fromkeys(("q", "\x1b"), "quit"),
}
_ONE_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO.|.", re.DOTALL)

Keys = Callable[[float], str | None]


def play(count: int, show: Callable[[int, bool], None], key: Keys) -> None:
    """Show frames 0 .. count - 1 one after another until the last, or until "quit".

    ``show(k, paused)`` draws; ``key(seconds)`` waits that long at most and gives the name
    of a key that was pressed, or None.  Paused, or at the last frame by a key, it waits.
    """
    position, paused = 0, False
    while True:
        show(position, paused)
        pressed = key(3600.0 if paused else SECONDS)
        if pressed == "quit" or (pressed is None and not paused and position == count - 1):
            return
        if pressed is None:
            position += 0 if paused else 1
        elif pressed == "pause":
            paused = not paused
        else:
            paused = True
            position = _moved(pressed, position, count - 1)


def _moved(key: str, position: int, last: int) -> int:
    moves = {"back": max(0, position - 1), "forward": min(last, position + 1), "last": last}
    return moves.get(key, 0)


def play_on_terminal(frames: Sequence[Frame]) -> None:
    """Play frames on standard output, which must be a terminal, with keys from standard input."""
    from rich.live import Live

    with keyboard() as key, Live(auto_refresh=False) as live:

        def show(position: int, paused: bool) -> None:
            rows = screen(frames, position, paused)
            live.update(coloured(rows), refresh=True)

        play(len(frames), show, key)


def screen(frames: Sequence[Frame], position: int, paused: bool) -> list[Row]:
    """What is seen at one position: headline, board, and the keys."""
    frame = frames[position]
    state = "  (paused)" if paused else ""
    return [
        [Span(f"{position + 1}/{len(frames)}  {headline(frame)}{state}")],
        *picture(frame),
        [Span(HELP)],
    ]


def headline(frame: Frame) -> str:
    """What happens in a frame, in words."""
    if frame.move is not None:
        return f"step {frame.step}: {frame.move}   {describe_move(frame.board, frame.move)}"
    if frame.round:
        return f"step {frame.step}, round {frame.round}: {len(frame.vanishing)} blocks vanish"
    return "the board is empty" if frame.board.is_empty else f"{frame.board.blocks} blocks left"


@contextmanager
def keyboard() -> Iterator[Keys]:
    """The keys of the terminal at standard input, one by one and without echo.

    Raises ImportError where there is no termios (Windows).
    """
    import termios
    import tty

    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor)
        yield _Keyboard()
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


class _Keyboard:
    """Waits for keys that mean something; several may arrive at once."""

    def __init__(self) -> None:
        self.pressed: deque[str] = deque()

    def __call__(self, seconds: float) -> str | None:
        end = time.monotonic() + seconds
        while not self.pressed:
            left = max(0.0, end - time.monotonic())
            if not select.select([sys.stdin], [], [], left)[0]:
                return None
            data = os.read(sys.stdin.fileno(), 1024).decode(errors="replace")
            if not data:  # the end of the input: nobody will press a key
                return "quit"
            self.pressed.extend(keys_in(data))
        return self.pressed.popleft()


def keys_in(data: str) -> list[str]:
    """The names of the keys in what a terminal sent; keys without a meaning are left out."""
    return [_KEYS[key] for key in _ONE_KEY.findall(data) if key in _KEYS]
