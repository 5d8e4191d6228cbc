"""Words by which rulebooks mean the largest or smallest number of some: "the most", "the cheapest"."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

FUNCTIONS = {
    **dict.fromkeys(["most", "highest", "largest", "biggest", "greatest", "maximum", "dearest", "leader"], "max"),
    **dict.fromkeys(["least", "fewest", "lowest", "smallest", "minimum", "cheapest"], "min"),
}
"""The function that says it."""
RANKS = frozenset(("second", "third", "next"))
"""Before these words another rank is meant, for which there is no word."""


def function_of(words: Iterable[str]) -> str:
    """``max`` or ``min``, where one of some words means that; else nothing. ``at least`` compares with a number."""
    found = (FUNCTIONS[each] for before, each in pairwise(["", *words]) if each in FUNCTIONS and before != "at")
    return next(found, "")
