"""Does every range have its smaller end first, and its start in between?"""

from __future__ import annotations

from collections.abc import Iterator

from kaiju_compiler.collect.merge import Mode
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Mapping, Scalar


def check_ranges(mode: Mode) -> list[Diagnostic]:
    """An error for each range of players, counters, stats and fields that holds nothing, or begins where it cannot."""
    nodes: list[tuple[str, Mapping]] = []
    if (players := mode.singles.get("players")) is not None:
        nodes.append(("players", players))
    for table in ("counters", "stats"):
        nodes += [(entry.id, entry.node) for entry in mode.table(table)]
    for entry in mode.table("kinds"):
        for key, node in entry.node.mapping("fields") or ():
            nodes += [(str(key.value), node)] if isinstance(node, Mapping) else []
    return [each for name, node in nodes for each in (*_backwards(name, node), *_start_of_pieces(name, node))]


def _backwards(name: str, node: Mapping) -> Iterator[Diagnostic]:
    """Complains where ``least``, ``start`` or ``base``, and ``most`` of a range are numbers and not in this order."""
    least = _number(node, "least")
    for key in ("start", "base", "most"):
        value = _number(node, key)
        if value is not None and value < (least or 0) and (least is not None or "holder" in node):
            place = node.get(key)
            message = f"'{key}' of '{name}' is {value}, and the smallest is {least or 0}"
            yield error("range-backwards", message, node.span if place is None else place.span)
    most = _number(node, "most")
    for key in ("start", "base"):
        start = _number(node, key)
        if start is not None and most is not None and start > most:
            place = node.get(key)
            message = f"'{key}' of '{name}' is {start}, and the largest is {most}"
            yield error("range-backwards", message, node.span if place is None else place.span)


def _start_of_pieces(name: str, node: Mapping) -> Iterator[Diagnostic]:
    """Complains where a counter of pieces says where it starts: nothing would ever look at that."""
    start = node.get("start")
    if start is not None and node.string("holder") == "piece":
        help = f"leave it out; where a piece is to hold some, say 'set this.{name} to …' in its effect"
        yield error("counter-start", f"each piece comes into play with the least of '{name}'", start.span, help=help)


def _number(node: Mapping, key: str) -> int | None:
    value = node.get(key)
    if isinstance(value, Scalar) and isinstance(value.value, int) and not isinstance(value.value, bool):
        return value.value
    return None
