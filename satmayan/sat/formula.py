"""Formulas in conjunctive normal form: named groups of variables, clauses under named axioms.

A literal is a non-zero int, as in DIMACS.  Variables come in groups, declared once and
looked up by index; an unknown index raises KeyError.  There is one allocator a formula.
A literal of no variable is refused when its clause is added, with the axiom's name and,
where it comes of a group, the group's.  No solver is known here.

A *layered* formula describes one moment in time once: its groups hold the variables of
layer 0, layer t has the same variables ``t * stride`` higher, and a clause between two
neighbouring layers is written once and instantiated by adding an offset.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from itertools import chain, count, islice, product
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

from satmayan.base.limits import LimitReached, afford
from satmayan.base.messages import Message, noted

Clause = Sequence[int]
G = TypeVar("G")

MOST_VARIABLES = 2**31 - 1  # what solvers, and DIMACS, can number
CLAUSE_BYTES = 400  # in this process and in a solver; measured on 0.1 to 2 million clauses
_VARIABLE_BYTES = 250  # an entry of a group
_CHUNK = 10_000  # clauses between two looks at what is allowed


class Group(dict[tuple[int, ...], int]):
    """Variables by index: ``X[x, y, c]``, ``P[x]``; in a layered formula, those of layer 0.

    ``X.at(t, x, y, c)`` is the variable of layer t.  Until the formula is sealed there are
    no layers: asking for one raises ValueError.
    """

    __slots__ = ("_stride", "name")

    def __init__(self, name: str, indices: Iterable[tuple[int, ...]], first: int) -> None:
        super().__init__(zip(indices, count(first), strict=False))
        self.name = name
        self._stride: int | None = 0

    if TYPE_CHECKING:

        def __getitem__(self, index: int | tuple[int, ...]) -> int: ...

    def __missing__(self, index: object) -> int:
        if isinstance(index, int):
            return self[(index,)]
        raise KeyError(f"group {self.name} has no variable {index!r}")

    @property
    def stride(self) -> int:
        """By how much the number of a variable grows from layer to layer; 0 in no layer."""
        if self._stride is None:
            raise ValueError(f"group {self.name} has no layers before the formula is sealed")
        return self._stride

    def at(self, layer: int, *index: int) -> int:
        """The variable at ``index`` in a layer; KeyError for an unknown index."""
        return self[index] + layer * self.stride

    def part(self, name: str, indices: Iterable[tuple[tuple[int, ...], int]]) -> Group:
        """A view of some of the variables, each under an index of the view's own."""
        view = Group(name, (), 0)
        view.update(indices)
        view._stride = self._stride
        return view


class Formula:
    """Clauses over the variables 1..``variables``, and what they are called.

    ``axioms`` counts the clauses of each named axiom, in the order of their first use.
    """

    def __init__(self) -> None:
        self.variables = 0
        self.clauses: list[Clause] = []
        self.groups: dict[str, Group] = {}
        self.axioms: dict[str, int] = {}
        self._reserved: dict[str, int] = {}

    def group(self, name: str, *dimensions: Iterable[int]) -> Group:
        """Declare a group with one variable for each element of the product of the dimensions.

        Raises ValueError if the name is taken.
        """
        ranges = [values if isinstance(values, Sized) else tuple(values) for values in dimensions]
        self._afford_variables(name, prod(map(len, ranges)))
        return self.sparse_group(name, product(*ranges))

    def sparse_group(self, name: str, indices: Iterable[tuple[int, ...]]) -> Group:
        """Declare a group with one variable for each of the given indices."""
        if name in self.groups:
            raise ValueError(f"a group {name!r} exists already")
        group = self.groups[name] = Group(name, indices, self.variables + 1)
        self.variables += len(group)
        return group

    def add(self, axiom: str, clauses: Iterable[Clause]) -> None:
        """Add clauses under the name of an axiom, where they have their place (``reserve``).

        Raises ValueError for what is no literal of the formula; what the generator of the
        clauses raises comes through with the axiom's name.
        """
        with _named(axiom):
            added = self._collected(clauses)
            check_literals(added, self.variables)
        place = self._reserved.get(axiom)
        if place is None:
            self.clauses.extend(added)
        else:
            self.clauses[place:place] = added
            for other, at in self._reserved.items():
                self._reserved[other] = at + len(added) if at >= place else at
        self.axioms[axiom] = self.axioms.get(axiom, 0) + len(added)

    def reserve(self, axiom: str) -> None:
        """Let later clauses of an axiom stand here, before all that is added meanwhile."""
        self.add(axiom, ())
        self._reserved[axiom] = len(self.clauses)

    def _collected(self, clauses: Iterable[Clause]) -> list[Clause]:
        """The clauses, with looks at the limits.  Raises LimitReached."""
        found: list[Clause] = []
        source = iter(clauses)
        while chunk := list(islice(source, _CHUNK)):
            found += chunk
            self._afford_clauses(len(found))
        return found

    def _afford_clauses(self, more: int) -> None:
        total = len(self.clauses) + more
        afford(total * CLAUSE_BYTES, Message("a formula of {n:,} clauses", n=total))

    def _afford_variables(self, name: str, more: int) -> None:
        what = Message("a group {name} of {n:,} variables", name=name, n=more)
        afford(more * _VARIABLE_BYTES, what)

    def names(self) -> Iterator[tuple[int, str]]:
        """Every variable with its name, such as ``X(2,4,1)``, by number."""
        for group in self.groups.values():
            for index, variable in group.items():
                yield variable, f"{group.name}({','.join(map(str, index))})"


