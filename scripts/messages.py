"""Write the catalogues of messages: ``scripts/dev python scripts/messages.py``.

Looks through the sources for ``Message(...)``, ``Message.plural(...)`` and ``noted(...)``, brings
``satmayan/base/locale/zh/LC_MESSAGES/satmayan.po`` up to date (what is new has an empty
translation, to be filled in by hand; what is gone goes), and compiles it beside itself.

    --check   change nothing; exit with 1 where a file is not up to date, or a translation missing

Needs Babel (the extra ``test``).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
PO = ROOT / "satmayan" / "base" / "locale" / "zh" / "LC_MESSAGES" / "satmayan.po"
KEYWORDS = {"Message": None, "plural": (1, 2), "noted": None}


def sources() -> list[Path]:
    """The files that are looked through."""
    return sorted([*(ROOT / "satmayan").rglob("*.py"), *(ROOT / "encodings").glob("*.py")])


def extracted() -> Iterator[tuple[str | tuple[str, ...], str]]:
    """Every message of the sources, and the file that it is in."""
    for path in sources():
        for _, message, _, _ in extract_from_file("python", path, keywords=KEYWORDS):
            yield message, str(path.relative_to(ROOT))


def updated() -> Catalog:
    """The catalogue as it should be: today's messages, with the translations there are."""
    old = Catalog(locale="zh")
    if PO.exists():
        with PO.open("rb") as file:
            old = read_po(file, locale="zh")
    new = Catalog(
        locale="zh",
        project="satmayan",
        fuzzy=False,
        header_comment="# The messages of satmayan in Chinese; see scripts/messages.py.",
    )
    for message, path in extracted():
        known = old.get(message)
        new.add(message, known.string if known else None, locations=[(path, 0)])
    new.creation_date = new.revision_date = old.creation_date
    return new


def missing(catalogue: Catalog) -> list[str]:
    """The messages that have no translation, or one whose places are not those of the original."""
    return [
        f"{message.id}"
        for message in catalogue
        if message.id
        and not (all(_texts(message.string)) and _same_places(message.id, message.string))
    ]


def _texts(string: str | Sequence[str] | None) -> tuple[str, ...]:
    """One text, or those of singular and plural."""
    return (string or "",) if string is None or isinstance(string, str) else tuple(string)


def _same_places(originals: str | Sequence[str], translations: str | Sequence[str] | None) -> bool:
    def places(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}

    wanted = set().union(*map(places, _texts(originals)))
    return all(places(text) == wanted for text in _texts(translations))


def po_bytes(catalogue: Catalog) -> bytes:
    """The text of the catalogue, sorted, without line numbers and dates."""
    buffer = BytesIO()
    write_po(buffer, catalogue, width=96, sort_output=True, include_lineno=False)
    lines = buffer.getvalue().splitlines(keepends=True)
    dates = (b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By')
    return b"".join(line for line in lines if not line.startswith(dates))


def mo_bytes(catalogue: Catalog) -> bytes:
    """The compiled catalogue."""
    buffer = BytesIO()
    with BytesIO(po_bytes(catalogue)) as text:
        again = read_po(text, locale="zh")
    again.creation_date = datetime.fromtimestamp(0, timezone.utc)  # or it is that of today
    write_mo(buffer, again)
    return buffer.getvalue()


def is_current(path: Path, data: bytes) -> bool:
    """Whether a file says what it should.  A compiled one also names the Babel that made it."""
    if not path.exists():
        return False
    found = path.read_bytes()
    return found == data or (path.suffix == ".mo" and _messages(found) == _messages(data))


def _messages(compiled: bytes) -> list[tuple[object, object]]:
    return [(m.id, m.string) for m in read_mo(BytesIO(compiled)) if m.id]


def main() -> int:
    """Bring the catalogue up to date, or say that it is not."""
    catalogue = updated()
    files = {PO: po_bytes(catalogue), PO.with_suffix(".mo"): mo_bytes(catalogue)}
    stale = [path for path, data in files.items() if not is_current(path, data)]
    for message in missing(catalogue):
        print(f"no translation, or one with other places: {message}", file=sys.stderr)
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"not up to date: {path.relative_to(ROOT)}", file=sys.stderr)
        return 1 if stale or missing(catalogue) else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(files[path])
    return 0


if __name__ == "__main__":
    sys.exit(main())
