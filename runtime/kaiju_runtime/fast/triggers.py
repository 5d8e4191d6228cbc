"""Templates of the triggers that are always in play: those of rules and counters."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from kaiju_runtime.fast.patterns import Shape, bound_field, tests_of
from kaiju_runtime.fast.scope import CHARGE, Code, Lines, Scope
from kaiju_runtime.fast.watch import is_own
from kaiju_runtime.frames import NONE
from kaiju_runtime.hosts import COUNTER
from kaiju_runtime.program import Ability

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module

FEW = 12
"""Lines of a body that is written in line."""
NAME = re.compile(r"[a-z_]\w*")
WRITTEN = re.compile(r"^ *([\w, ]+) = |\bfor ([\w, ]+) in ")
"""The names that a line of source gives something to."""


def write_triggers(g: Module, shape: Shape, lines: Lines) -> None:
    """The triggers that are always in play: their conditions are read, then conditions come true, then they run."""
    found = g.watch.triggers(shape.name, shape.key)
    if not found:
        return
    ranks = [g.rank(layer, ability) for layer, ability in found]
    if all(is_simple(ability) for _, ability in found) and len(set(ranks)) == len(ranks):
        ordered = [each for _, each in sorted(zip(ranks, found, strict=True), key=lambda pair: pair[0])]
        write_in_order(g, shape, ordered, lines)
        return
    lines.add("ready = []")
    for layer, ability in found:
        write_ready(g, shape, layer, ability, lines)
    g.look_for_first_conditions(lines)
    lines.add("if ready:")
    with lines.inside():
        lines.add(f"e = {shape.made()}", "e.clock, e.number = s[CLOCK], noted", "run_standing(m, s, ready, e)")


def is_simple(ability: Ability) -> bool:
    """Whether a trigger runs for one player at most, and is no offer."""
    pattern = ability.pattern
    return ability.offer is None and pattern is not None and (ability.table or is_own(pattern))


def write_in_order(g: Module, shape: Shape, found: list[tuple[str, Ability]], lines: Lines) -> None:
    """Triggers of which each is alone in its layer: nobody has to be asked for their order.

    Where conditions have to be looked at first, what may stop them or bring about something else is left to
    ``run_standing``; else they run in line.
    """
    for layer, ability in found:
        g.ability(ability)
        test = " and ".join(tests_of_trigger(g, shape, layer, ability)) or "True"
        lines.add(f"# {g.title_of(ability)}", f"you = {you_of(shape, ability)}", f"ready_{ability.id} = {test}")
    g.conditions.look_first(lines, [line for layer, ability in found for line in ask_again(g, shape, layer, ability)])
    marked = g.conditions.marked()
    if marked:
        ready = [f"(A{each.id}, {'-1' if each.table else you_of(shape, each)})" for _, each in found]
        chosen = ", ".join(
            f"*([{one}] if ready_{each.id} else ())" for one, (_, each) in zip(ready, found, strict=True)
        )
        lines.add(f"if {marked}:", f"    e = {shape.made()}", "    e.clock, e.number = s[CLOCK], noted")
        lines.add(f"    run_standing(m, s, [{chosen}], e)")
    if len(found) == 1 and not (marked and found[0][0] == COUNTER):
        layer, ability = found[0]
        lines.add(f"{'elif' if marked else 'if'} ready_{ability.id}:")
        write_one(g, shape, layer, ability, lines.deeper())
        return
    if marked:
        lines.add("else:")
        lines = lines.deeper()
    lines.add("cut = None")
    for number, (layer, ability) in enumerate(found):
        if number and ability.first != found[number - 1][1].first:
            lines.add("if cut is not None:", "    raise cut")
        lines.add(f"if ready_{ability.id}:")
        inner = lines.deeper()
        if number:
            g.judge(inner)
            again = " and ".join(still_there(g, shape, layer, ability))
            if again:
                inner.add(f"if {again}:")
                inner = inner.deeper()
        inner.add("try:")
        write_one(g, shape, layer, ability, inner.deeper())
        inner.add("except (CutTurn, CutProcedure) as problem:", "    cut = cut or problem")
        if layer == COUNTER:
            g.judge(lines.deeper())
    lines.add("if cut is not None:", "    raise cut")


def you_of(shape: Shape, ability: Ability) -> str:
    return shape.get("actor") if ability.table else shape.get("who")


def still_there(g: Module, shape: Shape, layer: str, ability: Ability) -> list[str]:
    """What has to hold still when a trigger runs that was ready before others ran."""
    you = you_of(shape, ability)
    tests = [] if ability.table else [f"(s[ALIVE + {you}] or {you} in m.leaving)"]
    if ability.once >= 0:
        tests.append(f"not s[USES + {g.uses(layer, ability)}[{'0' if ability.table else you}]]")
    return tests


def ask_again(g: Module, shape: Shape, layer: str, ability: Ability) -> list[str]:
    """Takes a trigger back that first conditions have left without its player or its budget."""
    tests = still_there(g, shape, layer, ability)
    return [f"ready_{ability.id} = ready_{ability.id} and {' and '.join(tests)}"] if tests else []


def write_one(g: Module, shape: Shape, layer: str, ability: Ability, lines: Lines) -> None:
    """Runs one trigger that is ready; those of counters let conditions wait until they are over."""
    you = you_of(shape, ability)
    if ability.once >= 0:
        lines.add(f"s[USES + {g.uses(layer, ability)}[{'0' if ability.table else you}]] = 1")
    seat, owner = ("0", "-1") if ability.table else (you, you)
    lines.add(f"why_{ability.id} = ({layer!r}, {seat}, {owner}, {ability.id}, None, noted, -1)")
    body = Lines(lines.depth)
    write_body(g, shape, ability, body)
    if layer == COUNTER and g.conditions.levels[1] and any("(" in line for line in body.lines):
        lines.add("outer = m.soon_level", "m.soon_level = min(outer, 1)", "try:")
        lines.add(*("    " + line[4 * lines.depth :] for line in body.lines))
        lines.add("finally:", "    m.soon_level = outer")
    else:
        lines.lines += body.lines


def write_body(g: Module, shape: Shape, ability: Ability, lines: Lines) -> None:
    """The statements of a trigger, in line where they are few."""
    you, why, pattern = you_of(shape, ability), f"why_{ability.id}", ability.pattern
    slot = NONE if pattern is None else pattern.slot
    told = g.uses_event(ability.block) or slot >= 0 or interpreted(g, ability)
    if told:
        lines.add(f"e = {shape.made()}", "e.clock, e.number = s[CLOCK], noted")
    scope = replace(g.scope_of(ability), you=you, this="-1", host="NOBODY", why=why, event="e" if told else "None")
    body = Lines(lines.depth)
    body.add(CHARGE)
    for each in range(ability.locals):
        body.add(f"v{each} = {bound_field(pattern, shape) if pattern and each == slot else -1}")
    g.block(scope, ability.block, body)
    if you.isidentifier() and may_stand_in_line(shape, body.lines):
        lines.lines += body.lines
        return
    bound = f"NO_LOCALS_{ability.locals}"
    g.table(bound, [NONE] * ability.locals)
    if told:
        bound = "bound"
        lines.add(f"bound = [-1] * {ability.locals}")
        if pattern is not None and slot >= 0:
            lines.add(f"bound[{slot}] = {bound_field(pattern, shape)}")
    event = "e" if told else "None"
    lines.add(f"do_{ability.id}(m, s, {you}, -1, NOBODY, {event}, {why}, {bound})")


def may_stand_in_line(shape: Shape, body: list[str]) -> bool:
    """Whether a body is short, ends where it ends, and leaves alone what the event's function calls its own."""
    own = {"cut", "outer", "noted", "clock", "e", *NAME.findall(shape.made())}
    written = {name for line in body for each in WRITTEN.finditer(line) for name in NAME.findall(each[0])}
    return len(body) <= FEW and own.isdisjoint(written) and not any(line.lstrip().startswith("return") for line in body)


