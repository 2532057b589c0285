"""``satmayan crosscheck``: find out whether a program is right, and if not, on which board."""

from __future__ import annotations

import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from satmayan import planner
from satmayan.base.errors import ConfigError
from satmayan.base.messages import Message
from satmayan.cli import CONTRADICTION, DONE, LIMIT, NEGATIVE
from satmayan.cli._common import (
    Seconds,
    in_colour,
    language,
    language_option,
    note,
    read_puzzle,
    say,
    write_atomically,
)
from satmayan.cli._ticker import Ticker

if TYPE_CHECKING:
    from satmayan.crosscheck.contestants import Answer, Contestant
    from satmayan.crosscheck.referee import Case
    from satmayan.crosscheck.report import Summary
    from satmayan.crosscheck.session import Results
    from satmayan.crosscheck.undefined import Undefined
    from satmayan.mistakes.diagnose import Diagnosis
    from satmayan.puzzle.board import Puzzle
    from satmayan.run.protection import Protection
    from satmayan.run.sandbox import Limits, Sandbox

GENERATED = 300  # boards, unless the user says otherwise
REFERENCE_SECONDS = 20.0
WATCH_SECONDS = 0.3  # between two looks at the programs
TIDY_SECONDS = 5.0  # that the sandboxes are given to clear up, at the end


def _engine(ctx: click.Context, param: click.Parameter, value: str) -> str:
    for name in filter(None, value.split(",")):
        try:
            planner.Config.parse(name)
        except ConfigError as error:
            raise click.BadParameter(str(error)) from None
    return value


