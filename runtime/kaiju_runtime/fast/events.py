"""Templates of events: one function for each kind of event, with everything that always answers to it in line.

A function looks first whether a piece or a running effect may answer (two words of bits); if so the reference
order of ``Machine.happen`` is kept step by step. Else it does what that order comes to when nobody answers:
the body, totals, the triggers of rules and counters, conditions that have come true.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kaiju_runtime.fast.hearing import write_answers, write_answers_to_all
from kaiju_runtime.fast.patterns import Shape, tests_of
from kaiju_runtime.fast.scope import Code, Lines, Node, Scope
from kaiju_runtime.fast.triggers import write_triggers
from kaiju_runtime.fast.watch import is_pinned
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
    lines.add(*(["clock = s[CLOCK]"] if heard else []))
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


def write_unheard(g: Module, shape: Shape, lines: Lines, body: Write, looked: Sequence[str] = ()) -> None:
    """Writes the lines of an outermost event to which neither rules nor what is in play can say anything.

    ``looked``: what is written after a look at conditions.
    """
    lines.add("if m.logging:", f"    {shape.logged()}")
    body(lines, "return")
    write_totals(g, shape, lines)
    write_end(g, lines, looked)


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
    sums = bool(sums_of(g, shape))
    # Who comes into play later does not hear what was before: an event that nobody can hear now need not be kept.
    perhaps = heard not in ("", "True")
    lines.add(*(["clock = s[CLOCK]", "happened = []"] if heard else []))
    lines.add(*(["amounts = []"] if sums else []), f"for {who} in all:")
    with lines.inside():
        body(lines, "continue")
        write_log(g, held or shape, lines)
        if heard:
            lines.add(*([f"if {heard}:"] if perhaps else []))
            inner = lines.deeper() if perhaps else lines
            inner.add(f"e = {(held or shape).made()}", "e.clock, e.number = clock, noted", "happened.append(e)")
        lines.add(*([f"amounts.append(({who}, {shape.amount}))"] if sums else []))
    if sums:
        write_totals_of_batch(g, shape, who, lines)
    if heard:
        write_answers_to_all(g, shape, heard, lines)
    write_end(g, lines)


def write_log(g: Module, shape: Shape, lines: Lines) -> None:
    if g.watch.triggers(shape.name, shape.key) or g.watch.after(shape.name, shape.key):
        lines.add("noted = -1", "if m.logging:", f"    noted = {shape.logged()}")
    else:
        lines.add("if m.logging:", f"    {shape.logged()}")


def write_end(g: Module, lines: Lines, looked: Sequence[str] = ()) -> None:
    """Counters obey their upper ends; conditions that have become true run, and then what is ``looked`` for."""
    g.clip(lines)
    g.look_for_conditions(lines, looked)


def by_player(pattern: Pattern) -> bool:
    """Whether all that a sum asks of an event is that it comes from its player's dice or pieces."""
    if any(pattern.arguments) or len(pattern.tests) != 1:
        return False
    name, test = pattern.tests[0]
    return name == "cause" and test[0] is conditions.from_player and is_seat(test[1])


def is_seat(node: Node) -> bool:
    return node[0] is references.local and node[1] == 0


# --- totals --------------------------------------------------------------------------------------


def write_totals_of_batch(g: Module, shape: Shape, who: str, lines: Lines) -> None:
    """Adds ``amounts`` to the sums: all at once to those of players who caused them, for the cause is the same."""
    caused = [number for number, pattern in sums_of(g, shape) if by_player(pattern)]
    inner = lines.deeper()
    if len(caused) < len(sums_of(g, shape)):
        lines.add(f"for {who}, {shape.amount if shape.amount.isidentifier() else '_'} in amounts:")
        write_totals(g, shape, inner, caused)
    for number in caused:
        lines.add(f"for seat in causers({shape.get('cause')}) if amounts else ():")
        lines.add(f"    s[TOTALS + {number * g.p.seats} + seat] += sum([number for _, number in amounts])")
        g.mark(lines, "totals")


def sums_of(g: Module, shape: Shape) -> list[tuple[int, Pattern]]:
    """The sums of the turn that count such events."""
    return [
        (number, pattern)
        for number, pattern in enumerate(g.p.totals)
        if shape.number in (NONE, number) and pattern.event == shape.name and pattern.key in (NONE, shape.key)
    ]


def write_totals(g: Module, shape: Shape, lines: Lines, besides: Collection[int] = ()) -> None:
    """Adds the amount to the sums of the turn that count such events, besides some of them."""
    for number, pattern in sums_of(g, shape):
        if number in besides:
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
