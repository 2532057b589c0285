"""One formula of a wish: boards of one shape, and a plan of each where one is wished."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from satmayan.forge import features
from satmayan.forge.features import EventLayers, none_of, one_of
from satmayan.forge.first import FirstBoard
from satmayan.forge.free import free_board
from satmayan.forge.likeness import exactly, played
from satmayan.forge.reader import Objection, canonical
from satmayan.forge.wish import Shape, Wish
from satmayan.puzzle.board import HEIGHT, WIDTH, Board, Plan, Puzzle
from satmayan.puzzle.rules import replay
from satmayan.sat.encoding import Encoding, EncodingModule
from satmayan.sat.formula import Formula, Model
from satmayan.sat.oracle import EvenOracle, Status


class Draft:
    """The boards of a shape that a wish allows, as far as it is known so far.

    Of what is wished of *all* plans the formula holds what was learnt.  Raises ConfigError
    for an encoding that cannot say what is wished of a plan.
    """

    def __init__(
        self,
        wish: Wish,
        shape: Shape,
        module: EncodingModule,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """``options`` of the encoding go before those that suit the wish."""
        self.wish = wish
        self.shape = shape
        self.encoding: Encoding | None = None
        if wish.plan or wish.of_a_plan:
            self.encoding, self.first = free_board(
                module, shape, {**_options(wish, module), **(options or {})}
            )
        else:
            self.first = FirstBoard.alone(shape)
        self._wish_of_the_board()
        if self.encoding:
            self._wish_of_the_plan(self.encoding, module.name)

    @property
    def formula(self) -> Formula:
        """The clauses, to which each objection adds."""
        return self.first.formula

    def _wish_of_the_board(self) -> None:
        first, wish = self.first, self.wish
        first.add_sizes()
        first.add_heights(wish.heights)
        first.add_template(wish.template)
        if wish.mirror:
            first.add_mirror()

    def _wish_of_the_plan(self, encoding: Encoding, name: str) -> None:
        wish, f = self.wish, encoding.formula
        if not (wish.of_a_plan or wish.none_shorter or wish.only or wish.needs):
            return
        line = EventLayers(f, name)
        if wish.rounds:
            f.add("rounds", features.in_rounds(line, wish.rounds))
        if wish.chain:
            one_of(f, "chain", features.in_a_chain(line, wish.chain))
        for feature in dict.fromkeys((*wish.has, *wish.needs)):
            one_of(f, feature, features.somewhere(line, feature))
        if wish.none_shorter:  # a step that changes nothing could be left out
            none_of(f, "waste", features.somewhere(line, "same-colour-swap"))
        if wish.only == "strict":  # an exchange can be made from either side
            none_of(f, "twins", features.exchanges(line))

    def read(self, model: Model) -> tuple[Puzzle, Plan | None]:
        """The puzzle of a model, and its plan."""
        board = self.first.read(model, self.wish.template)
        plan = self.encoding.plan(model) if self.encoding else None
        return Puzzle(board, self.shape.steps), plan

    def solve(self, oracle: EvenOracle, assumptions: Sequence[int] = ()) -> Status:
        """Whether there is a model; bounds that an encoding only assumes are raised."""
        while True:
            bounds = self.encoding.assumptions() if self.encoding else []
            status = oracle.solve([*bounds, *assumptions])
            if status is not Status.UNSAT or not self.encoding:
                return status
            raised = self.encoding.refine(oracle.core)
            if raised is None:
                return status
            self.formula.add("bounds", raised)
            oracle.add(raised)

    def outline(self, rng: Random) -> list[int]:
        """Literals of random heights of the columns."""
        heights = [0] * WIDTH
        for _ in range(self.shape.blocks):
            heights[rng.choice([x for x in range(WIDTH) if heights[x] < HEIGHT])] += 1
        return [v for x, height in enumerate(heights) for v in self.first.height(x, height)]

    def exclude(self, board: Board) -> None:
        """No such board again, whatever its colours are called."""
        self._deny("seen", exactly(board).literals(self.first))

    def learn(self, puzzle: Puzzle, plan: Plan | None, objection: Objection) -> None:
        """Rule out what an objection shows: this board, and all that have the same plan."""
        other = objection.plan
        if other is None:
            self.exclude(puzzle.board)
        elif self.wish.only and plan is not None and len(other) == puzzle.steps:
            self._not_both(puzzle.board, canonical(puzzle.board, plan), other)
        else:
            self._deny("objection", played(puzzle.board, other).literals(self.first))

    def _deny(self, axiom: str, literals: list[int]) -> None:
        self.formula.add(axiom, [[-literal for literal in literals]])

    def _not_both(self, board: Board, plan: Plan, other: Plan) -> None:
        """Boards that are cleared by both plans are none; cleared by one, it is their only plan."""
        both = [played(board, p).literals(self.first) for p in (plan, other)]
        self._deny("objection", [*both[0], *both[1]])
        for literals, p in zip(both, (plan, other), strict=True):
            denied = [-literal for literal in literals]
            self.formula.add("objection", ([*denied, move] for move in self._moves(board, p)))

    def _moves(self, board: Board, plan: Plan) -> Iterator[int]:
        """The literals of a plan's moves, but for those that change nothing: any other may too."""
        before = 0
        for k, made in enumerate(replay(board, plan)):
            if made.before != made.dragged and self.encoding:
                yield dict(self.encoding.choices(k, before))[made.move]
            before += len(made.rounds)


def _options(wish: Wish, module: EncodingModule) -> dict[str, str]:
    """The options of an encoding for a wish: which redundant constraints are on.

    - ``noop`` and ``commute`` take plans away, if never a board's smallest, so they are off
      where anything is wished of the plan.  Else ``noop`` is on, and for ``only`` it gives
      each plan one way to be written; ``commute`` is off, since it saved nothing.
    - ``bound`` and ``look`` hold of every plan of every board of a shape, whose blocks are
      counted on the first board.  They save three conflicts of four, but where the rounds
      are wished they only make the formula larger: see docs/wishes.md.
    - ``weights`` and ``last`` hold of every plan, too, and stay as they are by themselves.
    """
    asks = wish.of_a_plan or wish.needs
    values = {"commute": "off", "noop": "on" if wish.only or not asks else "off"}
    if wish.rounds or wish.chain:
        values |= {"bound": "off", "look": "off"}
    known = {option.name for option in module.options}
    return {name: value for name, value in values.items() if name in known}
