"""``satmayan solve``."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path

import click
from click.core import ParameterSource

from satmayan.base.limits import Deadline
from satmayan.base.messages import Message, noted
from satmayan.cli import DONE, LIMIT
from satmayan.cli._common import (
    engine_options,
    language_option,
    note,
    read_puzzle,
    say,
    settle_option,
    time_limit_option,
    warn_unchecked,
    write_atomically,
)
from satmayan.cli._ticker import Ticker
from satmayan.engines import Simulator
from satmayan.judge import confirm
from satmayan.planner import SIMULATIONS, Config, Result, Verdict, solve, solve_least
from satmayan.puzzle.board import Plan, Puzzle
from satmayan.puzzle.files import format_plan, plan_line


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    metavar="OUT",
    help="Write the answer to OUT, all or nothing.",
)
@engine_options
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=1,
    metavar="J",
    help="Share the first moves out among J processes; the answer is the same.  Engine sat.",
)
@time_limit_option
@settle_option
@language_option
@click.option("--steps", type=click.IntRange(min=1), metavar="N", help="Use N for the file's n.")
@click.option(
    "--prove",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write a certificate for the answer, as `satmayan prove` does.",
)
@click.option("--min-steps", is_flag=True, help="Use the least number of steps that has a plan.")
@click.option(
    "--all",
    "most",
    type=click.IntRange(min=1),
    metavar="N",
    help="Print the first N plans in answer order, a blank line between two.  Engines search, dfs.",
)
@click.option(
    "--count",
    "counting",
    is_flag=True,
    help="Print how many plans there are.  Engines search, dfs.",
)
@click.option("--stats", is_flag=True, help="Print stages, sizes and solver totals on stderr.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON, with statistics.")
@click.option(
    "--mistake",
    "mistakes",
    metavar="NAME",
    multiple=True,
    help="Answer as a program with this mistake (see `satmayan mistakes`); may be repeated.",
)
@click.option("--no-verify", is_flag=True, help="Do not replay the plan by the rules.")
def command(
    file: str,
    output: str | None,
    config: Config,
    jobs: int,
    time_limit: float | None,
    settle: bool,
    steps: int | None,
    prove: Path | None,
    min_steps: bool,
    most: int | None,
    counting: bool,
    stats: bool,
    as_json: bool,
    mistakes: tuple[str, ...],
    no_verify: bool,
) -> int:
    """Print the smallest plan that empties the board in exactly n steps, or -1.

    FILE is a mayan.in, or - for standard input.  Both answers exit with 0; a limit that
    is reached before there is an answer exits with 3 and prints nothing.

    --all and --count take every sequence of legal moves for a plan of its own, even where
    two drags do the same.  Without --engine they use the search.

    \b
    Examples:
      satmayan solve mayan.in
      satmayan solve mayan.in -o mayan.out --stats
      satmayan solve mayan.in --engine dfs --time-limit 10
      satmayan solve mayan.in --prove certificate
      satmayan solve mayan.in --mistake skip-same-colour
      satmayan solve mayan.in --encoding events --solver cadical195
      satmayan solve mayan.in --jobs 4
      satmayan solve mayan.in --min-steps --engine search
      satmayan solve mayan.in --all 10
      satmayan solve mayan.in --count
      printf '2 0 0 0 1 1 0 1 0' | satmayan solve -
    """
    start = time.perf_counter()
    deadline = Deadline(time_limit)
    if min_steps + (most is not None) + counting > 1:
        raise click.UsageError("--min-steps, --all and --count exclude each other")
    if prove and (min_steps or most is not None or counting):
        raise click.UsageError("--prove certifies the answer alone: no --min-steps, --all, --count")
    if config.engine != "sat" and jobs > 1:
        raise click.UsageError(f"--jobs is for SAT, not --engine {config.engine}")
    config = replace(config, jobs=jobs)
    puzzle = read_puzzle(file, settle_first=settle, steps=steps, deadline=deadline)
    read_seconds = time.perf_counter() - start
    if mistakes:
        if as_json or stats or min_steps or most is not None or counting:
            raise click.UsageError(
                "--mistake goes with none of --json, --stats, --min-steps, --all, --count"
            )
        return _answer_mistakenly(mistakes, puzzle, deadline, output)
    if most is not None or counting:
        _write(output, _enumerated(puzzle, _enumerator(config), most, deadline, as_json))
        return DONE
    if prove:
        _prepare(prove, puzzle, config)
    answer = solve_least if min_steps else solve
    with Ticker() as ticker:
        result = answer(puzzle, config, deadline, progress=ticker.show, replayed=not no_verify)
    if stats:
        click.echo(_statistics(result, config, read_seconds), err=True, nl=False)
    warn_unchecked(result)
    if result.verdict is Verdict.UNKNOWN:
        _explain_limit(result)
    if result.verdict is Verdict.UNKNOWN and not as_json:
        return LIMIT
    text = _as_json(result, config, read_seconds) if as_json else format_plan(result.plan)
    _write(output, text)
    if prove and result.verdict is not Verdict.UNKNOWN:
        _prove(prove, puzzle, config, result, deadline)
    return LIMIT if result.verdict is Verdict.UNKNOWN else DONE


def _write(output: str | None, text: str) -> None:
    if output:
        write_atomically(output, text)
    else:
        click.echo(text, nl=False)


def _answer_mistakenly(
    mistakes: tuple[str, ...], puzzle: Puzzle, deadline: Deadline, output: str | None
) -> int:
    """Write what a program with these mistakes would print."""
    from satmayan.mistakes.catalogue import combine

    text = combine(tuple(sorted(set(mistakes))))().output(puzzle, deadline)
    if text is None:
        _no_answer(noted("such a program never ends on this board"))
        return LIMIT
    _write(output, text)
    return DONE


def _enumerator(config: Config) -> Simulator:
    """The engine that lists and counts plans: the chosen one, or the search."""
    source = click.get_current_context().get_parameter_source("engine")
    if config.engine != "sat":
        return SIMULATIONS[config.engine].simulator
    if source is ParameterSource.DEFAULT:
        return SIMULATIONS["search"].simulator
    raise click.UsageError("--all and --count work with --engine search and dfs, not with sat")


def _enumerated(
    puzzle: Puzzle, engine: Simulator, most: int | None, deadline: Deadline, as_json: bool
) -> str:
    """The first ``most`` plans; for None, the number of all."""
    if most is None:
        count = engine.count_plans(puzzle, deadline=deadline)
        return _json({"count": count}) if as_json else f"{count}\n"
    plans = list(islice(engine.all_plans(puzzle, deadline=deadline), most))
    for plan in plans:
        confirm(puzzle, plan)
    if as_json:
        return _json({"plans": [_moves(plan) for plan in plans]})
    return "\n".join(map(format_plan, plans)) if plans else format_plan(None)


def _explain_limit(result: Result) -> None:
    _no_answer(result.reason)
    if result.best is not None:
        moves = plan_line(result.best)
        note(Message("the best plan so far, not proven smallest: {moves}", moves=moves))


def _no_answer(reason: str) -> None:
    note(Message("no answer: {reason}", reason=reason))


def _statistics(result: Result, config: Config, read_seconds: float) -> str:
    """The statistics block: stages with their seconds, then counts, in a fixed order."""
    rows = [("engine", str(config)), ("read", f"{read_seconds:.3f} s")]
    rows += [(stage.name, f"{stage.seconds:.3f} s") for stage in result.stages]
    rows.append(("total", f"{read_seconds + sum(s.seconds for s in result.stages):.3f} s"))
    rows += [(name, f"{value:,}") for name, value in result.statistics.items()]
    return "".join(f"{name + ':':<14}{value}\n" for name, value in rows)


def _as_json(result: Result, config: Config, read_seconds: float) -> str:
    stages = {"read": read_seconds} | {stage.name: stage.seconds for stage in result.stages}
    document = {
        "verdict": result.verdict.value,
        "plan": _moves(result.plan),
        "best": _moves(result.best),
        "reason": result.reason,
        "engine": str(config),
        "seconds": {name: round(seconds, 6) for name, seconds in stages.items()},
        "statistics": result.statistics,
    }
    return _json(document, indent=2)


def _json(document: Mapping[str, object], indent: int | None = None) -> str:
    import json

    return json.dumps(document, indent=indent) + "\n"


def _moves(plan: Plan | None) -> list[list[int]] | None:
    return None if plan is None else [[move.x, move.y, move.g] for move in plan]


def _prepare(target: Path, puzzle: Puzzle, config: Config) -> None:
    """Refuse what could not be certified before anything is solved."""
    from satmayan.cli._certify import prepare

    prepare(target, puzzle, config)


def _prove(target: Path, puzzle: Puzzle, config: Config, result: Result, limit: Deadline) -> None:
    """Make the certificate, once the answer is out; say on stderr what it holds."""
    from satmayan.cli._certify import certify_result, summary
    from satmayan.proof.solvers import PySatSolver

    manifest = certify_result(puzzle, config, result, target, PySatSolver(), limit)
    say(summary(manifest, target), err=True)
