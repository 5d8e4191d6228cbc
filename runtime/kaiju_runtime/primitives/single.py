"""How a token is laid: the other way round, where an example says so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.primitives.expressions import NONE, Node, value
from kaiju_runtime.primitives.registry import operation

if TYPE_CHECKING:
    from kaiju_runtime.frames import Frame
    from kaiju_runtime.machine import Machine


@operation("turned", "function", "A space on which a token is laid the other way round.", "space:e", result="space",
           word="(turned)")
def turned(m: Machine, f: Frame, node: Node) -> int:
    space = value(m, f, node[1])
    return NONE if space == NONE else int(space) + m.p.things
