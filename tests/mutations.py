"""Damage for files: to their bytes and lines, to words of a text, to the shape of JSON."""

from __future__ import annotations

import re
from random import Random
from typing import Any

ODD_BYTES = [
    *(
        b"\0",
        b"\xef\xbb\xbf",
        b"\xff",
        b"\xc3(",
        b"\xed\xa0\x80",
        b"\r",
        b"\x1b[2J",
        b"\x85",
        b"\n",
    ),
    *(text.encode() for text in ("\u0663", "\u2028", "\u00bd", "\u00b2", "\ufeff", "\u202e")),
    *(b"0", b"-1", b"-0", b"+5", b"1_0", b"1e999", b"NaN", b"0x10", b"9" * 20, b"9" * 5000),
    *(b" " * 5000, b"[" * 5000, b'{"":' * 5000, b'"', b"\\", b"//", b"c ", b"%"),
]
ODD_WORDS = ["None", "5", "-1", "0", "[]", "()", "{}", "''", "1 / 0", "x", "float('nan')"]
ODD_VALUES = [
    *(None, True, 0, -1, 1.5, 1e300, 10**18, 10**30, "", "x", "\0\ud800", "9" * 5000),
    *([], {}, [[]], [None], {"": {}}, ["x"] * 3, {"x": 1}),
]


def mutated(rng: Random, data: bytes) -> bytes:
    """The bytes with one to four damages: cut, put in, changed, doubled, lines in disorder."""
    for _ in range(rng.randint(1, 4)):
        at, size = rng.randrange(len(data) + 1), rng.choice((1, 1, 2, 8, 60))
        lines = data.splitlines(keepends=True) or [b""]
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(8):
            case 0:
                data = data[:at] + data[at + size :]
            case 1:
                data = data[:at] + rng.choice(ODD_BYTES) + data[at:]
            case 2:
                data = data[:at] + rng.choice(ODD_BYTES) + data[at + size :]
            case 3:
                data = data[:at] + rng.randbytes(size) + data[at + size :]
            case 4 if at < len(data):
                data = data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
            case 5:
                data = data[:at] + data[at : at + size] * 2 + data[at + size :]
            case 6:
                lines[i], lines[j] = lines[j], lines[i] * rng.choice((0, 1, 2))
                data = b"".join(lines)
            case 7:
                data = data[:at] if rng.random() < 0.3 else data[:-size]
    return data


def reworded(rng: Random, text: str) -> str:
    """The text with one or two words or marks of it changed for others of it, or odd ones."""
    for _ in range(rng.randint(1, 2)):
        words = list(re.finditer(r"\w+|[^\w\s]", text))
        old, other = rng.choice(words), rng.choice(words)
        new = rng.choice((other.group(), "", *rng.sample(ODD_WORDS, 2)))
        text = text[: old.start()] + new + text[old.end() :]
    return text


def reshaped(rng: Random, value: Any) -> Any:
    """The value of JSON with one part of it changed for an odd value, left out or doubled."""
    if not isinstance(value, (dict, list)) or not value or rng.random() < 0.1:
        return rng.choice(ODD_VALUES)
    if isinstance(value, dict):
        key = rng.choice(list(value))
        rest = {k: v for k, v in value.items() if k != key}
        match rng.randrange(6):
            case 0:
                return rest
            case 1:
                return rest | {key + "x": value[key]}
            case _:
                return value | {key: reshaped(rng, value[key])}
    at = rng.randrange(len(value))
    match rng.randrange(6):
        case 0:
            return value[:at] + value[at + 1 :]
        case 1:
            return value + value[at:]
        case _:
            return [*value[:at], reshaped(rng, value[at]), *value[at + 1 :]]
