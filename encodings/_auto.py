"""Redundant constraints that are worth their clauses only from some number of steps on.

Their options have the values ``auto``, ``on`` and ``off``.
"""

from __future__ import annotations

from satmayan.sat.encoding import Option, Options

FROM = {"weights": 5, "last": 4, "commute": 4}  # the least steps for which auto means on


def auto(name: str, summary: str) -> Option:
    """The option of that name."""
    return Option(name, ("auto", "on", "off"), f"{summary}; auto: from {FROM[name]} steps on")


def is_on(options: Options, name: str, steps: int) -> bool:
    """Whether the constraint is to be added to a puzzle of so many steps."""
    return options[name] == "on" or (options[name] == "auto" and steps >= FROM[name])
