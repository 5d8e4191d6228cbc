"""Templates of events: one function for each kind of event, with everything that always answers to it in line.

A function looks first whether a piece or a running effect may answer (two words of bits); if so the reference
order of ``Machine.happen`` is kept step by step. Else it does what that order comes to when nobody answers:
the clock, the body, totals, the triggers of rules and counters, conditions that have come true.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from kaiju_runtime.fast.scope import Code, Lines, Node, Scope
from kaiju_runtime.fast.watch import hears
from kaiju_runtime.frames import NONE
from kaiju_runtime.machine.windows import EARLY
from kaiju_runtime.primitives import operators, references
from kaiju_runtime.program import Ability, Pattern

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


@dataclass
class Shape:
    """An event as the arguments of its function name it."""

    name: str
    body: str
    """The name of the function of the reference interpreter that carries it out."""
    key: int = NONE
    fields: dict[str, str] = field(default_factory=dict)
    """Fields of the event that are not -1, as source."""
    amount: str = "1"
    number: int = NONE
    """Only this sum is meant; -1: all of them."""

    def get(self, name: str) -> str:
        if name == "key":
            return str(self.key)
        if name == "amount":
            return self.amount
        if name == "actor":
            return self.fields.get("actor", self.fields.get("player", "-1"))
        missing = {"dice": "()", "args": "()", "cause": "None"}
        return self.fields.get(name, missing.get(name, "-1"))

    def made(self) -> str:
        """The source that makes the event."""
        named = [f"{name}={self.fields[name]}" for name in ORDER if name in self.fields]
        return ", ".join([f"Event({self.name!r}, {self.key}, {self.get('who')}", *named, f"amount={self.amount})"])

    def logged(self) -> str:
        parts = [self.get(name) for name in ("who", "player", "what")]
        rest = [self.get(name) for name in ("to", "dice", "args", "cause")]
        return f"m.log_event(s, {self.name!r}, {self.key}, {', '.join(parts)}, {self.amount}, {', '.join(rest)})"


ORDER = ("player", "actor", "what", "to", "cause", "args", "dice")


Write = Callable[[Lines, str], None]
"""Writes what an event does; the text is how a body leaves that does nothing: ``return``, or ``continue``."""


def write_event(g: Module, shape: Shape, lines: Lines, body: Write) -> None:
    """Writes the lines of an event's function."""
    if not write_start(g, shape, f"[{shape.made()}]", lines):
        return
    heard = g.watch.after(shape.name, shape.key)
    lines.add("s[CLOCK] += 1", *(["clock = s[CLOCK]"] if heard else []))
    early = shape.name in EARLY
    if early:
        write_log(g, shape, lines)
    body(lines, "return")
    if not early:
        write_log(g, shape, lines)
    write_totals(g, shape, lines)
    if heard:
        lines.add(f"if {heard}:", f"    e = {shape.made()}", "    e.clock, e.number = clock, noted", "    m.after([e])")
        triggers = lines.deeper()
        if g.watch.triggers(shape.name, shape.key):
            lines.add("else:")
            write_triggers(g, shape, triggers)
    else:
        write_triggers(g, shape, lines)
    write_end(g, lines)


def write_start(g: Module, shape: Shape, events: str, lines: Lines) -> bool:
    """Hands what may be forbidden or replaced to the machine; whether there is a way past it."""
    if g.watch.must_be_slow(shape.name, shape.key):
        lines.add(f"m.happen({events}, {shape.body})")
        return False
    guard = g.watch.before(shape.name, shape.key)
    lines.add(f"if {guard + ' or ' if guard else ''}m.chain:", f"    m.happen({events}, {shape.body})", "    return")
    return True


