"""Making a certificate: claims, proofs and manifest in a folder that appears all at once."""

from __future__ import annotations

import os
import platform
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from satmayan import __version__
from satmayan.base.errors import ConfigError, Contradiction
from satmayan.base.limits import Deadline, allowing
from satmayan.base.messages import Message
from satmayan.base.progress import Progress, silent
from satmayan.judge import confirm
from satmayan.planner import Config
from satmayan.proof.bounds import Core, raise_bounds
from satmayan.proof.checkers import Checker, NotVerified
from satmayan.proof.claim import Claim, claims, denied, write_claim
from satmayan.proof.drat import cut_after_empty_clause, fault
from satmayan.proof.manifest import NAME, FileRecord, Manifest
from satmayan.proof.solvers import ProofSolver, Satisfiable
from satmayan.puzzle.board import HEIGHT, WIDTH, Plan, Puzzle
from satmayan.puzzle.files import format_plan, format_puzzle, plan_line
from satmayan.puzzle.rules import replay
from satmayan.sat import encoding as registry
from satmayan.sat.dimacs.header import Provenance
from satmayan.show.text import plan_text

PUZZLE, ANSWER, REPLAY = "mayan.in", "mayan.out", "replay.txt"


@dataclass(frozen=True, slots=True)
class Statement:
    """An answer to certify (no plan: -1): who gave it, by what command, in what time a stage."""

    puzzle: Puzzle
    plan: Plan | None
    config: Config
    command: str = ""
    seconds: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return plan_line(self.plan)


def certify(
    answer: Statement,
    target: Path,
    solver: ProofSolver,
    *,
    per_step: bool = False,
    checker: Checker | None = None,
    deadline: Deadline | None = None,
    progress: Progress = silent,
) -> Manifest:
    """Prove an answer, and leave the certificate in the folder ``target``, or nothing.

    The manifest names the ``checker`` that has accepted the proofs, where one is given.
    Raises Contradiction where the rules or the proof solver find the answer wrong,
    ConfigError (for a proof that the checker refuses, too), LimitReached, OSError, ValueError
    for a board that is not the contest's 5 x 7.
    """
    check_target(target)
    if (answer.puzzle.board.width, answer.puzzle.board.height) != (WIDTH, HEIGHT):
        raise ValueError(f"a certificate is for a board of {WIDTH} x {HEIGHT}")
    if answer.plan is not None:
        confirm(answer.puzzle, answer.plan)
    with _appearing(target) as folder:
        work = _Work(answer, folder, solver, checker, deadline or Deadline(), progress)
        work.write_answer()
        work.prove_claims(per_step)
        return work.write_manifest()


def check_target(target: Path) -> None:
    """Raises ConfigError unless a certificate can be put there; to be asked before solving."""
    if target.is_dir() and not any(target.iterdir()):
        return
    if target.exists() or target.is_symlink():
        text = Message("{folder} exists already; a certificate is a new folder", folder=target)
        raise ConfigError(text)
    if not target.absolute().parent.is_dir():
        raise ConfigError(Message("{folder}: no such folder", folder=target.parent))


def provenance(puzzle: Puzzle, encoding: str, options: Mapping[str, str]) -> Provenance:
    """What claims are made from, in the form that their headers give: without a version.

    Raises ConfigError for an encoding given by path, which nobody else can look up.
    """
    names = registry.names()
    if encoding not in names:
        raise ConfigError(
            Message(
                "no certificates with encoding {name!r}: choose from {names}",
                name=encoding,
                names=", ".join(names),
            )
        )
    return Provenance(puzzle, encoding, options, program="satmayan")


def bare(encoding: str) -> dict[str, str]:
    """The options of an encoding that leave its redundant constraints out."""
    return {o.name: "off" for o in registry.find(encoding).options if "off" in o.values}


def redundant(encoding: str, options: Mapping[str, str]) -> list[str]:
    """The redundant constraints that a formula with these options may hold."""
    settings = registry.find(encoding).settings(options)
    return [f"{n}={settings[n]}" for n in bare(encoding) if settings[n] != "off"]


def replay_text(puzzle: Puzzle, plan: Plan) -> str:
    """What ``replay.txt`` says.  Raises IllegalMove."""
    return plan_text(replay(puzzle.board, plan)) + "\n"


