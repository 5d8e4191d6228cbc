"""Templates of what comes before an event: which replacements apply to it, and which of them would do nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kaiju_runtime.fast.abilities import ABILITY_ARGUMENTS
from kaiju_runtime.fast.scope import Code, Lines
from kaiju_runtime.fast.watch import is_about_you
from kaiju_runtime.primitives import control
from kaiju_runtime.program import Ability

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


def write_preceding(g: Module) -> None:
    """``before_EVENT`` for each kind of event that something replaces, found by its name in ``BEFORE``."""
    before = [(ability, ability.pattern) for ability in g.p.abilities if ability.form == "before" and ability.pattern]
    for name in sorted({pattern.event for _, pattern in before}):
        before_function(g, name, [ability for ability, pattern in before if pattern.event == name])
        g.later.append(f"BEFORE[{name!r}] = before_{name}")
    for ability, _ in before:
        idle_function(g, ability)


def before_function(g: Module, name: str, abilities: list[Ability]) -> None:
    """The replacements that apply to an event, in canonical order: each with its player, piece and locals."""
    lines, standing = Lines(), [each for each in g.watch.standing if each[1] in abilities]
    lines.add("found = []", f"mine = s[MINE + e.who] if e.who < {g.p.seats} else 0")
    of_pieces = [ability for ability in abilities if g.watch.pieces(lambda each, wanted=ability: each is wanted)]
    for ability in of_pieces:
        write_piece(g, ability, lines)
    if of_pieces:
        lines.add("if len(found) > 1:", "    found.sort(key=m.place_in_order)")
    for layer, ability in standing:
        write_standing(g, layer, ability, lines)
    lines.add("return found")
    g.function(f"before_{name}", "m, s, e", f"What replaces {name}.", lines)


def write_piece(g: Module, ability: Ability, lines: Lines) -> None:
    """Adds an ability of pieces for each in play to which the event comes."""
    g.ability(ability)
    tests = ["host[1] <= e.clock"]
    word = "mine" if is_about_you(ability) else "s[PLAY]"
    if ability.once >= 0:
        tests.append(f"not s[USES + {g.uses_of_pieces(ability)}[this]]")
    bits = g.watch.pieces(lambda each: each is ability)
    lines.add(f"bits = {word} & {bits:#x}  # {g.title_of(ability)}", "if bits:")
    with lines.inside():
        lines.add("for this, you, host in holders(m, s, bits):", f"    if {' and '.join(tests)}:")
        write_match(ability, "e.actor if you == -1 else you", ("this", "host"), lines.deeper().deeper())


def write_standing(g: Module, layer: str, ability: Ability, lines: Lines) -> None:
    """Adds an ability of a counter or rule for each player for whom the event is one that it replaces."""
    g.ability(ability)
    tests = ["you == e.who"] if is_about_you(ability) and not ability.table else []
    if ability.once >= 0:
        tests.append(f"not s[USES + {g.uses(layer, ability)}[{'0' if ability.table else 'you'}]]")
    lines.add(f"for you in {'(-1,)' if ability.table else 'standing(m, s)'}:  # {g.title_of(ability)}")
    with lines.inside():
        lines.add(*([f"if {' and '.join(tests)}:"] if tests else []))
        inner = lines.deeper() if tests else lines
        write_match(ability, "e.actor" if ability.table else "you", ("-1", "NOBODY"), inner)


def write_match(ability: Ability, you: str, piece: tuple[str, str], lines: Lines) -> None:
    """Adds an ability if it hears the event; ``piece``: the piece, and what a frame says of it."""
    number, (this, host) = ability.id, piece
    lines.add(f"bound = [-1] * {ability.locals}")
    lines.add(f"if match_{number}(m, s, {you}, {this}, {host}, e, None, bound):")
    lines.add(f"    found.append((A{number}, you, {this}, {host}, bound))")


def idle_function(g: Module, ability: Ability) -> None:
    """``idle_N``: whether a replacement that only makes an offer again and again cannot make it now.

    Takes over ``control.repeat`` around ``control.may``, as far as nobody is asked.
    """
    if ability.offer is not None or ability.once >= 0 or len(ability.block) != 1:
        return
    node = ability.block[0]
    if node[0] is not control.repeat or len(node[3]) != 1 or node[3][0][0] is not control.may:
        return
    captured: dict[int, Code] = {slot: Code(f"bound[{slot}]", "any") for slot in range(ability.locals)}
    c = replace(g.scope_of(ability), acting=False, bound=captured)
    if g.can_run(c, node[3][0][5]) != "True":
        return
    lines = Lines()
    lines.add(f"return not {g.can(c, node[3][0], node[3], 0).text}")
    g.function(f"idle_{ability.id}", ABILITY_ARGUMENTS, g.title_of(ability), lines)
    g.later.append(f"IDLE[{ability.id}] = idle_{ability.id}")
