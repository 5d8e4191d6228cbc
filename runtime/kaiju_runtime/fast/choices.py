"""Templates of choices: who may pick what, less what the statement that uses the choice cannot affect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.fast.scope import Code, Lines, Node, Scope
from kaiju_runtime.primitives import control

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


def opens_action(c: Scope, block: tuple[Node, ...], index: int) -> bool:
    ability = c.ability
    return ability is not None and ability.form == "action" and block is ability.block and index == 0


def candidates_of(g: Module, c: Scope, choice: control.Choice, block: tuple[Node, ...], index: int) -> str:
    """The source of the list of what may be chosen."""
    found = g.read(c, choice.source).items
    if choice.run is control.choose_at_random:
        return found
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
    choice = control.Choice(*block[index])
    found = candidates_of(g, c, choice, block, index)
    if choice.number is None:
        return Code(f"bool({found})", "truth")
    number = g.read(c, choice.number).number
    return Code(f"enough({found}, {number}, {choice.mode == 'some'})", "truth")


def write_choice(g: Module, c: Scope, block: tuple[Node, ...], index: int, lines: Lines) -> None:
    """Binds what is chosen: one candidate, or a list of them; nothing where nobody can choose."""
    node = block[index]
    choice = control.Choice(*node)
    found, slot = g.fresh("found"), c.local(choice.slot)
    lines.add(f"{found} = {candidates_of(g, c, choice, block, index)}{g.place_of(choice.node)}")
    least, most, enough = str(int(choice.mode == "one" or opens_action(c, block, index))), f"len({found})", found
    if choice.mode == "one":
        most = "1"
    elif choice.number is not None:
        most, number = g.fresh("n"), g.read(c, choice.number).number
        if choice.mode == "some":
            least = most
            lines.add(f"{most} = {number}")
            enough = f"{found} and len({found}) >= {most} > 0"
        else:
            lines.add(f"{most} = min({number}, len({found}))")
            enough = f"{most} > 0"
    if choice.run is control.choose_at_random:
        lines.add(f"{slot} = m.dice_pool.pick({found}, {most}) if {enough} else []")
        lines.add(*([] if choice.plural else [f"{slot} = first({slot})"]))
        return
    who = c.you if choice.who is None else g.read(c, choice.who).number
    lines.add(f"if {enough} and m.can_be_asked({who}):")
    source = g.source(c, node)
    if choice.plural or choice.kind == "die":
        lines.add(f"    {slot} = m.choose({who}, {found}, {choice.kind!r}, {least}, {most}, {choice.plural}, {source})")
    else:
        lines.add(
            f"    {slot} = {found}[0] if len({found}) == 1 else m.choose_one({who}, {found}, {choice.kind!r}, {source})"
        )
    lines.add("else:", f"    {slot} = {'[]' if choice.plural else -1}")
