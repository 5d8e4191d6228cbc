"""Does a condition or a price ask for more of a counter than anybody can have, or for less than its least?"""

from __future__ import annotations

from collections.abc import Iterator

from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.diagnostics import Diagnostic, warning
from kaiju_compiler.source import Span
from kaiju_compiler.symbols import Asked, Symbol


def check(built: list[Built], packs: Packs) -> Iterator[Diagnostic]:
    """A warning for each number that is out of reach in every mode in which it is asked for."""
    given = {file.path for pack in packs.packs.values() if pack.given for file in pack.files}
    beyond: dict[Span, Diagnostic] = {}
    reached: set[Span] = set()
    for each in built:
        counters = {symbol.id: symbol for found in each.scope.tables.get("counter", {}).values() for symbol in found}
        for asked in each.scope.asked:
            symbol = counters.get(asked.counter)
            if symbol is None or asked.span.path not in given or not _beyond(asked, symbol, each.scope.raised):
                reached.add(asked.span)
            else:
                beyond[asked.span] = _told(asked, symbol)
    yield from (found for span, found in beyond.items() if span not in reached)


def _beyond(asked: Asked, counter: Symbol, raised: set[str]) -> bool:
    """Whether the counter, whose ends no effect moves, never has what is asked for."""
    number, least, most = asked.number, counter.least or 0, counter.most
    if counter.id in raised or (most is not None and most < least):
        return False
    above = most is not None and (number > most if asked.sign in ("=", ">=", "pay") else number >= most)
    below = number < least if asked.sign in ("=", "<=") else number <= least
    return (above and asked.sign not in ("<", "<=")) or (below and asked.sign not in (">", ">=", "pay"))


def _told(asked: Asked, counter: Symbol) -> Diagnostic:
    least = counter.least or 0
    ends = f"from {least} to {counter.most}" if counter.most is not None else f"from {least} upwards"
    what = "can never be paid" if asked.sign == "pay" else "can never be so"
    message = f"`{counter.name}` goes {ends}, so this {what}"
    help = f"ask for a number that it can have, or change its ends where '{counter.name}' is declared"
    return warning("counter-out-of-reach", message, asked.span, help=help)
