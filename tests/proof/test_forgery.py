"""The forgery that was once believed, and random proofs: no checker accepts what is false.

A checker that deletes the clause by which a literal is true, and keeps the literal true,
lets a proof make the literal's negation a clause without harm and meet both.  So for any
formula whatever: delete every clause that holds the literal, add its negation, and stop.
"""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from satmayan.base.limits import Deadline
from satmayan.planner import Config
from satmayan.proof.checkers import Checker, NotVerified, offered
from satmayan.proof.claim import claims, denied, write_claim
from satmayan.proof.manifest import NAME, FileRecord, Manifest, Refused
from satmayan.proof.prover import Statement, certify, provenance, replay_text
from satmayan.proof.run_dratify import verdict
from satmayan.proof.solvers import PySatSolver
from satmayan.proof.verify import verify
from satmayan.puzzle.board import Board, Plan, Puzzle
from satmayan.puzzle.files import format_plan, format_puzzle
from satmayan.sat.encoding import names
from satmayan.sat.formula import Clause
from satmayan.search.literal import all_plans, first_plan

SOLVABLE = Puzzle(Board.of("", "11", "2", "212", ""), 2)  # three plans


def implied(clauses: Sequence[Clause]) -> int:
    """A literal that unit propagation makes true and that is no unit clause itself."""
    holding: dict[int, list[int]] = defaultdict(list)
    for number, clause in enumerate(clauses):
        for literal in clause:
            holding[-literal].append(number)
    left = [set(clause) for clause in clauses]
    units = [clause[0] for clause in clauses if len(clause) == 1]
    given, true = set(units), set(units)
    while units:
        false = units.pop()
        for number in holding[false]:
            left[number].discard(-false)
            if len(left[number]) == 1 and not true.intersection(clauses[number]):
                [literal] = left[number]
                if literal not in given:
                    return literal
                units.append(literal)
                true.add(literal)
    raise ValueError("no unit propagation")


def forged_proof(clauses: Iterable[Clause]) -> str:
    """What "proves" that any formula is unsatisfiable."""
    clauses = list(clauses)
    literal = implied(clauses)
    deleted = [clause for clause in clauses if literal in clause]
    lines = [*(f"d {' '.join(map(str, clause))} 0" for clause in deleted), f"{-literal} 0", "0"]
    return "\n".join(lines) + "\n"


def remade(folder: Path, statement: Statement, proof: str | None, template: Path) -> None:
    """A certificate for any statement and proof (None: the template's), as an attacker makes it."""
    puzzle, plan, config = statement.puzzle, statement.plan, statement.config
    origin = provenance(puzzle, config.encoding, config.options)
    encoding = origin.encode()
    [(name, claim)] = claims(encoding, puzzle, plan)
    folder.mkdir()
    with (folder / f"{name}.cnf").open("w") as file:
        write_claim(file, claim, origin)
    if proof is None:
        shutil.copy(template / f"{name}.drat", folder)
    else:
        (folder / f"{name}.drat").write_text(proof)
    (folder / "mayan.in").write_text(format_puzzle(puzzle))
    (folder / "mayan.out").write_text(format_plan(plan))
    if plan is not None:
        (folder / "replay.txt").write_text(replay_text(puzzle, plan))
    document = Manifest.from_json((template / NAME).read_text())
    fields = {field: getattr(document, field) for field in document.__slots__}
    fields |= {
        "claim": denied(plan),
        "formulas": {name: {"variables": claim.variables, "clauses": len(claim.clauses)}},
        "files": {path.name: FileRecord.of(path) for path in sorted(folder.iterdir())},
    }
    (folder / NAME).write_text(Manifest(**fields).to_json())


@pytest.fixture(scope="module", params=names())
def genuine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Statement, Path]:
    """An answer by one of the encodings, and its certificate.  Not to be changed."""
    statement = Statement(SOLVABLE, first_plan(SOLVABLE), Config(encoding=request.param))
    folder = tmp_path_factory.mktemp("genuine") / "certificate"
    certify(statement, folder, PySatSolver())
    return statement, folder


def second(puzzle: Puzzle) -> Plan:
    """The smallest plan but one."""
    _, plan, *_ = all_plans(puzzle)
    return plan


def forgery(folder: Path, statement: Statement, template: Path) -> None:
    origin = provenance(statement.puzzle, statement.config.encoding, {})
    [(_, claim)] = claims(origin.encode(), statement.puzzle, statement.plan)
    remade(folder, statement, forged_proof(claim.clauses), template)


def asked(folder: Path) -> list[Checker]:
    """The checkers to ask: all of them of one encoding, the weakest of the others: all were
    fooled alike, and each of them takes its time."""
    manifest = Manifest.from_json((folder / NAME).read_text(encoding="utf-8"))
    return offered() if manifest.encoding == Config().encoding else offered()[-1:]


def accepting(folder: Path) -> list[str]:
    """The checkers, of those asked, that accept the proof of a certificate."""
    titles = []
    for checker in asked(folder):
        with suppress(NotVerified):
            checker.check(folder / "claim.cnf", folder / "claim.drat", Deadline())
            titles.append(checker.title)
    return titles


