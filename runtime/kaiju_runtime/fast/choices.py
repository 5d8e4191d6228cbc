"""Templates of choices: who may pick what, less what the statement that uses the choice cannot affect."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kaiju_runtime.fast.scope import Code, Lines, Node, Scope
from kaiju_runtime.primitives import control

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


@dataclass(frozen=True)
class Parts:
    """The parts of a choice as source."""

    candidates: str
    least: str
    most: str
    """``{}`` stands for the number of candidates."""


def parts_of(g: Module, c: Scope, block: tuple[Node, ...], index: int) -> Parts:
    choice = control.Choice(*block[index])
    candidates = candidates_of(g, c, choice, block, index)
    if choice.mode == "one":
        return Parts(candidates, "1", "1")
    if choice.number is None:
        return Parts(candidates, str(int(opens_action(c, block, index))), "{}")
    count = f"max(0, {g.read(c, choice.number).number})"
    return Parts(candidates, count, count)


def opens_action(c: Scope, block: tuple[Node, ...], index: int) -> bool:
    ability = c.ability
    return ability is not None and ability.form == "action" and block is ability.block and index == 0


def candidates_of(g: Module, c: Scope, choice: control.Choice, block: tuple[Node, ...], index: int) -> str:
    """The source of the list of what may be chosen."""
    found = g.read(c, choice.source).items
    if not choice.plural and choice.kind in ("piece", "thing"):
        found = f"told_apart(m, s, {found})"
    between = block[index + 1 : index + choice.use]
    at = index + choice.use
    if not choice.use or at >= len(block) or not all(each[0] is control.let for each in between):
        return found
    use = block[at]
    if g.p.can.get(use[0]) is None:
        return found
    name = g.fresh("x")
    bound = c.bind(choice.slot, Code(f"[{name}]", "list") if choice.plural else Code(name, "number", sure=True))
    test = g.can(bound, use, block, at)
    chosen = f"[{name} for {name} in {found} if {test.text}]"
    if test.text == "True" or test.unless == "False":
        return found
    return f"({chosen} if {test.unless} else {found})" if test.unless and choice.plural else chosen


def can_choose(g: Module, c: Scope, block: tuple[Node, ...], index: int) -> Code:
    parts = parts_of(g, c, block, index)
    if parts.least in ("0", "1"):
        return Code(f"bool({parts.candidates})", "truth")
    return Code(f"enough({parts.candidates}, {parts.least})", "truth")


def write_choice(g: Module, c: Scope, block: tuple[Node, ...], index: int, lines: Lines) -> None:
    """Binds what is chosen: one candidate, or a list of them; nothing where nobody can choose."""
    node = block[index]
    choice = control.Choice(*node)
    parts = parts_of(g, c, block, index)
    found, slot = g.fresh("found"), c.local(choice.slot)
    lines.add(f"{found} = {parts.candidates}{g.place_of(choice.node)}")
    least, most = parts.least, parts.most.format(f"len({found})")
    if least not in ("0", "1"):
        least = most = g.fresh("n")
        lines.add(f"{least} = {parts.least}")
    who = c.you if choice.who is None else g.read(c, choice.who).number
    enough = found if least in ("0", "1") else f"{found} and len({found}) >= {least} > 0"
    lines.add(f"if {enough} and m.can_be_asked({who}):")
    source = g.source(c, node)
    if choice.plural or choice.kind == "die":
        lines.add(f"    {slot} = m.choose({who}, {found}, {choice.kind!r}, {least}, {most}, {choice.plural}, {source})")
    else:
        lines.add(
            f"    {slot} = {found}[0] if len({found}) == 1 else m.choose_one({who}, {found}, {choice.kind!r}, {source})"
        )
    lines.add("else:", f"    {slot} = {'[]' if choice.plural else -1}")
