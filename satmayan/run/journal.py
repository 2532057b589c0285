"""A journal: what a session found so far, a line of JSON each, so that another one goes on.

The first line, the header, says whose journal it is; a journal with another header is
refused and left as it is.  Every line after it is an entry of one type, with a checksum.

*The rule about damage*: a line that is not what was written (cut short, changed, of another
shape) is passed over, and what it stood for is done again; ``damaged`` names it by file and
line.  A damaged header is refused, but for one that was cut short while nothing followed it.

*The rule about locks*: a journal is open in one session at a time; a second one is refused
before it has done anything.  A line is written by one append, and is in the file when
:meth:`Journal.add` returns; one that does not fit on the disk leaves nothing behind.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar
from zlib import crc32

import msgspec

from satmayan.base.errors import ConfigError
from satmayan.base.messages import Message, noted

Entry = TypeVar("Entry")

_OPEN = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC
_FORMAT = "journal-2"  # another one for lines of another form


class OtherSession(ConfigError):
    """The file is no journal of this session, or one that is open in another."""


class _Line(msgspec.Struct):
    """A line after the header: an entry, and the checksum of its bytes."""

    sum: int
    entry: msgspec.Raw


class Journal(Generic[Entry]):
    """The journal at ``path``; ``entries`` are those that it had when it was opened.

    ``header`` tells one session from another, by strings that JSON can hold; ``kind`` is the
    type of the entries: a dataclass, or what else msgspec can check; ``check`` raises ValueError
    for one that is damaged all the same.  Raises OtherSession and OSError.
    """

    def __init__(
        self,
        path: Path,
        kind: type[Entry],
        header: Mapping[str, Any],
        check: Callable[[Entry], None] = lambda _: None,
    ) -> None:
        self.path, self._check_entry = path, check
        self.entries: list[Entry] = []
        self.damaged: list[str] = []
        self._file = os.open(path, _OPEN, 0o666)
        try:
            self._lock()
            self._read(kind, {"format": _FORMAT, **header})
        except BaseException:
            os.close(self._file)
            raise

    def _lock(self) -> None:
        if not stat.S_ISREG(os.fstat(self._file).st_mode):  # a pipe may have no end
            raise OtherSession(
                Message("{path}: not a regular file, so nothing can be kept in it", path=self.path)
            )
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            text = Message("{path}: another session is writing to it", path=self.path)
            raise OtherSession(text) from None

    def _read(self, kind: type[Entry], header: dict[str, Any]) -> None:
        with open(self._file, "rb", closefd=False) as file:
            data = file.read()
        first = _encoded(header)
        if first.startswith(data):  # nothing, or a header cut short
            os.truncate(self._file, 0)
            self._append(first)
            return
        head, *lines = data.split(b"\n")
        self._check(head, header)
        if lines.pop() if lines else head:  # the last line was cut short: the next starts anew
            self._append(b"\n")
            lines = data.split(b"\n")[1:]
        decoder = msgspec.json.Decoder(kind)
        for number, line in enumerate(lines, 2):
            if line:
                self._take(number, line, decoder)

    def _check(self, line: bytes, header: dict[str, Any]) -> None:
        try:
            found = msgspec.json.decode(line, type=dict[str, Any])
        except (msgspec.MsgspecError, ValueError, RecursionError):
            found = {}
        if found.get("format") != header["format"]:
            raise OtherSession(
                Message(
                    "{path}:1: no header of a journal as this version keeps it; "
                    "it is left as it is",
                    path=self.path,
                )
            )
        header = msgspec.json.decode(_encoded(header))
        differs = sorted(k for k in header | found if header.get(k) != found.get(k))
        if differs:
            raise OtherSession(
                Message(
                    "{path} belongs to another session (it differs in: {names}); "
                    "choose another one, or remove it",
                    path=self.path,
                    names=", ".join(differs),
                )
            )

    def _take(self, number: int, line: bytes, decoder: msgspec.json.Decoder[Entry]) -> None:
        try:
            read = msgspec.json.decode(line, type=_Line)
            if read.sum != crc32(read.entry):
                raise ValueError(noted("the checksum is another one"))
            entry = decoder.decode(read.entry)
            self._check_entry(entry)
            self.entries.append(entry)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self.damaged.append(
                Message(
                    "{path}:{line}: a damaged line, done again: {reason}",
                    path=self.path,
                    line=number,
                    reason=str(error),
                )
            )

    def add(self, entry: Entry) -> None:
        """Write an entry: it is in the file when this returns.  Raises OSError."""
        data = msgspec.json.encode(entry, enc_hook=_plain)
        self._append(_encoded(_Line(crc32(data), msgspec.Raw(data))))

    def _append(self, data: bytes) -> None:
        before = os.fstat(self._file).st_size
        try:
            if os.write(self._file, data) < len(data):
                text = Message("{path}: a line could not be written whole", path=self.path)
                raise OSError(text)
        except OSError:
            os.truncate(self._file, before)
            raise

    def close(self) -> None:
        """Close the file, so that another session may open it."""
        os.close(self._file)

    def __enter__(self) -> Journal[Entry]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _plain(value: object) -> object:
    """A text in place of what is a kind of text, such as a message."""
    if isinstance(value, str):
        return str.__str__(value)
    raise NotImplementedError(f"{type(value).__name__} cannot be kept in a journal")


def _encoded(value: object) -> bytes:
    return msgspec.json.encode(value) + b"\n"
