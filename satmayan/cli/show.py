"""``satmayan show``: the board, and the plan step by step."""

from __future__ import annotations

import click

from satmayan.board import Plan, Puzzle
from satmayan.check import judge_replay
from satmayan.cli import DONE, NEGATIVE
from satmayan.cli._common import (
    engine_options,
    one_standard_input,
    read_answer,
    read_puzzle,
    settle_option,
    time_limit_option,
)
from satmayan.cli.check import headline
from satmayan.limits import Deadline, LimitReached
from satmayan.planner import Config, Verdict, solve
from satmayan.show.frames import Frame
from satmayan.show.text import frame_text, plan_text


@click.command()
@click.argument("puzzle_path", metavar="IN")
@click.argument("answer_path", metavar="[OUT]", required=False)
@settle_option
@engine_options
@time_limit_option
def command(
    puzzle_path: str,
    answer_path: str | None,
    settle: bool,
    config: Config,
    time_limit: float | None,
) -> int:
    """Draw the board in IN and, step by step, the plan in OUT ("-" is standard input).

    Without OUT the plan is looked for first.  A plan that breaks the rules is drawn up to
    where it does; the exit code is then 1.

    \b
    Examples:
      satmayan show mayan.in
      satmayan show mayan.in mayan.out
      satmayan solve mayan.in | satmayan show mayan.in -
    """
    one_standard_input(puzzle_path, answer_path)
    puzzle = read_puzzle(puzzle_path, settle_first=settle)
    plan = read_answer(answer_path) if answer_path else _find(puzzle, config, time_limit)
    if plan is None:
        click.echo(frame_text(Frame(puzzle.board, 0)))
        click.echo("there is no plan (-1)")
        return DONE
    judgement = judge_replay(puzzle, plan)
    click.echo(plan_text(judgement.steps) or frame_text(Frame(puzzle.board, 0)))
    if judgement.right is None:
        return DONE
    click.echo(headline(plan, judgement), err=True)
    return NEGATIVE


def _find(puzzle: Puzzle, config: Config, time_limit: float | None) -> Plan | None:
    """The smallest plan, by an engine.  Raises LimitReached."""
    result = solve(puzzle, config, Deadline(time_limit))
    if result.verdict is Verdict.UNKNOWN:
        raise LimitReached(result.reason)
    return result.plan