def interpreted(g: Module, ability: Ability) -> bool:
    """Whether the body hands statements to the reference interpreter, which may want the event.

    A body that brings about what it answers to is still being written: it may.
    """
    body = g.functions.get(f"do_{ability.id}")
    return body is None or "m.frame(" in body


def write_ready(g: Module, shape: Shape, layer: str, ability: Ability, lines: Lines) -> None:
    """Adds an ability to ``ready`` for each player for whom it hears the event."""
    g.ability(ability)
    entry = f"ready.append((A{ability.id}, you))"
    test = " and ".join(tests_of_trigger(g, shape, layer, ability)) or "True"
    lines.add(f"# {g.title_of(ability)}")
    if ability.table:
        lines.add(f"you = {shape.get('actor')}", f"if {test}:", "    you = -1", f"    {entry}")
    elif ability.pattern is not None and is_own(ability.pattern):
        lines.add(f"you = {shape.get('who')}", f"if {test}:", f"    {entry}")
    else:
        lines.add("for you in standing(m, s):", f"    if {test}:", f"        {entry}")


def tests_of_trigger(g: Module, shape: Shape, layer: str, ability: Ability) -> list[str]:
    """What has to hold for ``you`` to have a trigger ready."""
    pattern = ability.pattern
    assert pattern is not None
    c = Scope(
        ability=ability,
        from_=shape.get("cause"),
        amount=shape.amount,
        they=shape.get("player"),
        sure_you=not ability.table,
        acting=False,
    )
    if pattern.slot >= 0:
        c = c.bind(pattern.slot, Code(bound_field(pattern, shape), "any"))
    own = not ability.table and is_own(pattern)
    tests = ["(s[ALIVE + you] or you in m.leaving)"] if own else []
    if ability.once >= 0:
        tests.append(f"not s[USES + {g.uses(layer, ability)}[{'0' if ability.table else 'you'}]]")
    tests += tests_of(g, c, pattern, shape, skip="who" if own else "")
    if ability.condition is not None:
        tests.append(g.test(c, ability.condition))
    return tests