def write_batch(g: Module, shape: Shape, who: str, lines: Lines, body: Write, held: Shape | None = None) -> None:
    """Writes the lines of a function for a batch of like events, ``all``; ``who`` names the one at hand.

    ``held``: the event as it is logged, where its fields change while it happens.
    """
    if not write_start(g, shape, f"[{shape.made()} for {who} in all]", lines):
        return
    heard = g.watch.after(shape.name, shape.key)
    if g.watch.triggers(shape.name, shape.key):
        heard = "True"
    sums = any(hears(pattern, shape.name, shape.key) for pattern in g.p.totals)
    keeps = sums or bool(heard)
    lines.add("clock = s[CLOCK]", "s[CLOCK] = clock + len(all)", *(["happened = []"] if keeps else []))
    lines.add(f"for {who} in all:")
    with lines.inside():
        lines.add("clock += 1")
        body(lines, "continue")
        write_log(g, held or shape, lines)
        if heard:
            lines.add(f"e = {(held or shape).made()}", "e.clock, e.number = clock, noted", "happened.append(e)")
        elif sums:
            lines.add(f"happened.append(({who}, {shape.amount}))")
    if sums:
        lines.add("for e in happened:" if heard else f"for {who}, {shape.amount} in happened:")
        with lines.inside():
            if heard:
                lines.add(f"{who}, {shape.amount} = e.who, e.amount")
            write_totals(g, shape, lines)
    if heard:
        lines.add(f"if happened and ({heard}):", "    m.after(happened)")
    write_end(g, lines)


def write_log(g: Module, shape: Shape, lines: Lines) -> None:
    if g.watch.triggers(shape.name, shape.key) or g.watch.after(shape.name, shape.key):
        lines.add("noted = s[EVENTS]")
    lines.add("s[EVENTS] += 1", "if m.logging:", f"    {shape.logged()}")


def write_end(g: Module, lines: Lines) -> None:
    """Counters obey their upper ends; conditions that have become true run."""
    g.clip(lines)
    g.look_for_conditions(lines)


# --- totals --------------------------------------------------------------------------------------


def write_totals(g: Module, shape: Shape, lines: Lines) -> None:
    """Adds the amount to the sums of the turn that count such events."""
    for number, pattern in enumerate(g.p.totals):
        if shape.number not in (NONE, number) or pattern.event != shape.name or pattern.key not in (NONE, shape.key):
            continue
        start = f"TOTALS + {number * g.p.seats}"
        seat = Code("seat", sure=True)
        c = Scope(you="seat", bound={0: seat}, from_=shape.get("cause"), amount=shape.amount, they=shape.get("player"))
        pinned = is_pinned(pattern, lambda node: node[0] is references.local and node[1] == 0)
        tests = tests_of(g, replace(c, why="None"), pattern, shape, skip="who" if pinned else "")
        if pinned:
            lines.add(f"seat = {shape.get('who')}")
            lines.add(f"if {' and '.join(tests) or 'True'}:", f"    s[{start} + seat] += {shape.amount}")
        else:
            lines.add(f"for seat in range({g.p.seats}):")
            lines.add(f"    if {' and '.join(tests) or 'True'}:", f"        s[{start} + seat] += {shape.amount}")
        g.mark(lines, "totals")


def totals_function(g: Module) -> None:
    """``totals``: adds what the machine itself let happen to the sums of the turn."""
    lines = Lines()
    for number, pattern in enumerate(g.p.totals):
        shape = Shape(pattern.event, "", pattern.key, dict(EVENT_FIELDS), "e.amount")
        key = "" if pattern.key == NONE else f" and e.key == {pattern.key}"
        lines.add(f"if e.name == {pattern.event!r}{key}:")
        with lines.inside():
            shape.number = number
            write_totals(g, shape, lines)
    g.function("totals", "m, s, e", "Sums of amounts of the turn.", lines)


def is_pinned(pattern: Pattern, is_whose: Callable[[Node], bool]) -> bool:
    """Whether a pattern says whose the event is: ``who`` equals something known."""
    for name, test in pattern.tests:
        if name == "who" and test[0] is operators.equal:
            left, right = test[1], test[2]
            if left[0] is references.it and is_whose(right):
                return True
    return False


