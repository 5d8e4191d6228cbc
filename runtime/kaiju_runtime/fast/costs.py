"""Templates of prices: whether they can be paid, and paying them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kaiju_runtime.fast.scope import Code, Lines, Scope
from kaiju_runtime.program import Cost

if TYPE_CHECKING:
    from kaiju_runtime.fast.module import Module


def can_pay(g: Module, payer: Code, counter: int, number: Code) -> str:
    """The test whether a payer has a number of a counter to give."""
    least = g.p.counters[counter].least
    at = g.counter(counter)
    if payer.is_name and number.is_name:
        left = f"s[{at} + {payer.text}] - {number.number} >= {least}"
        sure = "" if payer.sure else f"{payer.text} != -1 and "
        if number.text.isdigit() and number.text != "0":
            return f"({sure}{left})"
        return f"({number.number} <= 0 or ({sure}{left}))"
    return f"can_give(s, {at}, {payer.number}, {number.number}, {least})"


def affordable(g: Module, c: Scope, cost: Cost | None, who: str) -> str:
    if cost is None:
        return "True"
    number = g.read(c, cost.number)
    if cost.verb == "spend":
        return f"afford(m, s, {g.read(c, cost.what).number}, {who}, {number.number})"
    payer = Code(who, sure=who == c.you and c.sure_you) if cost.source is None else g.read(c, cost.source)
    return can_pay(g, payer, cost.what, number)


def settle(g: Module, c: Scope, cost: Cost | None, who: str, lines: Lines) -> None:
    """Pays a price that is affordable."""
    if cost is None:
        return
    number = g.read(c, cost.number).number
    if cost.verb == "spend":
        lines.add(f"spend(s, {g.read(c, cost.what).number}, {number})")
        g.mark(lines, "spent")
        return
    payer = who if cost.source is None else g.read(c, cost.source).number
    lines.add(f"{payer_function(g, cost.what)}(m, s, {payer}, {number}, {c.why})")


def payer_function(g: Module, counter: int) -> str:
    """``pay_N``: takes a price; never replaced, no loss; conditions may become true by it."""
    name, found = f"pay_{counter}", g.p.counters[counter]
    if name not in g.functions:
        g.functions[name] = ""
        lines = Lines()
        at = f"s[{g.counter(counter)} + payer]"
        lines.add(f"if n <= 0 or payer == -1 or {at} - n < {found.least}:", "    return", f"{at} -= n")
        g.mark(lines, "counter", counter)
        player = "payer" if found.holder == "player" else "owner_of(s, payer)"
        lines.add("if m.logging:")
        lines.add(f'    m.log_event(s, "pay", {counter}, payer, {player}, -1, n, -1, (), (), why)')
        g.look_for_conditions(lines)
        g.function(name, "m, s, payer, n, why", f"Pays {found.name}.", lines)
    return name


def setter(g: Module, counter: int) -> str:
    """``set_N``: gives a counter a value within its ends; neither gain nor loss."""
    name, found = f"set_{counter}", g.p.counters[counter]
    if name not in g.functions:
        g.functions[name] = ""
        lines = Lines()
        most = g.upper_end(counter)
        if most:
            lines.add(f"most = {most}", "if most < n:", "    number = most", "else:", "    number = n")
            lines.add(f"s[{g.counter(counter)} + who] = max({found.least}, number)")
        else:
            lines.add(f"s[{g.counter(counter)} + who] = n if n > {found.least} else {found.least}")
        g.mark(lines, "counter", counter)
        lines.add("if m.logging:")
        lines.add(f'    m.log_event(s, "set", {counter}, who, -1, -1, n, -1, (), (), why)')
        g.function(name, "m, s, who, n, why", f"Sets {found.name}.", lines)
    return name
