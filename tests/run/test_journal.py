"""The journal: one rule about damage, one about locks."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from mutations import mutated

from satmayan.run.journal import Journal, OtherSession

HEADER = {"of": "a test", "limits": {"seconds": 3.0}}


@dataclass(frozen=True)
class Entry:
    """An entry of a test."""

    number: int
    words: tuple[str, ...] = ()


ENTRIES = [Entry(k, ("a", "\0\ufffd\n")) for k in range(4)]


def opened(path: Path) -> Journal[Entry]:
    return Journal(path, Entry, HEADER)


def write(path: Path, *entries: Entry) -> list[str]:
    """Add entries; the damage that was there."""
    with opened(path) as journal:
        for entry in entries:
            journal.add(entry)
        return journal.damaged


def read(path: Path) -> list[Entry]:
    with opened(path) as journal:
        return journal.entries


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    assert write(tmp_path / "j", *ENTRIES[:2]) == write(tmp_path / "j", *ENTRIES[2:]) == []
    assert read(tmp_path / "j") == ENTRIES


@pytest.mark.parametrize("cut", [1, 20])
def test_a_last_line_cut_short_costs_that_entry_alone(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "j"
    write(path, *ENTRIES[:2])
    path.write_bytes(path.read_bytes()[:-cut])
    left = ENTRIES[:1] if cut > 1 else ENTRIES[:2]  # without the line feed it is whole
    assert read(path) == left
    write(path, ENTRIES[2])
    assert read(path) == [*left, ENTRIES[2]]


DAMAGE: list[Callable[[bytes], bytes]] = [
    lambda line: line.replace(b"2", b"3", 1),
    lambda line: line.replace(b"number", b"numbed"),
    lambda line: line[:-5],
    lambda line: b"\xff" + line,
    lambda line: b"[" * 100_000,
    lambda line: b'{"sum":1,"entry":{}}',
    lambda line: b'{"sum":223132457,"entry":1}',  # another shape, the checksum right
    lambda line: b"\0" * 4096,
]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_line_is_passed_over_and_named(
    tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "j"
    write(path, *ENTRIES)
    lines = path.read_bytes().split(b"\n")
    lines[3] = damage(lines[3])
    path.write_bytes(b"\n".join(lines))
    (complaint,) = write(path)
    assert complaint.startswith(f"{path}:4: a damaged line, done again: ")
    assert read(path) == [*ENTRIES[:2], ENTRIES[3]]


def test_a_header_cut_short_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "j"
    write(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:9])
    write(path, ENTRIES[0])
    assert path.read_bytes().startswith(whole)
    assert read(path) == ENTRIES[:1]


@pytest.mark.parametrize(
    "content",
    [b"5\n1 0\n", b"\x89PNG\r\n\xff", b'{"reference": "dfs"}\n', b"{" * 99_999, b"\n", b"[]\n"],
)
def test_what_is_no_journal_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    """A file given by mistake, a journal of an earlier version."""
    path = tmp_path / "j"
    path.write_bytes(content)
    with pytest.raises(OtherSession, match=f"{path}:1: no header of a journal"):
        opened(path)
    assert path.read_bytes() == content


def test_another_header_is_refused_with_what_differs(tmp_path: Path) -> None:
    write(tmp_path / "j")
    with pytest.raises(OtherSession, match="differs in: limits"):
        Journal(tmp_path / "j", Entry, {**HEADER, "limits": {"seconds": 4.0}})


def test_a_second_session_is_refused_until_the_first_ends(tmp_path: Path) -> None:
    with opened(tmp_path / "j") as journal:
        with pytest.raises(OtherSession, match="another session is writing"):
            opened(tmp_path / "j")
        journal.add(ENTRIES[0])
    assert read(tmp_path / "j") == ENTRIES[:1]


@pytest.mark.parametrize("special", ["/dev/null", "/dev/zero", "fifo"])
def test_what_has_no_end_is_refused(tmp_path: Path, special: str) -> None:
    path = Path(special)
    if special == "fifo":
        path = tmp_path / "fifo"
        os.mkfifo(path)
    with pytest.raises(OtherSession, match="not a regular file"):
        opened(path)


def test_a_full_disk_leaves_no_half_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, write_whole = tmp_path / "j", os.write
    write(path, ENTRIES[0])
    before = path.read_bytes()

    def half(file: int, data: bytes) -> int:
        return write_whole(file, data[: len(data) // 2])

    with opened(path) as journal:
        monkeypatch.setattr(os, "write", half)
        with pytest.raises(OSError):
            journal.add(ENTRIES[1])
    assert path.read_bytes() == before


def attack(path: Path, rounds: int) -> None:
    """No mutation is taken for an entry that was not written, or ends in another error."""
    write(path, *ENTRIES)
    whole, rng = path.read_bytes(), Random(5)
    refused = 0
    for _ in range(rounds):
        path.write_bytes(mutated(rng, whole))
        try:
            found = read(path)
        except OtherSession:
            refused += 1
            continue
        assert set(found) <= set(ENTRIES)
    assert 0 < refused < rounds


def test_mutated_journals(tmp_path: Path) -> None:
    attack(tmp_path / "j", 100)


@pytest.mark.slow
def test_thousands_of_mutated_journals(tmp_path: Path) -> None:
    attack(tmp_path / "j", 20_000)