def tests_of(g: Module, c: Scope, pattern: Pattern, shape: Shape, skip: str = "") -> list[str]:
    """The tests of a pattern as source, but for one that is known to hold."""
    tests = []
    if shape.name == "eliminate":
        c = replace(c, leaver=shape.get("who"))
    for name, test in pattern.tests:
        if name == skip:
            continue
        if name == "dice":
            die = g.fresh("die")
            inner = g.test(replace(c, it=Code(die, sure=True)), test)
            tests.append(f"any({inner} for {die} in {shape.get('dice')})")
        elif name == "cause":
            tests.append(g.test(replace(c, it=Code("-1")), test))
        else:
            tests.append(g.test(replace(c, it=Code(shape.get(name), "any")), test))
    arguments = shape.get("args")
    for number, argument in enumerate(pattern.arguments):
        if argument is not None:
            tests.append(g.test(replace(c, it=Code(f"{arguments}[{number}]", "any")), argument))
    return tests


# --- triggers of rules and counters ----------------------------------------------------------------


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


def is_own(pattern: Pattern) -> bool:
    return is_pinned(pattern, lambda node: node[0] is references.you)


def write_in_order(g: Module, shape: Shape, found: list[tuple[str, Ability]], lines: Lines) -> None:
    """Triggers of which each is alone in its layer: nobody has to be asked for their order."""
    for layer, ability in found:
        test = " and ".join(tests_of_trigger(g, shape, layer, ability)) or "True"
        lines.add(f"# {g.title_of(ability)}", f"you = {you_of(shape, ability)}", f"ready_{ability.id} = {test}")
    g.look_for_first_conditions(lines)
    several = len(found) > 1
    if several:
        lines.add("cut = None")
    batches = [ability.first for _, ability in found]
    for number, (layer, ability) in enumerate(found):
        if number and batches[number] != batches[number - 1]:
            lines.add("if cut is not None:", "    raise cut")
        write_one(g, shape, layer, ability, lines, number, several)
    if several:
        lines.add("if cut is not None:", "    raise cut")


def you_of(shape: Shape, ability: Ability) -> str:
    return shape.get("actor") if ability.table else shape.get("who")


def write_one(
    g: Module, shape: Shape, layer: str, ability: Ability, lines: Lines, number: int, several: bool
) -> None:
    """Runs one trigger that is ready; what cuts the turn waits until the batch is over."""
    g.ability(ability)
    you = you_of(shape, ability)
    tests = [f"ready_{ability.id}"]
    if number and not ability.table:
        tests.append(f"(s[ALIVE + {you}] or {you} in m.leaving)")
    if number and ability.once >= 0:
        tests.append(f"not s[USES + {g.uses(layer, ability)}[{you}]]")
    lines.add(f"if {' and '.join(tests)}:")
    with lines.inside():
        if ability.once >= 0:
            lines.add(f"s[USES + {g.uses(layer, ability)}[{'0' if ability.table else you}]] = 1")
        seat, owner = ("0", "-1") if ability.table else (you, you)
        why = f"({layer!r}, {seat}, {owner}, {ability.id}, None, noted, -1)"
        event, bound = "None", f"NO_LOCALS_{ability.locals}"
        g.table(bound, [NONE] * ability.locals)
        pattern = ability.pattern
        if g.uses_event(ability.block) or (pattern is not None and pattern.slot >= 0) or interpreted(g, ability):
            lines.add(f"e = {shape.made()}", "e.clock, e.number = s[CLOCK], noted")
            event, bound = "e", "bound"
            lines.add(f"bound = [-1] * {ability.locals}")
            if pattern is not None and pattern.slot >= 0:
                lines.add(f"bound[{pattern.slot}] = {bound_field(pattern, shape)}")
        call = f"do_{ability.id}(m, s, {you}, -1, NOBODY, {event}, {why}, {bound})"
        if several:
            lines.add("try:", f"    {call}", "except (CutTurn, CutProcedure) as problem:", "    cut = cut or problem")
        else:
            lines.add(call)


def interpreted(g: Module, ability: Ability) -> bool:
    """Whether the body hands statements to the reference interpreter, which may want the event."""
    return "m.frame(" in g.functions[f"do_{ability.id}"]


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


def bound_field(pattern: Pattern, shape: Shape) -> str:
    if pattern.bound.startswith("argument:"):
        return f"{shape.get('args')}[{int(pattern.bound.partition(':')[2])}]"
    return shape.get(pattern.bound)


# --- the functions of abilities --------------------------------------------------------------------


