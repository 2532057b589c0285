"""``manifest.json``: what a certificate claims, who made it, and the hash of every file.

The seal is the hash of the manifest itself but for the times, so that the same command
gives the same seal.  Hash and seal protect against accidents; against anybody else
:mod:`satmayan.proof.verify` looks at the files themselves.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any

NAME = "manifest.json"
FORMAT = "satmayan certificate 2"

_CHUNK = 1 << 20


class Refused(Exception):
    """A certificate that does not hold; the message is the reason."""


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A file of a certificate: its size and the hash of its bytes."""

    bytes: int
    sha256: str

    @classmethod
    def of(cls, path: Path) -> FileRecord:
        """The entry of a file as it is on disk.  Raises OSError."""
        digest, size = hashlib.sha256(), 0
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
                size += len(chunk)
        return cls(size, digest.hexdigest())


@dataclass(frozen=True, slots=True)
class Manifest:
    """What ``manifest.json`` says.  ``refinements`` are the cores by which the encoding's
    bounds were raised; ``formulas`` gives the sizes of each formula by name; ``solver`` made
    the proofs, ``checker`` accepted them there and then ("" where none was asked), ``engine``
    found the answer; ``seconds`` is by stage."""

    claim: str
    encoding: str
    options: Mapping[str, str]
    refinements: Sequence[Sequence[int]]
    engine: str
    solver: str
    checker: str
    command: str
    versions: Mapping[str, str]
    formulas: Mapping[str, Mapping[str, int]]
    files: Mapping[str, FileRecord]
    seconds: Mapping[str, float]

    def to_json(self) -> str:
        """The text of the file."""
        document = {"format": FORMAT, **asdict(self)}
        return json.dumps({**document, "seal": _seal(document)}, indent=2) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Manifest:
        """What the text of a manifest says.  Raises Refused for any other text."""
        try:
            document = json.loads(
                text, object_pairs_hook=_unique, parse_constant=_finite, parse_float=_finite
            )
        except (ValueError, RecursionError) as error:
            raise Refused(f"{NAME} is not JSON: {error}") from None
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise Refused(f"{NAME} does not say {FORMAT!r}")
        seal = document.pop("seal", None)
        if seal != _seal(document):
            raise Refused(f"{NAME} was changed: its seal does not match")
        del document["format"]
        _expect_shape(document)
        files = {name: FileRecord(**entry) for name, entry in document.pop("files").items()}
        return cls(files=files, **document)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, whose keys differ: of two values readers take different ones."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} twice")
        found[key] = value
    return found


def _finite(text: str) -> float:
    """A number of JSON, which NaN, Infinity and 1e999 are not."""
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text} is no number")
    return number


def _seal(document: Mapping[str, Any]) -> str:
    sealed = {key: value for key, value in document.items() if key != "seconds"}
    canonical = json.dumps(sealed, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


# An example of every field.
_SHAPE: dict[str, Any] = {
    "claim": "",
    "encoding": "",
    "options": {"": ""},
    "refinements": [[0]],
    "engine": "",
    "solver": "",
    "checker": "",
    "command": "",
    "versions": {"": ""},
    "formulas": {"": {"variables": 0, "clauses": 0}},
    "files": {"": {"bytes": 0, "sha256": ""}},
    "seconds": {"": 0.0},
}


def _expect_shape(document: Mapping[str, Any]) -> None:
    if document.keys() != _SHAPE.keys():
        odd = sorted(document.keys() ^ _SHAPE.keys())
        raise Refused(f"{NAME} has other fields than it should: {', '.join(odd)}")
    for name, example in _SHAPE.items():
        if not _has_shape(document[name], example):
            raise Refused(f"{NAME} has a field {name!r} of the wrong kind")


def _has_shape(value: object, example: object) -> bool:
    """Whether a JSON value is built as an example is; the key "" stands for any keys, the
    item of a list for any items."""
    if isinstance(example, list) and isinstance(value, list):
        return all(_has_shape(item, example[0]) for item in value)
    if not isinstance(example, dict):
        return type(value) is type(example)
    if not isinstance(value, dict):
        return False
    if "" in example:
        return all(_has_shape(item, example[""]) for item in value.values())
    return value.keys() == example.keys() and all(
        _has_shape(value[key], item) for key, item in example.items()
    )
