"""From the data of a program to the linked :class:`Program`.

Nodes come as arrays ``[op, operand, …]`` whose operands the registry describes; names in them are
ids. Linking replaces each op by its function and each id by its index. Data that does not fit is a
:class:`KaijuError`, whatever is wrong with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kaiju_runtime.primitives import FORMS, OPERATIONS
from kaiju_runtime.primitives.registry import Run
from kaiju_runtime.program import (
    Ability,
    Cost,
    Node,
    Offer,
    Pattern,
)
from kaiju_runtime.stops import KaijuError

NONE = -1
UNBOUNDED = 2**53 - 1
MOST_ABILITIES = 1_000_000
MOST_LOCALS = 1_000


Reader = Callable[[Any], Any]


def slot(number: Any) -> int:
    """A local that a node binds."""
    if type(number) is not int or not NONE <= number <= MOST_LOCALS:
        raise ValueError("a node names a local that cannot be")
    return number


class Linker:
    """Turns the arrays of a program into nodes of functions and indices."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.tables: dict[str, dict[str, int]] = {
            name: {record["id"]: index for index, record in enumerate(data[name])}
            for name in (
                "counters",
                "faces",
                "bonuses",
                "stats",
                "values",
                "kinds",
                "zones",
                "places",
                "tracks",
                "phases",
                "procedures",
                "options",
                "fields",
                "space_fields",
            )
        }
        self.tables["words"] = {word: index for index, word in enumerate(data["words"])}
        pieces = data["pieces"]
        self.tables["pieces"] = {}
        for index, piece in enumerate(pieces):
            self.tables["pieces"].setdefault(piece["id"], index)
        self.tables["spaces"] = {record["id"]: len(pieces) + index for index, record in enumerate(data["spaces"])}
        self.abilities: dict[int, Ability] = {}
        self.operations: dict[str, tuple[Run, tuple[Reader | None, ...]]] = {}
        """What is known of the operations that have been met."""

    def index(self, table: str, name: str) -> int:
        try:
            return self.tables[table][name]
        except KeyError:
            raise KaijuError(
                "program-damaged",
                f"the program names an unknown entry of {table}: {name}",
                "Build the program again from its packs.",
            ) from None

    def expression(self, node: list[Any]) -> Node:
        op = node[0]
        known = self.operations.get(op)
        if known is None:
            known = self.operations[op] = self.operation(op)
        run, readers = known
        if len(readers) != len(node) - 1:
            raise KaijuError(
                "program-damaged",
                f"a node of the program has the wrong shape: {op}",
                "Build the program again from its packs.",
            )
        linked = [run]
        for reader, operand in zip(readers, node[1:], strict=True):
            linked.append(operand if reader is None else reader(operand))
        return tuple(linked)

    def operation(self, op: str) -> tuple[Run, tuple[Reader | None, ...]]:
        """The function of an operation, and how each of its operands is linked."""
        declared = OPERATIONS.get(op) or FORMS.get(op)
        if declared is None:
            raise KaijuError(
                "program-newer",
                f"the program uses a word that this version does not know: {op}",
                "Update kaiju-rules, or build the program again.",
            )
        operands = declared.operands
        if op in FORMS:
            operands = (("node", "r"), ("who", "e?"), *operands)
        return declared.run, tuple(slot if name == "slot" else self.reader(storage) for name, storage in operands)

    def optional(self, node: list[Any] | None) -> Node | None:
        return None if node is None else self.expression(node)

    def reader(self, storage: str) -> Reader | None:
        """What links an operand of that storage; ``None``: it stays as it is."""
        kind, _, table = storage.partition(":")
        if kind == "c":
            return lambda name: self.index(table, name)
        readers: dict[str, Reader] = {
            "e": self.expression,
            "E1": self.expression,
            "e?": self.optional,
            "E": self.block,
            "b": self.block,
            "b?": lambda block: None if block is None else self.block(block),
            "L": lambda choices: tuple((label, self.block(block)) for label, block in choices),
            "C": self.cost,
            "A": self.ability,
            "P": lambda patterns: tuple(self.pattern(each) for each in patterns),
        }
        return readers.get(kind)

    def block(self, statements: list[Any]) -> tuple[Node, ...]:
        return tuple(self.expression(each) for each in statements)

    def cost(self, data: dict[str, Any] | None) -> Cost | None:
        if data is None:
            return None
        what = self.index("counters", data["what"]) if data["verb"] == "pay" else self.expression(data["what"])
        return Cost(data["verb"], self.expression(data["number"]), what, self.optional(data["source"]))

    def pattern(self, data: dict[str, Any]) -> Pattern:
        key = data["key"]
        table = {
            "gain": "counters",
            "lose": "counters",
            "resolve_face": "faces",
            "call": "procedures",
            "phase_starts": "phases",
            "phase_ends": "phases",
        }.get(data["event"])
        return Pattern(
            data["event"],
            -1 if key is None or table is None else self.index(table, key),
            tuple((name, self.expression(test)) for name, test in sorted(data["tests"].items())),
            tuple(self.optional(each) for each in data["arguments"]),
            data["slot"],
            data["bound"],
            data["whole"],
        )

    def ability(self, data: dict[str, Any]) -> Ability:
        offer = data["offer"]
        ability = Ability(
            id=data["id"],
            form=data["form"],
            first=data["first"],
            once=data["once"],
            stage=data["stage"],
            pattern=None if data["on"] is None else self.pattern(data["on"]),
            condition=self.optional(data["if"]),
            offer=None
            if offer is None
            else Offer(self.optional(offer["who"]), offer["label"], self.cost(offer["cost"])),
            cost=self.cost(data["cost"]),
            window=data["window"],
            label=data["label"],
            block=self.block(data["body"]),
            locals=data["locals"],
            stat=self.stat(data["stat"]),
            of=self.optional(data["of"]),
            for_=self.optional(data["for"]),
            changes=tuple((op, self.expression(change)) for op, change in data["changes"]),
            self_reading=data["self"],
            until=tuple(self.pattern(each) for each in data["until"]),
            reads=frozenset(data["reads"]),
            writes=frozenset(data["writes"]),
            table=data["table"],
            where=data["where"],
        )
        if type(ability.id) is not int or not 0 <= ability.id <= MOST_ABILITIES:
            raise ValueError("an ability has a number that it cannot have")
        self.abilities[ability.id] = ability
        return ability

    def stat(self, data: list[Any] | None) -> tuple[str, Any] | None:
        if data is None:
            return None
        name = data[0]
        if name not in ("stat", "count", "price", "most"):
            raise ValueError("a modifier is of nothing that can be modified")
        if name == "count":
            return (name, self.expression(data[1]))
        return (
            name,
            {"stat": self.tables["stats"], "most": self.tables["counters"]}.get(name, {}).get(
                data[1] if len(data) > 1 else "", 0
            ),
        )

    def abilities_of(self, data: list[dict[str, Any]]) -> tuple[Ability, ...]:
        return tuple(self.ability(each) for each in data)

    def body(self, data: dict[str, Any] | None) -> Ability | None:
        return None if data is None else self.ability(data)


def listening(abilities: tuple[Ability, ...]) -> dict[tuple[str, str], tuple[Ability, ...]]:
    """The abilities by what they answer to: ``(form, event name)``, or ``(form, window or stat)``."""
    found: dict[tuple[str, str], list[Ability]] = {}
    for ability in abilities:
        if ability.pattern is not None:
            about = ability.pattern.event
        elif ability.stat is not None:
            about = ability.stat[0]
        else:
            about = ability.window
        found.setdefault((ability.form, about), []).append(ability)
    return {key: tuple(values) for key, values in found.items()}
