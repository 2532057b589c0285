"""``satmayan check``: the judge of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satmayan.base.errors import Contradiction
from satmayan.base.limits import Deadline
from satmayan.base.messages import Message, join, noted
from satmayan.cli import BAD_INPUT, DONE, LIMIT, NEGATIVE
from satmayan.cli._common import (
    engine_options,
    language,
    language_option,
    one_standard_input,
    read_answer,
    read_puzzle,
    say,
    settle_option,
    time_limit_option,
    write_atomically,
)
from satmayan.judge import Judgement, judge_beside
from satmayan.planner import Config, judge
from satmayan.puzzle.board import Plan
from satmayan.puzzle.files import FormatError, format_plan
from satmayan.show.frames import Frame
from satmayan.show.text import frame_text

if TYPE_CHECKING:
    from satmayan.show.html import Exhibit

JURY_AT_FAULT = 3  # testlib's _fail


@click.command()
@click.argument("puzzle_path", metavar="IN", type=click.Path(allow_dash=True))
@click.argument("answer_path", metavar="OUT", type=click.Path(allow_dash=True))
@click.argument("jury_path", metavar="[ANS", required=False)
@click.argument("report_path", metavar="[REPORT]]", required=False)
@click.option(
    "--html", type=click.Path(), metavar="FILE", help="Also write a page that plays the answer."
)
@settle_option
@engine_options
@time_limit_option
@language_option
def command(
    puzzle_path: str,
    answer_path: str,
    jury_path: str | None,
    report_path: str | None,
    html: str | None,
    settle: bool,
    config: Config,
    time_limit: float | None,
) -> int:
    """Judge the answer in OUT to the board in IN ("-" is standard input).

    Is every step legal, is the board empty after exactly n steps, and is no other plan
    smaller?  Says which step is wrong and shows the board there.

    Exit code 0: right, 1: wrong, 2: not an answer file, 3: keeps the rules, but the time
    limit was reached before it was known to be smallest.

    With the jury's answer ANS it is a checker in testlib's manner: OUT is judged beside
    ANS, no engine is asked, the verdict is one line on stderr (or in REPORT), and exit
    code 3 means that the jury is at fault: IN or ANS is broken, or OUT refutes ANS.

    \b
    Examples:
      satmayan check mayan.in mayan.out
      ./mayan < mayan.in | satmayan check mayan.in -
      satmayan check mayan.in mayan.out --html wrong.html
      satmayan check --engine dfs --time-limit 10 mayan.in mayan.out
      satmayan check mayan01.in mayan.out mayan01.out
    """
    if jury_path is not None:
        return _as_checker(puzzle_path, answer_path, jury_path, report_path)
    one_standard_input(puzzle_path, answer_path)
    deadline = Deadline(time_limit)
    puzzle = read_puzzle(puzzle_path, settle_first=settle, deadline=deadline)
    answer = read_answer(answer_path, puzzle.steps, deadline)
    judgement = judge(puzzle, answer, config, deadline)
    if html:
        from satmayan.show.html import page

        write_atomically(html, page(puzzle, exhibits(answer, judgement), language()))
    say(report(answer, judgement))
    if judgement.right is None:
        return LIMIT
    return DONE if judgement.right else NEGATIVE


def _as_checker(puzzle_path: str, answer_path: str, jury_path: str, report_path: str | None) -> int:
    """Judge as testlib's checkers do: their arguments, exit codes and words."""
    code, words = _checked(puzzle_path, answer_path, jury_path)
    if report_path is None:
        click.echo(words, err=True)
    else:
        write_atomically(report_path, words + "\n")
    return code


def _checked(puzzle_path: str, answer_path: str, jury_path: str) -> tuple[int, str]:
    """The exit code (0 right, 1 wrong, 2 not an answer, 3 the jury's fault), and why."""
    try:
        puzzle = read_puzzle(puzzle_path)
        jury = read_answer(jury_path, puzzle.steps)
    except (OSError, FormatError) as error:
        return JURY_AT_FAULT, f"FAIL {error}"
    try:
        answer = read_answer(answer_path, puzzle.steps)
    except (OSError, FormatError) as error:
        return BAD_INPUT, f"wrong output format {error}"
    try:
        judgement = judge_beside(puzzle, answer, jury)
    except Contradiction as error:
        return JURY_AT_FAULT, f"FAIL {error}"
    words = _where(answer, judgement)
    return (DONE, f"ok {words}") if judgement.right else (NEGATIVE, f"wrong answer {words}")


def report(answer: Plan | None, judgement: Judgement) -> str:
    """A judgement in words, with the board where the answer goes wrong."""
    paragraphs = [headline(answer, judgement)]
    if judgement.right is False and answer is not None and not judgement.board.is_empty:
        paragraphs.append(_scene(answer, judgement))
    if judgement.better is not None:
        kind = (
            noted("the smallest plan:")
            if judgement.proven
            else noted("the smallest plan known so far:")
        )
        paragraphs.append(join("\n", [kind, format_plan(judgement.better).rstrip()]))
    return join("\n\n", paragraphs)


def exhibits(answer: Plan | None, judgement: Judgement) -> list[Exhibit]:
    """What the page of a judgement shows: the answer, and the better plan where there is one."""
    from satmayan.show.html import Exhibit, both

    shown = []
    note = both(headline(answer, judgement))
    good = judgement.right is not False
    if answer is not None or judgement.better is None:
        shown.append(Exhibit(answer or (), both(noted("answer")), note, good))
    if judgement.better is not None:
        name = noted("smallest plan") if judgement.proven else noted("better plan")
        shown.append(
            Exhibit(judgement.better, both(name), ("", "") if shown else note, bool(shown))
        )
    return shown


def headline(answer: Plan | None, judgement: Judgement) -> str:
    """The verdict in one line."""
    detail = _where(answer, judgement)
    if judgement.right is None:
        return Message("open: {detail}", detail=detail)
    if judgement.right:
        return Message("right: {detail}", detail=detail)
    return Message("wrong: {detail}", detail=detail)


def _where(answer: Plan | None, judgement: Judgement) -> str:
    """The detail, after the step where it is, if it is in one."""
    if answer is None or judgement.at is None:
        return judgement.detail
    move, detail = answer[judgement.at - 1], judgement.detail
    return Message("step {step} ({move}): {detail}", step=judgement.at, move=move, detail=detail)


def _scene(answer: Plan, judgement: Judgement) -> str:
    """The board on which the wrong step was to be made, or that the last step left behind."""
    if judgement.at is None:
        steps = len(judgement.steps)
        head = Message("the board after step {step}:", step=steps)
        return join("\n", [head, frame_text(Frame(judgement.board, steps))])
    move = answer[judgement.at - 1]
    frame = Frame(judgement.board, judgement.at, move)
    head = Message("the board before step {step}:", step=judgement.at)
    return join("\n", [head, frame_text(frame)])
