"""Templates of events: one function for each kind of event, with everything that always answers to it in line.

A function looks first whether a piece or a running effect may answer (two words of bits); if so the reference
order of ``Machine.happen`` is kept step by step. Else it does what that order comes to when nobody answers:
the clock, the body, totals, the triggers of rules and counters, conditions that have come true.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from kaiju_runtime.fast.hearing import write_answers, write_answers_to_all
from kaiju_runtime.fast.patterns import Shape, tests_of
from kaiju_runtime.fast.scope import Code, Lines, Node, Scope
from kaiju_runtime.fast.triggers import write_triggers
from kaiju_runtime.fast.watch import hears, is_pinned
from kaiju_runtime.frames import NONE
from kaiju_runtime.machine.windows import EARLY
from kaiju_runtime.primitives import conditions, references
from kaiju_runtime.program import Pattern

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


Write = Callable[[Lines, str], None]
"""Writes what an event does; the text is how a body leaves that does nothing: ``return``, or ``continue``."""


def write_event(g: Module, shape: Shape, lines: Lines, body: Write) -> None:
    """Writes the lines of an event's function."""
    write_start(g, shape, f"[{shape.made()}]", shape.whose, lines)
    heard = str(g.watch.after(shape.name, shape.key, shape.whose))
    lines.add("s[CLOCK] = clock = s[CLOCK] + 1" if heard else "s[CLOCK] += 1")
    early = shape.name in EARLY
    if early:
        write_log(g, shape, lines)
    body(lines, "return")
    if not early:
        write_log(g, shape, lines)
    write_totals(g, shape, lines)
    if heard:
        write_answers(g, shape, heard, lines)
        if g.watch.triggers(shape.name, shape.key):
            lines.add("if not ready:")
            write_triggers(g, shape, lines.deeper())
    else:
        write_triggers(g, shape, lines)
    write_end(g, lines)


def write_unheard(g: Module, shape: Shape, lines: Lines, body: Write) -> None:
    """Writes the lines of an outermost event to which neither rules nor what is in play can say anything."""
    lines.add("s[CLOCK] += 1", "s[EVENTS] += 1", "if m.logging:", f"    {shape.logged()}")
    body(lines, "return")
    write_totals(g, shape, lines)
    write_end(g, lines)


def write_start(g: Module, shape: Shape, events: str, whose: str, lines: Lines) -> None:
    """Hands what is forbidden or replaced to the machine, and what happens inside a replacement where rules answer.

    Triggers begin a chain of their own, which generated ones of rules do not.
    """
    guard = "True" if g.watch.must_be_slow(shape.name, shape.key) else str(g.watch.before(shape.name, shape.key, whose))
    chain = "m.chain" if not shape.outermost and g.watch.triggers(shape.name, shape.key) else ""
    if guard:
        lines.add(f"if {' or '.join([guard, *([chain] if chain else [])])}:", f"    coming = {events}")
        lines.add("    if m.chain or m.is_met(s, coming):", f"        m.happen(coming, {shape.body})", "        return")
    elif chain:
        lines.add(f"if {chain}:", f"    m.happen({events}, {shape.body})", "    return")


def write_batch(g: Module, shape: Shape, who: str, lines: Lines, body: Write, held: Shape | None = None) -> None:
    """Writes the lines of a function for a batch of like events, ``all``; ``who`` names the one at hand.

    ``held``: the event as it is logged, where its fields change while it happens.
    """
    write_start(g, shape, f"[{shape.made()} for {who} in all]", "", lines)
    heard = "True" if g.watch.triggers(shape.name, shape.key) else str(g.watch.after(shape.name, shape.key))
    sums = any(hears(pattern, shape.name, shape.key) for pattern in g.p.totals)
    keeps = sums or bool(heard)
    # Who comes into play later does not hear what was before: an event that nobody can hear now need not be kept.
    perhaps = heard not in ("", "True") and not sums
    lines.add("clock = s[CLOCK]", "s[CLOCK] = clock + len(all)", *(["happened = []"] if keeps else []))
    lines.add(f"for {who} in all:")
    with lines.inside():
        lines.add("clock += 1")
        body(lines, "continue")
        write_log(g, held or shape, lines)
        if heard:
            lines.add(*([f"if {heard}:"] if perhaps else []))
            inner = lines.deeper() if perhaps else lines
            inner.add(f"e = {(held or shape).made()}", "e.clock, e.number = clock, noted", "happened.append(e)")
        elif sums:
            lines.add(f"happened.append(({who}, {shape.amount}))")
    if sums:
        lines.add("for e in happened:" if heard else f"for {who}, {shape.amount} in happened:")
        with lines.inside():
            if heard:
                lines.add(f"{who}, {shape.amount} = e.who, e.amount")
            write_totals(g, shape, lines)
    if heard:
        write_answers_to_all(g, shape, heard, lines)
    write_end(g, lines)


def write_log(g: Module, shape: Shape, lines: Lines) -> None:
    if g.watch.triggers(shape.name, shape.key) or g.watch.after(shape.name, shape.key):
        lines.add("noted = s[EVENTS]", "s[EVENTS] = noted + 1")
    else:
        lines.add("s[EVENTS] += 1")
    lines.add("if m.logging:", f"    {shape.logged()}")


def write_end(g: Module, lines: Lines) -> None:
    """Counters obey their upper ends; conditions that have become true run."""
    g.clip(lines)
    g.look_for_conditions(lines)


def by_player(pattern: Pattern) -> bool:
    """Whether all that a sum asks of an event is that it comes from its player's dice or pieces."""
    if any(pattern.arguments) or len(pattern.tests) != 1:
        return False
    name, test = pattern.tests[0]
    return name == "cause" and test[0] is conditions.from_player and is_seat(test[1])


def is_seat(node: Node) -> bool:
    return node[0] is references.local and node[1] == 0


# --- totals --------------------------------------------------------------------------------------


def write_totals(g: Module, shape: Shape, lines: Lines) -> None:
    """Adds the amount to the sums of the turn that count such events."""
    for number, pattern in enumerate(g.p.totals):
        if shape.number not in (NONE, number) or pattern.event != shape.name or pattern.key not in (NONE, shape.key):
            continue
        start = f"TOTALS + {number * g.p.seats}"
        seat = Code("seat", sure=True)
        c = Scope(you="seat", bound={0: seat}, from_=shape.get("cause"), amount=shape.amount, they=shape.get("player"))
        pinned = is_pinned(pattern, is_seat)
        tests = tests_of(g, replace(c, why="None"), pattern, shape, skip="who" if pinned else "")
        if pinned:
            lines.add(f"seat = {shape.get('who')}")
            lines.add(f"if {' and '.join(tests) or 'True'}:", f"    s[{start} + seat] += {shape.amount}")
        elif by_player(pattern):
            lines.add(f"for seat in causers({shape.get('cause')}):", f"    s[{start} + seat] += {shape.amount}")
        else:
            lines.add(f"for seat in range({g.p.seats}):")
            lines.add(f"    if {' and '.join(tests) or 'True'}:", f"        s[{start} + seat] += {shape.amount}")
        g.mark(lines, "totals")
