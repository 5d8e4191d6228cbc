"""Who uses what: the entries of the program that every ability names, found by the registry's operand types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaiju_runtime.primitives import FORMS, OPERATIONS

Data = dict[str, Any]

_KEYS = {
    "gain": "counters",
    "lose": "counters",
    "resolve_face": "faces",
    "call": "procedures",
    "phase_starts": "phases",
    "phase_ends": "phases",
}
"""The table that the key of an event belongs to."""


def uses(program: Data) -> dict[str, list[str]]:
    """By ``table:id``: what names it, each once, as ``definitions:…``, ``rules:…`` and the like."""
    found: dict[str, dict[str, None]] = {}
    for owner, value in owners(program):
        for name in named(value):
            if name != owner:
                found.setdefault(name, {})[owner] = None
    return {name: list(by) for name, by in found.items()}


def owners(program: Data) -> Iterator[tuple[str, Any]]:
    """Everything that has abilities, with them."""
    fields = [field["kind"] for field in program["fields"]]
    for each in program["definitions"]:
        yield f"definitions:{each['id']}", [each["abilities"], each["body"]]
        pieces = [
            ["piece_ref", value]
            for kind, value in zip(fields, each["data"], strict=True)
            if kind == "piece" and value is not None
        ]
        bonuses = [["bonus_ref", stop["bonus"]] for stop in each["stops"] if stop["bonus"]]
        yield f"definitions:{each['id']}", [*pieces, *bonuses]
    for table, part in (
        ("rules", "abilities"),
        ("counters", "abilities"),
        ("faces", "body"),
        ("bonuses", "body"),
        ("procedures", "body"),
        ("stats", "base"),
        ("values", "is"),
        ("phases", "over"),
    ):
        for each in program[table]:
            yield f"{table}:{each['id']}", each[part]


def named(value: Any) -> Iterator[str]:
    """Every ``table:id`` that a node, an ability or a list of them names."""
    if isinstance(value, dict):
        yield from named_by_record(value)
        for each in value.values():
            yield from named(each)
    elif isinstance(value, list):
        if value and isinstance(value[0], str):
            yield from named_by_node(value)
        for each in value:
            yield from named(each)


def named_by_record(value: Data) -> Iterator[str]:
    """What patterns, costs, stats and windows name beside their nodes."""
    table = _KEYS.get(str(value.get("event")))
    if table and value.get("key"):
        yield f"{table}:{value['key']}"
    if value.get("verb") == "pay" and isinstance(value.get("what"), str):
        yield f"counters:{value['what']}"
    if value.get("form") == "action" and value["window"] not in ("", "turn", "any"):
        yield f"phases:{value['window']}"
    stat = value.get("stat")
    if isinstance(stat, list) and stat[0] in ("stat", "most"):
        yield f"{'stats' if stat[0] == 'stat' else 'counters'}:{stat[1]}"


def named_by_node(node: list[Any]) -> Iterator[str]:
    operands: tuple[tuple[str, str], ...] = ()
    if node[0] in FORMS:
        operands = (("node", "r"), ("who", "e?"), *FORMS[node[0]].operands)
    elif node[0] in OPERATIONS:
        operands = OPERATIONS[node[0]].operands
    if len(operands) != len(node) - 1:
        return
    for (_, storage), operand in zip(operands, node[1:], strict=True):
        kind, _, table = storage.partition(":")
        if kind == "c" and isinstance(operand, str):
            yield f"{table}:{operand}"