def _file_name(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if value != os.path.basename(value) or value in ("", ".", ".."):
        raise click.BadParameter(f"{value!r} is no name of a file in the working folder")
    return value


@click.command(short_help="Check programs, or engines, against each other.")
@click.argument("programs", nargs=-1, metavar="PROGRAM...")
@click.option(
    "--engines",
    default="",
    metavar="A,B",
    callback=_engine,
    help="Check these engines of ours too, such as sat:events,dfs.",
)
@click.option(
    "--reference",
    default="search",
    show_default=True,
    metavar="ENGINE",
    callback=_engine,
    help="The engine that gives the right answers.",
)
@click.option(
    "--files",
    is_flag=True,
    help="Only mayan.in and mayan.out count, not standard input and output.",
)
@click.option(
    "--in",
    "input_name",
    default="mayan.in",
    metavar="NAME",
    callback=_file_name,
    help="What the programs call the input file.  [default: mayan.in]",
)
@click.option(
    "--out-file",
    "output_name",
    default="mayan.out",
    metavar="NAME",
    callback=_file_name,
    help="What the programs call the output file.  [default: mayan.out]",
)
@click.option(
    "--compile",
    "compile_command",
    default="",
    metavar="CMD",
    help="Compile sources by this command, such as 'clang++ -O2 -o {target} {source}'.",
)
@click.option(
    "--flags",
    default="",
    metavar="FLAGS",
    help="Give the compiler these words too, such as '-std=c++11 -DX'.",
)
@click.option(
    "--boards",
    type=click.Path(exists=True, path_type=Path),
    metavar="DIR",
    help="Check on the *.in files of DIR instead of the built-in boards.",
)
@click.option(
    "--count",
    type=click.IntRange(min=0),
    metavar="N",
    help=f"Check on N generated boards too.  [default: {GENERATED}; 0 with --boards]",
)
@click.option(
    "--board",
    metavar="NAME",
    help="Only print the board that a report calls NAME, as a mayan.in.",
)
@click.option("--seed", default=1, show_default=True, help="Of the generated boards.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    metavar="N",
    help="How many boards at a time.  [default: one a core]",
)
@click.option(
    "--time-limit",
    type=Seconds(),
    default=3.0,
    show_default=True,
    metavar="S",
    help="Seconds a board, by the clock on the wall.",
)
@click.option(
    "--memory-limit",
    type=click.IntRange(min=16),
    default=512,
    show_default=True,
    metavar="MIB",
    help="Resident memory.",
)
@click.option(
    "--output-limit",
    type=click.IntRange(min=1),
    default=1024,
    show_default=True,
    metavar="KIB",
    help="Output, and size of a file.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep what is found in DIR, and go on from what is there.",
)
@click.option(
    "--keep-going",
    is_flag=True,
    help="Go on with a program that gives no answer to any of the first ten boards.",
)
@click.option("--watch", is_flag=True, help="Check again when a file of a program changes.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@language_option
def command(
    programs: tuple[str, ...],
    engines: str,
    reference: str,
    files: bool,
    input_name: str,
    output_name: str,
    compile_command: str,
    flags: str,
    boards: Path | None,
    count: int | None,
    board: str | None,
    seed: int,
    jobs: int,
    time_limit: float,
    memory_limit: int,
    output_limit: int,
    out: Path | None,
    keep_going: bool,
    watch: bool,
    as_json: bool,
) -> int:
    """Run programs on many boards and say whether each is right, and if not, where and why.

    Where a mistake of the catalogue (`satmayan mistakes`), or up to three together, reproduce all
    that a program printed, they are named.

    A PROGRAM is a source (.c .cpp .cc .C .go .java .js .pas .py .rs, compiled as judges do),
    a program, or a quoted command; it reads standard input or mayan.in, and prints its
    answer or writes mayan.out.  Each run has a working folder of its own, and limits on time,
    memory and output; whatever it leaves running or writes to its folder is removed.  Where
    the kernel allows it, a program sees neither the network nor other processes, and can
    write nowhere else; the report says so.

    Every way of failing is shrunk to a smallest board, and shown there step by step.
    With --out DIR that board is kept as NAME.in, the right answer as NAME.out, the
    program's as NAME.got, and a page that plays both as NAME.html; and a run that was
    stopped goes on where it was.

    Exit codes: 0 all right, 1 something failed, 3 only limits of ours were reached,
    4 a program refutes the reference (please report it), 130 interrupted, 143 terminated.

    \b
    Examples:
      satmayan crosscheck mine.cpp
      satmayan crosscheck --files --out found mine.cpp 'python3 friend.py'
      satmayan crosscheck --boards tests/ --count 1000 --seed 7 ./mine
      satmayan crosscheck --engines sat:events,dfs
      satmayan crosscheck --watch mine.py
      satmayan crosscheck --board chain-1-3 > mayan.in
    """
    from satmayan.crosscheck.contestants import EngineContestant
    from satmayan.crosscheck.journal import Findings
    from satmayan.crosscheck.programs import BadProgram, Build, prepare
    from satmayan.crosscheck.referee import Referee, at_work, lost
    from satmayan.crosscheck.session import Results, run
    from satmayan.run.pool import Pool
    from satmayan.run.sandbox import MIB, Limits, Sandbox

    if board is not None:
        click.echo(_board(board, boards, count, seed), nl=False)
        return DONE
    if not programs and not engines:
        raise click.UsageError("name a program, or engines with --engines")
    if watch:
        if out or not programs:
            raise click.UsageError("--watch needs a program, and goes without --out")
        context = click.get_current_context()
        again = {**context.params, "watch": False}
        _watch(programs, partial(context.invoke, command, **again))
    broken: list[BadProgram] = []

    def complain(error: BadProgram) -> None:
        broken.append(error)
        note(str(error))

    limits = Limits(time_limit, memory_limit * MIB, output_limit << 10)
    with ExitStack() as stack:
        root = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="satmayan-")))
        with Sandbox(root) as sandbox:
            contestants: list[Contestant] = [
                *prepare(
                    programs,
                    files=files,
                    limits=limits,
                    sandbox=sandbox,
                    folder=root,
                    hidden=_answers(boards, out),
                    names=(input_name, output_name),
                    build=Build.parse(compile_command, flags),
                    complain=complain,
                ),
                *(EngineContestant(name, limits) for name in filter(None, engines.split(","))),
            ]
            protection = sandbox.protection if programs else None
        names = tuple(who.name for who in contestants)
        if out:
            out.mkdir(parents=True, exist_ok=True)
        header = _header(programs, names, reference, files, limits) if out else {}
        if (input_name, output_name) != ("mayan.in", "mayan.out"):
            header["names"] = [input_name, output_name]
        if compile_command or flags:
            header["build"] = [compile_command, flags]
        findings = stack.enter_context(Findings(out, header))
        for line in findings.damaged:
            note(line)
        entries, total = _entries(boards, count, seed)
        results, interrupted = Results(names, keep_going=keep_going), False
        referee = Referee(reference, REFERENCE_SECONDS, tuple(contestants))
        setup = partial(at_work, referee, root)
        with Pool(setup, jobs, lost=lost, grace=TIDY_SECONDS) as pool:
            try:
                with Ticker() as ticker:
                    run(results, entries, total, pool, findings, ticker.show)
            except KeyboardInterrupt:
                interrupted = True
        with Sandbox(root) as sandbox:
            asked = [] if interrupted else contestants
            diagnoses = list(_diagnoses(results, asked, sandbox))
            undefined = list(_undefined(results, diagnoses, programs, asked, sandbox))
    generated = (0 if boards else GENERATED) if count is None else count
    code = _report(
        results,
        diagnoses,
        undefined,
        {
            "reference": reference,
            "seed": seed,
            "count": generated,
            "not_compiled": [str(error) for error in broken],
        },
        out,
        protection,
        as_json=as_json,
        interrupted=interrupted,
    )
    return NEGATIVE if broken and code in (DONE, LIMIT) else code


