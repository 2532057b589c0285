"""What is said of one answer: right, or what is wrong with it.

The engine is not simply believed.  An answer is wrong only if it is no plan, or if a
smaller plan is at hand, or if it is -1 and a plan is at hand: all three can be replayed.
A valid plan that the engine denies, or one smaller than the engine's, refutes the engine.
"""

from __future__ import annotations

from enum import Enum

from satmayan.judge import Finding, judge_replay
from satmayan.puzzle.board import Plan, Puzzle


class Outcome(Enum):
    """What came of one answer to one board; the value is how a report words it."""

    RIGHT = "right"
    MISSED = "says -1 where a plan exists"
    NOT_SMALLEST = "gives a plan that is not the smallest"
    ILLEGAL = "makes an illegal move"
    EARLY = "empties the board too early"
    WRONG_LENGTH = "gives a wrong number of steps"
    NOT_EMPTY = "leaves blocks on the board"
    NO_ANSWER = "prints no answer"
    CRASH = "crashes"
    TIMEOUT = "reaches the time limit"
    MEMORY = "reaches the memory limit"
    FLOOD = "reaches the output limit"
    PROCESSES = "starts too many processes"
    REFUTES = "refutes the reference"

    @property
    def is_wrong(self) -> bool:
        """Whether there was an answer, and it is wrong."""
        return self in _WRONG


_WRONG = {
    Outcome.MISSED,
    Outcome.NOT_SMALLEST,
    Outcome.ILLEGAL,
    Outcome.EARLY,
    Outcome.WRONG_LENGTH,
    Outcome.NOT_EMPTY,
}
_FINDINGS = {
    Finding.ILLEGAL: Outcome.ILLEGAL,
    Finding.CLEARED_EARLY: Outcome.EARLY,
    Finding.TOO_FEW: Outcome.WRONG_LENGTH,
    Finding.TOO_MANY: Outcome.WRONG_LENGTH,
    Finding.NOT_CLEARED: Outcome.NOT_EMPTY,
}


Ruling = tuple[Outcome, str]  # and the particulars in words ("" where there are none)


def judge(puzzle: Puzzle, answer: Plan | None, reference: Plan | None) -> Ruling:
    """Judge an answer (None: -1) beside the reference's, which is a plan that solves, or -1."""
    if answer == reference:
        return Outcome.RIGHT, ""
    if answer is None:
        return Outcome.MISSED, ""
    replayed = judge_replay(puzzle, answer)
    if replayed.finding is not Finding.OPEN:
        step = f"step {replayed.at}: " if replayed.at else ""
        return _FINDINGS[replayed.finding], step + replayed.detail
    if reference is None:
        return Outcome.REFUTES, "it gives a plan where the reference says -1"
    if answer < reference:
        return Outcome.REFUTES, "its plan is smaller than the reference's"
    at = next(k for k, (a, b) in enumerate(zip(answer, reference, strict=True)) if a != b)
    return Outcome.NOT_SMALLEST, f"step {at + 1} could be {reference[at]}, not {answer[at]}"
