"""Moves that commute are made in answer order (option ``commute``); a redundant constraint.

Let a step drag over boundary p and the next one over boundary q <= p - 2, neither causing
a round.  The drags touch different columns, so made in the other order they lead to the
same board, and the plan with the two exchanged is smaller: its first move is in a column
further left.  It is a plan if nothing vanishes between the two, that is, if the board with
only the second drag made is stable.  On that board the columns q and q + 1 are as after
both drags, the others as before both.  A run that is on neither of these two (stable)
boards is horizontal and holds a column of each drag; ``Z`` says that there may be one.
A smallest plan therefore never has such a pair of steps unless some ``Z`` holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from satmayan.board import Board
from satmayan.encoding import Option
from satmayan.encodings._cells import OneHot, Triples
from satmayan.encodings._moves import Moves
from satmayan.formula import Clause, Formula, Group
from satmayan.rules import RUN

Clauses = Iterator[Clause]

COMMUTE = Option("commute", ("on", "off"), "moves far apart that commute are made in answer order")


def declare(formula: Formula, board: Board) -> Group:
    """``Z(p,q,x,y)``: after the drags over p and then q, the three blocks from (x, y) to the
    right would be of one colour had only the drag over q been made."""
    return formula.sparse_group(
        "Z",
        (
            (p, q, x, y)
            for p in range(board.width - 1)
            for q in range(p - 1)
            for x in range(board.width - RUN + 1)
            if _mixed(p, q, x)
            for y in range(board.height)
        ),
    )


def _mixed(p: int, q: int, x: int) -> bool:
    """Whether the three columns from x hold one of each drag."""
    columns = {x, x + 1, x + 2}
    return bool(columns & {p, p + 1}) and bool(columns & {q, q + 1})


def in_order(Z: Group, moves: Moves, cells: OneHot, triples: Triples) -> Clauses:
    """No two drags in the wrong order, unless exchanging them would make a run in between."""
    moves_next, cells_last, triples_last = moves.next(), cells.next().next(), triples.next().next()
    pairs: dict[tuple[int, int], list[int]] = {}
    for (p, q, x, y), run in Z.items():
        pairs.setdefault((p, q), []).append(run)
        for left in (x, x + 1):
            if {left, left + 1} <= {q, q + 1}:
                yield [-run, triples_last.eh[left, y]]
            elif left not in (q, q + 1) and left + 1 not in (q, q + 1):
                yield [-run, triples.eh[left, y]]
            else:
                # q + 1 as after both drags, its right neighbour as before
                for c in cells.colours:
                    yield [-run, -cells_last.X[left, y, c], cells.X[left + 1, y, c]]
                yield [-run, cells_last.O[left, y]]
    for (p, q), runs in pairs.items():
        yield [-moves.P[p,], -moves_next.P[q,], -triples_last.stable, *runs]
