"""Mistake: the vertical scan ends two rows too early."""

from __future__ import annotations

from satmayan.mistakes.catalogue import vertical_bound


class VerticalBoundLower(vertical_bound.VerticalBound):
    en = (
        "stops looking for vertical runs two rows below the top: rows 3 to 5 and 4 to 6 of a "
        "column are runs as well"
    )
    zh = "竖直方向少扫描两行（循环上界差二）：第 3 至 5 行、第 4 至 6 行也可以构成三连"
    board = "1 | 1 | - | 1 2 3 3 1 3 3 | 2 | 2"

    rows_missed = 2
