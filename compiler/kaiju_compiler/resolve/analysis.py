"""What finished nodes do: walks them by the registry's storage codes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaiju_compiler.resolve import words
from kaiju_compiler.resolve.types import Node
from kaiju_runtime.primitives.registry import OPERATIONS

RELATIVE = ("you", "rival", "others")
"""Pronouns that need a `you`."""

SELF_ACTING = {"choose": 2, "may": 2, "choose_one": 2, "call": 2}
"""Statements done by `you` unless somebody is named, and where the subject stands."""


def nodes_of(node: Node) -> Iterator[Node]:
    """The node and all nodes in it."""
    yield node
    operands = words.operands_of(node[0])
    if operands is None:
        for operand in node[1:]:
            if isinstance(operand, list) and operand and isinstance(operand[0], str):
                yield from nodes_of(operand)
        return
    for (_, storage), operand in zip(operands, node[1:], strict=False):
        yield from _nodes_of_operand(storage.partition(":")[0], operand)


def _nodes_of_operand(storage: str, operand: Any) -> Iterator[Node]:
    if operand is None:
        return
    if storage in ("e", "e?", "E1"):
        yield from nodes_of(operand)
    elif storage in ("E", "b", "b?"):
        for each in operand:
            yield from nodes_of(each)
    elif storage == "L":
        for _, block in operand:
            for each in block:
                yield from nodes_of(each)
    elif storage == "C":
        yield from nodes_of_cost(operand)
    elif storage == "A":
        yield from nodes_of_ability(operand)
    elif storage == "P":
        for pattern in operand:
            yield from nodes_of_pattern(pattern)


def nodes_of_cost(cost: dict[str, Any] | None) -> Iterator[Node]:
    if cost is not None:
        for each in (cost["number"], cost["source"], cost["what"] if cost["verb"] == "spend" else None):
            if each is not None:
                yield from nodes_of(each)


def nodes_of_pattern(pattern: dict[str, Any] | None) -> Iterator[Node]:
    if pattern is not None:
        for each in [*pattern["tests"].values(), *pattern["arguments"]]:
            if each is not None:
                yield from nodes_of(each)


def nodes_of_ability(ability: dict[str, Any]) -> Iterator[Node]:
    """All nodes of an ability, its event, conditions, price and body."""
    offer = ability["offer"] or {"who": None, "cost": None}
    yield from nodes_of_pattern(ability["on"])
    for key in ("if", "of", "for"):
        if ability[key] is not None:
            yield from nodes_of(ability[key])
    if offer["who"] is not None:
        yield from nodes_of(offer["who"])
    for cost in (offer["cost"], ability["cost"]):
        yield from nodes_of_cost(cost)
    if ability["stat"] is not None and ability["stat"][0] == "count":
        yield from nodes_of(ability["stat"][1])
    for each in [*ability["body"], *(change for _, change in ability["changes"])]:
        yield from nodes_of(each)
    for pattern in ability["until"]:
        yield from nodes_of_pattern(pattern)


def names_you(ability: dict[str, Any]) -> bool:
    """Whether an ability depends on whose it is, also where `you` goes without saying."""
    if ability["offer"] is not None and ability["offer"]["who"] is None:
        return True
    if ability["cost"] is not None or (ability["form"] == "modify" and ability["for"] is None):
        return True
    return any(_is_about_you(node) for node in nodes_of_ability(ability))


def _is_about_you(node: Node) -> bool:
    if node[0] in RELATIVE:
        return True
    if node[0] == "record":
        return names_you(node[2])
    return node[0] in SELF_ACTING and node[SELF_ACTING[node[0]]] is None


def effects_of(
    ability: dict[str, Any], procedures: dict[str, tuple[frozenset[str], frozenset[str]]]
) -> tuple[list[str], list[str]]:
    """What an ability reads and writes, sorted."""
    reads: set[str] = set()
    writes: set[str] = set()
    costs = [ability["cost"], ability["offer"]["cost"] if ability["offer"] else None]
    for node in nodes_of_ability(ability):
        read, written = _effects_of_node(node, procedures)
        reads |= read
        writes |= written
        if node[0] == "may":
            costs.append(node[4])
    for cost in costs:
        _add_cost(cost, reads, writes)
    return sorted(reads), sorted(writes)


def _effects_of_node(
    node: Node, procedures: dict[str, tuple[frozenset[str], frozenset[str]]]
) -> tuple[set[str], set[str]]:
    op = node[0]
    verb = words.verb_of_form().get(op)
    if verb is not None:
        counters = _counters_of(node)
        return _refine(verb.reads, counters), _refine(verb.writes, counters)
    if op == "get":
        return {f"counter:{node[1]}"}, set()
    if op == "most":
        return {"stats"}, set()
    if op == "value":
        return {f"value:{node[1]}"}, set()
    if op == "record":
        return set(), {"stats"} if node[2]["form"] == "modify" else {"effects"}
    if op == "call":
        unknown = frozenset({f"procedure:{node[3]}"})
        read, written = procedures.get(node[3], (unknown, unknown))
        return set(read), set(written)
    declared = OPERATIONS.get(op)
    return set(declared.reads) if declared else set(), set()


def _counters_of(node: Node) -> list[str]:
    operands = words.operands_of(node[0]) or ()
    return [operand for (_, storage), operand in zip(operands, node[1:], strict=False) if storage == "c:counters"]


def _refine(effects: tuple[str, ...], counters: list[str]) -> set[str]:
    """``counter`` becomes the counters that the node names; none if it names none."""
    found = {each for each in effects if each != "counter"}
    if "counter" in effects:
        found |= {f"counter:{each}" for each in counters}
    return found


def _add_cost(cost: dict[str, Any] | None, reads: set[str], writes: set[str]) -> None:
    if cost is None:
        return
    if cost["verb"] == "pay":
        reads.add(f"counter:{cost['what']}")
        writes.add(f"counter:{cost['what']}")
    else:
        reads |= {"dice", "spent", "stats"}
        writes.add("spent")
