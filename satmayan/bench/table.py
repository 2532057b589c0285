"""The table of a session: one line a config, as Markdown that reads well as text."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, geometric_mean, median

from satmayan.bench.runs import Row, label
from satmayan.bench.session import Finished
from satmayan.run.sandbox import Limits

_LEAST = 1e-3  # seconds: what is faster counts as this in a ratio


@dataclass(frozen=True, slots=True)
class Column:
    """The runs of one config: the rows of each board, all repetitions."""

    name: str
    boards: Mapping[str, Sequence[Row]]

    def solved(self, board: str) -> bool:
        """Whether every repetition ended with an answer."""
        return all(row.solved for row in self.boards[board])

    def wrong(self, board: str) -> bool:
        """Whether a repetition ended with an answer that the rules refuse."""
        return any(row.wrong for row in self.boards[board])

    def cpu(self, board: str) -> float:
        """The median CPU seconds."""
        return median(row.cpu for row in self.boards[board])

    def statistic(self, name: str, boards: Iterable[str]) -> list[float]:
        """The median of a statistic on each of the boards that have it."""
        found = (
            [r.statistics[name] for r in self.boards[b] if name in r.statistics] for b in boards
        )
        return [median(values) for values in found if values]


def columns(finished: Iterable[Finished]) -> list[Column]:
    """The runs of each config, in the order of their first run."""
    found: dict[str, dict[str, list[Row]]] = {}
    for job, row in finished:
        found.setdefault(label(job.config), {}).setdefault(job.board, []).append(row)
    return [Column(name, boards) for name, boards in found.items()]


def par2(column: Column, limits: Limits) -> float:
    """Penalised average CPU seconds: an unsolved board counts twice the limit."""
    return fmean(column.cpu(b) if column.solved(b) else 2.0 * limits.seconds for b in column.boards)


def ratio(column: Column, first: Column) -> float | None:
    """The geometric mean of the CPU time against the first column's, on boards both solved."""
    both = [b for b in column.boards if b in first.boards and column.solved(b) and first.solved(b)]
    if not both:
        return None
    logs = [math.log(max(column.cpu(b), _LEAST) / max(first.cpu(b), _LEAST)) for b in both]
    return math.exp(fmean(logs))


def table(found: Sequence[Column], limits: Limits) -> str:
    """The table, and under it what its figures mean.

    Conflicts and sizes are of the boards that every column with such a figure solved.
    """
    header = ["", "solved", "PAR-2", "ratio", "conflicts", "variables", "clauses", "MB"]
    common = _solved_by_all(found)
    lines = [header]
    for column in found:
        solved = sum(map(column.solved, column.boards))
        wrong = sum(map(column.wrong, column.boards))
        against = ratio(column, found[0])
        conflicts = column.statistic("conflicts", common)
        peak = max(row.memory for rows in column.boards.values() for row in rows)
        lines.append(
            [
                column.name,
                f"{solved}/{len(column.boards)}" + (f", {wrong} wrong" if wrong else ""),
                f"{par2(column, limits):.2f}",
                "-" if against is None else f"{against:.2f}",
                _count(geometric_mean([c + 1 for c in conflicts]) - 1 if conflicts else None),
                *(_count(_mean(column.statistic(s, common))) for s in ("variables", "clauses")),
                f"{peak / 2**20:.0f}",
            ]
        )
    return _markdown(lines) + "\n" + _legend(found, common, limits)


def _solved_by_all(found: Sequence[Column]) -> list[str]:
    return [
        b
        for b in found[0].boards
        if all(b in column.boards and column.solved(b) for column in found)
    ]


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _count(value: float | None) -> str:
    return "-" if value is None else f"{value:,.0f}"


def _markdown(lines: Sequence[Sequence[str]]) -> str:
    """A Markdown table with its columns aligned: names to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "".join(
        "| "
        + " | ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        + " |\n"
        for line in (lines[0], rule, *lines[1:])
    )


def _legend(found: Sequence[Column], common: Sequence[str], limits: Limits) -> str:
    return (
        f"PAR-2: mean CPU seconds of the whole process, unsolved as {2 * limits.seconds:g} s.\n"
        f"ratio: geometric mean of CPU seconds against {found[0].name}, on boards both solved.\n"
        f"conflicts (geometric mean), variables, clauses (means): on the {len(common)} boards "
        "that all solved.  MB: peak memory.\n"
    )
