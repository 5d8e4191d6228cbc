"""The functions of one ability: whether it hears an event, whether it can be used, what it does."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kaiju_runtime.fast.events import write_totals
from kaiju_runtime.fast.patterns import Shape, bound_field, tests_of
from kaiju_runtime.fast.scope import CHARGE, Code, Lines
from kaiju_runtime.frames import NONE
from kaiju_runtime.program import Ability

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module

EVENT_FIELDS = {name: f"e.{name}" for name in ("who", "player", "actor", "what", "to", "cause", "args", "dice")}


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


def may_function(g: Module, ability: Ability) -> None:
    """``may_N``: whether an offered trigger or replacement can be paid by ``who``, and done."""
    assert ability.offer is not None
    captured: dict[int, Code] = {slot: Code(f"bound[{slot}]", "any") for slot in range(ability.locals)}
    c = replace(g.scope_of(ability), acting=False, bound=captured)
    tests = [g.affordable(c, ability.offer.cost, "who"), g.can_run(c, ability.block)]
    lines = Lines()
    lines.add(f"return {' and '.join(test for test in tests if test != 'True') or 'True'}")
    g.function(f"may_{ability.id}", f"{ABILITY_ARGUMENTS}, who", g.title_of(ability), lines)


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
    lines.add(CHARGE)
    for slot in range(ability.locals):
        lines.add(f"v{slot} = bound[{slot}]")
    g.block(g.scope_of(ability), ability.block, lines)
    g.function(f"do_{ability.id}", ABILITY_ARGUMENTS, g.title_of(ability), lines)


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
