"""The independent reader of a wish: by the rules and the search alone, it knows no formula.

Where a board is not as wished because of a plan that it should not have, that plan is the
*objection*: the counterexample from which the maker learns.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

from satmayan.base.limits import Deadline
from satmayan.forge.wish import Wish
from satmayan.puzzle.board import EMPTY, LEFT, Board, Move, Plan, Puzzle
from satmayan.puzzle.rules import RUN, Cell, Step, is_stable, replay, step
from satmayan.search.bound import lower_bound
from satmayan.search.fast import first_plan


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a puzzle is not as wished; ``plan`` is the plan that it should not have, if any."""

    why: str
    plan: Plan | None = None


def object_to(
    puzzle: Puzzle, plan: Plan | None, wish: Wish, deadline: Deadline | None = None
) -> Objection | None:
    """What there is against a puzzle and a plan of it as the wish's fulfilment; None: nothing.

    Raises LimitReached.
    """
    board = object_to_board(puzzle.board, wish)
    if puzzle.steps not in wish.steps:
        board = board or f"{puzzle.steps} steps"
    if board:
        return Objection(board)
    of_plan = _object_to_plan(puzzle, plan, wish)
    if of_plan:
        return Objection(of_plan)
    return _object_to_plans(puzzle, plan, wish, deadline or Deadline())


def object_to_board(board: Board, wish: Wish) -> str | None:
    """What is against the board alone."""
    counts = board.colours()
    cells = wish.template.cells
    heights = zip(board.columns, wish.heights, strict=True)
    for fault, holds in (
        ("the board has a run", not is_stable(board)),
        (f"{board.blocks} blocks", board.blocks not in wish.blocks),
        (f"{len(counts)} colours", len(counts) not in wish.colours),
        ("blocks a colour", any(n not in wish.per_colour for n in counts.values())),
        ("heights", any(h is not None and len(column) != h for column, h in heights)),
        ("the template", any(board.at(*cell) != colour for cell, colour in cells)),
        ("no mirror image", wish.mirror and board.mirrored() != board),
    ):
        if holds:
            return fault
    return None


def _object_to_plan(puzzle: Puzzle, plan: Plan | None, wish: Wish) -> str | None:
    """What is against the one plan that is shown."""
    if plan is None:
        return "no plan" if wish.plan or wish.of_a_plan else None
    steps = replay(puzzle.board, plan)
    if len(steps) != puzzle.steps or not steps[-1].after.is_empty:
        return "no plan of so many steps"
    rounds = [len(step.rounds) for step in steps]
    if wish.rounds and any(r not in (None, n) for r, n in zip(wish.rounds, rounds, strict=True)):
        return f"rounds {rounds}"
    if max(rounds) < wish.chain:
        return f"at most {max(rounds)} rounds in a step"
    missing = [name for name in wish.has if not any(map(SEEN[name], steps))]
    return f"the plan does not show {missing[0]}" if missing else None


def _object_to_plans(
    puzzle: Puzzle, plan: Plan | None, wish: Wish, deadline: Deadline
) -> Objection | None:
    """What is against all its plans."""
    if wish.plan is False:
        found = first_plan(puzzle, deadline=deadline)
        if found is not None:
            return Objection("there is a plan", found)
    for fewer in range(1, puzzle.steps) if wish.none_shorter else ():
        shorter = first_plan(Puzzle(puzzle.board, fewer), deadline=deadline)
        if shorter is not None:
            return Objection(f"a plan of {fewer} steps", shorter)
    for name in wish.needs:
        without = next(plans(puzzle, deadline, avoid=(name,)), None)
        if without is not None:
            return Objection(f"a plan without {name}", without)
    if wish.only and plan is not None:
        if wish.only == "strict" and any(not is_drop(s) for s in replay(puzzle.board, plan)):
            return Objection("a step that has a twin")
        played = canonical(puzzle.board, plan)
        other = next((p for p in plans(puzzle, deadline) if p != played), None)
        if other is not None:
            return Objection("another plan", other)
    if not all(tempts(puzzle) for tempts in wish.tempts):
        return Objection("nothing is tempted")
    return None


