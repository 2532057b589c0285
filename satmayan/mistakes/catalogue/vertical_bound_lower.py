"""Mistake: the vertical scan ends two rows too early."""

from __future__ import annotations

from satmayan.base.messages import noted
from satmayan.mistakes.catalogue import vertical_bound


class VerticalBoundLower(vertical_bound.VerticalBound):
    does = noted(
        "stops looking for vertical runs two rows below the top: rows 3 to 5 and 4 to 6 of a "
        "column are runs as well"
    )
    board = "1 | 1 | - | 1 2 3 3 1 3 3 | 2 | 2"

    rows_missed = 2