@pytest.mark.parametrize("answered", ["-1", "a larger plan"])
def test_the_forgery_is_refused(
    answered: str, genuine: tuple[Statement, Path], tmp_path: Path, checker: Checker
) -> None:
    """All of it is as it should be but the proof, which no checker accepts."""
    statement, template = genuine
    plan = None if answered == "-1" else second(statement.puzzle)
    wrong = Statement(statement.puzzle, plan, statement.config)
    forgery(tmp_path / "c", wrong, template)
    with pytest.raises(Refused, match="says NOT VERIFIED$"):
        list(verify(tmp_path / "c", checker))
    assert accepting(tmp_path / "c") == []


def test_what_is_genuine_is_verified_remade_in_the_same_way(
    genuine: tuple[Statement, Path], tmp_path: Path, checker: Checker
) -> None:
    statement, template = genuine
    remade(tmp_path / "c", statement, None, template)
    assert [finding.part for finding in verify(tmp_path / "c", checker)][-1] == "proof"
    assert accepting(tmp_path / "c") == [each.title for each in asked(tmp_path / "c")]


# -- random proofs ---------------------------------------------------------------------------

SMALLEST = [[1, 2], [-2], [1, -2]]  # satisfiable, though the forgery "refutes" it


def dimacs(clauses: Sequence[Clause], variables: int) -> str:
    lines = [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, [*c, 0])) for c in clauses)]
    return "\n".join(lines) + "\n"


def satisfiable(rng: Random, variables: int) -> list[list[int]]:
    """Random clauses that one assignment makes true: short ones, so that much is implied."""
    truth = [v if rng.random() < 0.5 else -v for v in range(1, variables + 1)]
    clauses = []
    for _ in range(rng.randrange(2, 4 * variables)):
        clause = random_clause(rng, variables, rng.choice((1, 2, 2, 3)))
        if not set(clause).intersection(truth):
            clause[rng.randrange(len(clause))] = rng.choice(truth)
        clauses.append(clause)
    return clauses


def random_clause(rng: Random, variables: int, size: int) -> list[int]:
    return [rng.choice((-1, 1)) * rng.randrange(1, variables + 1) for _ in range(size)]


def random_proof(rng: Random, clauses: list[list[int]], variables: int) -> str:
    """Deletions, lemmas with literals repeated, in any order and new, and an empty clause.

    Every other proof deletes all that holds a literal and adds its negation, now and again.
    """
    alive, lines = list(clauses), []
    for _ in range(rng.randrange(1, 9)):
        if rng.random() < 0.3:
            literal = rng.choice((-1, 1)) * rng.randrange(1, variables + 1)
            gone = [clause for clause in alive if literal in clause]
            lemma = [-literal]
        elif rng.random() < 0.5 and alive:
            gone, lemma = [rng.choice(alive)], []
        else:
            gone, lemma = [], random_clause(rng, variables + 1, rng.choice((1, 1, 2, 3)))
        for clause in gone:
            alive.remove(clause)
            lines.append(f"d {' '.join(map(str, rng.sample(clause, len(clause))))} 0")
        if lemma:
            alive.append(lemma)
            lines.append(f"{' '.join(map(str, lemma))} 0")
    return "\n".join([*lines, "0"]) + "\n"


def fuzzed(seed: int, number: int) -> Iterator[tuple[str, str]]:
    """So many satisfiable formulas and proofs that they are not."""
    rng = Random(seed)
    for _ in range(number):
        variables = rng.randrange(2, 6)
        clauses = satisfiable(rng, variables)
        yield dimacs(clauses, variables), random_proof(rng, clauses, variables)


def test_the_smallest_forgery_is_refused(tmp_path: Path, any_checker: Checker) -> None:
    cnf, proof = tmp_path / "f.cnf", tmp_path / "f.drat"
    cnf.write_text(dimacs(SMALLEST, 2))
    proof.write_text(forged_proof(SMALLEST))
    assert proof.read_text() == "d 1 2 0\nd 1 -2 0\n-1 0\n0\n"
    with pytest.raises(NotVerified, match="says NOT VERIFIED$"):
        any_checker.check(cnf, proof, Deadline())


def test_dratify_accepts_no_random_proof_of_what_is_satisfiable() -> None:
    """With deletions carried out it accepts hundreds of these."""
    verdicts = [verdict("python", cnf, proof) for cnf, proof in fuzzed(1, 4000)]
    assert not [text for text in verdicts if "s VERIFIED" in text]


def accepts_random(checker: Checker, seed: int, number: int, folder: Path) -> list[str]:
    cnf, proof, wrong = folder / "f.cnf", folder / "f.drat", []
    for formula, text in fuzzed(seed, number):
        cnf.write_text(formula)
        proof.write_text(text)
        with suppress(NotVerified):
            checker.check(cnf, proof, Deadline())
            wrong.append(formula + text)
    return wrong


def test_a_program_accepts_no_random_proof(tmp_path: Path, any_checker: Checker) -> None:
    assert accepts_random(any_checker, 2, 2, tmp_path) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 7))
def test_no_checker_accepts_any_of_many_random_proofs(
    seed: int, tmp_path: Path, any_checker: Checker
) -> None:
    assert accepts_random(any_checker, seed, 1000, tmp_path) == []


@pytest.mark.slow
def test_dratify_accepts_none_of_very_many_random_proofs() -> None:
    assert not [1 for pair in fuzzed(7, 60_000) if "s VERIFIED" in verdict("python", *pair)]
