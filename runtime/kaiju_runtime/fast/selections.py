"""Templates of selections, and of functions over them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kaiju_runtime.fast.expressions import looked_up
from kaiju_runtime.fast.scope import Code, Node, Scope, expression
from kaiju_runtime.primitives import attributes, operators, references, selections

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


@expression(selections.select)
def select(g: Module, c: Scope, node: Node) -> Code:
    if (who := open_faces_of(node)) is not None and (player := g.read(c, who)).sure:
        return Code(f"open_faces(m, s, {player.text})", "list")
    source = g.read(c, node[1])
    if node[2] is None:
        return Code(source.items, "list")
    name = g.fresh("x")
    inner = replace(c, it=Code(name, "number", sure=source.kind == "list"), nested=c.nested + 1)
    return Code(f"[{name} for {name} in {looked(c, source)} if {g.test(inner, node[2])}]", "list")


def looked(c: Scope, source: Code) -> str:
    """The items of a selection; inside another one they are counted, for such work grows fast."""
    return f"looked(m, {source.items})" if c.nested else source.items


def open_faces_of(node: Node) -> Node | None:
    """Whose symbols, if a selection is of the faces of which symbols are neither resolved nor spent."""
    test = node[2]
    if node[1][0] is not selections.all_faces or test is None or test[0] is not operators.more:
        return None
    left, right = test[1], test[2]
    if left[0] is not attributes.unspent or left[1][0] is not references.it or right != (references.integer, 0):
        return None
    return left[2]  # type: ignore[no-any-return]


@expression(selections.pieces)
def pieces(g: Module, c: Scope, node: Node) -> Code:
    kind = g.kind(node[1])
    if node[2] is None:
        return Code(f"in_game(s, {g.pieces_of(node[1])})", "list")
    holders, how = g.read(c, node[2]), node[3]
    if how in ("zone", "player") and holders.kind == "number":
        location = "{}" if how == "zone" else "AREA + {}"
        return looked_up(holders, f"lying(m, s, {location}, {kind})", "[]", "list")
    if how in ("zone", "player") and holders.kind == "list":
        name, place = g.fresh("x"), g.fresh("x")
        location = place if how == "zone" else f"AREA + {place}"
        return Code(f"[{name} for {place} in {holders.text} for {name} in lying(m, s, {location}, {kind})]", "list")
    return Code(f"m.pieces_held({node[1]}, {holders.items}, {how!r})", "list")


@expression(selections.roll_dice)
def roll_dice(g: Module, c: Scope, node: Node) -> Code:
    player = g.read(c, node[1])
    if player.sure and player.kind == "number":
        return Code(f"roll_of(m, s, {player.text})", "list")
    return Code(f"[die for x in {player.items} for die in roll_of(m, s, x)]", "list")


@expression(selections.all_faces)
def all_faces(g: Module, c: Scope, node: Node) -> Code:
    return Code("FACES", "list")


@expression(selections.spaces_of)
def spaces_of(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "m.board.path({})", "[]", "list")


@expression(selections.top)
def top(g: Module, c: Scope, node: Node) -> Code:
    number = "1" if node[1] is None else g.read(c, node[1]).number
    return looked_up(g.read(c, node[2]), f"m.top({{}}, {number}, {c.acting})", "[]", "list")


@expression(selections.first)
def first(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"first({g.read(c, node[1]).items})")


@expression(selections.neighbours)
def neighbours(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "m.neighbours({})", "[]", "list")


@expression(selections.next_space)
def next_space(g: Module, c: Scope, node: Node) -> Code:
    toward = "-1" if node[2] is None else g.read(c, node[2]).number
    return looked_up(g.read(c, node[1]), f"m.board.next({{}}, {toward})")


@expression(selections.fits)
def fits(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "m.board.fits({})", "[]", "list")


@expression(selections.size)
def size(g: Module, c: Scope, node: Node) -> Code:
    return Code(g.read(c, node[1]).length)


@expression(selections.smallest)
def smallest(g: Module, c: Scope, node: Node) -> Code:
    return bound_of(g, c, node, "min")


@expression(selections.largest)
def largest(g: Module, c: Scope, node: Node) -> Code:
    return bound_of(g, c, node, "max")


def bound_of(g: Module, c: Scope, node: Node, word: str) -> Code:
    numbers = [g.read(c, each).number for each in node[1]]
    return Code(numbers[0] if len(numbers) == 1 else f"{word}({', '.join(numbers)})")


def of_each(g: Module, c: Scope, node: Node) -> str:
    """The source of the list of a number of each of a selection."""
    source, name = g.read(c, node[1]), g.fresh("x")
    inner = replace(c, it=Code(name, "number", sure=source.kind == "list"), nested=c.nested + 1)
    return f"[{g.read(inner, node[2]).number} for {name} in {looked(c, source)}]"


@expression(selections.sum_each)
def sum_each(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"m.bounded(sum({of_each(g, c, node)}))")


@expression(selections.max_each)
def max_each(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"max({of_each(g, c, node)}, default=0)")


@expression(selections.min_each)
def min_each(g: Module, c: Scope, node: Node) -> Code:
    return Code(f"min({of_each(g, c, node)}, default=0)")


@expression(selections.turned)
def turned(g: Module, c: Scope, node: Node) -> Code:
    return looked_up(g.read(c, node[1]), "({} + THINGS)")


@expression(selections.every)
def every(g: Module, c: Scope, node: Node) -> Code:
    name = g.fresh("x")
    inner = replace(c, it=Code(name, "any"), nested=c.nested + 1)
    if node[2] != -1:
        inner = inner.bind(node[2], Code(name, "any"))
    return Code(f"all({g.test(inner, node[3])} for {name} in {looked(c, g.read(c, node[1]))})", "truth")
