"""The mistake behind a contestant's wrong answers, if the catalogue knows one, in words."""

from __future__ import annotations

from collections.abc import Iterator

from satmayan.base.limits import Deadline, LimitReached
from satmayan.crosscheck.contestants import Answer
from satmayan.crosscheck.session import Results
from satmayan.crosscheck.verdict import Outcome
from satmayan.mistakes.catalogue import Names, load
from satmayan.mistakes.diagnose import Diagnosis, Observation
from satmayan.mistakes.diagnose import diagnose as diagnose_observations

SECONDS = 30.0  # for the diagnosis of one contestant

_ENDLESS = {Outcome.TIMEOUT, Outcome.MEMORY, Outcome.FLOOD, Outcome.PROCESSES}


def diagnose(results: Results, contestant: int) -> Diagnosis | None:
    """The diagnosis of one contestant (by its number) by all that it printed.

    None where it would take too long.
    """
    seen = (
        Observation(checked.case.puzzle, _output(checked.answers[contestant]))
        for checked in results.judged()
    )
    try:
        return diagnose_observations(seen, deadline=Deadline(SECONDS))
    except LimitReached:
        return None


def _output(answer: Answer) -> str | None:
    """What was printed; None where the program did not come to an end with an answer."""
    crashed = answer.outcome is Outcome.CRASH and not answer.got.strip()
    return None if crashed or answer.outcome in _ENDLESS else answer.got


def lines(results: Results, found: Diagnosis | None, language: str = "en") -> Iterator[str]:
    """The diagnosis in a few lines; none for a contestant that is right.

    ``language`` is that of the mistakes' descriptions; the rest is English.
    """
    if found is None:
        yield f"  whether a known mistake explains this was not found out in {SECONDS:g} s"
        return
    if not found.wrong:
        return
    smallest = found.wrong[0].puzzle
    board = next(c.case.name for c in results.judged() if c.case.puzzle == smallest)
    extent = f"{found.compared} boards, {len(found.wrong)} of them wrong"
    if not found.explanations:
        yield f"  no known mistake, nor two together, prints the same; see board {board}"
        return
    if len(found.explanations) > 1:
        yield f"  one of {len(found.explanations)} mistakes that these boards do not tell apart:"
    for names in found.explanations:
        yield f"  {' + '.join(names)}: it {_said(names, language)}; see board {board}"
    yield f"  (prints the same on {extent})"


def _said(names: Names, language: str) -> str:
    if language == "zh":
        return "；".join(load(name).zh for name in names)
    return "; and ".join(load(name).en for name in names)
