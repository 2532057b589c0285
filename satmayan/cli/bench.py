"""``satmayan bench``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from satmayan.cli import CONTRADICTION, DONE, NEGATIVE
from satmayan.cli._common import parse_settings, read_puzzle, set_option
from satmayan.planner import Config

if TYPE_CHECKING:
    from satmayan.bench.session import Finished


@click.command()
@click.argument("boards", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "--encoding", "encodings", metavar="A,B,...", default=Config().encoding, show_default=True
)
@click.option("--solver", "solvers", metavar="X,Y,...", default=Config().solver, show_default=True)
@click.option(
    "--engine",
    "engines",
    metavar="E,F,...",
    default="sat",
    show_default=True,
    help="Of sat, search and dfs; sat stands for every encoding with every solver.",
)
@click.option(
    "--strategy",
    "strategies",
    metavar="static,assume",
    default="",
    help="How SAT minimises: static (solvers that can), assume, or both, compared.  "
    "[default: the best that each solver can]",
)
@set_option
@click.option(
    "--time-limit",
    type=click.IntRange(min=1),
    default=60,
    show_default=True,
    metavar="S",
    help="CPU seconds of a run.",
)
@click.option(
    "--memory-limit",
    type=click.IntRange(min=0),
    default=2048,
    show_default=True,
    metavar="MB",
    help="Megabytes of a run; 0: no limit.",
)
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, metavar="J")
@click.option("--repeat", type=click.IntRange(1, 1000), default=1, show_default=True, metavar="R")
@click.option(
    "--json",
    "journal",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep finished runs in FILE (JSON lines), and do not run again what it has.",
)
@click.option(
    "--plot",
    "picture",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.svg",
    help="Draw a cactus plot and a scatter (needs matplotlib).",
)
def command(
    boards: tuple[Path, ...],
    encodings: str,
    solvers: str,
    engines: str,
    strategies: str,
    options: tuple[str, ...],
    time_limit: int,
    memory_limit: int,
    jobs: int,
    repeat: int,
    journal: Path | None,
    picture: Path | None,
) -> int:
    """Run encodings, solvers and engines on BOARDS, and compare them in a table.

    BOARDS are mayan.in files, or folders of *.in files.  Each run is a process of its own:
    `satmayan solve` under limits, measured from outside.  Times are CPU seconds, so that
    other load on the machine does not count.  Every answer is compared with every other
    and with the known answer in the .out file beside a board, that of an encoding in a .py
    file with the search's, too: where two differ, the exit code is 1, or 4 where the
    simulation contradicts a SAT answer.  A wrong answer, one that a plan refutes which
    keeps the rules, counts as not solved.

    --set gives options to the encodings that take them; several values, parted by commas,
    are compared.  Interrupted (Ctrl-C), a session ends at once; with --json the same
    command goes on where it stopped.

    \b
    Examples:
      satmayan bench examples/bench --solver glucose4,cadical195 --time-limit 10
      satmayan bench examples/bench --engine sat,search --json runs.jsonl --plot runs.svg
      satmayan bench a.in b.in --encoding events,mine.py --repeat 3 --jobs 2
    """
    from satmayan.bench.compare import complaints, judged
    from satmayan.bench.plan import configs, files, known_answers
    from satmayan.bench.plot import plot, require_matplotlib
    from satmayan.bench.runs import LIMITS, Job
    from satmayan.bench.session import FinishedRuns, run_all, sources_digest
    from satmayan.bench.table import columns, table
    from satmayan.run.sandbox import MIB, Limits

    if picture:
        require_matplotlib()
    limits = Limits(time_limit, memory_limit * MIB, LIMITS.output)
    values = {name: _split(value) for name, value in parse_settings(options).items()}
    chosen = configs(
        _split(engines), _split(encodings), _split(solvers), values, _split(strategies)
    )
    puzzles = {str(path): read_puzzle(str(path)) for path in files(boards)}
    known = known_answers(puzzles)
    digest = sources_digest(name for name in _split(encodings) if name.endswith(".py"))
    todo = [
        Job(board, puzzle, config, limits, k, digest)
        for k in range(1, repeat + 1)
        for board, puzzle in puzzles.items()
        for config in chosen
    ]
    with FinishedRuns(journal) as kept:
        for line in kept.damaged:
            click.echo(f"satmayan: {line}", err=True)
        with closing(run_all(todo, kept, jobs)) as runs:
            finished = list(_with_progress(runs, len(todo)))
    order = {id(job): i for i, job in enumerate(todo)}
    finished.sort(key=lambda run: order[id(run[0])])
    finished = judged(finished, known)
    found = columns(finished)
    click.echo(table(found, limits), nl=False)
    if picture:
        plot(found, limits, picture)
    wrong = complaints(finished, known)
    for complaint in wrong:
        click.echo(f"satmayan: {complaint.text}", err=True)
    if any(complaint.contradiction for complaint in wrong):
        return CONTRADICTION
    return NEGATIVE if wrong else DONE


def _with_progress(runs: Iterator[Finished], total: int) -> Iterator[Finished]:
    """The same runs, with a progress bar where stderr is a terminal."""
    if not sys.stderr.isatty():
        yield from runs
        return
    with click.progressbar(runs, length=total, file=sys.stderr, label="runs") as bar:
        yield from bar


def _split(names: str) -> list[str]:
    return [name for name in names.split(",") if name]
