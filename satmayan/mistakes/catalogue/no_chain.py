"""Mistake: after the first fall nothing vanishes any more in the same step."""

from __future__ import annotations

from satmayan.mistakes.program import Program


class NoChain(Program):
    en = "lets blocks vanish once a step: runs that form by the fall vanish too, until none is left"
    zh = "每步只消除一次：下落后形成的新的连续方块也要继续消除，直到没有为止"
    board = "1 | - | - | - | 1 1 2 1 2 | 2"

    max_rounds = 1