def _diagnoses(results: Results, asked: list[Contestant], sandbox: Sandbox) -> Iterator[Diagnosis]:
    """What is known of each contestant; those in ``asked`` may be asked more boards."""
    from satmayan.crosscheck import diagnosis

    for k in range(len(results.contestants)):
        ask = partial(_ask, asked[k], sandbox) if asked else None
        yield diagnosis.diagnose(results.of(k), k, ask)


def _ask(who: Contestant, sandbox: Sandbox, puzzle: Puzzle) -> Answer:
    return who.answer(puzzle, None, sandbox)


def _undefined(
    results: Results,
    diagnoses: list[Diagnosis],
    programs: tuple[str, ...],
    asked: list[Contestant],
    sandbox: Sandbox,
) -> Iterator[Undefined | None]:
    """What the compiler's checks say of each contestant that no mistake explains."""
    from satmayan.crosscheck.contestants import Submission
    from satmayan.crosscheck.undefined import find

    for k, found in enumerate(diagnoses):
        who = asked[k] if asked else None
        failed = results.failures(k).values()
        if not failed or found.explanations or not isinstance(who, Submission):
            yield None
            continue
        # A second program of a name is called name#2.
        named = [p for p in programs if Path(p).stem == who.name.split("#")[0]]
        source = Path(named[-1 if "#" in who.name else 0]).absolute() if named else None
        folder = sandbox.root / f"again-{k}"
        folder.mkdir()
        yield find(who, source, failed, sandbox, folder) if source else None


def _header(
    programs: tuple[str, ...], names: tuple[str, ...], reference: str, files: bool, limits: Limits
) -> dict[str, object]:
    """What makes a cross-check another one: its programs to the byte, the reference, limits."""
    from satmayan.crosscheck.programs import contents

    return {
        "programs": {program: sha256(contents(program)).hexdigest() for program in programs},
        "contestants": list(names),
        "reference": reference,
        "files": files,
        "limits": asdict(limits),
    }


def _answers(boards: Path | None, out: Path | None) -> list[Path]:
    """The files that give answers away: those beside the boards, and those found before."""
    from satmayan.crosscheck.journal import FILE

    beside = [
        path.with_suffix(suffix)
        for path in (_inputs(boards) if boards else [])
        for suffix in (".out", ".ans")
    ]
    found = [out / FILE, *out.glob("*.out")] if out else []  # the journal is still to come
    return [path.absolute() for path in (*filter(Path.is_file, beside), *found)]


def _inputs(boards: Path) -> list[Path]:
    """The boards that are given: a file, or the *.in files of a folder."""
    return [boards] if boards.is_file() else sorted(filter(Path.is_file, boards.rglob("*.in")))


def _entries(boards: Path | None, count: int | None, seed: int) -> tuple[Iterator[Case], int]:
    """The boards to check on, given or built in and then the generated ones; how many."""
    from satmayan.crosscheck.boards import builtin, generated, separating
    from satmayan.crosscheck.referee import Case

    if boards is None:
        first, count = builtin() + separating(), GENERATED if count is None else count
    else:
        paths = _inputs(boards)
        if not paths:
            raise click.UsageError(f"no *.in files in {boards}")
        first = [Case(path.name.removesuffix(".in"), read_puzzle(str(path))) for path in paths]
    count = count or 0
    return chain(first, generated(seed, count)), len(first) + count


def _watch(programs: tuple[str, ...], check: Callable[[], object]) -> NoReturn:
    """Check now, and whenever the programs' files change; ended by KeyboardInterrupt."""
    from satmayan.crosscheck.programs import files_of

    def state() -> list[tuple[int, int]]:
        found = [path.stat() for text in programs for path in files_of(text)]
        return [(stat.st_mtime_ns, stat.st_size) for stat in found]

    while True:
        seen = state()
        try:
            check()
        except ConfigError as error:  # it does not compile, say
            note(str(error))
        note(Message("waiting for a change of the program; Ctrl-C ends"))
        while True:
            time.sleep(WATCH_SECONDS)
            with suppress(OSError, ConfigError):  # an editor replaces it just now
                if state() not in (seen, []):
                    break


