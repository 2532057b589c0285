"""Every encoding, with every value of every option: proved on small boards, tried on large ones."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Container, Iterable
from functools import cache
from pathlib import Path
from random import Random

import pytest
from _pytest.mark import ParameterSet
from cascades import cascade
from pysat.solvers import Solver
from simulated import (
    Swap,
    are_quiet,
    by_simulation,
    comes_late,
    is_asleep,
    moments,
    still_asleep,
    swapped,
    written_moves,
)

from satmayan.engines import cannot_be_cleared
from satmayan.planner import Config, solve
from satmayan.puzzle.board import Board, Move, Plan, Puzzle
from satmayan.puzzle.generate import random_board
from satmayan.puzzle.rules import drag, settle
from satmayan.sat.encoding import Encoding, find, names
from satmayan.sat.formula import Formula
from satmayan.sat.lexmin import ask
from satmayan.sat.oracle import Oracle
from satmayan.search import fast as search
from satmayan.search import literal as dfs

GOLDEN = Path(__file__).parents[1] / "data" / "golden"

TINIEST = Puzzle(Board.of("1", "", "11", height=2), 1)

# (the board, and the numbers of steps to prove it for)
SMALL = {
    "one drop 3x2": (TINIEST.board, (1, 2, 3)),
    "one colour 5x7": (Board.of("1", "1", "", "11", "1"), (1, 2, 3)),
    "waste 5x7": (Board.of("", "", "", "11", "1"), (1, 2, 3)),
    "two colours 3x3": (Board.of("112", "", "122", height=3), (1, 2, 3)),
    "two colours 4x3": (Board.of("122", "", "112", "12", height=3), (1, 2, 3)),
    "two colours 4x4": (Board.of("1", "12", "22", "1", height=4), (1, 2, 3)),
    "full column 4x4": (Board.of("1", "1", "2122", "1", height=4), (1, 2, 3)),
    "three colours 3x5": (Board.of("121", "21233", "3", height=5), (1, 2, 3)),
    "row of four 5x7": (Board.of("1", "1", "21", "1", "22"), (1, 2)),
    "cross 3x4": (Board.of("21", "1211", "21", height=4), (1, 2)),
    "full 3x3": (Board.of("112", "221", "112", height=3), (1, 2)),
    "chain 5x7": (Board.of("", "", "", "11212", "2"), (1, 2)),
    "three rounds 5x7": (Board.of("12", "132", "332", "1", ""), (1, 2)),
    "two columns 2x5": (Board.of("2112", "12", height=5), (1, 2)),
    "one column 1x4": (Board.of("1121", height=4), (1,)),
    "hopeless 3x3": (Board.of("12", "1", "1", height=3), (1,)),
    "empty 3x3": (Board.of("", "", "", height=3), (1,)),
}


def cases() -> list[tuple[str, dict[str, str]]]:
    """Every encoding with its defaults, and with each other value of each option."""
    found: list[tuple[str, dict[str, str]]] = []
    for name in names():
        found.append((name, {}))
        for option in find(name).options:
            found += [(name, {option.name: value}) for value in option.values[1:]]
    return found


def title(case: object) -> str:
    if isinstance(case, dict):
        return ",".join(f"{k}={v}" for k, v in case.items()) or "defaults"
    return str(case)


every_case = pytest.mark.parametrize(("name", "options"), cases(), ids=title)


def crossed(things: Iterable[object], quick: Container[object]) -> list[ParameterSet]:
    """Every case with every thing; values other than the defaults wait for -m slow with most."""
    return [
        pytest.param(
            name,
            options,
            thing,
            marks=[pytest.mark.slow] if options and thing not in quick else [],
            id="-".join(map(title, (name, options, thing))),
        )
        for name, options in cases()
        for thing in things
    ]


def accepted(encoding: Encoding, puzzle: Puzzle) -> set[Plan]:
    """The move sequences of all models, each one blocked once it is found."""
    plans = set()
    with Oracle("minisat22", encoding.formula.clauses) as oracle:
        while ask(encoding, oracle, []):
            steps = encoding.steps(oracle.model)
            plan = tuple(move for move, _ in steps)
            assert plan not in plans, "the literals of the moves do not tell this plan apart"
            plans.add(plan)
            oracle.add(
                [
                    [
                        -dict(encoding.choices(k, sum(rounds for _, rounds in steps[:k])))[move]
                        for k, move in enumerate(plan)
                    ]
                ]
            )
    return plans


@pytest.mark.parametrize(("name", "options", "board"), crossed(SMALL, ("two colours 4x3",)))
def test_accepts_exactly_the_plans_of_the_simulator(
    name: str, options: dict[str, str], board: str
) -> None:
    """All models, projected on the moves, are all plans, for every small board and n.

    A left drag onto a block equals the right drag of its left neighbour, which sorts
    earlier, so no encoding writes it, and the simulator's plans with one are left out.
    """
    start, numbers = SMALL[board]
    for n in numbers:
        puzzle = Puzzle(start, n)
        wanted = simulated(start, n, tuple(sorted(find(name).settings(options).items())))
        assert accepted(find(name).encode(puzzle, options), puzzle) == wanted


@cache
def simulated(start: Board, n: int, settings: tuple[tuple[str, str], ...]) -> frozenset[Plan]:
    """The plans to accept, simulated once for all encodings of these settings."""
    return frozenset(by_simulation(start, n, dict(settings)))


@pytest.mark.parametrize("boards", [40, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [n for n in names() if "commute" in find(n).settings({})])
def test_the_swaps_that_are_asleep_or_late(name: str, boards: int) -> None:
    """After random moves, unit propagation puts exactly the simulator's swaps to sleep, and
    refutes exactly the moves that make a swap late."""
    rng, asleep_found, late_found = Random(7), 0, 0
    boards = boards if name == Config().encoding else boards // 4
    settings = {**dict.fromkeys(("bound", "noop", "last"), "off"), "commute": "on"}
    for _ in range(boards):
        board = random_board(rng, rng.randint(8, 16), 3, height=4)
        encoding = find(name).encode(Puzzle(board, 6), settings)  # the goal is far off
        group = encoding.formula.groups["asleep"]
        with Solver("minisat22", encoding.formula.clauses) as solver:
            history: list[int] = []
            made: list[int] = []
            asleep: frozenset[Swap] = frozenset()
            before: Move | None = None
            for _ in range(3):
                written = dict(encoding.choices(len(history), sum(history)))
                moves = [m for m in written_moves(board, False) if not is_asleep(m, board, asleep)]
                earlier = [m for m in moves if before is not None and m < before]
                move = rng.choice(rng.choice((earlier, moves)) or moves)
                late = before is not None and comes_late(board, before, move)
                made.append(written[move])
                asleep = still_asleep(board, move, asleep)
                history.append(len(settle(drag(board, move))[1]))
                board, before = swapped(board, move)
                if cannot_be_cleared(board):
                    break
                possible, true = solver.propagate(made)
                late_found += late
                assert possible != late, (board, made)
                if late:
                    break
                layer = len(history) + sum(history)
                assert asleep == {cell for cell in group if group.at(layer, *cell) in true}
                asleep_found += bool(asleep)
    assert asleep_found > boards and late_found


def test_a_swap_is_not_late_if_a_round_would_be_another() -> None:
    """Exchanged again, the two blocks stand in no run after the drag, but in one after the
    round: so the swap could not have waited, and the formula allows it to be made first."""
    board, swap, move = Board.of("11212", "", "2", "1", "12"), Move(2, 0, 1), Move(0, 2, 1)
    after, quiet = swapped(board, swap)
    colours, stay = moments(after, move, swap)
    assert quiet and stay and are_quiet(colours[1:2], swap) and not are_quiet(colours[2:], swap)
    settings = {**dict.fromkeys(("bound", "last"), "off"), "commute": "on"}
    encoding = find("events").encode(Puzzle(board, 6), settings)
    with Solver("minisat22", encoding.formula.clauses) as solver:
        made = [dict(encoding.choices(0, 0))[swap], dict(encoding.choices(1, 0))[move]]
        assert solver.propagate(made)[0]


def test_small_boards_have_plans_to_compare() -> None:
    """Set equality is no empty word: most of the small boards have plans, some have many."""
    sizes = [len(set(by_simulation(b, n, {}))) for b, ns in SMALL.values() for n in ns]
    assert sum(size > 1 for size in sizes) >= 15
    assert max(sizes) >= 15


def dimacs(formula: Formula) -> str:
    lines = [f"p cnf {formula.variables} {len(formula.clauses)}"]
    lines += [f"c var {variable} {name}" for variable, name in formula.names()]
    lines += [" ".join(map(str, (*clause, 0))) for clause in formula.clauses]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", names())
def test_golden_formula_of_the_tiniest_board(name: str) -> None:
    """The whole DIMACS of one drop onto a 3 x 2 board is the one that was reviewed.

    After a wanted change: UPDATE_GOLDEN=1 scripts/dev pytest tests/encodings -k golden
    """
    text = dimacs(find(name).encode(TINIEST).formula)
    golden = GOLDEN / f"{name}.cnf"
    if os.environ.get("UPDATE_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def digests() -> str:
    """One line for every case: the digest of its DIMACS for a board on which none is idle:
    five columns wide, for the bound; five rows; six blocks of a colour, to be counted anew."""
    puzzle = Puzzle(Board.of("1", "211", "121", "", "21", height=5), 1)
    return "\n".join(
        f"{name} {title(options)} "
        + hashlib.sha256(dimacs(find(name).encode(puzzle, options).formula).encode()).hexdigest()
        for name, options in cases()
    )


def test_same_bytes_under_every_hash_seed() -> None:
    """The DIMACS of every case is the same here and in a run under another hash seed."""
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    run = subprocess.run(
        [sys.executable, "-c", "import test_encodings; print(test_encodings.digests())"],
        env={
            **os.environ,
            "PYTHONHASHSEED": seed,
            "PYTHONPATH": os.pathsep.join(map(str, Path(__file__).parents[:2])),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == digests()


@every_case
def test_every_variable_has_one_name(name: str, options: dict[str, str]) -> None:
    """Every literal belongs to a variable of the formula, and every variable has one name."""
    formula = find(name).encode(TINIEST, options).formula
    literals = {literal for clause in formula.clauses for literal in clause}
    assert all(0 < abs(literal) <= formula.variables for literal in literals)
    numbers = [variable for variable, _ in formula.names()]
    assert sorted(numbers) == list(range(1, formula.variables + 1))


LITERAL_LIMIT = 100_000  # drags that the literal search may try


@cache
def expected(puzzle: Puzzle) -> Plan | None:
    """The answer by simulation: the literal depth-first search where that is quick, else the
    fast search, which has been compared with it."""
    if (2 * puzzle.board.blocks) ** puzzle.steps <= LITERAL_LIMIT:
        return dfs.first_plan(puzzle, literal=True)
    return search.first_plan(puzzle)


def agree(puzzle: Puzzle, name: str, options: dict[str, str]) -> None:
    answer = solve(puzzle, Config(encoding=name, options=options)).plan
    assert answer == expected(puzzle), (puzzle, name, options)


def sample(seed: int, blocks: int, steps: int) -> Puzzle:
    """A random board of up to so many blocks, up to 10 colours, and up to so many steps."""
    rng = Random(seed)
    size = rng.randint(1, blocks)
    colours = max(rng.randint(1, 10), 1 + size // 8)  # fewer make hardly a stable board
    return Puzzle(random_board(rng, size, colours), rng.randint(1, steps))


@pytest.mark.parametrize(("name", "options", "seed"), crossed(range(6), (4,)))
def test_answers_of_random_boards(name: str, options: dict[str, str], seed: int) -> None:
    """The proven smallest plan, or -1, is the simulator's (seeds 0.. of ``sample``)."""
    agree(sample(seed, 12, 3), name, options)


