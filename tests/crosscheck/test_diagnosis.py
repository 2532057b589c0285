"""The mistake that a cross-check names."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from satmayan.base.limits import StepBudget
from satmayan.crosscheck import diagnosis
from satmayan.crosscheck.boards import builtin, separating
from satmayan.crosscheck.contestants import Answer
from satmayan.crosscheck.diagnosis import lines
from satmayan.crosscheck.referee import Checked
from satmayan.crosscheck.session import Results
from satmayan.crosscheck.verdict import Outcome, judge
from satmayan.mistakes.catalogue import combine
from satmayan.mistakes.program import Program
from satmayan.puzzle.files import parse_plan
from satmayan.search.literal import first_plan


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, too, a diagnosis comes to its end."""
    monkeypatch.setattr(diagnosis, "SECONDS", 600.0)


def checked(program: Program, *, status: int = 0) -> Results:
    """What a cross-check of the program on the built-in boards finds."""
    results = Results(("mine",))
    for k, entry in enumerate(builtin() + separating()):
        right = first_plan(entry.puzzle)
        got = program.output(entry.puzzle)
        verdict = (Outcome.TIMEOUT if got is None else Outcome.RIGHT), ""
        if got is not None:
            verdict = judge(entry.puzzle, parse_plan(got), right) if got.split() else verdict
            verdict = (Outcome.CRASH, "") if status else verdict
        results.checked[k] = Checked(entry, right, "", 0.0, (Answer(*verdict, got or "", 0.0),))
    return results


def report(program: Program) -> list[str]:
    results = checked(program)
    return list(lines(results, diagnosis.diagnose(results, 0)))


def test_a_known_mistake_is_named_with_its_smallest_board() -> None:
    said = report(combine(("skip-same-colour",))())
    assert said[0].startswith("  skip-same-colour: it skips same-colour swaps: ")
    assert "boards speak for it, the smallest is same-colour-swap;" in said[1]


def test_two_mistakes_are_named_together() -> None:
    said = report(combine(("no-chain", "skip-same-colour"))())
    assert said[0].startswith("  no-chain + skip-same-colour: it lets ")


def test_an_answer_counts_though_the_exit_status_is_not_0() -> None:
    results = checked(combine(("no-left",))(), status=1)
    assert diagnosis.diagnose(results, 0).explanations == (("no-left",),)


def test_a_program_that_hangs_but_on_full_boards_is_explained() -> None:
    results = checked(combine(("match-empty",))())
    assert diagnosis.diagnose(results, 0).explanations == (("match-empty",),)


def test_a_right_program_gets_no_lines() -> None:
    assert report(Program()) == []


class AlwaysNo(Program):
    def output(self, puzzle: object, deadline: object = None) -> str | None:
        return "-1\n"


def test_a_slip_is_told() -> None:
    assert report(AlwaysNo())[0] == "  always-no: it says -1 to every board"


class Largest(Program):
    """Gives the largest plan: in nobody's catalogue."""

    def order(self, x: int, y: int, g: int) -> tuple[int, int, int]:
        return tuple(-part for part in super().order(x, y, g))  # type: ignore[return-value]


@pytest.mark.slow
def test_an_unknown_mistake_is_not_named() -> None:
    said = report(Largest())
    assert said[0].startswith("  no known mistake, nor three together, prints the same; see board")


def test_the_closest_so_far_is_told_when_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was said then, though most of the boards had been explained."""

    monkeypatch.setattr(diagnosis, "Deadline", lambda seconds: StepBudget(4000))  # trials
    results = checked(combine(("nested-cross", "pair-scan", "skip-same-colour"))())
    said = list(lines(results, diagnosis.diagnose(results, 0)))
    assert said[0] == "  whether a known mistake explains this was not found out in 600 s"
    share = re.search(r"closest: .*pair-scan.* explains (\d+) of (\d+) boards", said[1])
    assert share and 0 < int(share[1]) < int(share[2])


def test_more_boards_are_asked_where_too_few_speak() -> None:
    """A name on the evidence of one board was sometimes wrong."""
    program = combine(("rows-first",))()
    (entry,) = (e for e in builtin() if e.name == "cross-in-turn")
    right = first_plan(entry.puzzle)
    got = program.output(entry.puzzle) or ""
    answer = Answer(*judge(entry.puzzle, parse_plan(got), right), got, 0.0)
    results = Results(("mine",))
    results.checked[0] = Checked(entry, right, "", 0.0, (answer,))
    assert diagnosis.diagnose(results, 0).explanations == ()
    found = diagnosis.diagnose(
        results, 0, lambda puzzle: Answer(Outcome.RIGHT, "", program.output(puzzle) or "", 0.0)
    )
    assert found.explanations == (("rows-first",),)


PEERS = Path(__file__).parents[3] / "shared" / "peers"


@pytest.mark.slow
@pytest.mark.skipif(not (PEERS / "build").is_file(), reason="no ../shared/peers to compile")
def test_the_published_programs_skip_same_colour_swaps_and_nothing_else(tmp_path: Path) -> None:
    subprocess.run([sys.executable, PEERS / "build", tmp_path], check=True, timeout=100)
    programs = [str(path) for path in sorted(tmp_path.iterdir()) if not path.suffix]
    done = subprocess.run(
        [sys.executable, "-m", "satmayan", "crosscheck", "--json", *programs],
        capture_output=True,
        text=True,
        timeout=200,
    )
    mistakes = [who["mistakes"] for who in json.loads(done.stdout)["contestants"]]
    assert mistakes == [[["skip-same-colour"]]] * 2
