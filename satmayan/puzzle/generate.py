"""Random boards and puzzles, reproducible from a seed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from random import Random

from satmayan.puzzle.board import HEIGHT, LEFT, RIGHT, WIDTH, Board, Move, Plan, Puzzle
from satmayan.puzzle.rules import RUN, Cell, drag, is_stable, runs, step, vanish

_TRIES = 1000  # before it is said that there is no such board
_FEW = 5  # before something else is tried
_LENGTHS = (3, 3, 3, 4, 5)  # of the runs that are planted


def random_board(
    rng: Random,
    blocks: int,
    colours: int,
    *,
    width: int = WIDTH,
    height: int = HEIGHT,
    tries: int = _TRIES,
) -> Board:
    """A stable board of ``blocks`` blocks in at most ``colours`` colours, three or more of each.

    Fewer colours are used where there are not blocks enough (fewer than 3 blocks make one
    colour).  Raises ValueError where the blocks do not fit, or no stable board was met.
    """
    if not 0 <= blocks <= width * height:
        raise ValueError(f"{blocks} blocks do not fit on {width} x {height}")
    colours = max(1, min(colours, blocks // RUN))
    names = [c for c in range(1, colours + 1) for _ in range(RUN)][:blocks]
    names += [rng.randint(1, colours) for _ in range(blocks - len(names))]
    for _ in range(tries):
        heights = [0] * width
        for _ in range(blocks):
            heights[rng.choice([x for x in range(width) if heights[x] < height])] += 1
        rng.shuffle(names)
        cells = iter(names)
        board = Board(tuple(tuple(next(cells) for _ in range(h)) for h in heights), height)
        if is_stable(board):
            return board.renumbered()
    raise ValueError(f"no stable board of {blocks} blocks in {colours} colours was met")


def planted(
    rng: Random,
    rounds: Sequence[int],
    colours: int,
    *,
    width: int = WIDTH,
    height: int = HEIGHT,
    tries: int = _TRIES,
) -> tuple[Puzzle, Plan]:
    """A solvable puzzle, played backwards from the empty board, and a plan that solves it.

    ``rounds[k]`` is the number of rounds of step k: 0 for a step that only moves a block, 2
    and more for a chain.  Each round is one run, or one cross, in one of ``colours``
    colours.  Another plan, even a smaller one, may solve the puzzle too.

    Raises ValueError where the last step has no round (the board would be empty before it),
    or no such puzzle was met, as when the blocks do not fit.
    """
    if not rounds or rounds[-1] < 1 or min(rounds) < 0:
        raise ValueError("the rounds of each step are 0 or more, and 1 or more in the last step")
    for _ in range(tries):
        board, moves = Board(((),) * width, height), []
        for wanted in reversed(rounds):
            before = _step_back(rng, board, wanted, colours)
            if before is None:
                break
            board, move = before
            moves.append(move)
        else:
            return Puzzle(board.renumbered(), len(rounds)), tuple(reversed(moves))
    raise ValueError(f"no board was met that vanishes in {[*rounds]} rounds")


def _step_back(rng: Random, after: Board, rounds: int, colours: int) -> tuple[Board, Move] | None:
    """A stable board and a move that leads from it to ``after`` in so many rounds."""
    board: Board | None = after
    for _ in range(rounds):
        board = board and _insert_run(rng, board, colours)
    return drag_undone(rng, board, after, rounds) if board else None


def _insert_run(rng: Random, after: Board, colours: int) -> Board | None:
    """A board on which just one run (or cross) stands, and which is ``after`` once it vanished."""
    for _ in range(_TRIES // 50):
        length, colour = rng.choice(_LENGTHS), rng.randint(1, colours)
        x, upright = rng.randrange(after.width), rng.random() < 0.5
        span = range(x, x + 1 if upright else x + length)
        if span.stop > after.width:
            continue
        y = rng.randint(0, min(len(after.columns[x]) for x in span))
        pieces = {x: (y, length if upright else 1) for x in span}
        if not upright and rng.random() < 0.3:  # one column of it thicker: a cross, a T or an L
            pieces[rng.choice(span)] = (max(0, y - rng.randrange(RUN)), RUN)
        cells = {(x, low + k) for x, (low, size) in pieces.items() for k in range(size)}
        board = insert(after, cells, colour)
        if board and runs(board) == cells and vanish(board, cells) == after:
            return board
    return None


def insert(board: Board, cells: Iterable[Cell], colour: int) -> Board | None:
    """The board with blocks put in at ``cells``, what is above pushed up; None if it cannot be."""
    columns = [list(column) for column in board.columns]
    for x, y in sorted(cells):
        if not (0 <= x < board.width and 0 <= y <= len(columns[x]) < board.height):
            return None
        columns[x].insert(y, colour)
    return Board(tuple(map(tuple, columns)), board.height)


def drag_undone(
    rng: Random, dragged: Board, after: Board, rounds: int | None = None
) -> tuple[Board, Move] | None:
    """A stable board and a move on it, whose drag gives ``dragged`` and whose step ``after``.

    In so many rounds, if a number is given.  None if there is no such board.
    """
    drags = _drags_back(dragged)
    rng.shuffle(drags)
    for before, move in drags:
        if is_stable(before):
            forward = step(before, move)
            if forward.after == after and rounds in (None, len(forward.rounds)):
                return before, move
    return None


def _drags_back(board: Board) -> list[tuple[Board, Move]]:
    """The boards, and the moves on them, whose drag gives ``board``."""
    found = []
    for x, column in enumerate(board.columns):
        for y in range(len(column)):
            if x + 1 < board.width and y < len(board.columns[x + 1]):  # a swap undoes itself
                found.append((drag(board, Move(x, y, RIGHT)), Move(x, y, RIGHT)))
        for g in (RIGHT, LEFT):  # the top block may have dropped here from beside
            source = x - g
            if column and 0 <= source < board.width:
                found += _lifts(board, (source, x), g)
    return found


def _lifts(board: Board, way: Cell, g: int) -> list[tuple[Board, Move]]:
    """The boards from which the top block of column ``way[1]`` dropped out of column ``way[0]``."""
    source, target = way
    columns = list(board.columns)
    below, block, beside = columns[target][:-1], columns[target][-1:], columns[source]
    columns[target] = below
    found = []
    if len(beside) < board.height:
        for y in range(len(below), len(beside) + 1):
            columns[source] = beside[:y] + block + beside[y:]
            found.append((Board(tuple(columns), board.height), Move(source, y, g)))
    return found


def random_puzzle(
    rng: Random, *, steps: int = 3, blocks: int = 12, colours: int = 4, solvable: float = 0.5
) -> Puzzle:
    """A puzzle of at most so many steps, blocks (3 or more) and colours, of every size below.

    With the probability ``solvable`` it is planted; else it is random, and mostly has no plan.
    """
    n, wanted = rng.randint(1, steps), rng.randint(RUN, blocks)
    plant = rng.random() < solvable
    for _ in range(_TRIES):
        with suppress(ValueError):  # too few colours, mostly
            if not plant:
                board = random_board(rng, wanted, rng.randint(1, colours), tries=_FEW)
                return Puzzle(board, n)
            rounds = _share(rng, rng.randint(1, wanted // RUN), n)
            puzzle, _ = planted(rng, rounds, rng.randint(1, colours), tries=_FEW)
            if puzzle.board.blocks <= blocks:
                return puzzle
    raise ValueError(f"no puzzle of at most {blocks} blocks in {colours} colours was met")


def _share(rng: Random, runs: int, steps: int, chain: int = 0) -> list[int]:
    """So many runs shared out over the steps, one at least to the last, ``chain`` to some step."""
    rounds = [0] * steps
    rounds[rng.randrange(steps)] += chain
    rounds[-1] = max(1, rounds[-1])
    for _ in range(runs - sum(rounds)):
        rounds[rng.randrange(steps)] += 1
    return rounds


def candidates(
    rng: Random,
    blocks: range,
    colours: range,
    steps: range,
    solvable: bool | None = None,
    chain: int = 0,
) -> Iterator[Puzzle | None]:
    """Puzzles of so many blocks, colours and steps; None for each that did not fit.  No end.

    ``solvable`` ones have a plan, with a step of ``chain`` rounds or more; others mostly have none.
    """
    while True:
        plant = rng.random() < 0.5 if solvable is None else solvable
        n, many, wanted = rng.choice(steps), rng.choice(colours), rng.choice(blocks)
        puzzle = None
        with suppress(ValueError):  # too few colours for so many blocks, mostly
            if plant:
                rounds = _share(rng, max(1, wanted // RUN), n, chain)
                puzzle, _ = planted(rng, rounds, many, tries=_FEW)
            else:
                puzzle = Puzzle(random_board(rng, wanted, many, tries=_FEW), n)
        fits = puzzle and puzzle.board.blocks in blocks and len(puzzle.board.colours()) in colours
        yield puzzle if fits else None
