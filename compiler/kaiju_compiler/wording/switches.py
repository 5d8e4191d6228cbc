"""What a stat decides for a value of the mode: "those whom you can hit are all other players".

A stat that begins at 0 and that values only compare with 0 says nothing to a reader by its name alone.
"""

from __future__ import annotations

from typing import Any

from kaiju_compiler.wording.language import MANY, ONE, fill
from kaiju_compiler.wording.names import Node, nodes_of
from kaiju_compiler.wording.speaker import YOU, Speaker, phrase

TRUE: Node = ["truth", True]


def decided(s: Speaker, stat: str) -> list[str]:
    """For each value of yours that the stat decides once it is more than 0: what that value is then."""
    if s.names.entry("stats", stat).get("base") != ["int", 0]:
        return []
    found = []
    for value in s.names.data["values"]:
        then = simplified(value.get("is"), [">", ["stat", stat, YOU], ["int", 0]])
        if then != value.get("is") and not mentions(then, stat):
            is_now = phrase(s, then)
            name = s.names.name("values", value["id"])
            form = MANY if value["kind"].endswith("*") else ONE
            template = s.language.data["modify"]["decided"]
            found.append(fill(template, {"who": phrase(s, YOU), "value": name, "is": is_now}, form))
    return found


def only_decides(s: Speaker, stat: str) -> bool:
    """Whether nothing in the game reads the stat but whether it is more than 0, and that for values."""
    reads = sum(node[:2] == ["stat", stat] for node in nodes_of(s.names.data))
    switches = [node for node in nodes_of(s.names.data["values"]) if node[0] == ">" and node[2] == ["int", 0]]
    changed = sum(each[:2] == ["stat", stat] for each in changes_of(s.names.data))
    return bool(reads - changed == sum(node[1][:2] == ["stat", stat] for node in switches))


def changes_of(data: Any) -> list[Node]:
    """The stats that abilities change."""
    if isinstance(data, dict):
        own = [data["stat"]] if isinstance(data.get("stat"), list) else []
        return own + [each for value in data.values() for each in changes_of(value)]
    return [each for value in data for each in changes_of(value)] if isinstance(data, list) else []


def simplified(node: Any, fact: Node) -> Any:
    """A node in which the fact is true; alternatives to it, and conditions that hold by it, are gone."""
    if node == fact:
        return TRUE
    if not isinstance(node, list):
        return node
    parts = [simplified(each, fact) for each in node]
    if parts[:1] == ["or"] and TRUE in parts:
        return TRUE
    if parts[:1] == ["and"]:
        rest = [each for each in parts[1:] if each != TRUE]
        return ["and", *rest] if len(rest) > 1 else (rest or [TRUE])[0]
    if parts[:1] == ["select"] and parts[-1] == TRUE:
        return parts[1]
    return parts


def mentions(node: Any, stat: str) -> bool:
    """Whether the stat, or a truth that no sentence says, is still in a node."""
    if not isinstance(node, list):
        return False
    return node[:2] == ["stat", stat] or node == TRUE or any(mentions(each, stat) for each in node)