def plans(puzzle: Puzzle, deadline: Deadline, avoid: Collection[str] = ()) -> Iterator[Plan]:
    """The canonical plans of a puzzle in answer order, less those with a step to ``avoid``.

    Raises LimitReached.
    """
    failed: set[tuple[Board, int]] = set()

    def search(board: Board, left: int) -> Iterator[Plan]:
        if left == 0:
            if board.is_empty:
                yield ()
            return
        bound = None if board.is_empty else lower_bound(board)
        if bound is None or bound > left or (board, left) in failed:
            return
        found = False
        for made in canonical_steps(board):
            deadline.check()
            if any(SEEN[name](made) for name in avoid):
                continue
            for rest in search(made.after, left - 1):
                found = True
                yield (made.move, *rest)
        if not found:
            failed.add((board, left))

    yield from search(puzzle.board, puzzle.steps)


def canonical_steps(board: Board) -> Iterator[Step]:
    """The steps that lead to different ends: no left drag onto a block, one waste."""
    wasted = False
    for x, column in enumerate(board.columns):
        for y in range(len(column)):
            for g in (1, LEFT):
                if not 0 <= x + g < board.width:
                    continue
                other = board.at(x + g, y)
                if other != EMPTY and g == LEFT or (other == column[y] and wasted):
                    continue
                wasted = wasted or other == column[y]
                yield step(board, Move(x, y, g))


def canonical(board: Board, plan: Plan) -> Plan:
    """The same plan as :func:`plans` writes it."""
    moves = []
    for made in replay(board, plan):
        move = made.move
        if made.before == made.dragged:
            move = next(s.move for s in canonical_steps(made.before) if s.before == s.dragged)
        elif move.g == LEFT and made.before.at(move.target, move.y) != EMPTY:
            move = Move(move.target, move.y, 1)
        moves.append(move)
    return tuple(moves)


def is_drop(step: Step) -> bool:
    """Whether the block is dragged onto an empty cell."""
    return step.before.at(step.move.target, step.move.y) == EMPTY


def _fills(step: Step) -> bool:
    before, target = step.before, step.move.target
    return is_drop(step) and len(before.columns[target]) == before.height - 1


def _has_five(step: Step) -> bool:
    return any(
        all((x + k * dx, y + k * dy) in triples for k in range(3))
        for (dx, dy), triples in _triples(step)
        for x, y in triples
    )


def _has_crossing(step: Step) -> bool:
    for round_ in step.rounds:
        covered = [
            {(x + k * dx, y + k * dy) for x, y in _lines(round_.board, dx, dy) for k in range(RUN)}
            for dx, dy in ((1, 0), (0, 1))
        ]
        if covered[0] & covered[1]:
            return True
    return False


def _triples(step: Step) -> Iterator[tuple[Cell, set[Cell]]]:
    for round_ in step.rounds:
        for way in ((1, 0), (0, 1)):
            yield way, _lines(round_.board, *way)


def _lines(board: Board, dx: int, dy: int) -> set[Cell]:
    """The first cells of three in line of one colour."""
    found = set()
    for x in range(board.width - (RUN - 1) * dx):
        for y in range(board.height - (RUN - 1) * dy):
            colours = {board.at(x + k * dx, y + k * dy) for k in range(RUN)}
            if len(colours) == 1 and EMPTY not in colours:
                found.add((x, y))
    return found


SEEN: dict[str, Callable[[Step], bool]] = {
    "same-colour-swap": lambda step: step.before == step.dragged,
    "left-drag": lambda step: step.move.g == LEFT and is_drop(step),
    "empty-column": lambda step: not step.before.columns[step.move.target],
    "full-column": _fills,
    "run-of-5": _has_five,
    "crossing": _has_crossing,
}
