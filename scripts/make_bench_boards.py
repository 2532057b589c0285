"""Make the boards of examples/bench and examples/bench5, byte for byte.

    scripts/dev python scripts/make_bench_boards.py            # into examples/
    scripts/dev python scripts/make_bench_boards.py FOLDER

A board is the first one, trying the seeds 1, 2, 3, ..., that is of its kind:

- ``plan``: planted, so that it has a plan;
- ``none``: random, without a plan though the lower bound on the steps allows one;
- ``far``: random, and the lower bound already shows that there is no plan.

Each folder gets the boards, their answers (``.out``, found by the search) and a README.md
with the seeds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random

from satmayan.puzzle.board import Plan, Puzzle
from satmayan.puzzle.files import format_plan, format_puzzle
from satmayan.puzzle.generate import planted, random_board
from satmayan.search.bound import lower_bound
from satmayan.search.fast import first_plan


@dataclass(frozen=True, slots=True)
class Spec:
    """A board that is wanted: for ``plan``, ``blocks`` is about right; else it is exact."""

    steps: int
    blocks: int
    colours: int
    kind: str

    @property
    def name(self) -> str:
        """A name, which is part of the seed."""
        return f"n{self.steps}-b{self.blocks:02}-c{self.colours:02}-{self.kind}"

    def make(self, seed: int) -> tuple[Puzzle, Plan | None] | None:
        """The board of a seed and its answer; None if it is not of the kind that is wanted."""
        rng = Random(f"{self.name} {seed}")
        try:
            puzzle = self._plant(rng) if self.kind == "plan" else self._random(rng)
        except ValueError:  # none was met
            return None
        if puzzle is None:
            return None
        bound = lower_bound(puzzle.board)
        far = bound is None or bound > self.steps
        if far != (self.kind == "far"):
            return None
        plan = first_plan(puzzle)
        return (puzzle, plan) if (plan is not None) == (self.kind == "plan") else None

    def _random(self, rng: Random) -> Puzzle | None:
        board = random_board(rng, self.blocks, self.colours, tries=20)
        return Puzzle(board, self.steps) if len(board.colours()) == self.colours else None

    def _plant(self, rng: Random) -> Puzzle | None:
        rounds = [0] * (self.steps - 1) + [1]
        for _ in range(round(self.blocks / 3.4) - 1):
            rounds[rng.randrange(self.steps)] += 1
        puzzle, _ = planted(rng, rounds, self.colours, tries=20)
        board = puzzle.board
        fits = abs(board.blocks - self.blocks) <= 1 and len(board.colours()) == self.colours
        return puzzle if fits else None


def specs(text: str) -> list[Spec]:
    """Specs from lines ``STEPS KIND BLOCKS/COLOURS ...``."""
    found = []
    for line in text.strip().splitlines():
        steps, kind, *sizes = line.split()
        for size in sizes:
            blocks, colours = map(int, size.split("/"))
            found.append(Spec(int(steps), blocks, colours, kind))
    return found


SETS = {
    "bench": specs(
        """
        2 plan  7/1 10/3 14/4 18/3 24/5
        2 none  7/1 9/2 14/2
        2 far  15/5 30/3
        3 plan  9/2 12/4 15/2 20/6 26/4
        3 none  8/2 12/3 20/2
        3 far  18/6 35/10
        4 plan 10/3 12/2 16/5 21/3 26/5
        4 none  9/3 13/2 18/3
        4 far  16/5 28/6
        5 plan 11/2 14/4 17/5 22/3 26/6
        5 none  9/2 12/4 16/3
        5 far  20/6 33/8
        """
    ),
    "bench5": specs(
        """
        5 plan 15/3 18/4 21/5 24/6 27/7 30/8
        5 none 15/5 20/4 24/3 28/3 32/3 35/3
        5 far  30/6 33/10
        """
    ),
}


def make(target: Path, wanted: Sequence[Spec]) -> Iterator[str]:
    """Write the boards of a set into a folder; a line about each."""
    target.mkdir(parents=True, exist_ok=True)
    lines = []
    for i, spec in enumerate(wanted, 1):
        seed, (puzzle, plan) = next((s, made) for s in count(1) if (made := spec.make(s)))
        board = puzzle.board
        name = replace(spec, blocks=board.blocks).name
        file = target / f"{i:02}-{name}.in"
        file.write_text(format_puzzle(puzzle), encoding="utf-8", newline="\n")
        file.with_suffix(".out").write_text(format_plan(plan), encoding="utf-8", newline="\n")
        cells = (file.name, puzzle.steps, board.blocks, len(board.colours()), spec.kind, seed)
        lines.append("| " + " | ".join(map(str, cells)) + " |\n")
        yield lines[-1]
    text = (
        f"# {len(lines)} boards for `satmayan bench examples/{target.name}`\n\n"
        "Made by `scripts/make_bench_boards.py`, which says what the kinds mean.\n\n"
        "| board | steps | blocks | colours | kind | seed |\n|---|--:|--:|--:|---|--:|\n"
    )
    (target / "README.md").write_text(text + "".join(lines), encoding="utf-8", newline="\n")


def main() -> None:
    """Make every set."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent.parent / "examples"
    for name, wanted in SETS.items():
        for line in make(folder / name, wanted):
            print(line, end="", flush=True)


if __name__ == "__main__":
    main()
