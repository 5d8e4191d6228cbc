"""Templates of the triggers that are always in play: those of rules and counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.fast.patterns import Shape, bound_field, tests_of
from kaiju_runtime.fast.scope import Code, Lines, Scope
from kaiju_runtime.fast.watch import is_own
from kaiju_runtime.frames import NONE
from kaiju_runtime.hosts import COUNTER
from kaiju_runtime.program import Ability

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


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
    """Triggers of which each is alone in its layer: nobody has to be asked for their order."""
    for layer, ability in found:
        test = " and ".join(tests_of_trigger(g, shape, layer, ability)) or "True"
        lines.add(f"# {g.title_of(ability)}", f"you = {you_of(shape, ability)}", f"ready_{ability.id} = {test}")
    g.look_for_first_conditions(lines)
    lines.add("cut = None")
    batches = [ability.first for _, ability in found]
    for number, (layer, ability) in enumerate(found):
        if number and batches[number] != batches[number - 1]:
            lines.add("if cut is not None:", "    raise cut")
        lines.add(f"if ready_{ability.id}:")
        write_one(g, shape, layer, ability, lines.deeper())
    lines.add("if cut is not None:", "    raise cut")


def you_of(shape: Shape, ability: Ability) -> str:
    return shape.get("actor") if ability.table else shape.get("who")


def write_one(g: Module, shape: Shape, layer: str, ability: Ability, lines: Lines) -> None:
    """Runs one trigger that is ready: conditions first; what cuts the turn waits until the batch is over."""
    g.ability(ability)
    g.judge(lines)
    you = you_of(shape, ability)
    tests = []
    if not ability.table:
        tests.append(f"(s[ALIVE + {you}] or {you} in m.leaving)")
    if ability.once >= 0:
        tests.append(f"not s[USES + {g.uses(layer, ability)}[{'0' if ability.table else you}]]")
    inner = lines.deeper() if tests else lines
    if tests:
        lines.add(f"if {' and '.join(tests)}:")
    if ability.once >= 0:
        inner.add(f"s[USES + {g.uses(layer, ability)}[{'0' if ability.table else you}]] = 1")
    seat, owner = ("0", "-1") if ability.table else (you, you)
    why = f"({layer!r}, {seat}, {owner}, {ability.id}, None, noted, -1)"
    event, bound = "None", f"NO_LOCALS_{ability.locals}"
    g.table(bound, [NONE] * ability.locals)
    pattern = ability.pattern
    if g.uses_event(ability.block) or (pattern is not None and pattern.slot >= 0) or interpreted(g, ability):
        inner.add(f"e = {shape.made()}", "e.clock, e.number = s[CLOCK], noted")
        event, bound = "e", "bound"
        inner.add(f"bound = [-1] * {ability.locals}")
        if pattern is not None and pattern.slot >= 0:
            inner.add(f"bound[{pattern.slot}] = {bound_field(pattern, shape)}")
    call = f"do_{ability.id}(m, s, {you}, -1, NOBODY, {event}, {why}, {bound})"
    quiet = layer == COUNTER and g.conditions.levels[1]
    inner.add(*(["outer = m.soon_level", "m.soon_level = min(outer, 1)"] if quiet else []))
    inner.add("try:", f"    {call}", "except (CutTurn, CutProcedure) as problem:", "    cut = cut or problem")
    inner.add(*(["finally:", "    m.soon_level = outer"] if quiet else []))
    if quiet:
        g.judge(lines)


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
