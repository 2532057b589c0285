"""Messages in the language of their reader: English sentences are the keys of a catalogue.

The core speaks English only.  At the edge a finished sentence is looked up among the
templates of :mod:`satmayan.base.chinese`, and its numbers, names and inner sentences are put
into the translation.  What has no entry stays as it is.

>>> translate("step 2 (3 5 1): there is no block at (3, 5)", "zh")
'第 2 步（3 5 1）：(3, 5) 处没有方块'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

LANGUAGES = ("en", "zh")

# Inner sentences, which are translated too; other long names are file names and the like.
_SENTENCES = frozenset(("detail", "found", "expected", "reason", "outcome"))
_PLACE = re.compile(r"\{(\w+)\}")


def from_environment(environment: Mapping[str, str]) -> str:
    """The language of the locale, by the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "zh" if environment[name].lower().startswith("zh") else "en"
    return "en"


def translate(text: str, language: str) -> str:
    """A text, line by line, in a language of ``LANGUAGES``; indents are kept."""
    if language == "en":
        return text
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    body = line.strip()
    return line.replace(body, _sentence(body), 1) if body else line


def _sentence(sentence: str) -> str:
    for pattern, chinese in _catalogue():
        match = pattern.fullmatch(sentence)
        if match:
            values = {
                name: _sentence(value) if name in _SENTENCES else value
                for name, value in match.groupdict().items()
            }
            return chinese.format(**values)
    return sentence


@cache
def _catalogue() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The templates as patterns: see :mod:`satmayan.base.chinese` for how they are written."""
    from satmayan.base.chinese import MESSAGES

    return tuple((_pattern(english), chinese) for english, chinese in MESSAGES.items())


def _pattern(template: str) -> re.Pattern[str]:
    parts = _PLACE.split(template)
    pattern = ""
    for k, part in enumerate(parts):
        if k % 2 == 0:
            pattern += re.escape(part).replace(r"\(s\)", "s?")
        else:
            pattern += f"(?P<{part}>{'-?[0-9]+' if len(part) == 1 else '.+?'})"
    return re.compile(pattern)
