"""What is wished of a plan, as clauses over the layers of an encoding.

Needed are the groups that the encodings with one line of moves and rounds share, by their
names (see ``encodings/events.py``): ``M O go stable C eh th tv``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from satmayan.base.errors import ConfigError
from satmayan.base.messages import Message
from satmayan.puzzle.board import HEIGHT, LEFT, RIGHT, WIDTH
from satmayan.puzzle.rules import RUN
from satmayan.sat.formula import Clause, Formula, Layered

GROUPS = ("M", "O", "go", "stable", "C", "eh", "th", "tv")

Conjunctions = Iterator[list[int]]


class EventLayers:
    """The moves and rounds of an encoding's formula, layer by layer.

    Raises ConfigError for an encoding that has no such layers.
    """

    def __init__(self, formula: Formula, name: str) -> None:
        if not isinstance(formula, Layered) or not all(g in formula.groups for g in GROUPS):
            raise ConfigError(
                Message(
                    "encoding {name} has no layers of moves and rounds, so nothing can be wished "
                    "of a step: choose events, binary, blocks or transitions",
                    name=name,
                )
            )
        self.formula = formula
        self.events = formula.layers - 1
        self.steps = len(formula.groups["C"])

    def at(self, group: str, layer: int, *index: int) -> int:
        """The variable of a group in a layer."""
        return self.formula.groups[group].at(layer, *index)

    def moves(self, layer: int, way: int) -> Iterator[tuple[int, int, int]]:
        """The moves of a layer in one direction: their literals, columns and rows."""
        for x, y, g in self.formula.groups["M"]:
            if g == way:
                yield self.at("M", layer, x, y, g), x, y

    def begins(self, step: int, layer: int) -> list[int]:
        """Literals that are all true iff a step, from 1, is made in a layer."""
        earlier = [self.at("C", layer, step - 1)] if step > 1 else []
        return [self.at("go", layer), *earlier, -self.at("C", layer, step)]


def in_rounds(line: EventLayers, rounds: Sequence[int | None]) -> Iterator[Clause]:
    """The steps have so many rounds; None: any number.

    A step of r rounds is followed by r layers that are not stable and one that is.  In the
    last layer no block is left, so that one is stable.
    """
    asked = [(step, wanted) for step, wanted in enumerate(rounds, 1) if wanted is not None]
    for step, wanted in asked:
        for layer in range(line.events):
            denied = [-literal for literal in line.begins(step, layer)]
            for later in range(layer + 1, layer + wanted + 2):
                is_round = later <= layer + wanted
                if later < line.events:
                    stable = line.at("stable", later)
                    yield [*denied, -stable if is_round else stable]
                elif is_round:
                    yield denied


def somewhere(line: EventLayers, name: str) -> Conjunctions:
    """The places and times at which a feature can show: literals that are all true there."""
    for layer in range(line.events):
        yield from _SHOWN[name](line, layer)


def in_a_chain(line: EventLayers, rounds: int) -> Conjunctions:
    """The layers in which a step of so many rounds or more can be made."""
    for layer in range(line.events - rounds):
        later = range(layer + 1, layer + rounds + 1)
        yield [line.at("go", layer), *(-line.at("stable", t) for t in later)]


def one_of(formula: Formula, name: str, conjunctions: Conjunctions) -> None:
    """Add that the literals of one of the conjunctions are all true."""
    cases = list(conjunctions)
    chosen = formula.group(name, range(len(cases)))
    formula.add(f"has {name}", [[*chosen.values()]])
    for (k,), case in chosen.items():
        formula.add(f"has {name}", ([-case, literal] for literal in cases[k]))


def none_of(formula: Formula, name: str, conjunctions: Conjunctions) -> None:
    """Add that none of the conjunctions is true."""
    formula.add(f"no {name}", ([-literal for literal in case] for case in conjunctions))


def exchanges(line: EventLayers) -> Conjunctions:
    """The drags onto a block, each of which could be made from the other side."""
    for layer in range(line.events):
        for move, x, y in line.moves(layer, RIGHT):
            yield [move, line.at("O", layer, x + 1, y)]


def _wasted(line: EventLayers, t: int) -> Conjunctions:
    for move, x, y in line.moves(t, RIGHT):
        yield [move, line.at("eh", t, x, y)]


def _left(line: EventLayers, t: int) -> Conjunctions:
    for move, _, _ in line.moves(t, LEFT):
        yield [move]


def _onto_the_floor(line: EventLayers, t: int) -> Conjunctions:
    for way in (RIGHT, LEFT):
        for move, x, _ in line.moves(t, way):
            yield [move, -line.at("O", t, x + way, 0)]


def _filling(line: EventLayers, t: int) -> Conjunctions:
    top = HEIGHT - 1
    for way in (RIGHT, LEFT):
        for move, x, y in line.moves(t, way):
            if y == top:
                yield [move, -line.at("O", t, x + way, top), line.at("O", t, x + way, top - 1)]


def _five(line: EventLayers, t: int) -> Conjunctions:
    for y in range(HEIGHT):
        yield [line.at("th", t, x, y) for x in range(WIDTH - RUN + 1)]
    for x in range(WIDTH):
        for y in range(HEIGHT - 4):
            yield [line.at("tv", t, x, y + k) for k in range(RUN)]


def _crossing(line: EventLayers, t: int) -> Conjunctions:
    groups = line.formula.groups
    for left, row in groups["th"]:
        for column, low in groups["tv"]:
            if left <= column < left + RUN and low <= row < low + RUN:
                yield [line.at("th", t, left, row), line.at("tv", t, column, low)]


_SHOWN: dict[str, Callable[[EventLayers, int], Conjunctions]] = {
    "same-colour-swap": _wasted,
    "left-drag": _left,
    "empty-column": _onto_the_floor,
    "full-column": _filling,
    "run-of-5": _five,
    "crossing": _crossing,
}
