"""What is to be noticed in the games of a program: what is for sale and where, and what may end a game.

All of it is read from the program, which alone knows the names. Something is bought where a procedure runs that
pays the price of what it is called with; it is on offer in the zones of which something is chosen by its price.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaiju_runtime.frames import NONE, Cause
from kaiju_runtime.nodes import nodes_in
from kaiju_runtime.program import Program

CALL, PAY, MOVE, OVER = "call", "pay", "move_piece", "game_over"
KEPT = frozenset({CALL, PAY, MOVE, OVER})
"""The events of a game that are looked at."""


class Watching:
    """The tables of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        data = program.data
        self.keys = {piece.definition: piece.key for piece in program.pieces}
        """Definition → key of its pieces."""
        names = [each["id"] for each in data["fields"]]
        at = names.index("cost") if "cost" in names else NONE
        priced = [i for i, each in enumerate(program.definitions) if at != NONE and each.data[at] not in (None, NONE)]
        self.cards = {i: self.keys[i] for i in priced if i in self.keys}
        """Definitions with a price → key."""
        owned = {piece.definition for piece in program.pieces if piece.monster != NONE}
        self.tried = {key: i for i, key in self.cards.items() if i not in owned}
        """Keys of cards that can be tried → definition."""
        self.sales = {number: found for number, each in enumerate(data["procedures"]) if (found := sale_in(each))}
        """Procedure that pays a price → (position of what is bought in its arguments, counters paid with)."""
        self.paid_with = {self.counter(each) for _, counters in self.sales.values() for each in counters}
        self.shops = frozenset(
            zone.location(seat)
            for zone in program.zones
            if zone.id in shops_in(data)
            for seat in range(program.seats if zone.per_player else 1)
        )
        """Locations in which things are on offer."""
        self.open_at_start = frozenset(
            self.cards[each.definition]
            for each in program.pieces
            if each.start in self.shops and each.definition in self.cards
        )
        """Keys of cards that are on offer before anything has happened."""
        self.purchase = outermost_sale(data, self.sales)
        """The procedure by which a mode lets something be bought, or -1: it sells, or calls one that does."""
        self.labels = dict(owners(program, self.keys))

    def counter(self, name: str) -> int:
        return next((i for i, each in enumerate(self.program.counters) if each.id == name), NONE)

    def label(self, cause: Cause | None) -> str:
        """By which condition a game ended: id of the rule, counter or face, key of the piece that said so."""
        if cause is None:
            return "other"
        if cause.ability in self.labels:
            return self.labels[cause.ability]
        pieces = self.program.pieces
        return pieces[cause.piece].key if 0 <= cause.piece < len(pieces) else cause.kind


def sale_in(procedure: dict[str, Any]) -> tuple[int, tuple[str, ...]] | None:
    """The argument whose price a procedure pays, and the counters that it pays with."""
    for node in nodes_in(procedure["body"]["body"]):
        if node[0] == PAY and len(node) > 4:
            for inner in nodes_in(node[3]):
                if inner[0] == "price" and inner[1][0] == "local" and inner[1][1] < len(procedure["params"]):
                    return inner[1][1], (node[4],)
    return None


def outermost_sale(data: dict[str, Any], sales: dict[int, tuple[int, tuple[str, ...]]]) -> int:
    """A procedure of one piece that sells it itself, or through another one; the outermost of such a chain."""
    found = next(iter(sales), NONE)
    while True:
        callers = [
            number
            for number, each in enumerate(data["procedures"])
            if number != found
            and each["kinds"] == ["piece"]
            and any(
                node[0] == CALL and node[3] == data["procedures"][found]["id"]
                for node in nodes_in(each["body"]["body"])
            )
        ]
        if found == NONE or not callers:
            return found
        found = callers[0]


def shops_in(data: dict[str, Any]) -> set[str]:
    """The zones out of which something is chosen by its price."""
    found = set()
    for node in nodes_in(data):
        if node[0] == "select" and any(inner[0] == "price" for inner in nodes_in(node[2])):
            found |= {inner[1] for inner in nodes_in(node[1]) if inner[0] == "zone_ref"}
    return found


def owners(program: Program, keys: dict[int, str]) -> Iterator[tuple[int, str]]:
    """Each ability with the id or key of what it belongs to."""
    for rule in program.rules:
        yield from ((each.id, rule.id) for each in rule.abilities)
    for counter in program.counters:
        yield from ((each.id, counter.id) for each in counter.abilities)
    for face in (*program.faces, *program.bonuses):
        yield face.body.id, face.id
    for number, definition in enumerate(program.definitions):
        key = keys.get(number, definition.id)
        yield from ((each.id, key) for each in (*definition.abilities, definition.body) if each is not None)
