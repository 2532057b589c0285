"""``satmayan show``: the board, and the plan step by step."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from satmayan.base.limits import Deadline, LimitReached
from satmayan.base.messages import noted
from satmayan.cli import DONE, NEGATIVE
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
    warn_unchecked,
    write_atomically,
)
from satmayan.cli.check import headline
from satmayan.judge import Judgement, judge_replay
from satmayan.planner import Config, Verdict, solve
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.show import terminal
from satmayan.show.frames import Frame, plan_frames
from satmayan.show.text import WIDTH, Row, picture, plain, plan_rows

if TYPE_CHECKING:
    from satmayan.show.html import Exhibit

NO_PLAN = noted("there is no plan (-1)")


@click.command()
@click.argument("puzzle_path", metavar="IN", type=click.Path(allow_dash=True))
@click.argument("answer_path", metavar="[OUT]", required=False, type=click.Path(allow_dash=True))
@click.option("--plain", "no_colour", is_flag=True, help="No colours, even on a terminal.")
@click.option("--play", is_flag=True, help="Play the plan in place; keys are shown below it.")
@click.option(
    "--svg", type=click.Path(), metavar="FILE", help="Write one picture of all boards instead."
)
@click.option(
    "--html", type=click.Path(), metavar="FILE", help="Write a page to play with instead."
)
@click.option(
    "--gif", type=click.Path(), metavar="FILE", help="Write an animation instead (needs Pillow)."
)
@settle_option
@engine_options
@time_limit_option
@language_option
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
    deadline = Deadline(time_limit)
    puzzle = read_puzzle(puzzle_path, settle_first=settle, deadline=deadline)
    plan = (
        read_answer(answer_path, puzzle.steps, deadline)
        if answer_path
        else _find(puzzle, config, deadline)
    )
    judgement = judge_replay(puzzle, plan or ())
    if svg or html or gif:
        _write_files(puzzle, plan, judgement, svg, html, gif)
    elif play:
        _play(puzzle, judgement)
    else:
        _print(puzzle, judgement, no_colour)
    if plan is None:
        say(NO_PLAN)
    elif judgement.right is False:
        say(headline(plan, judgement), err=True)
        return NEGATIVE
    return DONE


def _find(puzzle: Puzzle, config: Config, deadline: Deadline) -> Plan | None:
    """The smallest plan, by an engine.  Raises LimitReached."""
    result = solve(puzzle, config, deadline)
    warn_unchecked(result)
    if result.verdict is Verdict.UNKNOWN:
        raise LimitReached(result.reason)
    return result.plan


def _print(puzzle: Puzzle, judgement: Judgement, no_colour: bool) -> None:
    if no_colour or not terminal.wants_colour():
        click.echo(plain(_rows(puzzle, judgement, WIDTH)))
    else:
        terminal.print_coloured(_rows(puzzle, judgement, terminal.width()))


def _rows(puzzle: Puzzle, judgement: Judgement, width: int) -> Iterable[Row]:
    if judgement.steps:
        return plan_rows(judgement.steps, width)
    return picture(Frame(puzzle.board, 0))


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
        from satmayan.show.html import page

        contents.append((html, page(puzzle, [_exhibit(plan, judgement)], language())))
    if gif:
        contents.append((gif, _animation(puzzle, judgement)))
    for path, content in contents:
        write_atomically(path, content)


def _exhibit(plan: Plan | None, judgement: Judgement) -> Exhibit:
    """The plan, and what is wrong with it, if anything."""
    from satmayan.show.html import Exhibit, both

    said, good = "", judgement.right is not False
    if plan is None:
        said, good = NO_PLAN, True
    elif not good:
        said = headline(plan, judgement)
    return Exhibit(plan or (), note=both(said), good=good)


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
