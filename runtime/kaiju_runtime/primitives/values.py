"""Values: how the nodes of a program are read.

A value is an integer or a list of integers. Players are seats, faces and counters are indices, dice
are slots, pieces and spaces share one numbering (*things*), truth is 0 or 1, and nothing is -1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from kaiju_runtime.frames import Frame
    from kaiju_runtime.machine import Machine

Node: TypeAlias = tuple[Any, ...]
NONE = -1


def value(m: Machine, f: Frame, node: Node) -> Any:
    """The value of an expression node: an integer, or a list of them."""
    return node[0](m, f, node)


def many(m: Machine, f: Frame, node: Node) -> list[int]:
    """The value as a list; nothing is the empty list."""
    found = node[0](m, f, node)
    if isinstance(found, list):
        return found
    return [] if found == NONE else [found]


def holds(m: Machine, f: Frame, node: Node | None) -> bool:
    """Whether a condition is true; no condition is."""
    return node is None or bool(node[0](m, f, node))


def actor(m: Machine, f: Frame, node: Node) -> int:
    """The one who does it: the subject of the sentence, or ``you`` where none is said."""
    return f.you if node[2] is None else int(value(m, f, node[2]))
