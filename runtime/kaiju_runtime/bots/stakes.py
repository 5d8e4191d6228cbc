"""What a program says about winning and losing, read from its rules.

From whatever lets a player win or eliminates one it takes the comparisons: counters that are deadly at some
number, counters that win at one, pieces that win when enough are held, and the spaces that a player's
markers must get to. Nothing here knows a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kaiju_runtime.nodes import nodes_in
from kaiju_runtime.program import Program

COMPARISONS = ("=", "<=", ">=", "<", ">")
END = ""
"""In place of a mark: the end of a track towards the player."""


@dataclass(frozen=True)
class Goal:
    """So many markers must stand on spaces whose mark names the player (or at the player's end of their tracks)."""

    mark: str
    number: int


@dataclass
class Stakes:
    """What is at stake in a game of the program."""

    deadly: dict[str, int] = field(default_factory=dict)
    """Counters at which a player is out, with the number at which it happens."""
    winning: dict[str, int] = field(default_factory=dict)
    """Counters that win, with the number at which they do; 0 where that is no fixed number."""
    goals: list[Goal] = field(default_factory=list)
    trophies: set[str] = field(default_factory=set)
    """Definitions of which a number wins."""
    burdens: set[str] = field(default_factory=set)
    """Counters that take away from a deadly one."""
    wealth: list[str] = field(default_factory=list)
    costs: dict[str, int] = field(default_factory=dict)
    """What each definition costs, as far as it costs anything."""


def stakes_of(program: Program) -> Stakes:
    """Reads the stakes from rules, counters and records."""
    data, stakes = program.data, Stakes()
    reader = Reader(data, stakes)
    for owner in (*data["rules"], *data["counters"]):
        for ability in owner["abilities"]:
            reader.read(ability)
    players = [each for each in data["counters"] if each["holder"] == "player" and not each["bookkeeping"]]
    for counter in players:
        taken = {
            node[-1] for ability in counter["abilities"] for node in nodes_in(ability["body"]) if node[0] == "lose"
        }
        if taken & set(stakes.deadly):
            stakes.burdens.add(counter["id"])
    known = {*stakes.deadly, *stakes.winning, *stakes.burdens}
    stakes.wealth = [each["id"] for each in players if each["id"] not in known]
    names = [each["id"] for each in data["fields"]]
    if "cost" in names:
        at = names.index("cost")
        priced = [each for each in data["definitions"] if each["data"][at] is not None]
        stakes.costs = {each["id"]: int(each["data"][at]) for each in priced}
    return stakes


@dataclass
class Reader:
    """Reads abilities that end a game or a player's part in it."""

    data: dict[str, Any]
    stakes: Stakes

    def __post_init__(self) -> None:
        self.marks = {each["id"] for each in self.data["space_fields"] if each["kind"] == "player"}
        self.kinds = {each["id"]: set(each["definitions"]) for each in self.data["kinds"]}
        self.most = {each["id"]: number_in(each["most"]) or 0 for each in self.data["counters"]}

    def read(self, ability: dict[str, Any]) -> None:
        verbs = {node[0] for node in nodes_in(ability["body"])}
        if verbs & {"win", "eliminate"}:
            nodes = list(nodes_in([ability["if"], ability["body"]]))
            for node in nodes:
                self.comparison(node, deadly="eliminate" in verbs)
            # Those that are counted in some number are goals by that number.
            counted = sum(is_end(each) for node in nodes if node[0] == "size" for each in nodes_in(node))
            if "win" in verbs and (ends := sum(map(is_end, nodes)) - counted) > 0:
                self.stakes.goals.append(Goal(END, ends))

    def comparison(self, node: list[Any], deadly: bool) -> None:
        """Enters what one comparison says."""
        if node[0] not in COMPARISONS or len(node) != 3:
            return
        left, number = node[1], number_in(node[2])
        if number is None and not (isinstance(node[2], list) and node[2][0] == "most"):
            return
        if left[0] == "get" and deadly:
            self.stakes.deadly[left[1]] = number or 0
        elif left[0] == "get":
            enough = self.most.get(left[1], 0) if number is None else number + (node[0] == ">")
            self.stakes.winning[left[1]] = max(enough, self.stakes.winning.get(left[1], 0))
        elif left[0] == "size" and not deadly and number is not None:
            self.goal(left, max(1, number + (node[0] == ">")))

    def goal(self, counted: list[Any], number: int) -> None:
        """Enters what must be reached or held in some number."""
        inside = list(nodes_in(counted))
        marks = [each[1] for each in inside if each[0] == "space_data" and each[1] in self.marks]
        held = [each[1] for each in inside if each[0] == "pieces" and each[2] == ["you"]]
        if marks:
            self.stakes.goals.append(Goal(marks[0], number))
        elif any(each[0] == "next" for each in inside):
            self.stakes.goals.append(Goal(END, number))
        elif held:
            self.stakes.trophies |= self.kinds.get(held[0], set())


def is_end(node: list[Any]) -> bool:
    """Whether a comparison says that nothing comes after something: ``next(marker, you) = none``."""
    return node[0] == "=" and len(node) == 3 and node[1][0] == "next" and node[2] == ["none"]


def number_in(node: Any) -> int | None:
    """The number that a node is, if it is one."""
    return int(node[1]) if isinstance(node, list) and len(node) == 2 and node[0] == "int" else None