class _Work:
    """A certificate in the making: the folder being filled, and what the manifest will say."""

    def __init__(
        self,
        answer: Statement,
        folder: Path,
        solver: ProofSolver,
        checker: Checker | None,
        deadline: Deadline,
        progress: Progress,
    ) -> None:
        self.checker = checker
        self.answer, self.folder, self.solver, self.deadline = answer, folder, solver, deadline
        self.progress = progress
        self.refinements: list[Core] = []
        self.formulas: dict[str, dict[str, int]] = {}
        self.seconds = dict(answer.seconds)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8", newline="\n")

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        self.deadline.check()
        self.progress(name)
        start = time.perf_counter()
        yield
        self.seconds[name] = round(time.perf_counter() - start, 3)

    def write_answer(self) -> None:
        puzzle, plan = self.answer.puzzle, self.answer.plan
        self.write(PUZZLE, format_puzzle(puzzle))
        self.write(ANSWER, format_plan(plan))
        if plan is not None:
            self.write(REPLAY, replay_text(puzzle, plan))

    def prove_claims(self, per_step: bool) -> None:
        puzzle, plan, config = self.answer.puzzle, self.answer.plan, self.answer.config
        origin = provenance(puzzle, config.encoding, config.options)
        with self.stage("encode the claim"), allowing(self.deadline, config.memory):
            encoding = origin.encode()
        try:
            with self.stage("raise its bounds"):
                self.refinements = raise_bounds(encoding, puzzle, plan, self.deadline)
            for name, claim in claims(encoding, puzzle, plan, per_step):
                self._prove(name, claim, origin)
        except Satisfiable as found:
            raise Contradiction(
                f"{self.solver.title} finds the plan {plan_line(encoding.plan(found.model))}, "
                f"{config} answers {self.answer}"
            ) from None

    def _prove(self, name: str, claim: Claim, origin: Provenance) -> None:
        cnf, proof = self.folder / f"{name}.cnf", self.folder / f"{name}.drat"
        self.formulas[name] = {"variables": claim.variables, "clauses": len(claim.clauses)}
        with self.stage(f"write {name}"), cnf.open("w", encoding="ascii", newline="\n") as file:
            write_claim(file, claim, origin)

        def grown(size: int) -> None:
            self.progress(f"prove {name}", note=f"{size / 1e6:.1f} MB of proof")

        with self.stage(f"prove {name}"):
            self.solver.refute(claim, cnf, proof, self.deadline, grown)
        has_empty = not all(claim.clauses)
        if not (proof.is_file() and cut_after_empty_clause(proof, has_empty)) or fault(proof):
            raise ConfigError(
                Message("{solver} left no complete text DRAT proof", solver=self.solver.title)
            )
        if self.checker:
            self._check(name, self.checker, cnf, proof)

    def _check(self, name: str, checker: Checker, cnf: Path, proof: Path) -> None:
        with self.stage(f"check {name}"):
            try:
                checker.check(cnf, proof, self.deadline)
            except NotVerified as error:
                raise ConfigError(
                    Message(
                        "the proof by {solver}: {reason}",
                        solver=self.solver.title,
                        reason=str(error),
                    )
                ) from None

    def write_manifest(self) -> Manifest:
        answer, config = self.answer, self.answer.config
        manifest = Manifest(
            claim=denied(answer.plan),
            encoding=config.encoding,
            options=registry.find(config.encoding).settings(config.options),
            refinements=self.refinements,
            engine=str(config),
            solver=self.solver.title,
            checker=self.checker.title if self.checker else "",
            command=answer.command,
            versions={
                "satmayan": __version__,
                "python": platform.python_version(),
                "python-sat": version("python-sat"),
            },
            formulas=self.formulas,
            files={path.name: FileRecord.of(path) for path in sorted(self.folder.iterdir())},
            seconds=self.seconds,
        )
        self.write(NAME, manifest.to_json())
        return manifest


@contextmanager
def _appearing(target: Path) -> Iterator[Path]:
    """A folder to fill, which becomes ``target`` at the end, or is gone after any error."""
    target = target.absolute()
    folder = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        yield folder
        mask = os.umask(0)
        os.umask(mask)
        folder.chmod(0o777 & ~mask)
        os.replace(folder, target)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