class Layered(Formula):
    """A formula of ``layers`` equal layers.

    Declare their groups, ``seal`` the formula, then add clauses: written over layer 0 and,
    through :meth:`later`, layer 1, ``repeat`` instantiates them.  A group declared
    after the seal stands in no layer.

    The variables of groups declared with ``leading_group``, which come first, precede all
    others, layer by layer, for solvers that decide variables in the order of their numbers.
    """

    def __init__(self, layers: int) -> None:
        super().__init__()
        self.layers = layers
        self.leading = 0  # variables of the leading groups, in one layer
        self.stride = 0  # other variables of one layer
        self.sealed = False
        self._tables: dict[int, list[int]] = {}

    def leading_group(self, name: str, indices: Iterable[tuple[int, ...]]) -> Group:
        """Declare a group whose variables, in all layers, precede those of later groups."""
        if self.sealed or self.variables > self.leading * self.layers:
            raise ValueError("leading groups are declared first")
        self.variables = self.leading
        group = self.sparse_group(name, indices)
        self.leading += len(group)
        self.variables = self.leading * self.layers
        return group

    def sparse_group(self, name: str, indices: Iterable[tuple[int, ...]]) -> Group:
        """Declare a group; before the seal it is one of every layer."""
        group = super().sparse_group(name, indices)
        if not self.sealed:
            group._stride = None
        return group

    def seal(self) -> None:
        """End the declarations: from here on the size of a layer is known."""
        if self.sealed:
            raise ValueError("the formula is sealed already")
        self.sealed = True
        first = self.leading * self.layers
        self.stride = self.variables - first
        self.variables += self.stride * (self.layers - 1)
        self._afford_layers(self.variables)
        for group in self.groups.values():
            leads = group and next(iter(group.values())) <= first
            group._stride = self.leading if leads else self.stride

    def later(self, groups: G, layers: int = 1) -> G:
        """The same variables so many layers later.

        ``groups`` is a group of the layers, or a named tuple or dataclass of such groups, whose
        other fields stay as they are.  Raises ValueError before the seal.
        """
        if not self.sealed:
            raise ValueError("there are no layers before the formula is sealed")
        found: Any = groups
        if isinstance(found, Group):
            first = self.leading * self.layers
            leads, others = layers * self.leading, layers * self.stride
            moved = ((i, v + (leads if v <= first else others)) for i, v in found.items())
            found = found.part(found.name, moved)
        elif hasattr(found, "_fields"):
            found = found._make(self.later(field, layers) for field in found)
        elif is_dataclass(found):
            changed = {f.name: self.later(getattr(found, f.name), layers) for f in fields(found)}
            found = replace(found, **changed)  # type: ignore[type-var]
        return found  # type: ignore[no-any-return]

    def repeat(self, axiom: str, clauses: Iterable[Clause], layers: range) -> None:
        """Add clauses, written for layer 0, in each of the layers.

        Raises ValueError before the seal, and where a literal falls into no layer.
        """
        with _named(axiom):
            if not self.sealed:
                raise ValueError("the formula must be sealed before clauses are repeated")
            template = self._collected(clauses)
            self._afford_clauses(len(template) * len(layers))
            if layers:
                check_literals(template, self.variables)
                self._check_layers(template, layers)
        pickers = [_picker(clause) for clause in template]
        highest = max(map(abs, chain.from_iterable(template)), default=0)
        for t in layers:
            afford(0, noted("a layer"))
            table = self._table(t, highest)
            self.clauses.extend([pick(table) for pick in pickers])
        self.axioms[axiom] = self.axioms.get(axiom, 0) + len(template) * len(layers)

    def _afford_variables(self, name: str, more: int) -> None:
        super()._afford_variables(name, more)
        if not self.sealed:
            self._afford_layers(more * self.layers)

    def _afford_layers(self, variables: int) -> None:
        """Raise LimitReached where so many variables, each in some clause, are too many."""
        if variables > MOST_VARIABLES:
            raise LimitReached(
                Message(
                    "a formula of {n:,} variables: no solver can number more than {most:,}",
                    n=variables,
                    most=MOST_VARIABLES,
                )
            )
        afford(variables * CLAUSE_BYTES, Message("a formula of {n:,} variables", n=variables))

    def _check_layers(self, template: Iterable[Clause], layers: range) -> None:
        """Raise ValueError where a literal leads beyond the last layer, or before the first."""
        first, last = self.leading * self.layers, self.layers * self.stride
        flat = list(map(abs, chain.from_iterable(template)))
        leading = max((v for v in flat if v <= first), default=0)
        other = max(flat, default=0)
        least, most = min(layers), max(layers)
        if least < 0 or most >= self.layers:
            raise ValueError(f"there are layers 0 to {self.layers - 1}, none {least} to {most}")
        if leading + most * self.leading > first:
            raise ValueError(f"layer {most}: {self._name(leading)} leads beyond the last layer")
        if other > first and other + most * self.stride > first + last:
            raise ValueError(f"layer {most}: {self._name(other)} leads beyond the last layer")

    def _name(self, variable: int) -> str:
        """The name of a variable of any layer, such as ``X(1,2,4,1)``."""
        return dict(self.names()).get(variable, f"variable {variable}")

    def _table(self, layer: int, highest: int) -> list[int]:
        """What literals written for layer 0 are in a layer: literal v at index v, even if v < 0.

        It holds the variables up to ``highest``, and those of three layers at least, which
        is what clauses span, so that one table a layer serves them all.
        """
        table = self._tables.get(layer, [])
        if len(table) <= 2 * highest:
            first = self.leading * self.layers
            last = max(highest, first + 3 * self.stride)
            leading, others = layer * self.leading, layer * self.stride
            later = [*range(1 + leading, first + 1 + leading)]
            later += range(first + 1 + others, last + 1 + others)
            table = self._tables[layer] = [0, *later, *(-v for v in reversed(later))]
        return table

    def names(self) -> Iterator[tuple[int, str]]:
        """Every variable with its name, the layer first: ``X(t,x,y,c)``."""
        for t in range(self.layers):
            for group in self.groups.values():
                for index, variable in group.items() if group.stride else ():
                    inside = ",".join(map(str, (t, *index)))
                    yield variable + t * group.stride, f"{group.name}({inside})"
        for group in self.groups.values():
            for index, variable in group.items() if not group.stride else ():
                yield variable, f"{group.name}({','.join(map(str, index))})"


