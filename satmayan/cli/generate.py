"""``satmayan generate``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satmayan.base.limits import Deadline
from satmayan.base.messages import Message, noted
from satmayan.cli import DONE, NEGATIVE
from satmayan.cli._common import language_option, say, time_limit_option, write_atomically
from satmayan.cli._ticker import Ticker
from satmayan.cli._wishes import failing, read_wish, tempting, wish_options
from satmayan.puzzle.files import format_plan, format_puzzle, plan_line

if TYPE_CHECKING:
    from satmayan.forge.maker import Forge, Made
    from satmayan.forge.wish import Wish


@click.command()
@wish_options
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
@language_option
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
    wishes: dict[str, Any],
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
      satmayan generate --blocks 35 --colours 10 --rounds 11 --seed 2
      satmayan generate --needs same-colour-swap --steps 2 --smallest
      satmayan generate --steps 2 --none-shorter --only loose --count 5 -o boards
      satmayan generate --unsolvable --seed 7 | satmayan solve -
    """
    if fails and engine == "random":
        raise click.UsageError("--fails is for --engine sat")
    with ExitStack() as stack:
        tempts = list(tempting(mistakes))
        if fails:
            tempts.append(failing(fails, stack))
        extreme = smallest or most_rounds
        wish, engine = read_wish(wishes, tuple(tempts), engine, extreme)
        _check(wish, prove, engine, smallest, most_rounds, count)
        deadline = Deadline(time_limit)
        if engine == "random":
            from satmayan.forge.luck import lucky

            say(noted("made by: random"), err=True)
            return _print(islice(lucky(wish, seed, deadline), count), output)
        say(Message("made by: sat ({names})", names=", ".join((encoding, solver))), err=True)
        ticker = stack.enter_context(Ticker())
        how = {
            "seed": seed,
            "encoding": encoding,
            "solver": solver,
            "deadline": deadline,
            "progress": ticker.show,
        }
        return _forged(wish, how, smallest, most_rounds, count, output, prove)


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

    if prove:
        from satmayan.proof.wishes import check_encoding

        check_encoding(how["encoding"])
    forge = Forge(wish, **how)
    if most_rounds:
        best = longest(wish, **how)
        if best is not None:
            forge, made = best
            most = forge.wish.rounds[-1]
            say(Message("most rounds: {n} (proven: no board has more)", n=most), err=True)
            return _print(iter([made]), output)
    elif smallest:
        found = forge.smallest()
        if found is not None:
            say(
                Message(
                    "fewest blocks: {n} (proven: every smaller board refuted, "
                    "{sizes} sizes by the solver, the others by counting)",
                    n=found.puzzle.board.blocks,
                    sizes=len(forge.refuted),
                ),
                err=True,
            )
            return _print(iter([found]), output)
    elif _print(islice(forge.boards(), count), output, count) == DONE:
        return DONE
    say(Message("no such board ({n} sizes refuted)", n=len(forge.refuted)), err=True)
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
            say(Message("plan: {moves}", moves=plan_line(made.plan)), err=True)
        if output:
            _write(made, output / str(k))
        else:
            click.echo(("\n" if k > 1 else "") + format_puzzle(made.puzzle), nl=False)
    if 0 < k < wanted:
        say(Message("there is no other board: {n} of {wanted}", n=k, wanted=wanted), err=True)
    return DONE if k else NEGATIVE


def _write(made: Made, stem: Path) -> None:
    """A board, its answer, and the plan of the wish."""
    from satmayan.search.fast import first_plan

    write_atomically(f"{stem}.in", format_puzzle(made.puzzle))
    write_atomically(f"{stem}.out", format_plan(first_plan(made.puzzle)))
    if made.plan:
        write_atomically(f"{stem}.plan", format_plan(made.plan))


def _certify(forge: Forge, target: Path) -> None:
    """Write formulas and proofs that there is no such board to a new folder."""
    from satmayan.proof.solvers import PySatSolver
    from satmayan.proof.wishes import prove_none

    encoding, solver = forge.module.name, PySatSolver()
    count = prove_none(forge.wish, encoding, target, solver, forge.deadline, forge.progress)
    text = Message("proofs: {n} formulas in {folder}", n=count, folder=target)
    say(text, err=True)
