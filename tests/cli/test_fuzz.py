"""Mutated files of every kind: a documented exit code, words for people, and no traceback.

The commands run in this process.  An encoding that is mutated runs in a process of its own,
as always; the work of sessions, whose journals are mutated, is played from what they found.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from traceback import format_exception
from typing import Any, ClassVar
from zlib import crc32

import pytest
from mutations import mutated, reshaped, reworded

from satmayan.proof.manifest import _seal
from satmayan.sat.dimacs.cnf import read_cnf
from satmayan.sat.oracle import DEFAULT_SOLVER, Oracle, Status

ROOT = Path(__file__).parents[2]
BOARD = "1\n1 0\n1 0\n0\n1 0\n0\n"
ANSWER = "3 0 -1\n"
ALLOWED = [(0, ANSWER), (2, ""), (3, ""), (4, "")]  # of an encoding that solves the board
LONG = 60  # seconds by the clock, of a busy machine: no file here is worth as many

Program = Callable[..., Any]
Mutate = Callable[[Random, bytes], bytes]


@dataclass(frozen=True)
class Target:
    """A file to be mutated, and the commands that read it; what it is before, if it has another
    name; and whether a file can say that an engine was wrong, for which the exit code is 4."""

    path: str
    commands: Sequence[str]
    mutate: Mutate = mutated
    original: str = ""
    accuses: bool = False


def near_the_start(rng: Random, data: bytes) -> bytes:
    """Most of the damage to the header, where most of the meaning is."""
    size = rng.choice((200, 200, 2000, len(data)))
    return mutated(rng, data[:size]) + data[size:]


def journal(rng: Random, data: bytes) -> bytes:
    """Damage to the bytes, or to the shape of a line whose checksum is made to match."""
    if rng.random() < 0.4:
        return mutated(rng, data)
    lines = data.split(b"\n")
    at = rng.randrange(len(lines) - 1)
    value = json.loads(lines[at])
    if at == 0:
        lines[0] = json.dumps(reshaped(rng, value)).encode()
    else:
        entry = json.dumps(reshaped(rng, value["entry"])).encode()
        lines[at] = b'{"sum":%d,"entry":%b}' % (crc32(entry), entry)
    return b"\n".join(lines)


def manifest(rng: Random, data: bytes) -> bytes:
    """Damage to the bytes, or to the shape of a manifest whose seal is made to match."""
    if rng.random() < 0.3:
        return mutated(rng, data)
    document = reshaped(rng, json.loads(data))
    if isinstance(document, dict) and rng.random() < 0.9:
        document.pop("seal", None)
        document["seal"] = _seal(document)
    return json.dumps(document).encode()


def source(rng: Random, data: bytes) -> bytes:
    """Damage to the words of a program, and sometimes to its bytes."""
    if rng.random() < 0.1:
        return mutated(rng, data)
    head, start, body = data.decode().partition("from __future__")
    return (head + start + reworded(rng, body)).encode()


BENCH = "bench a.in --engine dfs,search --json runs"
CROSS_CHECK = "crosscheck --engines dfs --boards a.in --count 2 --jobs 1 --out found"
TARGETS = {
    "board": Target(
        "bad",
        [
            "validate bad",
            "solve bad --time-limit 0.3",
            "solve bad --settle --engine search --time-limit 0.3",
            "check bad a.out --time-limit 0.3",
            "show bad a.out",
            "encode bad --steps 1 --encoding order -o bad.cnf",
            "decode bad model --encoding order",
        ],
        original="a.in",
    ),
    "answer": Target(
        "bad",
        [
            "check a.in bad --time-limit 0.3",
            "check a.in a.out bad",
            "check a.in bad a.out",
            "show a.in bad",
            "show a.in bad --html page.html",
        ],
        original="a.out",
    ),
    "formula": Target("bad", ["decode bad model"], near_the_start, "a.cnf"),
    "model": Target(
        "bad",
        ["decode a.cnf bad", "decode a.in bad --encoding order"],
        near_the_start,
        "model",
    ),
    "journal of a bench": Target("runs", [BENCH], journal, accuses=True),
    "journal of a cross-check": Target(
        "found/journal.jsonl", [CROSS_CHECK, CROSS_CHECK + " --json"], journal, accuses=True
    ),
    "manifest": Target(
        "certificate/manifest.json",
        [
            "verify certificate --checker dratify",
            "verify certificate --checker dratify --no-rebuild",
        ],
        manifest,
    ),
    "encoding": Target(
        "mine.py",
        [
            "solve a.in --encoding mine.py --time-limit 2",
            "encode a.in --encoding mine.py -o mine.cnf",
            "encodings mine.py",
            "encodings mine.py a.in",
            "decode a.in model --encoding mine.py",
            "check a.in a.out --encoding mine.py --time-limit 2",
        ],
        source,
        accuses=True,
    ),
}


class Remembering:
    """A pool that does its jobs in this process, each once in all tests."""

    done: ClassVar[dict[str, Any]] = {}

    def __init__(self, setup: Callable[[], Any], *_: object, **__: object) -> None:
        self.setup = setup

    def run(self, jobs: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        for job in jobs:
            if repr(job) not in self.done:
                with self.setup() as function:
                    self.done[repr(job)] = function(job, print)
            yield job, self.done[repr(job)]

    def __enter__(self) -> Remembering:
        return self

    def __exit__(self, *_: object) -> None: ...


class NoSandbox:
    """In place of a sandbox, which engines have no need of."""

    protection = None

    def __init__(self, _root: Path) -> None: ...

    def __enter__(self) -> NoSandbox:
        return self

    def __exit__(self, *_: object) -> None: ...


@pytest.fixture
def folder(run: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a whole file of every kind but the journals and the manifest."""
    for name in ("bench.session", "run.pool"):
        monkeypatch.setattr(f"satmayan.{name}.Pool", Remembering)
    for name in ("crosscheck.referee", "run.sandbox"):
        monkeypatch.setattr(f"satmayan.{name}.Sandbox", NoSandbox)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.in").write_text(BOARD)
    (tmp_path / "a.out").write_text(ANSWER)
    run("encode", "a.in", "--encoding", "order", "-o", "a.cnf")
    (tmp_path / "model").write_text(model(tmp_path / "a.cnf"))
    (tmp_path / "mine.py").write_bytes((ROOT / "encodings" / "_template.py").read_bytes())
    return tmp_path


