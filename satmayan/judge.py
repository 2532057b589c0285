"""The judge of an answer: is it legal, does it empty the board in exactly n steps, is it smallest?

A :class:`Judgement` is a value; what it looks like on a screen is for the command line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from satmayan.base.errors import Contradiction
from satmayan.base.messages import Message, noted
from satmayan.puzzle.board import Board, Plan, Puzzle
from satmayan.puzzle.files import plan_line
from satmayan.puzzle.rules import Step, step, why_illegal


class Finding(Enum):
    """What a judgement comes to; OPEN is the only one that is neither right nor wrong."""

    RIGHT = "right"
    ILLEGAL = "illegal move"
    CLEARED_EARLY = "cleared too early"
    TOO_FEW = "too few steps"
    TOO_MANY = "too many steps"
    NOT_CLEARED = "not cleared"
    NOT_SMALLEST = "not the smallest plan"
    PLAN_EXISTS = "there is a plan"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Judgement:
    """What is known of an answer, ``detail`` in words.

    ``at`` is the number (from 1) of the step that is wrong, if a single one is.  ``steps``
    are the answer's steps before it, replayed, and ``board`` is the board they lead to.
    ``better`` is the smallest plan known where the answer is a larger one, or none;
    ``proven`` says whether ``better`` is smallest of all.
    """

    finding: Finding
    detail: str
    board: Board
    steps: tuple[Step, ...] = ()
    at: int | None = None
    better: Plan | None = None
    proven: bool = False

    @property
    def right(self) -> bool | None:
        """Whether the answer is right; None where that is open."""
        return None if self.finding is Finding.OPEN else self.finding is Finding.RIGHT


@dataclass(frozen=True, slots=True)
class Known:
    """What ``who`` knows of the smallest plan: ``best`` is the smallest one known, if any.

    ``proven`` says that no other is smaller (None: that there is none); else ``reason``
    says why that is open.
    """

    who: str
    best: Plan | None
    proven: bool
    reason: str = ""


def judge_beside(puzzle: Puzzle, answer: Plan | None, jury: Plan | None) -> Judgement:
    """Judge an answer beside the jury's, which is taken to be proven: no engine is asked.

    Raises Contradiction where the jury's answer breaks the rules, or the other one
    refutes it.
    """
    replayed = None if jury is None else judge_replay(puzzle, jury)
    if replayed is not None and replayed.finding is not Finding.OPEN:
        raise Contradiction(Message("the jury's answer is wrong: {detail}", detail=replayed.detail))
    return judge_answer(puzzle, answer, lambda: Known(noted("the jury"), jury, True))


def judge_answer(puzzle: Puzzle, answer: Plan | None, known: Callable[[], Known]) -> Judgement:
    """Judge an answer (None: "there is no plan") to a puzzle whose board is stable.

    The replay comes first and needs no engine; ``known`` is asked only where it matters.
    Raises Contradiction where what is known is refuted by a plan that keeps the rules.
    """
    if answer is None:
        return _judge_claim(puzzle, known())
    judgement = judge_replay(puzzle, answer)
    if judgement.finding is not Finding.OPEN:
        return judgement
    return _judge_order(answer, judgement, known())


def confirm(puzzle: Puzzle, plan: Plan) -> None:
    """Raises Contradiction unless the plan is legal and empties the board in exactly n steps."""
    judgement = judge_replay(puzzle, plan)
    if judgement.finding is not Finding.OPEN:
        at = judgement.at
        detail = judgement.detail
        if at:
            detail = Message(
                "step {step} ({move}): {detail}", step=at, move=plan[at - 1], detail=detail
            )
        raise Contradiction(Message("the rules refuse the plan: {detail}", detail=detail))


def judge_replay(puzzle: Puzzle, plan: Plan) -> Judgement:
    """Judge a plan by the rules alone: OPEN if it is legal and empties the board in exactly n."""
    board, n = puzzle.board, puzzle.steps
    steps: list[Step] = []

    def found(finding: Finding, detail: str, at: int | None = None) -> Judgement:
        return Judgement(finding, detail, board, tuple(steps), at)

    length = Message.plural(
        "the answer has {n} step, not {wanted}",
        "the answer has {n} steps, not {wanted}",
        len(plan),
        wanted=n,
    )
    for k, move in enumerate(plan, 1):
        if k > n:
            return found(Finding.TOO_MANY, length)
        if board.is_empty:
            return found(Finding.CLEARED_EARLY, _early(k - 1, n), k)
        reason = why_illegal(board, move)
        if reason is not None:
            return found(Finding.ILLEGAL, reason, k)
        steps.append(step(board, move))
        board = steps[-1].after
    if len(plan) < n:
        early = board.is_empty
        return found(
            Finding.CLEARED_EARLY if early else Finding.TOO_FEW,
            _early(len(plan), n) if early else length,
        )
    if not board.is_empty:
        detail = Message.plural(
            "the board still has {n} block after the last step",
            "the board still has {n} blocks after the last step",
            board.blocks,
        )
        return found(Finding.NOT_CLEARED, detail)
    detail = Message.plural(
        "the plan is legal and empties the board in {n} step",
        "the plan is legal and empties the board in {n} steps",
        n,
    )
    return found(Finding.OPEN, detail)


def _judge_claim(puzzle: Puzzle, known: Known) -> Judgement:
    """Judge the answer -1 by what is known."""
    board = puzzle.board
    if known.best is not None:
        detail = Message.plural(
            "there is a plan of exactly {n} step",
            "there is a plan of exactly {n} steps",
            puzzle.steps,
        )
        return Judgement(Finding.PLAN_EXISTS, detail, board, better=known.best, proven=known.proven)
    if not known.proven:
        detail = Message.plural(
            "whether there is a plan of exactly {n} step is open: {reason}",
            "whether there is a plan of exactly {n} steps is open: {reason}",
            puzzle.steps,
            reason=known.reason,
        )
        return Judgement(Finding.OPEN, detail, board)
    detail = Message.plural(
        "there is no plan of exactly {n} step",
        "there is no plan of exactly {n} steps",
        puzzle.steps,
    )
    return Judgement(Finding.RIGHT, detail, board)


def _judge_order(plan: Plan, replayed: Judgement, known: Known) -> Judgement:
    """Judge a plan that keeps the rules by what is known: is it the smallest?"""
    best, proven, steps = known.best, known.proven, replayed.steps
    if proven and best is None:
        raise Contradiction(
            Message(
                "{who} finds no plan, but this is one: {plan}",
                who=known.who,
                plan=plan_line(plan),
            )
        )
    if best is not None and best < plan:
        k = next(k for k, (a, b) in enumerate(zip(plan, best, strict=True)) if a != b)
        detail = Message("a smaller plan has {move} here", move=best[k])
        return Judgement(
            Finding.NOT_SMALLEST, detail, steps[k].before, steps[:k], k + 1, best, proven
        )
    if best is not None and proven and best != plan:
        raise Contradiction(
            Message(
                "{who} says that {best} is smallest, but this is smaller: {plan}",
                who=known.who,
                best=plan_line(best),
                plan=plan_line(plan),
            )
        )
    if proven:
        detail = Message("{detail}, and no plan is smaller", detail=replayed.detail)
        return Judgement(Finding.RIGHT, detail, replayed.board, steps)
    detail = Message(
        "{detail}; whether a smaller one exists is open: {reason}",
        detail=replayed.detail,
        reason=known.reason,
    )
    return Judgement(Finding.OPEN, detail, replayed.board, steps)


def _early(k: int, n: int) -> str:
    return Message.plural(
        "the board is empty after {n} step, but exactly {wanted} must be made",
        "the board is empty after {n} steps, but exactly {wanted} must be made",
        k,
        wanted=n,
    )
