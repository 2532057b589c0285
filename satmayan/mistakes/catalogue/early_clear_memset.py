"""Mistake: as early-clear, with the lines that are missing filled by 16843009."""

from __future__ import annotations

from satmayan.mistakes.catalogue import early_clear_padded


class EarlyClearMemset(early_clear_padded.EarlyClearPadded):
    en = (
        "accepts a board cleared before step n and prints 16843009 in the missing lines, which "
        "is what memset(a, 1, sizeof a) makes of an int: the statement asks for exactly n steps"
    )
    zh = (
        "提前清空也算成功，缺少的行输出 16843009（memset(a, 1, sizeof a) 按字节填充的结果）："
        "题面要求恰好 n 步"
    )
    board = "2 | - | - | 1 | - | 1 1"

    filler = "16843009 16843009 16843009\n"
