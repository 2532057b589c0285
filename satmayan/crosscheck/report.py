"""The report: a verdict a contestant, and each way of failing shown on its smallest board."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from satmayan.base.messages import Message, indented, noted
from satmayan.crosscheck.contestants import Answer
from satmayan.crosscheck.referee import Checked, Failure
from satmayan.crosscheck.session import Results
from satmayan.crosscheck.verdict import Outcome
from satmayan.puzzle.board import Board, Plan, Puzzle
from satmayan.puzzle.files import FormatError, format_plan, format_puzzle, parse_plan
from satmayan.puzzle.rules import IllegalMove, replay, step
from satmayan.run.sandbox import printable
from satmayan.show.frames import Frame
from satmayan.show.html import Exhibit, both, page
from satmayan.show.text import frame_text

Json = dict[str, Any]
RIGHT_ANSWER = noted("right answer")
_GAP = "   "
_SHOWN_LINES, _SHOWN_WIDTH = 8, 60
_LONGEST_NAME = 100  # bytes of a file's name, before what tells long ones apart and the suffix


@dataclass(frozen=True, slots=True)
class Difference:
    """One way of failing: how often, where first, and the smallest board that shows it."""

    outcome: Outcome
    count: int
    first: str  # the name of the first board
    name: str  # of the files that hold the smallest one
    puzzle: Puzzle
    reference: Plan | None
    answer: Answer


@dataclass(frozen=True, slots=True)
class Summary:
    """The verdict on one contestant.

    ``seconds`` are its own in all, ``ratio`` is that to the reference's seconds on the same
    boards, ``slowest`` the longest run and its board.
    """

    name: str
    judged: int
    differences: tuple[Difference, ...]
    notes: tuple[tuple[str, int], ...]
    seconds: float
    ratio: float
    slowest: tuple[float, str]
    given_up: bool = False  # after the boards that were judged

    @property
    def right(self) -> int:
        """On how many boards it was right."""
        return self.judged - sum(d.count for d in self.differences)


def summarise(results: Results) -> list[Summary]:
    """A summary a contestant, in their order."""
    return [_summary(results, k, name) for k, name in enumerate(results.contestants)]


def _summary(results: Results, k: int, name: str) -> Summary:
    judged = list(results.of(k).judged())
    differences = [
        _difference(results, failure, boards) for failure, boards in results.failures(k).items()
    ]
    seconds = sum(c.answers[k].seconds for c in judged)
    ours = sum(c.seconds for c in judged)
    return Summary(
        name,
        len(judged),
        tuple(sorted(differences, key=lambda d: -d.count)),
        tuple(Counter(note for c in judged for note in c.answers[k].notes).items()),
        seconds,
        seconds / ours if ours else 0.0,
        max(((c.answers[k].seconds, c.case.name) for c in judged), default=(0.0, "")),
        k in results.given_up,
    )


def _difference(results: Results, failure: Failure, boards: Sequence[Checked]) -> Difference:
    who, outcome = results.contestants[failure.contestant], failure.outcome
    name = file_name(f"{who}-{outcome.name.lower()}")
    shown, answer = results.smallest(failure)
    first = boards[0].case.name
    return Difference(outcome, len(boards), first, name, shown.case.puzzle, shown.reference, answer)


def file_name(name: str) -> str:
    """A name made fit for a file: odd characters replaced, and a long one cut, yet unique."""
    name = re.sub(r"[^\w.#-]", "_", name)
    whole = name.encode()
    if len(whole) <= _LONGEST_NAME:
        return name
    return f"{whole[:_LONGEST_NAME].decode(errors='ignore')}-{sha256(whole).hexdigest()[:8]}"


def files(summary: Summary, language: str) -> Iterator[tuple[str, str]]:
    """The names and texts of the files about the smallest boards: .in, .out, .got, .html."""
    for difference in summary.differences:
        yield f"{difference.name}.in", format_puzzle(difference.puzzle)
        yield f"{difference.name}.out", format_plan(difference.reference)
        yield f"{difference.name}.got", difference.answer.got
        shown = exhibits(difference, summary.name)
        yield f"{difference.name}.html", page(difference.puzzle, shown, language)


def exhibits(difference: Difference, name: str) -> list[Exhibit]:
    """What the page of a difference plays: the program's steps, and the right answer's."""
    note = both(_headline(difference, name))
    got, right = _plan(difference.answer.got), difference.reference
    shown = []
    if got or not right:
        shown.append(Exhibit(got or (), (name, name), note, good=False))
    if right:
        shown.append(
            Exhibit(right, both(RIGHT_ANSWER), ("", "") if shown else note, good=bool(shown))
        )
    return shown


def as_json(summaries: Sequence[Summary], results: Results, *, interrupted: bool) -> Json:
    """The whole report for machines."""
    return {
        "boards": len(results.checked),
        "unknown": {c.case.name: c.unknown for c in results.unknown()},
        "interrupted": interrupted,
        "contestants": [_summary_json(summary) for summary in summaries],
    }


def _summary_json(summary: Summary) -> Json:
    return {
        "name": summary.name,
        "judged": summary.judged,
        "given_up": summary.given_up,
        "right": summary.right,
        "seconds": round(summary.seconds, 6),
        "ratio": round(summary.ratio, 6),
        "slowest": {"seconds": round(summary.slowest[0], 6), "board": summary.slowest[1]},
        "notes": dict(summary.notes),
        "differences": [
            {
                "outcome": d.outcome.name,
                "count": d.count,
                "first": d.first,
                "blocks": d.puzzle.board.blocks,
                "in": format_puzzle(d.puzzle),
                "out": format_plan(d.reference),
                "got": d.answer.got,
                "detail": d.answer.detail,
            }
            for d in summary.differences
        ],
    }


def verdict_lines(summary: Summary, reference: str) -> Iterator[str]:
    """The verdict on one contestant in a few lines."""
    wrong = sum(d.count for d in summary.differences if d.outcome.is_wrong)
    failed = summary.judged - summary.right - wrong
    if not summary.judged:
        yield Message("{name}: not judged on any board", name=summary.name)
        return
    yield _count(summary.name, wrong, failed, summary.judged)
    for d in summary.differences:
        yield indented(
            Message(
                "{count:>5} x {outcome} (first: {board}; smallest: {blocks} blocks)",
                count=d.count,
                outcome=d.outcome.words,
                board=d.first,
                blocks=d.puzzle.board.blocks,
            )
        )
    if summary.given_up:
        yield indented(
            Message.plural(
                "given up after {n} board without an answer; --keep-going goes on",
                "given up after {n} boards without an answer; --keep-going goes on",
                summary.judged,
            )
        )
    for note, count in summary.notes:
        yield indented(Message("{count:>5} x {note}", count=count, note=note))
    seconds, board = summary.slowest
    yield indented(
        Message(
            "time: {total:.2f} s in all, {ratio:.2f} x {engine}; slowest {slow:.2f} s ({board})",
            total=summary.seconds,
            ratio=summary.ratio,
            engine=reference,
            slow=seconds,
            board=board,
        )
    )
    if [d.outcome for d in summary.differences] == [Outcome.NO_ANSWER] and not summary.right:
        yield indented(
            noted("no answer to any board: does it use other file names (--in, --out-file)?")
        )


def _count(name: str, wrong: int, failed: int, boards: int) -> str:
    """On how many boards a program is right, wrong, or fails."""
    if not wrong and not failed:
        return Message.plural(
            "{name}: right on all {n} board", "{name}: right on all {n} boards", boards, name=name
        )
    if not failed:
        return Message.plural(
            "{name}: wrong on {wrong} of {n} board",
            "{name}: wrong on {wrong} of {n} boards",
            boards,
            name=name,
            wrong=wrong,
        )
    if not wrong:
        return Message.plural(
            "{name}: fails on {failed} of {n} board",
            "{name}: fails on {failed} of {n} boards",
            boards,
            name=name,
            failed=failed,
        )
    return Message(
        "{name}: wrong on {wrong}, fails on {failed} of {n} boards",
        name=name,
        wrong=wrong,
        failed=failed,
        n=boards,
    )


def explanation(difference: Difference, name: str) -> Iterator[str]:
    """One difference shown: the board, both answers, and the step where they part."""
    puzzle = difference.puzzle
    yield _headline(difference, name)
    yield ""
    got = _clip(difference.answer.got)
    columns = [
        ["mayan.in", *format_puzzle(puzzle).splitlines()],
        [RIGHT_ANSWER, *format_plan(difference.reference).splitlines()],
        [name, *(got or ["(nothing)"])],
    ]
    yield from beside(columns)
    yield ""
    yield from _parting(puzzle, difference.reference, _plan(difference.answer.got), name)


def _headline(difference: Difference, name: str) -> str:
    outcome, detail = difference.outcome.words, difference.answer.detail
    if not detail:
        return Message("{name} {outcome}", name=name, outcome=outcome)
    return Message("{name} {outcome}: {detail}", name=name, outcome=outcome, detail=detail)


def _clip(text: str) -> list[str]:
    """The first lines of an output, made fit to be shown."""
    lines = printable(text).splitlines()
    clipped = lines[:_SHOWN_LINES] + ["..."] * (len(lines) > _SHOWN_LINES)
    return [line[:_SHOWN_WIDTH] for line in clipped]


def _plan(text: str) -> Plan | None:
    """The moves in an output: None where it is -1, none where it is no answer."""
    try:
        return parse_plan(text)
    except FormatError:
        return ()


def _parting(puzzle: Puzzle, right: Plan | None, got: Plan | None, name: str) -> Iterator[str]:
    """Replay both answers to the first step where they part, and show the boards there."""
    pairs = zip_longest(right or (), got or ())
    at = next((k for k, (a, b) in enumerate(pairs) if a != b), None)
    if at is None:
        return
    steps = replay(puzzle.board, (right or got or ())[:at])
    before = steps[-1].after if steps else puzzle.board
    yield Message("They part at step {step}:", step=at + 1)
    yield from beside([*_next(before, right, at, RIGHT_ANSWER), *_next(before, got, at, name)])


def _next(before: Board, plan: Plan | None, at: int, who: str) -> list[list[str]]:
    """One side's next step: the drag, and the board after it; or why there is none."""
    if plan is None or at >= len(plan):
        return [[f"{who}: {'-1' if plan is None else 'no step'}"]]
    move = plan[at]
    try:
        after = step(before, move).after
    except IllegalMove as error:
        return [[f"{who}: {move}", f"illegal: {error}"]]
    hidden = before.height - 1 - max(map(len, before.columns))  # rows that no drag can reach
    pictures = (f"{who}: {move}", Frame(before, at, move)), ("after it", Frame(after, at))
    return [[head, *frame_text(frame).splitlines()[max(0, hidden) :]] for head, frame in pictures]


def beside(columns: Sequence[Sequence[str]]) -> Iterator[str]:
    """Blocks of text side by side, each under its heading and all standing on the same line."""
    sizes = [max(map(len, column)) for column in columns]
    for row in zip_longest(*columns, fillvalue=""):
        cells = (cell.ljust(size) for cell, size in zip(row, sizes, strict=True))
        yield ("  " + _GAP.join(cells)).rstrip()
