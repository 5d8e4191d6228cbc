"""Does a stat, a value or the end of a counter hang on itself? Whoever reads it would never be through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaiju_compiler.collect.own_stats import DECLARED, expressions_of
from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.source import Span
from kaiju_runtime.nodes import nodes_in

Name = tuple[str, str]
"""The operation and the id."""


def check(built: list[Built], packs: Packs) -> Iterator[Diagnostic]:
    """An error for each circle, at the first of those that it is made of."""
    told: set[Span] = set()
    for each in built:
        if each.program is None:
            continue
        found = expressions_of(each.program)
        around: set[Name] = set()
        for name in found:
            path = circle(found, name)
            if not path or around & set(path):
                continue
            around |= set(path)
            span = span_of(each, name)
            if span not in told:
                told.add(span)
                yield error("number-circle", message(path), span, help="let one of them start from something else")


def circle(expressions: dict[Name, Any], start: Name) -> list[Name]:
    """The way from a name back to itself, over what is read on it; nothing if there is none."""
    ways, seen = [[start]], set[Name]()
    while ways:
        way = ways.pop()
        for node in nodes_in(expressions[way[-1]]):
            if node[0] not in DECLARED:
                continue
            read = (node[0], node[1])
            if read == start:
                return way
            if read in expressions and read not in seen:
                seen.add(read)
                ways.append([*way, read])
    return []


def span_of(built: Built, name: Name) -> Span:
    """Where the expression of an entry stands."""
    table, field = DECLARED[name[0]]
    entry = built.mode.tables[table][name[1]]
    node = entry.node.get(field)
    return entry.span if node is None else node.span


def message(path: list[Name]) -> str:
    called = [f"`{identity}.max`" if op == "most" else f"`{identity}`" for op, identity in path]
    return f"{called[0]} hangs on itself" + (f", by way of {', '.join(called[1:])}" if called[1:] else "")
