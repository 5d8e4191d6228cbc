"""The names of a generated module as plain values, and back: what the code cache can hold.

Most are numbers and rows of them. Abilities and nodes of the program are not; for them stands where they are found in
the program, which has the same tables in every process.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType
from typing import Any

from kaiju_runtime.program import Ability, Node, Program
from kaiju_runtime.record import Record

Path = tuple[str | int, ...]
"""Names of fields and places in rows, from a program to something inside it."""


def packed(program: Program, code: CodeType, tables: dict[str, Any]) -> dict[str, Any] | None:
    """Code and tables as plain values, or ``None`` if something in them is not found in the program."""
    plain, abilities, nodes = {}, {}, {}
    places: dict[Node, Path] | None = None
    for name, value in tables.items():
        if isinstance(value, Ability):
            if program.abilities[value.id] is not value:
                return None
            abilities[name] = value.id
        elif name == "NODES":
            places = {node: path for path, node in nodes_with_paths(program)}
            if any(node not in places for node in value):
                return None
            nodes[name] = [places[node] for node in value]
        elif is_plain(value):
            plain[name] = value
        else:
            return None
    return {"code": code, "plain": plain, "abilities": abilities, "nodes": nodes}


def unpacked(program: Program, kept: dict[str, Any]) -> tuple[CodeType, dict[str, Any]]:
    """The code and the tables again."""
    tables = dict(kept["plain"])
    tables |= {name: program.abilities[number] for name, number in kept["abilities"].items()}
    tables |= {name: [follow(program, path) for path in paths] for name, paths in kept["nodes"].items()}
    return kept["code"], tables


def is_plain(value: Any) -> bool:
    """Whether a value consists of numbers, texts and rows of them."""
    if isinstance(value, (tuple, list, frozenset)):
        return all(is_plain(each) for each in value)
    if isinstance(value, dict):
        return all(is_plain(key) and is_plain(each) for key, each in value.items())
    return value is None or type(value) in (int, str, bool)


def follow(program: Program, path: Path) -> Any:
    found: Any = program
    for step in path:
        found = getattr(found, step) if isinstance(step, str) else found[step]
    return found


def nodes_with_paths(program: Program) -> Iterator[tuple[Path, Node]]:
    """Every node of a program, with where it is found."""
    waiting: list[tuple[Path, Any]] = [
        ((name, number), row)
        for name in ("abilities", "counters", "stats", "values", "spaces", "phases", "invariants", "totals")
        for number, row in enumerate(getattr(program, name))
    ]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, Record):
            parts: list[tuple[str | int, Any]] = [(name, getattr(value, name)) for name in value.FIELDS]
        else:
            parts = list(enumerate(value))
            if value and callable(value[0]):
                yield path, value
        waiting += [
            ((*path, step), part)
            for step, part in parts
            if isinstance(part, (tuple, Record)) and not isinstance(part, Ability)
        ]
