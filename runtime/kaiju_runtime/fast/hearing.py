"""Templates of what pieces in play say to an event: which of their triggers it sets off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.fast.patterns import Shape
from kaiju_runtime.fast.scope import Lines
from kaiju_runtime.fast.watch import hears, is_about_you
from kaiju_runtime.frames import NONE
from kaiju_runtime.program import Ability

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


def hear_function(g: Module, shape: Shape) -> str:
    """``hear_N``: the triggers of pieces that an event sets off, each with its owner and what it binds.

    A single ``None`` stands for: an effect that lasts may answer or end, so the machine has to look.
    """
    key = f"{shape.name}_{shape.key}" if shape.key != NONE else shape.name
    name = f"hear_{key}"
    if name in g.functions:
        return name
    g.functions[name] = ""
    lines = Lines()
    if effects := g.watch.effects_after(shape.name, shape.key):
        lines.add(f"if s[FX] & {effects:#x}:", "    return [None]")
    lines.add("ready = []")
    for ability in g.p.abilities:
        if ability.form == "when" and hears(ability.pattern, shape.name, shape.key):
            bits = g.watch.pieces(lambda each, wanted=ability: each is wanted)
            if bits:
                word = "MINE + e.who" if shape.whose and is_about_you(ability) else "PLAY"
                write_piece(g, ability, word, bits, lines)
    lines.add("return ready")
    g.later.append(f"HEAR[{shape.name!r}, {shape.key}] = {name}, {not g.watch.triggers(shape.name, shape.key)}")
    return g.function(name, "m, s, e", f"What pieces have to say to {shape.name}.", lines)


def write_piece(g: Module, ability: Ability, word: str, bits: int, lines: Lines) -> None:
    """Adds an ability of pieces for each in play that hears the event."""
    g.ability(ability)
    number = ability.id
    tests = ["host[1] <= e.clock"]
    if ability.once >= 0:
        tests.append(f"not s[USES + {g.uses_of_pieces(ability)}[this]]")
    lines.add(f"bits = s[{word}] & {bits:#x}  # {g.title_of(ability)}", "if bits:")
    with lines.inside():
        lines.add("for this, you, host in holders(m, s, bits):", f"    if {' and '.join(tests)}:")
        lines.add(f"        bound = [-1] * {ability.locals}")
        lines.add(f"        if match_{number}(m, s, e.actor if you == -1 else you, this, host, e, None, bound):")
        lines.add(f"            ready.append((A{number}, you, this, host, e, bound))")


def write_answers(g: Module, shape: Shape, heard: str, lines: Lines) -> None:
    """Pieces answer to the event; afterwards ``ready`` tells whether any did, and rules have had their turn with them.

    ``heard``: the test whether any could.
    """
    alone = not g.watch.triggers(shape.name, shape.key)
    lines.add(*([] if alone else ["ready = None"]), f"if {heard}:")
    with lines.inside():
        lines.add(f"e = {shape.made()}", "e.clock, e.number = clock, noted")
        lines.add(f"ready = {hear_function(g, shape)}(m, s, e)", "if ready:")
        lines.add(f"    answer(m, s, [e], ready, {alone})")


def write_answers_to_all(g: Module, shape: Shape, heard: str, lines: Lines) -> None:
    """Pieces answer to a batch of events, ``happened``."""
    if g.watch.triggers(shape.name, shape.key):
        lines.add("if happened:", "    m.after(happened)")
        return
    lines.add(f"if happened and ({heard}):")
    with lines.inside():
        lines.add(f"ready = [each for e in happened for each in {hear_function(g, shape)}(m, s, e)]")
        lines.add("if ready:", "    answer(m, s, happened, ready, True)")
