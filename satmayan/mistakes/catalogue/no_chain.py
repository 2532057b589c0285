"""Mistake: after the first fall nothing vanishes any more in the same step."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.program import Program


class NoChain(Program):
    does = noted(
        "lets blocks vanish once a step: runs that form by the fall vanish too, until none is left"
    )
    board = "1 | - | - | - | 1 1 2 1 2 | 2"

    max_rounds = 1
