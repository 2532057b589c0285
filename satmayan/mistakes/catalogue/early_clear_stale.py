"""Mistake: as early-clear, with the lines that are missing left from an earlier attempt."""

from __future__ import annotations

from satmayan.base.limits import Deadline
from satmayan.base.messages import noted
from satmayan.mistakes.catalogue import early_clear
from satmayan.mistakes.program import words
from satmayan.puzzle.board import Board, Move, Plan, Puzzle


class EarlyClearStale(early_clear.EarlyClear):
    """What an earlier attempt left depends on a program's every pruning: any lines will do."""

    does = noted(
        "accepts a board cleared before step n and prints n lines all the same, the last ones "
        "left from an earlier attempt: the statement asks for exactly n steps"
    )
    board = "2 | - | - | 1 | - | 1 1"

    is_vague = True

    def first_plan(self, puzzle: Puzzle, deadline: Deadline | None = None) -> Plan | None:
        deadline = deadline or Deadline()
        steps = self.steps(puzzle)
        lines = [Move(0, 0, 0)] * steps

        def search(board: Board, left: int) -> bool:
            if self.is_done(board, left):
                return True
            if left == 0 or self.is_hopeless(board):
                return False
            for move in self.tried(board):
                deadline.tick()
                lines[steps - left] = move
                if search(self.after(board, move), left - 1):
                    return True
            return False

        return tuple(lines) if search(self.read(puzzle), steps) else None

    def prints(self, puzzle: Puzzle, printed: str | None, seen: str | None) -> bool:
        ours, theirs = words(printed), words(seen)
        if ours is None or theirs is None or len(ours) != len(theirs):
            return ours == theirs
        made = 3 * self._made(puzzle, ours)
        return ours[:made] == theirs[:made]

    def _made(self, puzzle: Puzzle, said: list[str]) -> int:
        """How many moves of the answer are made before the board is clear."""
        board = self.read(puzzle)
        for k in range(len(said) // 3):
            if self.is_done(board, self.steps(puzzle) - k):
                return k
            x, y, g = map(int, said[3 * k : 3 * k + 3])
            board = self.after(board, Move(x, y, g))
        return len(said)
