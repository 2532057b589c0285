"""``satmayan generate``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import click

from satmayan.base.limits import Deadline, LimitReached
from satmayan.cli import DONE
from satmayan.cli._common import write_atomically
from satmayan.planner import Config, Verdict, solve
from satmayan.puzzle.board import HEIGHT, WIDTH, Plan, Puzzle
from satmayan.puzzle.files import MAX_COLOURS, MAX_STEPS, format_plan, format_puzzle
from satmayan.puzzle.generate import Wish, candidates

TRIES = 5_000  # a board


def span(least: int, most: int) -> Callable[[click.Context, click.Parameter, str], range]:
    """A callback that reads ``N`` or ``N-M``, both ends included and within bounds, as a range."""

    def read(ctx: click.Context, param: click.Parameter, value: str) -> range:
        low, _, high = value.partition("-")
        try:
            found = range(int(low), int(high or low) + 1)
        except ValueError:
            raise click.BadParameter(f"{value!r} is not N or N-M") from None
        if not found or found[0] < least or found[-1] > most:
            raise click.BadParameter(f"{value!r} is not within {least}-{most}")
        return found

    return read


@click.command()
@click.option(
    "--blocks", metavar="RANGE", callback=span(3, WIDTH * HEIGHT), default="6-12", show_default=True
)
@click.option(
    "--colours", metavar="RANGE", callback=span(1, MAX_COLOURS), default="2-4", show_default=True
)
@click.option(
    "--steps", metavar="RANGE", callback=span(1, MAX_STEPS), default="1-3", show_default=True
)
@click.option("--solvable/--unsolvable", default=None, help="With a plan, or without one.")
@click.option(
    "--rounds",
    type=click.IntRange(min=0),
    default=0,
    metavar="K",
    help="The answer has a step of K or more rounds (a chain).",
)
@click.option(
    "--same-colour-swap",
    is_flag=True,
    help="The answer exchanges two blocks of one colour.",
)
@click.option("--seed", default=1, show_default=True)
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N")
@click.option("--engine", default="search", show_default=True, help="That finds the answers.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write 1.in, 1.out (the answer), 2.in, ... to DIR.",
)
def command(
    blocks: range,
    colours: range,
    steps: range,
    solvable: bool | None,
    rounds: int,
    same_colour_swap: bool,
    seed: int,
    count: int,
    engine: str,
    output: Path | None,
) -> int:
    """Make boards with wanted properties; a range is N or N-M.

    All differ, none has a run at the start, and a seed gives the same boards every time.
    They are printed one after another with a blank line between, or written to DIR
    together with their answers.

    \b
    Examples:
      satmayan generate
      satmayan generate --solvable --blocks 20-24 --rounds 3
      satmayan generate --steps 2-4 --same-colour-swap --count 10 -o boards
      satmayan generate --unsolvable --seed 7 | satmayan solve -
    """
    if solvable is False and (rounds or same_colour_swap):
        raise click.UsageError("a board without a plan has no answer to wish anything of")
    wish = Wish(blocks, colours, steps, solvable, rounds, same_colour_swap)
    if output:
        output.mkdir(parents=True, exist_ok=True)
    for k, (puzzle, plan) in enumerate(_granted(wish, Random(seed), count, Config.parse(engine))):
        if output:
            write_atomically(str(output / f"{k + 1}.in"), format_puzzle(puzzle))
            write_atomically(str(output / f"{k + 1}.out"), format_plan(plan))
        else:
            click.echo(("\n" if k else "") + format_puzzle(puzzle), nl=False)
    return DONE


def _granted(
    wish: Wish, rng: Random, count: int, config: Config
) -> Iterator[tuple[Puzzle, Plan | None]]:
    """So many different puzzles that are as wished, with their answers.

    Raises LimitReached where none is met for long.
    """
    seen: set[Puzzle | None] = {None}
    left, tries = count, TRIES
    for puzzle in candidates(rng, wish):
        tries -= 1
        if puzzle is not None and puzzle not in seen:
            seen.add(puzzle)
            result = solve(puzzle, config, Deadline())
            assert result.verdict is not Verdict.UNKNOWN  # there is no deadline
            if wish.granted(puzzle, result.plan):
                yield puzzle, result.plan
                left, tries = left - 1, TRIES
        if left == 0:
            return
        if tries == 0:
            raise LimitReached(
                f"no such board among {TRIES} candidates, after {count - left} found"
            )
