#!/usr/bin/env python3
"""Write encodings/_covers.jsonl: the column-count bound as boxes, for the encodings' clauses.

usage: scripts/dev python scripts/make_covers.py [--most N]

For a colour that began with N blocks on five columns, let h(v) be the unit moves that the
count vector v still needs (satmayan/bound.py; no limit on a column's count).  Its counts
sum to N, or, once some have vanished, to 3..N-3, or 0; below 6 blocks all vanish together,
and the encodings go on counting them as if they had not.  Over these vectors four
families of sets are covered by boxes lo <= v <= hi that avoid the complement:

    h k          h(v) >= k
    stays p      a block that crosses from column p to p + 1 does not lower h
    raises p     it raises h
    h W k        the same for the weighting W of the unit moves (below)
    dead         (from 6 blocks on) the sum is 1 or 2, which can never vanish

A weighting W = (w_0, .., w_3) lets a block that crosses from column p to p + 1 cost w_p
and back 2 - w_p; a step costs at most 2 in all, so the sum over the colours is at most
twice the steps left, as it is for the plain h, where every move costs 1.  WEIGHTINGS are
those that reject most of what the plain bound lets pass; their mirror images come free.

The cover is greedy: a box is grown from a point not yet covered, in several random orders,
and the one that covers most is taken; boxes that the others make superfluous are dropped.
The seed is N, so the file is reproduced byte for byte.
"""

from __future__ import annotations

import argparse
import heapq
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from satmayan.search.bound import RUN, is_clearable

WIDTH = 5
TRIES = 24
PLAIN = (1, 1, 1, 1)
WEIGHTINGS = ((1, 2, 0, 0), (1, 1, 2, 0), (1, 1, 0, 1))
FILE = Path(__file__).resolve().parent.parent / "encodings" / "_covers.jsonl"

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


def unit_moves(total: int, weighting: Vector = PLAIN) -> dict[Vector, int]:
    """The least cost of clearing every vector of that sum, by Dijkstra from the clearable ones."""
    h = {v: 0 for v in vectors(total) if is_clearable(v)}
    queue = [(0, v) for v in h]
    while queue:
        cost, v = heapq.heappop(queue)
        if cost > h[v]:
            continue
        for p, right in enumerate(weighting):
            # the move that leads here: from p + 1 back to p where v goes right, and so on
            for source, target, price in ((p, p + 1, 2 - right), (p + 1, p, right)):
                if v[source]:
                    before = crossed(v, source, target)
                    if cost + price < h.get(before, cost + price + 1):
                        h[before] = cost + price
                        heapq.heappush(queue, (cost + price, before))
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
    h = _merged(unit_moves(left) for left in sums)
    weighted = {w: _merged(unit_moves(left, w) for left in sums) for w in WEIGHTINGS}
    dead = [v for left in (1, 2) for v in vectors(left)] if total >= 6 else []
    cover = Cover(total, [*h, *dead])

    def change(v: Vector, p: int) -> int:
        return h[crossed(v, p, p + 1)] - h[v]

    def raised(h: dict[Vector, int], k: int) -> list[Box]:
        return cover.boxes(lambda v: h.get(v, 0) >= k, lambda v: v in h and h[v] < k)

    def crossing(p: int, least: int) -> list[Box]:
        return cover.boxes(
            lambda v: v in h and v[p] > 0 and change(v, p) >= least,
            lambda v: v in h and v[p] > 0 and change(v, p) < least,
        )

    return {
        "h": [raised(h, k) for k in range(1, max(h.values()) + 1)],
        "stays": [crossing(p, 0) for p in range(WIDTH - 1)],
        "raises": [crossing(p, 1) for p in range(WIDTH - 1)],
        "dead": [cover.boxes(lambda v: v not in h, lambda v: v in h)],
    } | {
        f"h {' '.join(map(str, w))}": [raised(costs, k) for k in range(1, max(costs.values()) + 1)]
        for w, costs in weighted.items()
    }


def _merged(parts: Iterable[dict[Vector, int]]) -> dict[Vector, int]:
    return {v: cost for part in parts for v, cost in part.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--most", type=int, default=18, help="largest number of blocks of a colour")
    most = parser.parse_args().most
    lines = ["{}"] * RUN  # line N, counted from 0, is for N blocks
    for total in range(RUN, most + 1):
        families = covers(total)
        lines.append(json.dumps(families, separators=(",", ":")))
        sizes = {name: [len(boxes) for boxes in sets] for name, sets in families.items()}
        print(total, sizes, flush=True)
    FILE.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
