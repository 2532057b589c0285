"""Verifying a certificate: nothing is taken on trust that can be looked at.

1. ``manifest``  is whole, and every file has the size and hash that it says;
2. ``answer``    mayan.in is a puzzle; the plan, replayed by the rules, empties the board in
   exactly n steps;
3. ``formula``   made again from the board, the answer and the encoding, is the same byte for
   byte, and so is replay.txt; for a plan, the encoding's formula admits it (a formula that
   admits nothing would refute everything);
4. ``proof``     is accepted by a checker that is not ours;
5. ``recheck``   where it is asked for: an engine that knows no formula gives the same answer.

The last four do not rely on the first: whoever changes a file and the manifest to match
meets them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from satmayan import __version__
from satmayan.base.errors import ConfigError, Contradiction
from satmayan.base.limits import Deadline, LimitReached, allowing
from satmayan.base.progress import Progress, silent
from satmayan.judge import confirm
from satmayan.planner import Config, Verdict, solve
from satmayan.proof.bounds import apply
from satmayan.proof.checkers import Checker, NotVerified
from satmayan.proof.claim import WHOLE, claims, denied, plan_literals, write_claim
from satmayan.proof.drat import fault
from satmayan.proof.manifest import NAME, FileRecord, Manifest, Refused
from satmayan.proof.prover import (
    ANSWER,
    PUZZLE,
    REPLAY,
    provenance,
    redundant,
    replay_text,
)
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.puzzle.files import (
    FormatError,
    format_plan,
    format_puzzle,
    parse_plan,
    parse_puzzle,
    plan_line,
)
from satmayan.sat.encoding import Encoding
from satmayan.sat.lexmin import ask
from satmayan.sat.oracle import DEFAULT_SOLVER, Oracle

_FORMULA = re.compile(rf"{WHOLE}|step-[1-9][0-9]{{0,8}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """One part of a certificate that holds, and why."""

    part: str
    text: str


def verify(
    folder: Path,
    checker: Checker,
    *,
    rebuild: bool = True,
    recheck: str | None = None,
    deadline: Deadline | None = None,
    progress: Progress = silent,
) -> Iterator[Confirmed]:
    """What holds of a certificate, part by part; Refused, with the reason, where one does not.

    Without ``rebuild`` the formulas are taken as they are, for a machine whose version of
    an encoding differs.  ``recheck`` names a simulator (dfs, search) that solves the puzzle
    once more; where it denies what was proved by a formula made again, that is a
    Contradiction.  Raises LimitReached; NotADirectoryError if there is no folder.
    """
    if not folder.is_dir():
        raise NotADirectoryError(20, "no folder, so no certificate", str(folder))
    certificate = _Certificate(folder, checker, deadline or Deadline(), progress)
    yield certificate.check_files()
    yield certificate.check_answer()
    if rebuild:
        certificate.check_replay()
        yield certificate.check_formulas()
    else:
        yield Confirmed("formula", "taken as it is: not made again")
    for name in certificate.manifest.formulas:
        yield certificate.check_proof(name)
    if recheck:
        yield certificate.check_again(recheck, rebuild)


def unchecked(folder: Path, rebuild: bool = True) -> Iterator[str]:
    """What ``verify`` has not looked at, of a certificate that it has not refused."""
    manifest = Manifest.from_json((folder / NAME).read_text(encoding="utf-8"))
    if not rebuild:
        yield "that the formula is the one of the board and the answer"
    elif constraints := redundant(manifest.encoding, manifest.options):
        yield f"that no smallest plan is lost by the formula's {', '.join(constraints)}"
    yield "that the formula says what the rules say"
    versions = ", ".join(f"{name} {number}" for name, number in manifest.versions.items())
    yield (
        f"what the manifest says of its making: answer by {manifest.engine}, proof by "
        f"{manifest.solver}, checked by {manifest.checker or 'nobody'}, {versions}"
        + (f", {manifest.command}" if manifest.command else "")
    )


class _Certificate:
    """A certificate under examination.  Every method raises Refused."""

    manifest: Manifest
    puzzle: Puzzle
    plan: Plan | None

    def __init__(
        self, folder: Path, checker: Checker, deadline: Deadline, progress: Progress
    ) -> None:
        self.folder, self.checker, self.deadline = folder, checker, deadline
        self.progress = progress

    def check_files(self) -> Confirmed:
        self.manifest = manifest = Manifest.from_json(self.text(NAME))
        names = manifest.formulas
        if WHOLE not in names or not all(_FORMULA.fullmatch(name) for name in names):
            raise Refused(f"{NAME} lists the formulas {', '.join(names)}, not {WHOLE}, step-...")
        for name in self.expected_files():
            if name not in manifest.files:
                raise Refused(f"{NAME} does not list {name}")
        for name, entry in manifest.files.items():
            if name not in self.expected_files():
                raise Refused(f"{NAME} lists {name!r}, which is no part of a certificate")
            self.progress(f"hash {name}")
            self._check_entry(name, entry)
        return Confirmed("manifest", f"{len(manifest.files)} files, with the size and hash it says")

    def _check_entry(self, name: str, entry: FileRecord) -> None:
        with self.reading(name) as path:
            found = FileRecord.of(path)
        if found.bytes != entry.bytes:
            raise Refused(f"{name} has {found.bytes} bytes, not {entry.bytes}")
        if found != entry:
            raise Refused(f"{name} was changed: its hash does not match {NAME}")

    def expected_files(self) -> list[str]:
        """The files that a certificate with this claim and these formulas has."""
        replay = [] if self.manifest.claim == denied(None) else [REPLAY]
        pairs = (f"{name}.{end}" for name in self.manifest.formulas for end in ("cnf", "drat"))
        return [PUZZLE, ANSWER, *replay, *pairs]

    def check_answer(self) -> Confirmed:
        self.puzzle, self.plan = self._read_answer()
        if self.manifest.claim != denied(self.plan):
            raise Refused(f"{NAME} denies that {self.manifest.claim}, which is not {ANSWER}")
        if self.plan is None:
            return Confirmed("answer", "-1")
        try:
            confirm(self.puzzle, self.plan)
        except Contradiction as error:
            raise Refused(f"{ANSWER}: {error}") from None
        return Confirmed("answer", f"{len(self.plan)} steps, replayed: they empty the board")

    def check_replay(self) -> None:
        if self.plan is not None and self.text(REPLAY) != replay_text(self.puzzle, self.plan):
            raise Refused(f"{REPLAY} does not show the replay of {ANSWER}")

    def _read_answer(self) -> tuple[Puzzle, Plan | None]:
        try:
            puzzle_text, plan_text = self.text(PUZZLE), self.text(ANSWER)
            reading, plan = parse_puzzle(puzzle_text, PUZZLE), parse_plan(plan_text, ANSWER)
        except FormatError as error:
            raise Refused(str(error)) from None
        if run := reading.initial_run():
            raise Refused(str(run))
        puzzle = reading.puzzle
        for name, text, canonical in (
            (PUZZLE, puzzle_text, format_puzzle(puzzle)),
            (ANSWER, plan_text, format_plan(plan)),
        ):
            if text != canonical:
                raise Refused(f"{name} is not written as satmayan writes it")
        return puzzle, plan

    def check_formulas(self) -> Confirmed:
        manifest = self.manifest
        self.progress("make the formula again")
        try:
            origin = provenance(self.puzzle, manifest.encoding, manifest.options)
            with allowing(self.deadline):
                encoding = origin.encode()
            apply(encoding, manifest.refinements)
            per_step = manifest.formulas.keys() != {WHOLE}
            made = dict(claims(encoding, self.puzzle, self.plan, per_step))
        except (ConfigError, ValueError) as error:
            raise Refused(f"the formula cannot be made again: {error}") from None
        if made.keys() != manifest.formulas.keys():
            raise Refused(f"the formulas are {', '.join(manifest.formulas)}, not {', '.join(made)}")
        for name, claim in made.items():
            sizes = {"variables": claim.variables, "clauses": len(claim.clauses)}
            if manifest.formulas[name] != sizes:
                raise Refused(f"{NAME} gives other sizes of {name} than {sizes}")
            text = io.StringIO()
            write_claim(text, claim, origin)
            self._compare(f"{name}.cnf", text.getvalue())
        admits = self._admits(encoding)
        claim = made[WHOLE]
        return Confirmed(
            "formula",
            f"{claim.variables:,} variables, {len(claim.clauses):,} clauses: made again with "
            f"{manifest.encoding}, the same byte for byte{admits}",
        )

    def _compare(self, name: str, made: str) -> None:
        found = self.text(name)
        if found == made:
            return
        pairs = enumerate(zip(found.split("\n"), made.split("\n"), strict=False), 1)
        line = next((number for number, (a, b) in pairs if a != b), "its end")
        theirs = self.manifest.versions.get("satmayan", "?")
        hint = (
            "" if theirs == __version__ else f" (made by satmayan {theirs}, this is {__version__})"
        )
        raise Refused(f"{name} is another formula than the one made again, from line {line}{hint}")

    def _admits(self, encoding: Encoding) -> str:
        """That a plan is a model of the formula without what the claim adds, in words."""
        if self.plan is None:
            return ""
        literals = plan_literals(encoding, self.puzzle, self.plan)
        with Oracle(DEFAULT_SOLVER, encoding.formula.clauses, self.deadline) as oracle:
            if not ask(encoding, oracle, literals) or encoding.plan(oracle.model) != self.plan:
                raise Refused("the formula does not admit the answer itself")
        return ", and it admits the answer"

    def check_proof(self, name: str) -> Confirmed:
        cnf, proof = self.folder / f"{name}.cnf", self.folder / f"{name}.drat"
        if reason := fault(proof):
            raise Refused(f"{proof.name} {reason}")
        size = proof.stat().st_size / 1e6

        def tick() -> None:
            self.progress(f"check {proof.name}", note=f"{size:.1f} MB, with {self.checker.title}")

        tick()
        try:
            self.checker.check(cnf, proof, self.deadline, tick)
        except NotVerified as error:
            raise Refused(f"{proof.name}: {error}") from None
        return Confirmed("proof", f"{proof.name} accepted by {self.checker.title}")

    def check_again(self, engine: str, rebuilt: bool) -> Confirmed:
        self.progress(f"solve again by {engine}")
        result = solve(self.puzzle, Config(engine=engine), self.deadline)
        if result.verdict is Verdict.UNKNOWN:
            raise LimitReached(f"no answer by {engine}: {result.reason}")
        if result.plan != self.plan:
            theirs, ours = map(plan_line, (self.plan, result.plan))
            text = f"{ANSWER} says {theirs}, but {engine} answers {ours}"
            raise Contradiction(f"{text}; the proof is accepted") if rebuilt else Refused(text)
        return Confirmed("recheck", f"{engine}, which knows no formula, gives the same answer")

    @contextmanager
    def reading(self, name: str) -> Iterator[Path]:
        """The path of a file; Refused where it cannot be read."""
        path = self.folder / name
        if path.is_symlink() or not path.is_file():
            raise Refused(f"{name} is missing")
        try:
            yield path
        except OSError as error:
            raise Refused(f"{name} cannot be read: {error.strerror}") from None

    def text(self, name: str) -> str:
        """The text of a file; Refused where it is none."""
        with self.reading(name) as path:
            try:
                return path.read_bytes().decode("utf-8")
            except UnicodeDecodeError:
                raise Refused(f"{name} is no text") from None
