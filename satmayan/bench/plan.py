"""What a session is to run: boards, their known answers, and configs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path

from satmayan.base.errors import ConfigError
from satmayan.planner import ENGINES, STRATEGIES, Config
from satmayan.puzzle.files import parse_plan, plan_line, read_text
from satmayan.sat import encoding as registry
from satmayan.sat.guard import contained
from satmayan.sat.oracle import SOLVERS, STATIC_ORDER


def files(boards: Iterable[Path]) -> Iterator[Path]:
    """The boards: files as they are given, of a folder its .in files by name.

    Raises ConfigError for a folder without any.
    """
    for path in boards:
        if path.is_dir():
            found = sorted(filter(Path.is_file, path.glob("*.in")))
            if not found:
                raise ConfigError(f"no *.in files in {path}")
            yield from found
        else:
            yield path


def known_answers(boards: Iterable[str]) -> dict[str, str]:
    """The answers in the .out files beside the boards, as :attr:`Row.answer` writes them.

    Raises OSError and FormatError.
    """
    known = {}
    for board in boards:
        out = Path(board).with_suffix(".out")
        if out.is_file() and out != Path(board):
            name, text = read_text(str(out))
            known[board] = plan_line(parse_plan(text, name))
    return known


def configs(
    engines: Sequence[str],
    encodings: Sequence[str],
    solvers: Sequence[str],
    options: Mapping[str, Sequence[str]],
    strategies: Sequence[str] = (),
) -> list[Config]:
    """Every config that is asked for; ``sat`` stands for every encoding with every solver.

    ``options`` gives the values of options that are to be compared; each goes to the
    encodings that take it.  ``strategies`` are those of ``satmayan.sat.lexmin``, ``static`` for
    the solvers that can follow it; none: the best that each solver can.  Raises ConfigError
    for unknown names and values, and what nothing takes.
    """
    for strategy in strategies:
        if strategy not in STRATEGIES:
            raise ConfigError(f"unknown strategy {strategy!r}: choose {' or '.join(STRATEGIES)}")
    found: list[Config] = []
    for engine in engines:
        if engine not in ENGINES:
            raise ConfigError(f"unknown engine {engine!r}: choose from {', '.join(ENGINES)}")
        if engine == "sat":
            found += _sat_configs(encodings, solvers, options, strategies)
        else:
            found.append(Config(engine))
    for strategy in strategies:
        if all(config.strategy != strategy for config in found):
            raise ConfigError(f"none of the solvers can follow the strategy {strategy!r}")
    if not found:
        raise ConfigError(
            "nothing to compare: name an engine (for sat, an encoding and a solver too)"
        )
    taken = {name for config in found for name in config.options}
    for name in options:
        if name not in taken:
            raise ConfigError(f"none of the encodings has an option {name!r}")
    return found


def _options(name: str) -> tuple[registry.Option, ...]:
    """The options of an encoding; a user's file is not loaded in this process."""
    return contained(name, lambda _: registry.find(name).options)


def _sat_configs(
    encodings: Sequence[str],
    solvers: Sequence[str],
    options: Mapping[str, Sequence[str]],
    strategies: Sequence[str],
) -> Iterator[Config]:
    for name, solver in product(encodings, solvers):
        if solver not in SOLVERS:
            raise ConfigError(f"unknown solver {solver!r}: choose from {', '.join(SOLVERS)}")
        known = _options(name)
        mine = [option.name for option in known if option.name in options]
        for values in product(*(options[option] for option in mine)):
            given = dict(zip(mine, values, strict=True))
            registry.settings(name, known, given)  # complains of unknown values
            for strategy in strategies or (None,):
                if strategy != "static" or solver in STATIC_ORDER:
                    yield Config("sat", name, solver, given, strategy)
