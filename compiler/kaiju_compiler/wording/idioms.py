"""Special cases where the general wording reads badly: patterns of nodes with a template each.

A pattern is a node in which ``$name`` stands for anything (the same name for the same thing), ``$name:table`` for an
id of a table, ``$name:#`` for a comparison with the number that is called ``n``, and ``_`` for what is not printed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Match = dict[str, Any]

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")


@dataclass(frozen=True)
class Idiom:
    """One special case; ``no`` is its opposite, where it is a condition."""

    node: Any
    text: str
    no: str | None = None
    relative: str | None = None
    """The clause as a relative one about its candidate, where it does not begin with it."""
    relative_no: str | None = None
    exists: str | None = None
    """The clause without its subject: "appears in your Roll"."""
    implied: tuple[str, ...] = field(default=())
    """Operands that the text leaves out because readers know them."""


def idiom_of(entry: dict[str, Any]) -> Idiom:
    """A special case from its entry in the language's file."""
    return Idiom(**{**entry, "implied": tuple(entry.get("implied", ()))})


def match(pattern: Any, node: Any, found: Match) -> bool:
    """Whether a node fits a pattern; what its names stand for is added to ``found``."""
    if isinstance(pattern, str) and pattern.startswith("$"):
        return bind(pattern, node, found)
    if pattern == "_":
        return True
    if isinstance(pattern, list):
        return (
            isinstance(node, list)
            and len(pattern) == len(node)
            and all(match(each, part, found) for each, part in zip(pattern, node, strict=True))
        )
    return bool(pattern == node)


def bind(pattern: str, node: Any, found: Match) -> bool:
    name, _, table = pattern[1:].partition(":")
    if table == "#" and node not in COMPARISONS:
        return False
    if table and table != "#" and not isinstance(node, str):
        return False
    if pattern in found:
        return bool(found[pattern] == node)
    found[pattern] = node
    return bool(name)


def first_match(idioms: list[Idiom], node: Any) -> tuple[Idiom, Match] | None:
    """The first special case that a node is, and what its names stand for."""
    for idiom in idioms:
        found: Match = {}
        if match(idiom.node, node, found):
            return idiom, found
    return None
