"""What a position is worth to a player, judged by what the program says about winning and losing.

Nothing here knows a game. From the conditions that eliminate players or let them win it reads which
counters are deadly at their end, which win at theirs, and which marks on spaces a player's markers
must reach; everything else that a player can hold counts as wealth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kaiju_runtime.game import Game
from kaiju_runtime.program import Program

WIN = 10**9
OUT = 10**7
DEADLY, DANGER = 100, 600
WINNING = 120
WEALTH, ENOUGH = 30, 12
OWNED = 42
GOAL = 3_000
COMPARISONS = ("=", "<=", ">=", "<", ">")


@dataclass(frozen=True)
class Goal:
    """Markers must stand on so many spaces whose mark names the player."""

    mark: str
    number: int


@dataclass
class Stakes:
    """What a program says about winning and losing."""

    deadly: dict[str, int] = field(default_factory=dict)
    """Counters at which a player is out, with the number at which it happens."""
    winning: set[str] = field(default_factory=set)
    goals: list[Goal] = field(default_factory=list)
    wealth: list[str] = field(default_factory=list)
    costs: dict[str, int] = field(default_factory=dict)
    """What each definition costs, as far as it costs anything."""


def stakes_of(program: Program) -> Stakes:
    """Reads the stakes of a program from its conditions, counters and records."""
    data, stakes = program.data, Stakes()
    players = {each["id"] for each in data["space_fields"] if each["kind"] == "player"}
    for owner in (*data["rules"], *data["counters"]):
        for ability in owner["abilities"]:
            verbs = {node[0] for node in nodes(ability["body"])}
            if ability["form"] != "soon" or not verbs & {"win", "eliminate"}:
                continue
            for node in nodes(ability["if"]):
                read_comparison(stakes, node, "eliminate" in verbs, players)
    known = {*stakes.deadly, *stakes.winning}
    stakes.wealth = [
        each["id"]
        for each in data["counters"]
        if each["holder"] == "player" and not each["bookkeeping"] and each["id"] not in known
    ]
    names = [each["id"] for each in data["fields"]]
    if "cost" in names:
        at = names.index("cost")
        stakes.costs = {each["id"]: int(each["data"][at] or 0) for each in data["definitions"]}
    return stakes


def nodes(tree: Any) -> Iterator[list[Any]]:
    """Every node of a tree of the program's data."""
    if isinstance(tree, list):
        if tree and isinstance(tree[0], str):
            yield tree
        for part in tree:
            yield from nodes(part)


def read_comparison(stakes: Stakes, node: list[Any], deadly: bool, players: set[str]) -> None:
    """Enters what one comparison of a condition says."""
    if node[0] not in COMPARISONS or len(node) != 3 or not is_number(node[2]):
        return
    left, number = node[1], int(node[2][1])
    if left[0] == "get":
        if deadly:
            stakes.deadly[left[1]] = number
        else:
            stakes.winning.add(left[1])
    marks = [each[1] for each in nodes(left) if each[0] == "space_data" and each[1] in players]
    if left[0] == "size" and marks and not deadly:
        stakes.goals.append(Goal(marks[0], number + 1 if node[0] == ">" else max(1, number)))


def is_number(node: Any) -> bool:
    return isinstance(node, list) and len(node) == 2 and node[0] == "int"


# --- positions -----------------------------------------------------------------------------------


class Worth:
    """Judges positions of one program."""

    def __init__(self, program: Program) -> None:
        self.stakes = stakes_of(program)

    def __call__(self, game: Game, seat: int) -> int:
        """The worth of the game to a seat; higher is better. It sees what the seat may see."""
        result = game.result
        if result is not None:
            return WIN if seat in result.winners else -WIN
        view = game.view(seat)
        total = 0
        for player in view["players"]:
            number = player["seat"]
            worth = self.of_player(player, own=number == seat) + self.of_goals(view, number)
            total += worth if number == seat else -worth
        return total

    def of_player(self, player: dict[str, Any], own: bool) -> int:
        if not player["alive"]:
            return -OUT
        stakes, counters = self.stakes, player["counters"]
        worth = 0
        for name, limit in stakes.deadly.items():
            left = abs(int(counters[name]) - limit)
            worth += DEADLY * left - DANGER // (1 + left)
        worth += sum(WINNING * int(counters[name]) for name in stakes.winning if name in counters)
        riches = sum(wealth(int(counters[name])) for name in stakes.wealth)
        riches += sum(OWNED * stakes.costs.get(piece["record"], 1) for piece in player["pieces"])
        return worth + (riches if own else riches // 2)

    def of_goals(self, view: dict[str, Any], seat: int) -> int:
        """The nearer enough markers are to the spaces of a goal, the more."""
        worth = 0
        for goal in self.stakes.goals:
            distances = sorted(
                distance
                for track in view["tracks"].values()
                for distance in distances_on(track["spaces"], goal.mark, seat)
            )
            if len(distances) >= goal.number:
                worth += GOAL // (1 + sum(distances[: goal.number]))
        return worth


def wealth(number: int) -> int:
    """What so many of something are worth: more is better, but ever less so."""
    return WEALTH * min(number, ENOUGH) + WEALTH // 3 * max(0, number - ENOUGH)


def distances_on(spaces: list[dict[str, Any]], mark: str, seat: int) -> list[int]:
    """For each marker of a track its distance to the nearest space whose mark names the seat."""
    aims = [at for at, space in enumerate(spaces) if space["marks"].get(mark) == seat]
    if not aims:
        return []
    return [min(abs(at - aim) for aim in aims) for at, space in enumerate(spaces) if space["marker"] is not None]