def _board(name: str, boards: Path | None, count: int | None, seed: int) -> str:
    """The board of a name, as a file.  Raises UsageError."""
    from satmayan.puzzle.files import format_puzzle

    entries, _ = _entries(boards, count, seed)
    for case in entries:
        if case.name == name:
            return format_puzzle(case.puzzle)
    raise click.UsageError(
        f"no board is called {name!r} here; give --boards, --count and --seed as in the report"
    )


def _report(
    results: Results,
    diagnoses: list[Diagnosis],
    undefined: list[Undefined | None],
    about: dict[str, object],
    out: Path | None,
    protection: Protection | None,
    *,
    as_json: bool,
    interrupted: bool,
) -> int:
    """Print the report, write the files; the exit code.

    ``about`` is what the whole run is told by in JSON: the reference, seed, count, and what
    did not compile.
    """
    from satmayan.crosscheck import report

    summaries = report.summarise(results)
    if out:
        for summary in summaries:
            for name, text in report.files(summary, language()):
                write_atomically(str(out / name), text)
        _keep_boards(results, summaries, diagnoses, out / "boards")
    if as_json:
        whole = {**about, **report.as_json(summaries, results, interrupted=interrupted)}
        whole["protection"] = protection and protection.key
        rows = zip(whole["contestants"], diagnoses, undefined, strict=True)
        for entry, found, checks in rows:
            mistakes = [list(names) for names in found.explanations]
            entry["mistakes"] = None if found.unfinished else mistakes
            entry["undefined"] = checks and asdict(checks)
            entry["slips"] = [slip.name for slip in found.slips]
        click.echo(json.dumps(whole, indent=2))
    else:
        reference = str(about["reference"])
        colours = _colours(results, summaries, reference) if in_colour() else {}
        for line in _lines(results, summaries, diagnoses, undefined, reference):
            say(line, colour=colours.get(line))
        if protection:
            say(Message("protection: {kind}", kind=protection.value))
    if interrupted:
        raise KeyboardInterrupt
    return _exit_code(results, summaries)


def _keep_boards(
    results: Results, summaries: list[Summary], diagnoses: list[Diagnosis], folder: Path
) -> None:
    """Write the boards that the report names, as NAME.in."""
    from satmayan.crosscheck.report import file_name
    from satmayan.puzzle.files import format_puzzle

    names = {d.first for summary in summaries for d in summary.differences}
    names |= {summary.slowest[1] for summary in summaries}
    wrong = [found.wrong[0].puzzle for found in diagnoses if found.wrong]
    wrong += [found.closest.parting for found in diagnoses if found.closest]
    folder.mkdir(exist_ok=True)
    for case in (checked.case for checked in results.judged()):
        if case.name in names or case.puzzle in wrong:
            path = folder / f"{file_name(case.name)}.in"
            write_atomically(str(path), format_puzzle(case.puzzle))


def _lines(
    results: Results,
    summaries: list[Summary],
    diagnoses: list[Diagnosis],
    undefined: list[Undefined | None],
    reference: str,
) -> Iterator[str]:
    from satmayan.crosscheck import diagnosis, report

    for summary in summaries:
        for difference in summary.differences:
            yield from report.explanation(difference, summary.name)
            yield ""
    rows = zip(summaries, diagnoses, undefined, strict=True)
    for k, (summary, found, checks) in enumerate(rows):
        yield from report.verdict_lines(summary, reference)
        if not summary.given_up:  # it printed nothing that a mistake could explain
            yield from diagnosis.lines(results.of(k), found)
        if checks:
            yield from checks.lines()
    yield from _left_out(results, reference)


def _left_out(results: Results, reference: str) -> Iterator[str]:
    """A line where the reference had no answer to some boards."""
    if unknown := results.unknown():
        yield Message(
            "{n} boards were left out: {engine} had no answer ({reason})",
            n=len(unknown),
            engine=reference,
            reason=unknown[0].unknown,
        )


def _colours(results: Results, summaries: list[Summary], reference: str) -> dict[str, str]:
    """The colours of the lines that begin a verdict (right, wrong, unknown) or tell of none."""
    from satmayan.crosscheck import report

    colours = dict.fromkeys(_left_out(results, reference), "yellow")
    for summary in summaries:
        judged = "red" if summary.differences else "green"
        head = next(report.verdict_lines(summary, reference))
        colours[head] = judged if summary.judged else "yellow"
    return colours


def _exit_code(results: Results, summaries: list[Summary]) -> int:
    from satmayan.crosscheck.verdict import Outcome

    outcomes = {d.outcome for summary in summaries for d in summary.differences}
    if Outcome.REFUTES in outcomes:
        return CONTRADICTION
    if outcomes:
        return NEGATIVE
    return DONE if any(results.judged()) else LIMIT
