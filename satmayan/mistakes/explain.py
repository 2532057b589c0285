"""A mistake explained on a board: the right replay and the program's own, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from satmayan.base.limits import Deadline
from satmayan.base.messages import translate
from satmayan.mistakes.catalogue import Names, combine, load
from satmayan.mistakes.program import Hangs, Program
from satmayan.puzzle.board import Board, Move, Plan, Puzzle
from satmayan.puzzle.files import format_plan, format_puzzle, parse_line, puzzle_line
from satmayan.puzzle.rules import IllegalMove, Step, step
from satmayan.search.literal import first_plan
from satmayan.show.frames import step_frames, title
from satmayan.show.text import frame_text

_GAP = "   |   "
_NOTHING = ["(nothing, ever)"]


def explain(
    mistakes: Names, puzzle: Puzzle | None = None, deadline: Deadline | None = None
) -> Iterator[str]:
    """The lines that explain a program with these mistakes, on its smallest board by default.

    Raises LimitReached at the deadline.
    """
    for name in mistakes:
        kind = load(name)
        yield name
        yield f"  {kind.does}"
        yield f"  {translate(kind.does, 'zh')}"
        yield ""
        puzzle = puzzle or _own_board(name)
    if puzzle is None:
        return
    program = combine(mistakes)()
    right = first_plan(puzzle, deadline=deadline)
    try:
        wrong = program.first_plan(puzzle, deadline)
        printed = program.write(puzzle, wrong).splitlines()
    except Hangs:
        wrong, printed = None, _NOTHING
    yield f"board: {puzzle_line(puzzle)}"
    yield ""
    given = ["mayan.in", *format_puzzle(puzzle).splitlines()]
    answer = ["right answer", *format_plan(right).splitlines()]
    yield from _beside([given, answer, ["the program prints", *printed]], "   ")
    yield ""
    yield from _replays(program, puzzle, right or wrong, wrong or right)


def _own_board(name: str) -> Puzzle:
    return parse_line(load(name).board)


def _replays(
    program: Program, puzzle: Puzzle, left: Plan | None, right: Plan | None
) -> Iterator[str]:
    """One plan by the rules, the other as the program sees it, step by step, side by side."""
    by_rules = _replay(step, puzzle.board, left or ())
    as_seen = _replay(_tried(program), program.read(puzzle), right or ())
    heads = (["by the rules"], ["as the program sees it"])
    for number, pair in enumerate(zip_longest(by_rules, as_seen), 1):
        sides = [_scene(move_step, number) for move_step in pair]
        yield from _beside([head + side for head, side in zip(heads, sides, strict=True)], _GAP)
        yield ""
        heads = ([], [])


Outcome = tuple[Move, Step | str]


def _replay(
    make: Callable[[Board, Move], Step | str], board: Board, plan: Plan
) -> Iterator[Outcome]:
    """Each move with its step, up to the first that cannot be made, with the reason."""
    for move in plan:
        try:
            made = make(board, move)
        except IllegalMove as error:
            made = f"illegal: {error}"
        except Hangs:
            made = "the rounds never end"
        yield move, made
        if isinstance(made, str):
            return
        board = made.after


def _tried(program: Program) -> Callable[[Board, Move], Step | str]:
    """A step as the program makes it, or the remark that it would not."""

    def make(board: Board, move: Move) -> Step | str:
        if move not in program.moves(board):
            return "this move is never tried"
        return program.step(board, move)

    return make


def _scene(outcome: Outcome | None, number: int) -> list[str]:
    """One side of one step: the move, and its boards from top to bottom."""
    if outcome is None:
        return []
    move, made = outcome
    if isinstance(made, str):
        return [f"{number}: {move}:", made]
    lines: list[str] = []
    for frame in step_frames(made, number):
        empty_rows = frame.board.height - max(1, *map(len, frame.board.columns))
        lines += [f"{title(frame)}:", *frame_text(frame).splitlines()[empty_rows:]]
    return lines


def _beside(columns: Sequence[Sequence[str]], gap: str) -> Iterator[str]:
    """Blocks of text side by side."""
    widths = [max(map(len, column), default=0) for column in columns]
    for row in zip_longest(*columns, fillvalue=""):
        cells = (text.ljust(width) for text, width in zip(row, widths, strict=True))
        yield gap.join(cells).rstrip()
