"""Every damage to a certificate is refused, with its reason.

``accident``: a file changed and the manifest did not.  ``forgery``: the manifest, with its
hashes and its seal, was made to match.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from satmayan.base.errors import Contradiction
from satmayan.base.limits import Deadline, LimitReached
from satmayan.planner import Config
from satmayan.proof.checkers import Checker
from satmayan.proof.claim import claims, denied, write_claim
from satmayan.proof.manifest import NAME, FileRecord, Manifest, Refused
from satmayan.proof.prover import Statement, bare, certify, provenance, replay_text
from satmayan.proof.solvers import PySatSolver
from satmayan.proof.verify import unchecked, verify
from satmayan.puzzle.board import Board, Plan, Puzzle
from satmayan.puzzle.files import format_plan, parse_puzzle
from satmayan.sat.encoding import find
from satmayan.search.literal import all_plans

Damage = Callable[[Path], None]

OTHER = Statement(Puzzle(Board.of("", "", "1", "2", "112"), 2), None, Config())


def refusal(folder: Path, checker: Checker, rebuild: bool = True) -> str:
    with pytest.raises(Refused) as caught:
        list(verify(folder, checker, rebuild=rebuild))
    return str(caught.value)


def test_an_undamaged_certificate_is_verified(pristine: Path, checker: Checker) -> None:
    findings = list(verify(pristine, checker))
    assert [finding.part for finding in findings] == ["manifest", "answer", "formula", "proof"]
    assert findings[-1].text == f"claim.drat accepted by {checker.title}"


def test_nothing_but_the_files_is_needed(certificate: Path, checker: Checker) -> None:
    """Files that the manifest does not list are none of its business."""
    (certificate / "README").write_text("a certificate")
    assert len(list(verify(certificate, checker))) == 4


# -- accidents -------------------------------------------------------------------------------


def rewrite(name: str, change: Callable[[bytes], bytes]) -> Damage:
    def damage(folder: Path) -> None:
        before = (folder / name).read_bytes()
        after = change(before)
        assert after != before
        (folder / name).write_bytes(after)

    return damage


def swap(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda text: text.replace(old, new, 1)


def drop_line(number: int) -> Callable[[bytes], bytes]:
    def change(text: bytes) -> bytes:
        lines = text.splitlines(keepends=True)
        del lines[number]
        return b"".join(lines)

    return change


def flip_bit(text: bytes) -> bytes:
    middle = len(text) // 2
    return text[:middle] + bytes([text[middle] ^ 1]) + text[middle + 1 :]


def truncated(text: bytes) -> bytes:
    return text[: len(text) // 2]


def remove(name: str) -> Damage:
    return lambda folder: (folder / name).unlink()


def replace_by_folder(folder: Path) -> None:
    (folder / "claim.drat").unlink()
    (folder / "claim.drat").mkdir()


def replace_by_link(folder: Path) -> None:
    (folder / "claim.drat").rename(folder.parent / "elsewhere")
    (folder / "claim.drat").symlink_to(folder.parent / "elsewhere")


def take_from_other(*names: str) -> Damage:
    """Put in files of a certificate for another board."""

    def damage(folder: Path) -> None:
        certify(OTHER, folder.parent / "other", PySatSolver())
        for name in names:
            shutil.copy(folder.parent / "other" / name, folder / name)

    return damage


FILES = ("mayan.in", "mayan.out", "replay.txt", "claim.cnf", "claim.drat", NAME)

ACCIDENTS: dict[str, tuple[Damage, str]] = {
    "a block of another colour": (rewrite("mayan.in", swap(b"2 0", b"1 0")), "mayan.in was chang"),
    "another number of steps": (rewrite("mayan.in", swap(b"3\n", b"4\n")), "mayan.in was changed"),
    "another answer": (rewrite("mayan.out", swap(b"1 1 1", b"1 0 1")), "mayan.out was changed"),
    "answer -1": (rewrite("mayan.out", lambda _: b"-1\n"), "mayan.out has 3 bytes, not 18"),
    "another replay": (rewrite("replay.txt", swap(b"step 1", b"step 9")), "replay.txt was chan"),
    "carriage returns": (rewrite("mayan.in", lambda t: t.replace(b"\n", b"\r\n")), "mayan.in has"),
    "a clause less": (rewrite("claim.cnf", drop_line(-1)), "claim.cnf has"),
    "a clause more": (rewrite("claim.cnf", lambda t: t + b"1 0\n"), "claim.cnf has"),
    "another comment": (rewrite("claim.cnf", swap(b"events", b"stneve")), "claim.cnf was changed"),
    "a lemma less": (rewrite("claim.drat", drop_line(0)), "claim.drat has"),
    "a bit flipped in the proof": (rewrite("claim.drat", flip_bit), "claim.drat was changed"),
    "a bit flipped in the formula": (rewrite("claim.cnf", flip_bit), "claim.cnf was changed"),
    "the proof of another formula": (take_from_other("claim.drat"), "claim.drat has"),
    "the formula of another board": (take_from_other("claim.cnf"), "claim.cnf has"),
    "another manifest": (take_from_other(NAME), "claim.cnf has"),
    "a folder for a proof": (replace_by_folder, "claim.drat is missing"),
    "a link for a proof": (replace_by_link, "claim.drat is missing"),
    "a claim changed": (rewrite(NAME, swap(b"3 0 1", b"3 0 -1")), "its seal does not match"),
    "an encoding changed": (rewrite(NAME, swap(b'"events"', b'"layers"')), "its seal does not"),
    "a solver changed": (rewrite(NAME, swap(b"CaDiCaL", b"Kissat")), "its seal does not match"),
    "a hash changed": (rewrite(NAME, swap(b'"sha256": "', b'"sha256": "0')), "its seal does not"),
    "a field of the manifest added": (
        rewrite(NAME, swap(b'"claim"', b'"extra": 1, "claim"')),
        "its seal does not match",
    ),
    "the seal removed": (rewrite(NAME, swap(b'"seal"', b'"leas"')), "its seal does not match"),
    "another format": (rewrite(NAME, swap(b"certificate 2", b"certificate 1")), "does not say"),
    "a manifest of another kind": (rewrite(NAME, lambda _: b"[]"), "manifest.json does not say"),
    "a manifest that is no text": (rewrite(NAME, lambda _: b"\xff"), "manifest.json is no text"),
    "a manifest too deep": (rewrite(NAME, lambda _: b"[" * 99999), "manifest.json is not JSON"),
    **{f"no {name}": (remove(name), f"{name} is missing") for name in FILES},
    **{f"{name} empty": (rewrite(name, lambda _: b""), name) for name in FILES},
    **{f"{name} truncated": (rewrite(name, truncated), name) for name in FILES},
}


@pytest.mark.parametrize("kind", ACCIDENTS)
def test_an_accident_is_refused(kind: str, certificate: Path, checker: Checker) -> None:
    damage, reason = ACCIDENTS[kind]
    damage(certificate)
    assert reason in refusal(certificate, checker)
    assert reason in refusal(certificate, checker, rebuild=False)


# -- forgeries -------------------------------------------------------------------------------


def reseal(folder: Path, **changes: object) -> None:
    """Make the manifest match the files, with some fields changed."""
    manifest = Manifest.from_json((folder / NAME).read_text())
    files = {
        name: FileRecord.of(folder / name) for name in manifest.files if (folder / name).exists()
    }
    text = replace(manifest, **{"files": files, **changes}).to_json()
    (folder / NAME).write_text(text)


def forged(damage: Damage, **changes: object) -> Damage:
    def forge(folder: Path) -> None:
        damage(folder)
        reseal(folder, **changes)

    return forge


def untouched(_: Path) -> None:
    pass


def claim_instead(answer: Callable[[Puzzle], Plan | None]) -> Damage:
    """Another answer, with everything that belongs to it but the proof."""

    def forge(folder: Path) -> None:
        puzzle = parse_puzzle((folder / "mayan.in").read_text()).puzzle
        plan = answer(puzzle)
        [(_, claim)] = claims(find("events").encode(puzzle), puzzle, plan)
        with (folder / "claim.cnf").open("w") as file:
            write_claim(file, claim, provenance(puzzle, "events", {}))
        (folder / "mayan.out").write_text(format_plan(plan))
        if plan is None:
            (folder / "replay.txt").unlink()
        else:
            (folder / "replay.txt").write_text(replay_text(puzzle, plan))
        sizes = {"variables": claim.variables, "clauses": len(claim.clauses)}
        reseal(folder, claim=denied(plan), formulas={"claim": sizes})

    return forge


def largest(puzzle: Puzzle) -> Plan:
    *_, last = all_plans(puzzle)
    return last


def second(puzzle: Puzzle) -> Plan:
    _, plan, *_ = all_plans(puzzle)
    return plan


def bogus_lemma(text: bytes) -> bytes:
    return b"1 0\n-1 0\n0\n"


def forged_text(change: Callable[[bytes], bytes]) -> Damage:
    """A manifest whose text is changed; the times are not sealed, and a key that is there
    twice is read as the seal wants it."""
    return rewrite(NAME, change)


# What the programs that check proofs read each in its own way, or repeat.
STRANGE_LINES = {
    "a comment": b"c s VERIFIED\n",
    "binary steps": b"a\x02\x00",
    "an octal number": b"010 0\n",
    "a hexadecimal number": b"0x8 0\n",
    "a sign": b"+1 0\n",
    "two steps in a line": b"1 0 2 0\n",
    "a step over two lines": b"1\n2 0\n",
    "a deletion of nothing": b"d 0\n",
    "an empty line": b"\n",
    "carriage returns": b"1 0\r\n",
    "a number that overflows": b"4294967297 0\n",
    "a NUL": b"1 \x00 0\n",
}

ANSWER_CHANGED = {"claim": "there is a plan smaller than 1 0 1, 2 1 1, 3 0 1"}

FORGERIES: dict[str, tuple[Damage, str]] = {
    "a block of another colour": (
        forged(rewrite("mayan.in", swap(b"2 0", b"1 0"))),
        "mayan.out: the rules refuse the plan: the board still has",
    ),
    "another number of steps": (
        forged(rewrite("mayan.in", swap(b"3\n", b"4\n"))),
        "mayan.out: the rules refuse the plan: the board is empty after 3 steps",
    ),
    "a run on the board": (
        forged(rewrite("mayan.in", swap(b"1 2 0", b"1 2 2 2 0"))),
        "mayan.in:3:3: found a run",
    ),
    "a board that is none": (forged(rewrite("mayan.in", swap(b"2 0", b"x 0"))), "mayan.in:3:3"),
    "a board written otherwise": (
        forged(rewrite("mayan.in", lambda t: t + b"\n")),
        "mayan.in is not written as",
    ),
    "another answer": (
        forged(rewrite("mayan.out", swap(b"1 1 1", b"1 0 1")), **ANSWER_CHANGED),
        "mayan.out: the rules refuse the plan: step 2",
    ),
    "an answer without its claim": (
        forged(rewrite("mayan.out", swap(b"1 1 1", b"1 0 1"))),
        "which is not mayan.out",
    ),
    "an illegal step": (
        forged(
            rewrite("mayan.out", swap(b"1 1 1", b"4 6 1")),
            claim="there is a plan smaller than 4 6 1, 2 1 1, 3 0 1",
        ),
        "mayan.out: the rules refuse the plan: step 1 (4 6 1)",
    ),
    "a larger plan with its own formula": (claim_instead(second), "says NOT VERIFIED"),
    "a plan that no model shows": (
        claim_instead(largest),  # it drags a block left onto another
        "the formula does not admit the answer itself",
    ),
    "-1 with its own formula": (claim_instead(lambda _: None), "says NOT VERIFIED"),
    "another replay": (
        forged(rewrite("replay.txt", swap(b"step 1", b"step 9"))),
        "replay.txt does not show",
    ),
    "a clause less": (forged(rewrite("claim.cnf", drop_line(-1))), "claim.cnf is another formula"),
    "a clause more": (
        forged(rewrite("claim.cnf", lambda t: t + b"1 0\n")),
        "claim.cnf is another formula",
    ),
    "a formula easy to refute": (
        forged(rewrite("claim.cnf", lambda _: b"p cnf 1 2\n1 0\n-1 0\n")),
        "claim.cnf is another formula than the one made again, from line 1",
    ),
    "the formula of another board": (
        forged(take_from_other("claim.cnf", "claim.drat")),
        "claim.cnf is another formula",
    ),
    "another size": (
        forged(untouched, formulas={"claim": {"variables": 1, "clauses": 1}}),
        "gives other sizes of claim",
    ),
    "an encoding that is not there": (
        forged(untouched, encoding="none"),
        "the formula cannot be made again: no certificates with encoding 'none'",
    ),
    "an option that is not there": (
        forged(untouched, options={"none": "1"}),
        "the formula cannot be made again: encoding events has no option 'none'",
    ),
    "a refinement of what is exact": (
        forged(untouched, refinements=[[1]]),
        "the formula cannot be made again: a refinement that rests on no bound",
    ),
    "a refinement of the wrong kind": (
        forged(untouched, refinements=[1]),
        "'refinements' of the wrong kind",
    ),
    "a key twice": (
        forged_text(swap(b'"claim": "', b'"claim": "there is a plan", "claim": "')),
        "manifest.json is not JSON: the key 'claim' twice",
    ),
    "a key twice, deep down": (
        forged_text(swap(b'"bytes": ', b'"bytes": 1, "bytes": ')),
        "the key 'bytes' twice",
    ),
    **{
        f"a time of {text}": (
            forged_text(swap(b'"write claim": ', f'"write claim": {text}, "x": '.encode())),
            f"{text} is no number",
        )
        for text in ("NaN", "Infinity", "-Infinity", "1e999")
    },
    **{
        f"a proof with {what}": (
            forged(rewrite("claim.drat", lambda t, first=line: first + t)),
            "line 1",
        )
        for what, line in STRANGE_LINES.items()
    },
    "a proof that goes on": (
        forged(rewrite("claim.drat", lambda t: t + b"1 0\n0\n")),
        "claim.drat goes on after the empty clause",
    ),
    "the proof of another formula": (forged(take_from_other("claim.drat")), "says NOT VERIFIED"),
    "a proof that proves nothing": (
        forged(rewrite("claim.drat", lambda _: b"0\n")),
        "says NOT VERIFIED",
    ),
    "a lemma that does not follow": (
        forged(rewrite("claim.drat", bogus_lemma)),
        "says NOT VERIFIED",
    ),
    "a proof without its end": (
        forged(rewrite("claim.drat", drop_line(-1))),
        "claim.drat does not end with the empty clause",
    ),
    "a proof without its second half": (
        forged(rewrite("claim.drat", lambda t: t[: t.index(b"\n", len(t) // 99)] + b"\n0\n")),
        "says NOT VERIFIED",
    ),
    "an empty proof": (forged(rewrite("claim.drat", lambda _: b"")), "claim.drat does not end"),
    "a proof that is no text": (
        forged(rewrite("claim.drat", lambda _: b"a\xff\x00\n0\n")),
        "claim.drat has no step of a proof in line 1",
    ),
    "no proof listed": (forged(remove("claim.drat")), "does not list claim.drat"),
    "no formula listed": (forged(untouched, formulas={}), "lists the formulas , not claim"),
    "a formula elsewhere": (
        forged(untouched, formulas={n: {"variables": 1, "clauses": 1} for n in ("claim", "../x")}),
        "lists the formulas claim, ../x",
    ),
    "a step without a formula": (
        forged(
            untouched, formulas={n: {"variables": 1, "clauses": 1} for n in ("claim", "step-1")}
        ),
        "does not list step-1.cnf",
    ),
    "a field of the wrong kind": (forged(untouched, encoding=1), "'encoding' of the wrong kind"),
    "times that are none": (forged(untouched, seconds={"x": "y"}), "'seconds' of the wrong kind"),
}


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forgery_is_refused(kind: str, certificate: Path, checker: Checker) -> None:
    forge, reason = FORGERIES[kind]
    forge(certificate)
    assert reason in refusal(certificate, checker)


def test_a_file_that_a_certificate_has_no_use_for_is_not_read(
    certificate: Path, checker: Checker
) -> None:
    manifest = Manifest.from_json((certificate / NAME).read_text())
    reseal(certificate, files={**manifest.files, "../elsewhere": FileRecord(1, "")})
    assert "lists '../elsewhere', which is no part" in refusal(certificate, checker)


def test_a_manifest_names_no_code_to_run(certificate: Path, checker: Checker) -> None:
    """An encoding given by path would be imported, and whatever it holds be run."""
    mark = certificate.parent / "mark"
    code = certificate.parent / "evil.py"
    code.write_text(f"open({str(mark)!r}, 'w')\ndef encode(puzzle, options): ...\n")
    reseal(certificate, encoding=str(code))
    assert "cannot be made again" in refusal(certificate, checker)
    assert not mark.exists()


def test_the_version_is_named_where_the_formula_differs(
    certificate: Path, checker: Checker
) -> None:
    rewrite("claim.cnf", lambda text: text + b"1 0\n")(certificate)
    reseal(certificate, versions={"satmayan": "9.9"})
    assert "(made by satmayan 9.9, this is " in refusal(certificate, checker)


def test_without_rebuilding_the_formula_is_taken_as_it_is(
    certificate: Path, checker: Checker
) -> None:
    """A clause more, as another version might write, is accepted then, and said to be."""
    rewrite("claim.cnf", swap(b"c program satmayan", b"c program another"))(certificate)
    reseal(certificate)
    findings = list(verify(certificate, checker, rebuild=False))
    assert [finding.text for finding in findings if finding.part == "formula"] == [
        "taken as it is: not made again"
    ]


def test_without_rebuilding_the_proof_is_checked_all_the_same(
    certificate: Path, checker: Checker
) -> None:
    forged(take_from_other("claim.drat"))(certificate)
    assert "says NOT VERIFIED" in refusal(certificate, checker, rebuild=False)


def test_a_deadline_ends_verifying(pristine: Path, checker: Checker) -> None:
    with pytest.raises(LimitReached):
        list(verify(pristine, checker, deadline=Deadline(1e-9)))


def test_no_folder_is_no_certificate(tmp_path: Path, checker: Checker) -> None:
    with pytest.raises(NotADirectoryError):
        list(verify(tmp_path / "none", checker))


def test_the_times_are_not_sealed(certificate: Path, checker: Checker) -> None:
    """So that the same command gives the same seal."""
    document = json.loads((certificate / NAME).read_text())
    document["seconds"] = {"claim": 1.5}
    (certificate / NAME).write_text(json.dumps(document))
    assert len(list(verify(certificate, checker))) == 4


# -- what is asked besides, and what is not -------------------------------------------------


@pytest.mark.parametrize("engine", ["dfs", "search"])
def test_an_engine_that_knows_no_formula_is_asked_again(
    engine: str, certificate: Path, checker: Checker
) -> None:
    findings = list(verify(certificate, checker, recheck=engine))
    assert findings[-1].part == "recheck"


class Gullible(Checker):
    """A checker that accepts whatever it is given."""

    title = "gullible"

    def check(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("other", [second, lambda _: None], ids=["a larger plan", "-1"])
def test_an_answer_that_the_search_denies_is_a_contradiction(
    other: Callable[[Puzzle], Plan | None], certificate: Path
) -> None:
    """Even where formula and checker are fooled."""
    claim_instead(other)(certificate)
    assert [finding.part for finding in verify(certificate, Gullible())][-1] == "proof"
    with pytest.raises(Contradiction, match="but search answers 1 1 1, 2 1 1, 3 0 1"):
        list(verify(certificate, Gullible(), recheck="search"))


def test_a_formula_that_was_not_made_again_is_refused_instead(certificate: Path) -> None:
    claim_instead(lambda _: None)(certificate)
    with pytest.raises(Refused, match="mayan.out says -1, but dfs answers 1 1 1"):
        list(verify(certificate, Gullible(), rebuild=False, recheck="dfs"))


def test_a_deadline_ends_asking_again(certificate: Path) -> None:
    with pytest.raises(LimitReached):
        list(verify(certificate, Gullible(), recheck="dfs", deadline=Deadline(1e-9)))


def test_what_is_not_checked_is_said(pristine: Path) -> None:
    constraints, rules, making = unchecked(pristine)
    assert constraints == (
        "that no smallest plan is lost by the formula's noop=on, bound=on, look=on, weights=auto, "
        "last=auto, commute=auto"
    )
    assert "what the rules say" in rules
    assert making.startswith("what the manifest says of its making: answer by sat:events")
    assert "checked by nobody, satmayan 0" in making
    assert "that the formula is the one of the board" in next(unchecked(pristine, rebuild=False))


def test_a_bare_formula_leaves_nothing_to_believe_of_constraints(
    tmp_path: Path, answer: Statement, checker: Checker
) -> None:
    config = Config(options=bare("events"))
    certify(replace(answer, config=config), tmp_path / "c", PySatSolver())
    assert list(verify(tmp_path / "c", checker))[-1].part == "proof"
    assert not [text for text in unchecked(tmp_path / "c") if "smallest plan is lost" in text]
