#!/usr/bin/env python3
"""Write encodings/_covers.json: the column-count bound as boxes, for the encodings' clauses.

usage: scripts/dev python scripts/make_covers.py [--most N]

For a colour that began with N blocks on five columns, let h(v) be the unit moves that the
count vector v still needs (satmayan/bound.py; no limit on a column's count).  Its counts
sum to N, or, once some have vanished, to 3..N-3, or 0; below 6 blocks all vanish together,
and the encodings go on counting them as if they had not.  Over these vectors four
families of sets are covered by boxes lo <= v <= hi that avoid the complement:

    h k          h(v) >= k
    stays p      a block that crosses from column p to p + 1 does not lower h
    raises p     it raises h
    dead         (from 6 blocks on) the sum is 1 or 2, which can never vanish

The cover is greedy: a box is grown from a point not yet covered, in several random orders,
and the one that covers most is taken; boxes that the others make superfluous are dropped.
The seed is N, so the file is reproduced byte for byte.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from satmayan.bound import is_clearable

WIDTH = 5
TRIES = 24
FILE = Path(__file__).resolve().parent.parent / "encodings" / "_covers.json"

Vector = tuple[int, ...]
Box = tuple[Vector, Vector]
Limits = tuple[NDArray[np.int_], NDArray[np.int_]]


def vectors(total: int, width: int = WIDTH) -> Iterator[Vector]:
    """The count vectors of that sum."""
    if width == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in vectors(total - first, width - 1):
            yield (first, *rest)


def crossed(v: Vector, source: int, target: int) -> Vector:
    """The vector after one block has crossed."""
    after = list(v)
    after[source] -= 1
    after[target] += 1
    return tuple(after)


def unit_moves(total: int) -> dict[Vector, int]:
    """h of every vector of that sum, by breadth-first search from the clearable ones."""
    h = {v: 0 for v in vectors(total) if is_clearable(v)}
    frontier = list(h)
    while frontier:
        reached = []
        for v in frontier:
            for p in range(WIDTH - 1):
                for source, target in ((p, p + 1), (p + 1, p)):
                    if v[source] and (after := crossed(v, source, target)) not in h:
                        h[after] = h[v] + 1
                        reached.append(after)
        frontier = reached
    return h


class Cover:
    """Covers sets of count vectors by boxes; ``total`` is the largest count."""

    def __init__(self, total: int, points: list[Vector]) -> None:
        self.total = total
        self.points = np.array(points)
        self.rng = Random(total)

    def boxes(
        self, wanted: Callable[[Vector], bool], avoided: Callable[[Vector], bool]
    ) -> list[Box]:
        """Boxes that hold every wanted vector and no avoided one."""
        keys = [tuple(map(int, v)) for v in self.points]
        targets = self.points[[wanted(v) for v in keys]]
        bad = self.points[[avoided(v) for v in keys]]
        left, found = targets, []
        while len(left):
            start = left[self.rng.randrange(len(left))]
            tries = (self._grown(start, bad) for _ in range(TRIES))
            lo, hi = max(tries, key=lambda box: self._worth(box, left))
            found.append((lo, hi))
            left = left[~_inside(left, lo, hi)]
        return self._without_superfluous(found, targets)

    def _grown(self, start: NDArray[np.int_], bad: NDArray[np.int_]) -> Limits:
        lo, hi = start.copy(), start.copy()
        sides = [(x, s) for x in range(WIDTH) for s in (-1, 1)]
        self.rng.shuffle(sides)
        for x, side in sides:
            # the avoided vectors that a box without a limit on this side would hold
            other_lo, other_hi = lo.copy(), hi.copy()
            (other_lo if side < 0 else other_hi)[x] = 0 if side < 0 else self.total
            met = bad[_inside(bad, other_lo, other_hi)][:, x]
            if side < 0:
                lo[x] = met.max() + 1 if len(met) else 0
            else:
                hi[x] = met.min() - 1 if len(met) else self.total
        return lo, hi

    def _worth(self, box: Limits, left: NDArray[np.int_]) -> tuple[int, int]:
        lo, hi = box
        limits = int((lo > 0).sum() + (hi < self.total).sum())
        return int(_inside(left, lo, hi).sum()), -limits

    @staticmethod
    def _without_superfluous(found: list[Limits], targets: NDArray[np.int_]) -> list[Box]:
        held = np.array([_inside(targets, lo, hi) for lo, hi in found], dtype=np.int_)
        kept = []
        for i, (lo, hi) in enumerate(found):
            if (held.sum(axis=0) - held[i]).min(initial=1) > 0:
                held[i] = 0
            else:
                kept.append((tuple(map(int, lo)), tuple(map(int, hi))))
        return sorted(kept)


def _inside(
    points: NDArray[np.int_], lo: NDArray[np.int_], hi: NDArray[np.int_]
) -> NDArray[np.bool_]:
    return np.asarray(((points >= lo) & (points <= hi)).all(axis=1))


def covers(total: int) -> dict[str, list[list[Box]]]:
    """The families of a colour of ``total`` blocks; ``h[k - 1]`` holds the boxes of h >= k."""
    sums = [total, *range(3, total - 2)] + [0] * (total >= 6)
    h: dict[Vector, int] = {}
    for left in sums:
        h |= unit_moves(left)
    dead = [v for left in (1, 2) for v in vectors(left)] if total >= 6 else []
    cover = Cover(total, [*h, *dead])

    def change(v: Vector, p: int) -> int:
        return h[crossed(v, p, p + 1)] - h[v]

    def raised(k: int) -> list[Box]:
        return cover.boxes(lambda v: h.get(v, 0) >= k, lambda v: v in h and h[v] < k)

    def crossing(p: int, least: int) -> list[Box]:
        return cover.boxes(
            lambda v: v in h and v[p] > 0 and change(v, p) >= least,
            lambda v: v in h and v[p] > 0 and change(v, p) < least,
        )

    return {
        "h": [raised(k) for k in range(1, max(h.values()) + 1)],
        "stays": [crossing(p, 0) for p in range(WIDTH - 1)],
        "raises": [crossing(p, 1) for p in range(WIDTH - 1)],
        "dead": [cover.boxes(lambda v: v not in h, lambda v: v in h)],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--most", type=int, default=18, help="largest number of blocks of a colour")
    most = parser.parse_args().most
    lines = []
    for total in range(3, most + 1):
        families = covers(total)
        lines.append(f'"{total}":{json.dumps(families, separators=(",", ":"))}')
        sizes = {name: [len(boxes) for boxes in sets] for name, sets in families.items()}
        print(total, sizes, flush=True)
    FILE.write_text("{" + ",\n".join(lines) + "}\n", encoding="ascii")


if __name__ == "__main__":
    main()
