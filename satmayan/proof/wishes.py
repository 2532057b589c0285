"""Certificates that no board is as wished: a formula and a proof for each shape.

``manifest.json`` holds the wish, what arithmetic refuses and why, and the hashes of
``1.cnf``, ``1.drat``, ``2.cnf``, ... of all other shapes, in the order of ``Wish.shapes``.
Verifying reads the wish alone and makes everything else again: the sizes, arithmetic's
reasons, and the formulas, byte for byte; the proofs go to a checker that is not ours.
That the formulas say what is wished, and that the arithmetic is right, nobody proves.
"""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

from satmayan import __version__
from satmayan.base.errors import ConfigError
from satmayan.base.limits import Deadline
from satmayan.base.progress import Progress, silent
from satmayan.forge.draft import Draft
from satmayan.forge.wish import Shape, Template, Wish
from satmayan.proof.checkers import Checker, NotVerified
from satmayan.proof.claim import Claim
from satmayan.proof.drat import cut_after_empty_clause, fault
from satmayan.proof.manifest import NAME, FileRecord, Refused
from satmayan.proof.solvers import ProofSolver, Satisfiable
from satmayan.proof.verify import Confirmed
from satmayan.puzzle.board import HEIGHT, WIDTH
from satmayan.puzzle.files import MAX_COLOURS, MAX_STEPS
from satmayan.sat import encoding as registry
from satmayan.sat.dimacs.cnf import write_cnf

FORMAT = "satmayan no board 1"
UNCHECKED = (
    "that the formulas say what is wished and what the rules are",
    "that arithmetic is right where it refuses a size",
)
_MOST = {"steps": MAX_STEPS, "colours": MAX_COLOURS}  # of a range; else the cells
_RANGES = ("blocks", "colours", "steps", "per_colour")


def prove_none(
    wish: Wish,
    encoding: str,
    target: Path,
    solver: ProofSolver,
    deadline: Deadline | None = None,
    progress: Progress = silent,
) -> int:
    """Prove that there is no such board; leave the certificate in the folder ``target``.

    Returns the number of formulas.  Raises ConfigError for a wish of all plans, for an
    encoding given by path, and where there is a board after all; LimitReached, OSError.
    """
    check_encoding(encoding)
    if wish.is_universal:
        raise ConfigError("no certificate for a wish that speaks of all plans")
    shapes = []
    with tempfile.TemporaryDirectory(dir=target.absolute().parent) as name:
        folder = Path(name)
        for k, shape in enumerate(wish.shapes(), 1):
            progress(f"prove: no board of {shape}")
            cnf, proof = folder / f"{k}.cnf", folder / f"{k}.drat"
            claim = _claim(wish, shape, encoding)
            cnf.write_text(_text(claim), encoding="ascii", newline="\n")
            try:
                solver.refute(claim, cnf, proof, deadline or Deadline(), lambda size: None)
            except Satisfiable:
                raise ConfigError(f"there is such a board of {shape}") from None
            if not cut_after_empty_clause(proof, not all(claim.clauses)) or fault(proof):
                raise ConfigError(f"{solver.title} left no complete text DRAT proof")
            shapes.append({"shape": str(shape), "cnf": _record(cnf), "drat": _record(proof)})
        made = {"satmayan": __version__, "solver": solver.title, "shapes": shapes}
        document = {**_head(wish, encoding), **made}
        (folder / NAME).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
        target.mkdir(exist_ok=True)
        for path in sorted(folder.iterdir()):
            path.replace(target / path.name)
    return len(shapes)


