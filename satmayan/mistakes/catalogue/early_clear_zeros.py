"""Mistake: as early-clear, with the lines that are missing filled by 0 0 0."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.catalogue import early_clear_padded


class EarlyClearZeros(early_clear_padded.EarlyClearPadded):
    does = noted(
        "accepts a board cleared before step n and fills the missing lines with 0 0 0: the "
        "statement asks for exactly n steps, and an empty board has no block to drag"
    )
    board = "2 | - | - | 1 | - | 1 1"

    filler = "0 0 0\n"
