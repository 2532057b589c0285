"""Mistake: as early-clear, with the lines that are missing filled by 0 0 0."""

from __future__ import annotations

from satmayan.mistakes.catalogue import early_clear_padded


class EarlyClearZeros(early_clear_padded.EarlyClearPadded):
    en = (
        "accepts a board cleared before step n and fills the missing lines with 0 0 0: the "
        "statement asks for exactly n steps, and an empty board has no block to drag"
    )
    zh = "提前清空也算成功，缺少的行用 0 0 0 补齐：题面要求恰好 n 步，而空棋盘上已没有方块可拖"
    board = "2 | - | - | 1 | - | 1 1"

    filler = "0 0 0\n"