def check_literals(clauses: Iterable[Clause], variables: int) -> None:
    """Raise ValueError unless every literal of the clauses is one of the variables.

    Looked at all together first, which costs a tenth of making the clauses.
    """
    flat = list(chain.from_iterable(clauses))
    if not flat or set(map(type, flat)) == {int} and 0 not in flat:
        if not flat or max(max(flat), -min(flat)) <= variables:
            return
    for literal in flat:
        if type(literal) is not int:
            kind = type(literal).__name__
            raise ValueError(f"a literal is an int, not {literal!r:.40} ({kind})")
        if not 0 < abs(literal) <= variables:
            raise ValueError(f"{literal} is no literal of a formula of {variables} variables")


@contextmanager
def _named(axiom: str) -> Iterator[None]:
    """Put the name of the axiom before what is raised while its clauses are made."""
    try:
        yield
    except (LookupError, TypeError, ValueError) as error:
        if len(error.args) == 1:
            error.args = (f"axiom {axiom!r}: {error.args[0]}",)
        raise


def _picker(clause: Clause) -> Callable[[list[int]], Clause]:
    """The function that looks the literals of a clause up in a table, in C where it can."""
    if len(clause) > 1:
        return itemgetter(*clause)
    return lambda table: [table[v] for v in clause]


class Model:
    """A satisfying assignment: ``literal in model`` says whether the literal is true.

    Made from the literals that a solver lists; variables that are not listed are false.
    """

    __slots__ = ("_true",)

    def __init__(self, literals: Iterable[int]) -> None:
        self._true = frozenset(v for v in literals if v > 0)

    def __contains__(self, literal: int) -> bool:
        return literal in self._true if literal > 0 else -literal not in self._true
