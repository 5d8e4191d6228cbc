"""Walks over the data of a program, before it is linked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaiju_runtime.primitives import FORMS, OPERATIONS

NAMES = ("reads", "writes", "words")
"""Keys under which names are listed, of which one may be called as a node is."""


def mappings_in(tree: Any, *keys: str) -> Iterator[dict[str, Any]]:
    """Every mapping in a program's data that has some keys."""
    if isinstance(tree, dict):
        if all(key in tree for key in keys):
            yield tree
        for part in tree.values():
            yield from mappings_in(part, *keys)
    elif isinstance(tree, list):
        for part in tree:
            yield from mappings_in(part, *keys)


def abilities_in(tree: Any) -> Iterator[dict[str, Any]]:
    """Every ability in a program's data."""
    return mappings_in(tree, "form", "body")


def nodes_in(tree: Any) -> Iterator[list[Any]]:
    """Every node inside some nodes, or in the data around them, themselves included."""
    if isinstance(tree, dict):
        tree = [part for key, part in tree.items() if key not in NAMES]
    if isinstance(tree, list):
        if tree and isinstance(tree[0], str) and (tree[0] in FORMS or tree[0] in OPERATIONS):
            yield tree
        for part in tree:
            yield from nodes_in(part)