@pytest.mark.parametrize(("name", "options", "rounds"), crossed((3, 4, 5), ()))
def test_many_rounds_in_one_step(name: str, options: dict[str, str], rounds: int) -> None:
    """A drag that sets off three and more rounds is found (boards made backwards)."""
    board = cascade(Random(rounds), rounds, rounds)
    assert not cannot_be_cleared(board)
    assert expected(Puzzle(board, 1)) is not None
    agree(Puzzle(board, 1), name, options)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_two_thousand_random_boards(block: int) -> None:
    """The default encoding agrees on 2,000 boards of 1-35 blocks, 1-10 colours, n 1-4."""
    for seed in range(100 * block, 100 * block + 100):
        agree(sample(1_000_000 + seed, 35, 4), Config().encoding, {})


@pytest.mark.slow
@every_case
def test_three_hundred_random_boards(name: str, options: dict[str, str]) -> None:
    """Every case agrees on 300 boards, n 1-4: 240 of up to 9 or 15 blocks, 60 made backwards
    to need three and more rounds in one step."""
    for seed in range(240):
        agree(sample(2_000_000 + seed, 9 if seed % 6 else 15, 4), name, options)
    for seed in range(60):
        rng = Random(seed)
        board = cascade(rng, rng.randint(3, 5), rng.randint(2, 4))
        agree(Puzzle(board, rng.choice((1, 1, 2))), name, options)


@pytest.mark.slow
@pytest.mark.parametrize("board", ("one colour 5x7", "two colours 4x4", "three colours 3x5"))
def test_template_is_proved_like_the_others(board: str) -> None:
    """The template accepts exactly the plans of the simulator before a line of it is changed."""
    start, numbers = SMALL[board]
    module = find(str(Path(__file__).parents[2] / "encodings" / "_template.py"))
    for n in numbers:
        puzzle = Puzzle(start, n)
        wanted = set(by_simulation(start, n, module.settings({})))
        assert accepted(module.encode(puzzle), puzzle) == wanted
