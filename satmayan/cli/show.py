"""``satmayan show``: the board, and the plan step by step."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from satmayan.board import Plan, Puzzle
from satmayan.check import Judgement, judge_replay
from satmayan.cli import DONE, NEGATIVE
from satmayan.cli._common import (
    engine_options,
    one_standard_input,
    read_answer,
    read_puzzle,
    settle_option,
    time_limit_option,
    write_atomically,
)
from satmayan.cli.check import headline
from satmayan.limits import Deadline, LimitReached
from satmayan.planner import Config, Verdict, solve
from satmayan.show import terminal
from satmayan.show.frames import Frame, plan_frames
from satmayan.show.text import Row, picture, plain, plan_rows


@click.command()
@click.argument("puzzle_path", metavar="IN")
@click.argument("answer_path", metavar="[OUT]", required=False)
@click.option("--plain", "no_colour", is_flag=True, help="No colours, even on a terminal.")
@click.option("--play", is_flag=True, help="Play the plan in place; keys are shown below it.")
@click.option("--svg", metavar="FILE", help="Write one picture of all boards instead.")
@click.option("--html", metavar="FILE", help="Write a page to play with instead.")
@click.option("--gif", metavar="FILE", help="Write an animation instead (needs Pillow).")
@settle_option
@engine_options
@time_limit_option
def command(
    puzzle_path: str,
    answer_path: str | None,
    no_colour: bool,
    play: bool,
    svg: str | None,
    html: str | None,
    gif: str | None,
    settle: bool,
    config: Config,
    time_limit: float | None,
) -> int:
    """Draw the board in IN and, step by step, the plan in OUT ("-" is standard input).

    Without OUT the plan is looked for first.  A plan that breaks the rules is drawn up to
    where it does; the exit code is then 1.  Colours are used on a terminal only, and not
    where NO_COLOR is set.

    \b
    Examples:
      satmayan show mayan.in
      satmayan show mayan.in mayan.out --play
      satmayan show mayan.in --html plan.html --svg plan.svg
      satmayan solve mayan.in | satmayan show mayan.in -
    """
    one_standard_input(puzzle_path, answer_path)
    if play:
        _require_terminal(puzzle_path, answer_path)
    puzzle = read_puzzle(puzzle_path, settle_first=settle)
    plan = read_answer(answer_path) if answer_path else _find(puzzle, config, time_limit)
    judgement = judge_replay(puzzle, plan or ())
    if svg or html or gif:
        _write_files(puzzle, plan, judgement, svg, html, gif)
    elif play:
        _play(puzzle, judgement)
    else:
        _print(_rows(puzzle, judgement), no_colour)
    if plan is None:
        click.echo("there is no plan (-1)")
    elif judgement.right is False:
        click.echo(headline(plan, judgement), err=True)
        return NEGATIVE
    return DONE


def _find(puzzle: Puzzle, config: Config, time_limit: float | None) -> Plan | None:
    """The smallest plan, by an engine.  Raises LimitReached."""
    result = solve(puzzle, config, Deadline(time_limit))
    if result.verdict is Verdict.UNKNOWN:
        raise LimitReached(result.reason)
    return result.plan


def _rows(puzzle: Puzzle, judgement: Judgement) -> Iterable[Row]:
    if judgement.steps:
        return plan_rows(judgement.steps)
    return picture(Frame(puzzle.board, 0))


def _print(rows: Iterable[Row], no_colour: bool) -> None:
    if not no_colour and terminal.wants_colour():
        terminal.print_coloured(rows)
    else:
        click.echo(plain(rows))


def _write_files(
    puzzle: Puzzle,
    plan: Plan | None,
    judgement: Judgement,
    svg: str | None,
    html: str | None,
    gif: str | None,
) -> None:
    """Write the pictures that were asked for; all are drawn before any is written."""
    contents: list[tuple[str, str | bytes]] = []
    if svg:
        from satmayan.show.svg import strip

        contents.append((svg, strip(puzzle.board, judgement.steps)))
    if html:
        from satmayan.show.html import Exhibit, page

        contents.append((html, page(puzzle, [Exhibit(plan or ())])))
    if gif:
        contents.append((gif, _animation(puzzle, judgement)))
    for path, content in contents:
        write_atomically(path, content)


def _animation(puzzle: Puzzle, judgement: Judgement) -> bytes:
    from satmayan.show.gif import animation

    try:
        return animation(puzzle.board, judgement.steps)
    except ImportError:
        raise click.UsageError("--gif needs Pillow: pip install 'satmayan[show]'") from None


def _require_terminal(*paths: str | None) -> None:
    if "-" in paths or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("--play needs a terminal for its pictures and its keys")


def _play(puzzle: Puzzle, judgement: Judgement) -> None:
    from satmayan.show.play import play_on_terminal

    try:
        play_on_terminal(plan_frames(puzzle.board, judgement.steps))
    except ImportError:
        raise click.UsageError(
            "--play needs rich (pip install 'satmayan[show]') and a Unix terminal"
        ) from None
