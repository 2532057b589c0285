"""What is said of one answer: right, or what is wrong with it.

The engine is not simply believed.  An answer is wrong only if it is no plan, or if a
smaller plan is at hand, or if it is -1 and a plan is at hand: all three can be replayed.
A valid plan that the engine denies, or one smaller than the engine's, refutes the engine.
"""

from __future__ import annotations

from enum import Enum

from satmayan.base.messages import Message, noted
from satmayan.judge import Finding, judge_replay
from satmayan.puzzle.board import Plan, Puzzle


class Outcome(Enum):
    """What came of one answer to one board; the value is how a report words it."""

    RIGHT = "right"
    MISSED = noted("says -1 where a plan exists")
    NOT_SMALLEST = noted("gives a plan that is not the smallest")
    ILLEGAL = noted("makes an illegal move")
    EARLY = noted("empties the board too early")
    WRONG_LENGTH = noted("gives a wrong number of steps")
    NOT_EMPTY = noted("leaves blocks on the board")
    NO_ANSWER = noted("prints no answer")
    CRASH = noted("crashes")
    TIMEOUT = noted("reaches the time limit")
    MEMORY = noted("reaches the memory limit")
    FLOOD = noted("reaches the output limit")
    PROCESSES = noted("starts too many processes")
    REFUTES = noted("refutes the reference")
    NOT_ASKED = noted("was given up before")

    @property
    def words(self) -> str:
        """The value as a message."""
        return Message(self.value)

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
        detail = replayed.detail
        if replayed.at:
            detail = Message("step {step}: {detail}", step=replayed.at, detail=detail)
        return _FINDINGS[replayed.finding], detail
    if reference is None:
        return Outcome.REFUTES, noted("it gives a plan where the reference says -1")
    if answer < reference:
        return Outcome.REFUTES, noted("its plan is smaller than the reference's")
    at = next(k for k, (a, b) in enumerate(zip(answer, reference, strict=True)) if a != b)
    detail = Message(
        "step {step} could be {right}, not {wrong}",
        step=at + 1,
        right=reference[at],
        wrong=answer[at],
    )
    return Outcome.NOT_SMALLEST, detail
