"""Mistake: as early-clear, with the lines that are missing filled by 16843009."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.catalogue import early_clear_padded


class EarlyClearMemset(early_clear_padded.EarlyClearPadded):
    does = noted(
        "accepts a board cleared before step n and prints 16843009 in the missing lines, which is "
        "what memset(a, 1, sizeof a) makes of an int: the statement asks for exactly n steps"
    )
    board = "2 | - | - | 1 | - | 1 1"

    filler = "16843009 16843009 16843009\n"
