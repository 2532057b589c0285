"""The mistake behind a contestant's wrong answers, if the catalogue knows one, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce

from satmayan.base.limits import Deadline
from satmayan.base.messages import Message, indented
from satmayan.crosscheck.contestants import Answer
from satmayan.crosscheck.session import Results
from satmayan.crosscheck.verdict import Outcome
from satmayan.mistakes.catalogue import Names, load
from satmayan.mistakes.diagnose import Diagnosis, questions
from satmayan.mistakes.diagnose import diagnose as diagnose_observations
from satmayan.mistakes.trials import Observation
from satmayan.puzzle.board import Puzzle
from satmayan.puzzle.files import puzzle_line

SECONDS = 30.0  # for the diagnosis of one contestant, twice where more boards are asked

_ENDLESS = {Outcome.TIMEOUT, Outcome.MEMORY, Outcome.FLOOD, Outcome.PROCESSES}

_DOUBTFUL = 4  # names between which more boards are to decide

# Gives what a contestant makes of one more board.
Ask = Callable[[Puzzle], Answer]


def diagnose(results: Results, contestant: int, ask: Ask | None = None) -> Diagnosis:
    """The diagnosis of one contestant (by its number) by all that it printed.

    Where too few boards speak for a name, or several names are left, the contestant is
    asked more boards that are made for these, where it can be.
    """
    seen = [
        Observation(checked.case.puzzle, _output(checked.answers[contestant]))
        for checked in results.judged()
    ]
    found = diagnose_observations(seen, deadline=Deadline(SECONDS))
    doubtful = found.suspects or found.explanations[:_DOUBTFUL]
    if ask is None or len(doubtful) + bool(found.suspects) < 2:
        return found
    more = questions(doubtful, [observation.puzzle for observation in seen])
    seen += [Observation(puzzle, _output(ask(puzzle))) for puzzle in more]
    return diagnose_observations(seen, deadline=Deadline(SECONDS))


def _output(answer: Answer) -> str | None:
    """What was printed; None where the program did not come to an end with an answer."""
    crashed = answer.outcome is Outcome.CRASH and not answer.got.strip()
    return None if crashed or answer.outcome in _ENDLESS else answer.got


def lines(results: Results, found: Diagnosis) -> Iterator[str]:
    """The diagnosis in a few lines; none for a contestant that is right."""
    return map(indented, _lines(results, found))


def _lines(results: Results, found: Diagnosis) -> Iterator[str]:
    if not found.wrong:
        return
    for slip in found.slips:
        yield Message("{name}: it {does}", name=slip.name, does=slip.does)
    board = _name(results, found.wrong[0].puzzle)
    if not found.explanations:
        yield from _unexplained(results, found, board)
        return
    if len(found.explanations) > 1:
        yield Message(
            "one of {n} mistakes that these boards do not tell apart:", n=len(found.explanations)
        )
    for names in filter(None, found.explanations):
        yield Message("{name}: it {does}", name=" + ".join(names), does=_does(names))
    yield Message(
        "({speaking} boards speak for it, the smallest is {board}; "
        "the same on {n} boards, {wrong} of them wrong)",
        speaking=found.speaking,
        board=board,
        n=found.compared,
        wrong=len(found.wrong),
    )


def _unexplained(results: Results, found: Diagnosis, board: str) -> Iterator[str]:
    """What is said where no mistake is named."""
    if found.suspects:
        each = [" + ".join(names) for names in found.suspects[:_DOUBTFUL]]
        yield Message(
            "{names}? Too few boards speak for it ({speaking}); see board {board}",
            names=reduce(_either, each),
            speaking=found.speaking,
            board=board,
        )
        return
    if found.unfinished:
        yield Message(
            "whether a known mistake explains this was not found out in {seconds:g} s",
            seconds=SECONDS,
        )
    else:
        yield Message(
            "no known mistake, nor three together, prints the same; see board {board}",
            board=board,
        )
    if found.closest:
        closest = found.closest
        parting = _name(results, closest.parting)
        yield Message(
            "closest: {name} explains {explained} of {n} boards; they part on {board}",
            name=" + ".join(closest.mistakes),
            explained=closest.explained,
            n=found.compared,
            board=parting,
        )


def _name(results: Results, puzzle: Puzzle) -> str:
    """The name of a board, or the board itself where it was made for the diagnosis."""
    names = (c.case.name for c in results.judged() if c.case.puzzle == puzzle)
    return next(names, puzzle_line(puzzle))


def _either(a: str, b: str) -> str:
    return Message("{a} or {b}", a=a, b=b)


def _does(names: Names) -> str:
    each = (load(name).does for name in names)
    return reduce(lambda a, b: Message("{a}; and {b}", a=a, b=b), each)
