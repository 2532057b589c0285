"""``satmayan generate``."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satmayan.base.limits import Deadline
from satmayan.cli import DONE, NEGATIVE
from satmayan.cli._common import time_limit_option, write_atomically
from satmayan.cli._ticker import Ticker
from satmayan.puzzle.board import HEIGHT, WIDTH
from satmayan.puzzle.files import MAX_COLOURS, MAX_STEPS, format_plan, format_puzzle, read_text

if TYPE_CHECKING:
    from satmayan.forge.maker import Forge, Made
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


@click.command()
@click.option("--blocks", metavar="RANGE", callback=span(3, MOST), help="[default: 6-12]")
@click.option("--colours", metavar="RANGE", callback=span(1, MAX_COLOURS), help="[default: 2-4]")
@click.option("--steps", metavar="RANGE", callback=span(1, MAX_STEPS), help="[default: 1-3]")
@click.option(
    "--per-colour", metavar="RANGE", callback=span(1, MOST), help="Blocks of each colour."
)
@click.option(
    "--heights",
    metavar="H,H,H,H,H",
    callback=pattern(range(HEIGHT + 1), WIDTH),
    help="Of the columns; * for any.",
)
@click.option(
    "--template",
    metavar="FILE",
    help="A drawing of cells that are given: numbers are colours, '-' is empty, '.' free.",
)
@click.option("--mirror", is_flag=True, help="The board is its mirror image, left and right.")
@click.option("--solvable/--unsolvable", default=None, help="With a plan, or without one.")
@click.option(
    "--rounds",
    metavar="R,R,...",
    callback=pattern(range(MOST), MAX_STEPS),
    help="A plan has so many rounds in its steps; * for any.",
)
@click.option(
    "--chain",
    type=click.IntRange(min=0),
    default=0,
    metavar="K",
    help="A plan has a step of K or more rounds.",
)
@click.option(
    "--has", multiple=True, metavar="FEATURE", help="A plan has a step with it; may be repeated."
)
@click.option(
    "--needs", multiple=True, metavar="FEATURE", help="Every plan has one; may be repeated."
)
@click.option("--none-shorter", is_flag=True, help="No plan has fewer steps.")
@click.option(
    "--only",
    type=click.Choice(("loose", "strict")),
    help="There is only one plan; loose: whichever block of an exchange is dragged, and whichever "
    "two blocks of one colour change places.",
)
@click.option(
    "--mistake",
    "mistakes",
    multiple=True,
    metavar="NAME",
    help="A program with this mistake fails; may be repeated.",
)
@click.option("--fails", metavar="PROGRAM", help="This program fails, as `crosscheck` judges it.")
@click.option("--smallest", is_flag=True, help="The fewest blocks that there can be.")
@click.option("--most-rounds", is_flag=True, help="The most rounds that the last step can have.")
@click.option("--seed", default=1, show_default=True)
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, metavar="N")
@click.option(
    "--engine",
    type=click.Choice(("auto", "sat", "random")),
    default="auto",
    show_default=True,
    help="Who makes the boards; auto: random where only sizes, and a plan or none, are wished.",
)
@click.option("--encoding", default="events", show_default=True, metavar="NAME")
@click.option(
    "--solver", metavar="NAME", help="The SAT solver.  [default: glucose4]", default="glucose4"
)
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write 1.in, 1.out (the answer), 1.plan (the plan wished for), 2.in, ... to DIR.",
)
@click.option(
    "--prove",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Where there is no such board, write formulas and proofs of that to DIR.",
)
@time_limit_option
def command(
    fails: str | None,
    mistakes: tuple[str, ...],
    smallest: bool,
    most_rounds: bool,
    seed: int,
    count: int,
    engine: str,
    encoding: str,
    solver: str,
    output: Path | None,
    prove: Path | None,
    time_limit: float | None,
    **wishes: Any,
) -> int:
    """Make boards with wanted properties; a range is N or N-M.

    All differ, none has a run at the start, and a seed gives the same boards every time.
    They are printed one after another with a blank line between, or written to DIR
    together with their answers.  Which engine made them, the plan wished for, and what is
    proven, is said on stderr.

    \b
    Features of a step, for --has and --needs:
      same-colour-swap  exchanges two blocks of one colour
      left-drag         drags a block left onto an empty cell
      empty-column      drags a block onto an empty column
      full-column       drags a block onto the last empty cell of a column
      run-of-5          lets five in line vanish
      crossing          lets a horizontal and a vertical run vanish that share a block

    Exit code 1: there is no such board.

    \b
    Examples:
      satmayan generate
      satmayan generate --solvable --blocks 20-24 --chain 3 --engine random
      satmayan generate --blocks 35 --colours 10 --rounds 11
      satmayan generate --needs same-colour-swap --steps 2 --smallest
      satmayan generate --steps 3 --none-shorter --only loose --count 5 -o boards
      satmayan generate --unsolvable --seed 7 | satmayan solve -
    """
    if fails and engine == "random":
        raise click.UsageError("--fails is for --engine sat")
    with ExitStack() as stack:
        tempts = list(_tempting(mistakes))
        if fails:
            tempts.append(_failing(fails, stack))
        extreme = smallest or most_rounds
        wish, engine = _wish(wishes, tuple(tempts), engine, extreme)
        _check(wish, prove, engine, smallest, most_rounds, count)
        deadline = Deadline(time_limit)
        if engine == "random":
            from satmayan.forge.luck import lucky

            click.echo("made by: random", err=True)
            return _print(islice(lucky(wish, seed, deadline), count), output)
        click.echo(f"made by: sat ({encoding}, {solver})", err=True)
        ticker = stack.enter_context(Ticker())
        how = {
            "seed": seed,
            "encoding": encoding,
            "solver": solver,
            "deadline": deadline,
            "progress": ticker.show,
        }
        return _forged(wish, how, smallest, most_rounds, count, output, prove)


def _wish(
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


def _check(
    wish: Wish, prove: Path | None, engine: str, smallest: bool, most_rounds: bool, count: int
) -> None:
    """Raises UsageError for options that do not go together."""
    extreme = "--smallest" if smallest else "--most-rounds" if most_rounds else ""
    if smallest and most_rounds:
        raise click.UsageError("--smallest and --most-rounds are two wishes; ask for one")
    if extreme and engine == "random":
        raise click.UsageError(f"{extreme} is proven, which only --engine sat can do")
    if extreme and count > 1:
        raise click.UsageError(f"{extreme} is one board, not {count}")
    if most_rounds and (wish.rounds or wish.plan is False):
        raise click.UsageError("--most-rounds says what the rounds are")
    if prove:
        if engine == "random" or extreme:
            raise click.UsageError("--prove is for --engine sat and a wish for any board")
        if wish.is_universal:
            raise click.UsageError(
                "no certificate for a wish that speaks of all plans: "
                "its refutation rests on the search as well"
            )
        from satmayan.proof.prover import check_target

        check_target(prove)


def _forged(
    wish: Wish,
    how: dict[str, Any],
    smallest: bool,
    most_rounds: bool,
    count: int,
    output: Path | None,
    prove: Path | None,
) -> int:
    """Make boards by SAT, and say what is proven."""
    from satmayan.forge.maker import Forge, longest

    forge = Forge(wish, **how)
    if most_rounds:
        best = longest(wish, **how)
        if best is not None:
            forge, made = best
            most = forge.wish.rounds[-1]
            click.echo(f"most rounds: {most} (proven: no board has more)", err=True)
            return _print(iter([made]), output)
    elif smallest:
        found = forge.smallest()
        if found is not None:
            click.echo(
                f"fewest blocks: {found.puzzle.board.blocks} (proven: every smaller board refuted, "
                f"{len(forge.refuted)} sizes by the solver, the others by counting)",
                err=True,
            )
            return _print(iter([found]), output)
    elif _print(islice(forge.boards(), count), output, count) == DONE:
        return DONE
    click.echo(f"no such board ({len(forge.refuted)} sizes refuted)", err=True)
    if prove:
        _certify(forge, prove)
    return NEGATIVE


def _print(boards: Iterator[Made], output: Path | None, wanted: int = 1) -> int:
    """Print or write boards; NEGATIVE where there was none."""
    k = 0
    if output:
        output.mkdir(parents=True, exist_ok=True)
    for k, made in enumerate(boards, 1):
        if made.plan:
            click.echo(f"plan: {', '.join(map(str, made.plan))}", err=True)
        if output:
            _write(made, output / str(k))
        else:
            click.echo(("\n" if k > 1 else "") + format_puzzle(made.puzzle), nl=False)
    if 0 < k < wanted:
        click.echo(f"there is no other board: {k} of {wanted}", err=True)
    return DONE if k else NEGATIVE


def _write(made: Made, stem: Path) -> None:
    """A board, its answer, and the plan of the wish."""
    from satmayan.search.fast import first_plan

    write_atomically(f"{stem}.in", format_puzzle(made.puzzle))
    write_atomically(f"{stem}.out", format_plan(first_plan(made.puzzle)))
    if made.plan:
        write_atomically(f"{stem}.plan", format_plan(made.plan))


def _tempting(mistakes: tuple[str, ...]) -> Iterator[Question]:
    """The questions whether programs with these mistakes fail."""
    if mistakes:
        from satmayan.mistakes.catalogue import load
        from satmayan.mistakes.hunt import is_answered_wrongly

        for name in mistakes:
            load(name)
            yield is_answered_wrongly((name,))


def _failing(program: str, stack: ExitStack) -> Question:
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
        return answer.verdict.outcome is not Outcome.RIGHT

    return fails


def _certify(forge: Forge, target: Path) -> None:
    """Write the formulas that were refuted, with proofs, to a new folder."""
    from satmayan.forge.draft import Draft
    from satmayan.proof.claim import Claim
    from satmayan.proof.solvers import PySatSolver
    from satmayan.sat.dimacs.cnf import write_cnf

    solver = PySatSolver()
    with tempfile.TemporaryDirectory(dir=target.absolute().parent) as folder:
        for k, shape in enumerate(forge.refuted, 1):
            formula = Draft(forge.wish, shape, forge.module).formula
            claim = Claim(formula, f"there is such a board of {shape}")
            cnf, proof = (Path(folder) / f"{k}.{kind}" for kind in ("cnf", "drat"))
            with cnf.open("w", encoding="ascii", newline="\n") as file:
                comments = [f"claim {claim.text}", *(f"var {v} {n}" for v, n in claim.names())]
                write_cnf(file, claim.variables, claim.clauses, comments)
            solver.refute(claim, cnf, proof, forge.deadline, lambda size: None)
        target.mkdir(exist_ok=True)
        for path in sorted(Path(folder).iterdir()):
            path.replace(target / path.name)
    click.echo(f"proofs: {len(forge.refuted)} formulas in {target}", err=True)
