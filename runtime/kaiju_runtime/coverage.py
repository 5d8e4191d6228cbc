"""What examples can execute: every ability, every side of a condition, every option and offer.

An item is ``(number, side)``: the number of a node, or ``-1 - id`` of an ability, as the machine notes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

Item = tuple[int, str]


@dataclass(frozen=True)
class CoverItem:
    """One thing to execute: whose it is, what it is, and where it stands."""

    item: Item
    record: str
    """Full id of the record, or ``rule:id``, ``face:id``, ``bonus:id``, ``procedure:id``, ``counter:id``."""
    what: str
    where: str


def cover_items(data: dict[str, Any], packs: Iterable[str] | None = None) -> list[CoverItem]:
    """Everything that the examples of a program's data should execute, in the order of the program.

    With ``packs`` only what stands in files of those packs: a mode that extends another need not show again
    what that one shows.
    """
    found = all_items(data)
    if packs is None:
        return found
    wanted = set(packs)
    return [each for each in found if each.where.partition("/")[0] in wanted]


def all_items(data: dict[str, Any]) -> list[CoverItem]:
    """Everything that can be executed."""
    found = []
    for record, ability in abilities(data):
        found.append(
            CoverItem(
                (-1 - ability["id"], "run"),
                record,
                ABILITY_WORDS.get(ability["form"], ability["form"]),
                ability["where"],
            )
        )
        for node in statements(ability["body"]):
            found += [CoverItem((node[1], side), record, what, place(data, node[1])) for side, what in sides(node)]
    return found


ABILITY_WORDS = {
    "when": "trigger",
    "before": "replacement",
    "soon": "condition",
    "action": "action",
    "resolve": "effect",
    "next": "delayed trigger",
    "next_before": "delayed replacement",
}


def abilities(data: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every ability that runs statements, with the record that it belongs to."""
    for definition in data["definitions"]:
        yield from ((definition["id"], each) for each in runnable([*definition["abilities"], definition["body"]]))
    for table, word in (("faces", "face"), ("bonuses", "bonus"), ("procedures", "procedure"), ("spaces", "space")):
        for entry in data[table]:
            yield from ((f"{word}:{entry['id']}", each) for each in runnable([entry["body"]]))
    for table, word in (("rules", "rule"), ("counters", "counter")):
        for entry in data[table]:
            yield from ((f"{word}:{entry['id']}", each) for each in runnable(entry["abilities"]))


def runnable(found: Iterable[dict[str, Any] | None]) -> Iterator[dict[str, Any]]:
    """The abilities among some that have a body, those of lasting effects inside them included."""
    for ability in found:
        if ability is None:
            continue
        if ability["body"] and ability["form"] not in ("modify", "cannot"):
            yield ability
        for node in statements(ability["body"]):
            if node[0] == "record":
                yield from runnable([node[2]])


def statements(block: Any) -> Iterator[list[Any]]:
    """Every statement node inside a block, nested blocks included; not those of lasting effects."""
    for node in block or []:
        if not isinstance(node, list) or not node or not isinstance(node[0], str):
            continue
        yield node
        for part in inner_blocks(node):
            yield from statements(part)


def inner_blocks(node: list[Any]) -> list[Any]:
    """The blocks of a control statement."""
    op = node[0]
    if op == "if":
        return [node[3], node[4] or []]
    if op == "choose_one":
        return [block for _, block in node[3]]
    return {"for": [node[-1]], "repeat": [node[-1]], "may": [node[-1]]}.get(op, [])


def sides(node: list[Any]) -> list[tuple[str, str]]:
    """The sides of a statement that count on their own."""
    op = node[0]
    if op == "if":
        return [("then", "condition true"), ("else", "condition false")]
    if op == "may":
        return [("yes", "offer taken"), ("no", "offer declined")]
    if op == "choose_one":
        return [(str(position), f"option “{label}”") for position, (label, _) in enumerate(node[3])]
    return []


def place(data: dict[str, Any], node: int) -> str:
    found = data["source_map"].get(str(node))
    return f"{found[0]}:{found[1]}" if found else ""