def model(formula: Path) -> str:
    """What a solver prints of a formula."""
    with formula.open() as file:
        cnf = read_cnf(file)
    with Oracle(DEFAULT_SOLVER, cnf.clauses) as oracle:
        assert oracle.solve() is Status.SAT
        true = (v if v in oracle.model else -v for v in range(1, cnf.variables + 1))
        return f"s SATISFIABLE\nv {' '.join(map(str, true))} 0\n"


def attack(run: Program, folder: Path, kind: str, rounds: int) -> None:
    """Mutate a file, run a command on it and look at how that ended, so many times."""
    target, rng = TARGETS[kind], Random(kind)
    if kind == "manifest":
        run("prove", "a.in", "-o", "certificate")
    first = run(*target.commands[0].split())  # which makes a journal, where it is to be one
    assert first.code == (2 if target.original else 0), first.err
    whole = (folder / (target.original or target.path)).read_bytes()
    codes: Counter[int] = Counter()
    through: dict[str, str] = {}
    for number in range(rounds):
        data, command = target.mutate(rng, whole), rng.choice(target.commands)
        (folder / target.path).write_bytes(data)
        start = time.monotonic()
        try:
            result = run(*command.split())
            codes[result.code] += 1
            reason = fault(target, command, result)
        except Exception as error:
            reason = "".join(format_exception(error)[-3:])
        if time.monotonic() - start > LONG:
            reason += f"it took more than {LONG} s"
        if reason and reason not in through:
            (folder / f"through-{number}").write_bytes(data)
            through[reason] = f"{command} (see {folder}/through-{number}): {reason}"
    assert not through, "\n".join(through.values())
    assert codes[0] < rounds and (len(codes) > 1 or kind == "manifest"), (
        codes
    )  # no change of it is sound


def fault(target: Target, command: str, result: Any) -> str:
    """What is wrong with how a command ended; "" for nothing."""
    if result.code not in range(5 if target.accuses else 4):
        return f"exit code {result.code}: {result.err}"
    if "Traceback" in result.err:
        return str(result.err)
    if result.code == 2 and (result.out or not result.err):
        return f"exit code 2, {result.out!r} on stdout, {result.err!r} on stderr"
    if command.startswith("solve a.in") and (result.code, result.out) not in ALLOWED:
        return f"exit code {result.code}, {result.out!r} on stdout"
    return ""


@pytest.mark.parametrize("kind", TARGETS)
def test_no_mutated_file_is_a_traceback(run: Program, folder: Path, kind: str) -> None:
    attack(run, folder, kind, 12 if kind == "encoding" else 50)


@pytest.mark.slow
@pytest.mark.parametrize("kind", TARGETS)
def test_none_of_thousands_of_mutated_files_is(run: Program, folder: Path, kind: str) -> None:
    attack(run, folder, kind, 5000)
