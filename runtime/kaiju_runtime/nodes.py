"""Walks over the data of a program, before it is linked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaiju_runtime.primitives import FORMS, OPERATIONS

NAMES = ("reads", "writes", "words")
"""Keys under which names are listed, of which one may be called as a node is."""


def abilities_in(tree: Any) -> Iterator[dict[str, Any]]:
    """Every ability in a program's data."""
    if isinstance(tree, dict):
        if "form" in tree and "body" in tree:
            yield tree
        for part in tree.values():
            yield from abilities_in(part)
    elif isinstance(tree, list):
        for part in tree:
            yield from abilities_in(part)


def nodes_in(tree: Any) -> Iterator[list[Any]]:
    """Every node inside some nodes, or in the data around them, themselves included."""
    if isinstance(tree, dict):
        tree = [part for key, part in tree.items() if key not in NAMES]
    if isinstance(tree, list):
        if tree and isinstance(tree[0], str) and (tree[0] in FORMS or tree[0] in OPERATIONS):
            yield tree
        for part in tree:
            yield from nodes_in(part)