def is_of_a_wish(folder: Path) -> bool:
    """Whether the manifest in a folder is one of a wish, good or not."""
    try:
        document = json.loads((folder / NAME).read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(document, dict) and document.get("format") == FORMAT


def verify_none(
    folder: Path,
    checker: Checker,
    deadline: Deadline | None = None,
    progress: Progress = silent,
) -> Iterator[Confirmed]:
    """What holds of such a certificate; Refused where something does not.  Raises LimitReached."""
    document = json.loads((folder / NAME).read_bytes())
    try:
        wish, encoding = _read_wish(document["wish"]), document["encoding"]
        check_encoding(encoding)
        listed = [(entry["shape"], entry["cnf"], entry["drat"]) for entry in document["shapes"]]
    except (ValueError, KeyError, TypeError, IndexError, ConfigError) as error:
        raise Refused(f"{NAME} cannot be read: {error!r}") from None
    if wish.is_universal:
        raise Refused("the wish speaks of all plans, which no formula does")
    head = _head(wish, encoding)
    if any(document.get(name) != value for name, value in head.items()):
        raise Refused(f"{NAME} does not say what arithmetic refuses")
    shapes = list(wish.shapes())
    if [shape for shape, _, _ in listed] != [str(shape) for shape in shapes]:
        raise Refused(f"{NAME} does not list the {len(shapes)} shapes that the wish allows")
    refused = len(head["arithmetic"])
    yield Confirmed("wish", f"{len(shapes)} shapes, {refused} sizes refused by arithmetic")
    for k, (shape, (_, *records)) in enumerate(zip(shapes, listed, strict=True), 1):
        cnf, proof = folder / f"{k}.cnf", folder / f"{k}.drat"
        for path, record in zip((cnf, proof), records, strict=True):
            if path.is_symlink() or not path.is_file() or _record(path) != record:
                raise Refused(f"{path.name} is missing, or is not the file of {NAME}")
        progress(f"check {k}.drat")
        if cnf.read_bytes() != _text(_claim(wish, shape, encoding)).encode("ascii"):
            raise Refused(f"{k}.cnf is not the formula of {shape}, made again")
        _check(checker, cnf, proof, deadline or Deadline())
        yield Confirmed("proof", f"{shape}: {k}.drat accepted by {checker.title}")


def check_encoding(encoding: str) -> None:
    """Raises ConfigError for an encoding given by path, which nobody else can look up."""
    if encoding not in registry.names():
        raise ConfigError(f"no certificates with encoding {encoding!r}: it is not satmayan's own")


def _check(checker: Checker, cnf: Path, proof: Path, deadline: Deadline) -> None:
    if reason := fault(proof):
        raise Refused(f"{proof.name} {reason}")
    try:
        checker.check(cnf, proof, deadline)
    except NotVerified as error:
        raise Refused(f"{proof.name}: {error}") from None


def _claim(wish: Wish, shape: Shape, encoding: str) -> Claim:
    """The formula of a shape; what an encoding only assumes is raised until it is exact."""
    draft = Draft(wish, shape, registry.find(encoding))
    while draft.encoding and (bounds := draft.encoding.assumptions()):
        draft.encoding.refine(bounds)
    return Claim(draft.formula, f"there is such a board of {shape}")


def _text(claim: Claim) -> str:
    text = io.StringIO()
    names = (f"var {variable} {name}" for variable, name in claim.names())
    write_cnf(text, claim.variables, claim.clauses, [f"claim {claim.text}", *names])
    return text.getvalue()


def _record(path: Path) -> dict[str, Any]:
    found = FileRecord.of(path)
    return {"bytes": found.bytes, "sha256": found.sha256}


def _head(wish: Wish, encoding: str) -> dict[str, Any]:
    """What a manifest says of a wish, all of it made from the wish."""
    return {
        "format": FORMAT,
        "wish": _write_wish(wish),
        "encoding": encoding,
        "arithmetic": list(wish.refusals()),
    }


def _write_wish(wish: Wish) -> dict[str, Any]:
    """A wish as JSON has it: ranges by their ends, a template by its cells."""
    document = {f.name: getattr(wish, f.name) for f in fields(wish) if f.name != "tempts"}
    for name in _RANGES:
        document[name] = [document[name][0], document[name][-1]]
    document["template"] = [[*cell, colour] for cell, colour in wish.template.cells]
    return {k: list(v) if isinstance(v, tuple) else v for k, v in document.items()}


def _read_wish(document: dict[str, Any]) -> Wish:
    """The wish of a manifest.  Raises ValueError (and others) unless it is written as above."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in document.items()
    }
    for name in _RANGES:
        low, high = values[name]
        if not 1 <= low <= high <= _MOST.get(name, WIDTH * HEIGHT):
            raise ValueError(f"{name}: {low} to {high}")
        values[name] = range(low, high + 1)
    for name, cells in _numbers(values):
        if any(type(n) is not int or n not in limit for n, limit in cells):
            raise ValueError(f"{name}: not such numbers")
    if not all(type(values[name]) is bool for name in ("mirror", "none_shorter")):
        raise ValueError("neither true nor false")
    values["template"] = Template(tuple(((x, y), colour) for x, y, colour in values["template"]))
    wish = Wish(**values)
    if json.dumps(_write_wish(wish)) != json.dumps(document):
        raise ValueError("the wish is not written as satmayan writes it")
    return wish


def _numbers(values: dict[str, Any]) -> Iterator[tuple[str, list[tuple[Any, range]]]]:
    """The numbers of a wish that is read, and what they may be."""
    heights, rounds = ([n for n in values[name] if n is not None] for name in ("heights", "rounds"))
    if len(values["heights"]) != WIDTH:
        raise ValueError(f"{len(values['heights'])} heights")
    yield "heights", [(n, range(HEIGHT + 1)) for n in heights]
    yield "rounds", [(n, range(WIDTH * HEIGHT)) for n in (*rounds, values["chain"])]
    limits = range(WIDTH), range(HEIGHT), range(MAX_COLOURS + 1)
    for cell in values["template"]:
        yield "template", list(zip(cell, limits, strict=True))