EVENT_FIELDS = {
    name: f"e.{name}" for name in ("who", "player", "actor", "what", "to", "cause", "args", "dice")
}


def match_function(g: Module, ability: Ability) -> None:
    """``match_N``: whether an ability hears an event; puts what the event binds into its locals."""
    pattern = ability.pattern
    lines = Lines()
    if pattern is not None:
        if pattern.key != NONE:
            lines.add(f"if e.key != {pattern.key}:", "    return False")
        if pattern.whole:
            lines.add("if e.cut:", "    return False")
        shape = Shape(pattern.event, "", pattern.key, dict(EVENT_FIELDS), "e.amount")
        if pattern.key == NONE:
            shape.key = "e.key"  # type: ignore[assignment]
        captured: dict[int, Code] = {slot: Code(f"bound[{slot}]", "any") for slot in range(ability.locals)}
        c = replace(g.scope_of(ability), acting=False, bound=captured)
        c = replace(c, amount="e.amount", they="e.player", from_="e.cause")
        for test in tests_of(g, c, pattern, shape):
            lines.add(f"if not {test}:", "    return False")
        if pattern.slot >= 0:
            lines.add(f"bound[{pattern.slot}] = {bound_field(pattern, shape)}")
        lines.add(f"return {g.test(c, ability.condition)}")
    g.function(f"match_{ability.id}", ABILITY_ARGUMENTS, g.title_of(ability), lines)


def until_function(g: Module, ability: Ability) -> None:
    """``until_N``: whether an effect of the ability ends by an event."""
    lines = Lines()
    captured: dict[int, Code] = {slot: Code(f"bound[{slot}]", "any") for slot in range(ability.locals)}
    for pattern in ability.until:
        c = replace(g.scope_of(ability), acting=False, bound=captured)
        c = replace(c, amount="e.amount", they="e.player", from_="e.cause")
        shape = Shape(pattern.event, "", pattern.key, dict(EVENT_FIELDS), "e.amount")
        tests = [f"e.name == {pattern.event!r}"]
        tests += [] if pattern.key == NONE else [f"e.key == {pattern.key}"]
        tests += ["not e.cut"] if pattern.whole else []
        lines.add(f"if {' and '.join([*tests, *tests_of(g, c, pattern, shape)])}:", "    return True")
    lines.add("return False")
    g.function(f"until_{ability.id}", ABILITY_ARGUMENTS, g.title_of(ability), lines)


def offer_function(g: Module, ability: Ability) -> None:
    """``offer_N``: whether an action of a piece or effect can be taken now."""
    captured: dict[int, Code] = {slot: Code(f"bound[{slot}]", "any") for slot in range(ability.locals)}
    c = replace(g.scope_of(ability), acting=False, bound=captured, event="None")
    tests = [] if ability.condition is None else [g.test(c, ability.condition)]
    tests += [g.affordable(c, ability.cost, "you"), g.can_run(c, ability.block)]
    lines = Lines()
    lines.add(f"return {' and '.join(test for test in tests if test != 'True') or 'True'}")
    g.function(f"offer_{ability.id}", ABILITY_ARGUMENTS, g.title_of(ability), lines)


ABILITY_ARGUMENTS = "m, s, you, this, host, e, why, bound"


def condition_function(g: Module, ability: Ability) -> None:
    """``if_N``: whether the condition of an ability holds."""
    captured: dict[int, Code] = {slot: Code(f"bound[{slot}]", "any") for slot in range(ability.locals)}
    c = replace(g.scope_of(ability), acting=False, bound=captured)
    lines = Lines()
    lines.add(f"return {g.test(c, ability.condition)}")
    g.function(f"if_{ability.id}", ABILITY_ARGUMENTS, g.title_of(ability), lines)


def body_function(g: Module, ability: Ability) -> None:
    """``do_N``: the statements of an ability."""
    lines = Lines()
    for slot in range(ability.locals):
        lines.add(f"v{slot} = bound[{slot}]")
    g.block(g.scope_of(ability), ability.block, lines)
    g.function(f"do_{ability.id}", ABILITY_ARGUMENTS, g.title_of(ability), lines)
