"""Mistake: a board that is empty before the last step counts as solved."""

from __future__ import annotations

from satmayan.mistakes.program import Program
from satmayan.puzzle.board import Board


class EarlyClear(Program):
    en = (
        "accepts a board cleared before step n and prints fewer lines: the statement asks for "
        "exactly n steps, and an empty board has no block to drag"
    )
    zh = "提前清空也算成功，输出不足 n 行：题面要求恰好 n 步，而空棋盘上已没有方块可拖"
    board = "2 | - | - | 1 | - | 1 1"

    def is_done(self, board: Board, left: int) -> bool:
        return board.is_empty
