"""Templates of conditions on events: where one comes from, and what its fields are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.fast.expressions import looked_up
from kaiju_runtime.fast.scope import Code, Node, Scope, expression
from kaiju_runtime.primitives import conditions

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


@expression(conditions.from_face)
def from_face(g: Module, c: Scope, node: Node) -> Code:
    who = "None" if node[2] is None else g.read(c, node[2]).items
    return Code(f"from_face({c.from_}, {g.read(c, node[1]).number}, {who})", "truth")


@expression(conditions.from_player)
def from_player(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"from_player({c.from_}, {g.read(c, node[1]).items})", "truth")


@expression(conditions.from_thing)
def from_thing(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"from_thing({c.from_}, {g.read(c, node[1]).number})", "truth")


@expression(conditions.is_kind)
def is_kind(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"({g.read(c, node[1]).number} in {g.kind(node[2])})", "truth")


@expression(conditions.is_space)
def is_space(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "m.board.is_space({})", "False", "truth")


@expression(conditions.among)
def among(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"any_of({g.read(c, node[1]).items}, {g.read(c, node[2]).items})", "truth")


@expression(conditions.touches)
def touches(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"touches(m, {g.read(c, node[1]).number}, {g.read(c, node[2]).number})", "truth")
