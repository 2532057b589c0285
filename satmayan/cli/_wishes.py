"""The options of ``generate`` that say what is wished, and what a wish they make."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satmayan.puzzle.board import HEIGHT, WIDTH
from satmayan.puzzle.files import MAX_COLOURS, MAX_STEPS, read_text

if TYPE_CHECKING:
    from satmayan.forge.wish import Question, Wish

MOST = WIDTH * HEIGHT


def span(least: int, most: int) -> Callable[[click.Context, click.Parameter, str | None], Any]:
    """A callback that reads ``N`` or ``N-M``, both ends included and within bounds, as a range."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> range | None:
        if value is None:
            return None
        low, _, high = value.partition("-")
        try:
            found = range(int(low), int(high or low) + 1)
        except ValueError:
            raise click.BadParameter(f"{value!r} is not N or N-M") from None
        if not found or found[0] < least or found[-1] > most:
            raise click.BadParameter(f"{value!r} is not within {least}-{most}")
        return found

    return read


def pattern(
    numbers: range, most: int
) -> Callable[[click.Context, click.Parameter, str | None], Any]:
    """A callback that reads up to ``most`` numbers or ``*`` (None), with commas between."""

    def read(
        ctx: click.Context, param: click.Parameter, value: str | None
    ) -> tuple[int | None, ...]:
        words = value.split(",") if value is not None else []
        found = []
        for word in words:
            if word != "*" and not (word.isdecimal() and int(word) in numbers):
                raise click.BadParameter(
                    f"{word!r} is neither * nor within {numbers[0]}-{numbers[-1]}"
                )
            found.append(None if word == "*" else int(word))
        if len(found) > most:
            raise click.BadParameter(f"{value!r} has more than {most} numbers")
        return tuple(found)

    return read


_OPTIONS = (
    click.option("--blocks", metavar="RANGE", callback=span(3, MOST), help="[default: 6-12]"),
    click.option(
        "--colours", metavar="RANGE", callback=span(1, MAX_COLOURS), help="[default: 2-4]"
    ),
    click.option("--steps", metavar="RANGE", callback=span(1, MAX_STEPS), help="[default: 1-3]"),
    click.option(
        "--per-colour", metavar="RANGE", callback=span(1, MOST), help="Blocks of each colour."
    ),
    click.option(
        "--heights",
        metavar="H,H,H,H,H",
        callback=pattern(range(HEIGHT + 1), WIDTH),
        help="Of the columns; * for any.",
    ),
    click.option(
        "--template",
        metavar="FILE",
        help="A drawing of cells that are given: numbers are colours, '-' is empty, '.' free.",
    ),
    click.option("--mirror", is_flag=True, help="The board is its mirror image, left and right."),
    click.option("--solvable/--unsolvable", default=None, help="With a plan, or without one."),
    click.option(
        "--rounds",
        metavar="R,R,...",
        callback=pattern(range(MOST), MAX_STEPS),
        help="A plan has so many rounds in its steps; * for any.",
    ),
    click.option(
        "--chain",
        type=click.IntRange(min=0),
        default=0,
        metavar="K",
        help="A plan has a step of K or more rounds.",
    ),
    click.option(
        "--has",
        multiple=True,
        metavar="FEATURE",
        help="A plan has a step with it; may be repeated.",
    ),
    click.option(
        "--needs", multiple=True, metavar="FEATURE", help="Every plan has one; may be repeated."
    ),
    click.option("--none-shorter", is_flag=True, help="No plan has fewer steps."),
    click.option(
        "--only",
        type=click.Choice(("loose", "strict")),
        help="There is only one plan; loose: whichever block of an exchange is dragged, "
        "and whichever two blocks of one colour change places.",
    ),
)


def wish_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say what is wished; they arrive together as ``wishes``."""

    @functools.wraps(function)
    def with_wishes(*args: Any, **kwargs: Any) -> Any:
        wishes = {name: kwargs.pop(name) for name in _NAMES}
        return function(*args, wishes=wishes, **kwargs)

    for option in reversed(_OPTIONS):
        with_wishes = option(with_wishes)
    return with_wishes


_NAMES = (
    "blocks",
    "colours",
    "steps",
    "per_colour",
    "heights",
    "template",
    "mirror",
    "solvable",
    "rounds",
    "chain",
    "has",
    "needs",
    "none_shorter",
    "only",
)


def read_wish(
    wishes: dict[str, Any], tempts: tuple[Question, ...], engine: str, extreme: bool
) -> tuple[Wish, str]:
    """The wish in the options, and the engine: ``auto`` is decided here."""
    from satmayan.forge.wish import Template, Wish

    heights, rounds = wishes["heights"], wishes["rounds"]
    if heights and len(heights) != WIDTH:
        raise click.UsageError(f"--heights takes {WIDTH} numbers, not {len(heights)}")
    known = sum(heights) if heights and None not in heights else None
    blocks = range(known, known + 1) if known else range(6, 13)
    steps = range(len(rounds), len(rounds) + 1) if rounds else range(1, 4)
    defaults = {"blocks": blocks, "colours": range(2, 5), "steps": steps}
    if extreme:
        defaults |= {"blocks": range(3, MOST + 1), "colours": range(1, MAX_COLOURS + 1)}
    sizes: dict[str, Any] = {name: wishes[name] or given for name, given in defaults.items()}
    template = Template(())
    if wishes["template"]:
        template = Template.parse(read_text(wishes["template"])[1])
    wish = Wish(
        **sizes,
        per_colour=wishes["per_colour"] or range(1, MOST + 1),
        heights=heights or (None,) * WIDTH,
        template=template,
        mirror=wishes["mirror"],
        plan=wishes["solvable"],
        rounds=rounds,
        chain=wishes["chain"],
        has=wishes["has"],
        needs=wishes["needs"],
        none_shorter=wishes["none_shorter"],
        only=wishes["only"],
        tempts=tempts,
    )
    if rounds and not any(len(rounds) == n for n in wish.steps):
        raise click.UsageError(f"--rounds is for {len(rounds)} steps")
    common = Wish(**sizes, per_colour=wish.per_colour, plan=wish.plan)
    if engine == "auto":
        engine = "random" if wish == common and not extreme else "sat"
    asks = wish.of_a_plan or wish.needs or wish.none_shorter or wish.only
    if wish.plan is None and (asks or (engine == "sat" and not tempts)):
        wish = replace(wish, plan=True)
    return wish, engine


def tempting(mistakes: tuple[str, ...]) -> Iterator[Question]:
    """The questions whether programs with these mistakes fail."""
    if mistakes:
        from satmayan.mistakes.catalogue import load
        from satmayan.mistakes.hunt import is_answered_wrongly

        for name in mistakes:
            load(name)
            yield is_answered_wrongly((name,))


def failing(program: str, stack: ExitStack) -> Question:
    """The question whether a program fails, asked in a sandbox that the stack closes."""
    from satmayan.crosscheck.programs import prepare
    from satmayan.crosscheck.verdict import Outcome
    from satmayan.run.sandbox import Limits, Sandbox
    from satmayan.search.fast import first_plan

    root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="satmayan-")))
    sandbox = stack.enter_context(Sandbox(root))
    (submission,) = prepare([program], files=False, limits=Limits(), sandbox=sandbox, folder=root)

    def fails(puzzle: Any) -> bool:
        answer = submission.answer(puzzle, first_plan(puzzle), sandbox)
        return answer.outcome is not Outcome.RIGHT

    return fails
