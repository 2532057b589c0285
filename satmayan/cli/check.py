"""``satmayan check``: the judge of an answer."""

from __future__ import annotations

import click

from satmayan.board import Plan
from satmayan.check import Judgement, judge
from satmayan.cli import DONE, LIMIT, NEGATIVE
from satmayan.cli._common import (
    engine_options,
    one_standard_input,
    read_answer,
    read_puzzle,
    settle_option,
    time_limit_option,
)
from satmayan.limits import Deadline
from satmayan.mayanfile import format_plan
from satmayan.planner import Config
from satmayan.show.frames import Frame
from satmayan.show.text import frame_text


@click.command()
@click.argument("puzzle_path", metavar="IN")
@click.argument("answer_path", metavar="OUT")
@settle_option
@engine_options
@time_limit_option
def command(
    puzzle_path: str, answer_path: str, settle: bool, config: Config, time_limit: float | None
) -> int:
    """Judge the answer in OUT to the board in IN ("-" is standard input).

    Is every step legal, is the board empty after exactly n steps, and is no other plan
    smaller?  Says which step is wrong and shows the board there.

    Exit code 0: right, 1: wrong, 2: not an answer file, 3: keeps the rules, but the time
    limit was reached before it was known to be smallest.

    \b
    Examples:
      satmayan check mayan.in mayan.out
      ./mayan < mayan.in | satmayan check mayan.in -
      satmayan check --engine dfs --time-limit 10 mayan.in mayan.out
    """
    one_standard_input(puzzle_path, answer_path)
    puzzle = read_puzzle(puzzle_path, settle_first=settle)
    answer = read_answer(answer_path)
    judgement = judge(puzzle, answer, config, Deadline(time_limit))
    click.echo(report(answer, judgement))
    if judgement.right is None:
        return LIMIT
    return DONE if judgement.right else NEGATIVE


def report(answer: Plan | None, judgement: Judgement) -> str:
    """A judgement in words, with the board where the answer goes wrong."""
    paragraphs = [headline(answer, judgement)]
    if judgement.right is False and answer is not None and not judgement.board.is_empty:
        paragraphs.append(_scene(answer, judgement))
    if judgement.better is not None:
        kind = "the smallest plan" if judgement.proven else "the smallest plan known so far"
        paragraphs.append(f"{kind}:\n{format_plan(judgement.better)}".rstrip())
    return "\n\n".join(paragraphs)


def headline(answer: Plan | None, judgement: Judgement) -> str:
    """The verdict in one line."""
    verdict = {True: "right", False: "wrong", None: "open"}[judgement.right]
    where = ""
    if answer is not None and judgement.at is not None:
        where = f"step {judgement.at} ({answer[judgement.at - 1]}): "
    return f"{verdict}: {where}{judgement.detail}"


def _scene(answer: Plan, judgement: Judgement) -> str:
    """The board on which the wrong step was to be made, or that the last step left behind."""
    if judgement.at is None:
        return f"the board after step {len(judgement.steps)}:\n" + frame_text(
            Frame(judgement.board, len(judgement.steps))
        )
    move = answer[judgement.at - 1]
    frame = Frame(judgement.board, judgement.at, move)
    return f"the board before step {judgement.at}:\n" + frame_text(frame)
