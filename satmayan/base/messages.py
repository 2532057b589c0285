"""Messages in the language of their reader: templates are the keys of gettext catalogues.

Whoever says something makes a :class:`Message` of an English template and its values; it is
the English text, a ``str``, wherever nobody asks for another language.  At the edge
:func:`translate` looks the template up in the catalogue and puts the values in, which may be
messages themselves, or texts that are :func:`noted` where they are written.
``scripts/messages.py`` writes the catalogues.

>>> place = Message("there is no block at ({x}, {y})", x=3, y=5)
>>> said = Message("step {step} ({move}): {detail}", step=2, move="3 5 1", detail=place)
>>> said
'step 2 (3 5 1): there is no block at (3, 5)'
>>> translate(said, "zh")
'第 2 步（3 5 1）：(3, 5) 处没有方块'
>>> translate(str(ValueError(said)), "zh") == translate(said, "zh")
True
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "zh")
FOLDER = Path(__file__).with_name("locale")
DOMAIN = "satmayan"
_PACKED = "\0message"  # begins no text of ours


class Message(str):
    """A text for people: English, with the template and the values that it was made of.

    Raises KeyError for a place of the template that has no value.
    """

    template: str
    many: str | None  # the template for any number but 1
    values: Mapping[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Message:
        return cls._made(template, None, values)

    @classmethod
    def plural(cls, one: str, many: str, /, n: int, **values: Any) -> Message:
        """The first template for ``n`` = 1, else the second; ``n`` is a value of both."""
        return cls._made(one, many, {"n": n, **values})

    @classmethod
    def _made(cls, template: str, many: str | None, values: Mapping[str, Any]) -> Message:
        one = many is None or values["n"] == 1
        self = super().__new__(cls, (template if one else many or "").format(**values))
        self.template, self.many, self.values = template, many, values
        return self

    def __str__(self) -> str:
        return self  # so that str(error) is still a message

    def __reduce__(self) -> tuple[Any, ...]:
        return Message._made, (self.template, self.many, self.values)


def join(separator: str, parts: Iterable[str]) -> str:
    """As ``separator.join(parts)``, of which every part is translated by itself."""
    places = {f"part{k}": text for k, text in enumerate(parts)}
    around = separator.replace("{", "{{").replace("}", "}}")
    return Message(around.join(f"{{{name}}}" for name in places), **places)


def indented(text: str) -> str:
    """A line moved in by two."""
    return join("", ("  ", text))


def noted(text: str) -> str:
    """The text itself; ``scripts/messages.py`` notes that it is to be translated as it stands.

    For what must be an ordinary ``str``.  As a value of a message it has two words or more.
    """
    return text


def packed(text: str) -> str:
    """A message as a string that a file can keep, see :func:`unpacked`; another text as it is."""
    if not isinstance(text, Message):
        return text
    import json

    values = {name: _packed_value(value) for name, value in text.values.items()}
    return _PACKED + json.dumps([text.template, text.many, values])


def _packed_value(value: Any) -> str | float:
    if isinstance(value, str):
        return packed(value)
    return value if isinstance(value, (int, float)) else str(value)


def unpacked(text: str) -> str:
    """What :func:`packed` was given; a text that only begins like that stays as it is."""
    if not text.startswith(_PACKED):
        return text
    import json

    try:
        template, many, values = json.loads(text.removeprefix(_PACKED))
        again = {name: unpacked(v) if isinstance(v, str) else v for name, v in values.items()}
        return Message._made(template, many, again)
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
        return text


def from_environment(environment: Mapping[str, str]) -> str:
    """The language of the locale, by the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return "zh" if environment[name].lower().startswith("zh") else "en"
    return "en"


def translate(text: str, language: str) -> str:
    """A text in a language of ``LANGUAGES``.

    Of a message the template is looked up, of any other text the whole; what has no
    translation stays as it is.
    """
    if language == "en" or not text:
        return text
    catalogue = _catalogue(language)
    if not isinstance(text, Message):
        return catalogue.gettext(text)
    values = {name: _value(value, language) for name, value in text.values.items()}
    if text.many is None:
        return catalogue.gettext(text.template).format(**values)
    return catalogue.ngettext(text.template, text.many, text.values["n"]).format(**values)


def _value(value: Any, language: str) -> Any:
    """A value of a message in a language: a plain word stays, for it may be a name."""
    said = isinstance(value, Message) or (isinstance(value, str) and " " in value)
    return translate(value, language) if said else value


@cache
def _catalogue(language: str) -> NullTranslations:
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    with path.open("rb") as file:
        return GNUTranslations(file)
