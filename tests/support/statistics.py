"""Statistics of games that nobody played: made from rates that a test plants, for tests of reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from typing import Any

from kaiju_runtime.files import save_envelope
from kaiju_runtime.program import Program


@dataclass
class Planted:
    """What the games are to show. Rates are in per cent; what is not planted is near the middle."""

    strength: Mapping[str, int] = field(default_factory=dict)
    """Rate of wins of a monster against one of the usual strength."""
    first: int = 50
    """Rate of wins of who sits first."""
    buyers: Mapping[str, int] = field(default_factory=dict)
    """Rate of wins of who buys a card."""
    bought: Mapping[str, int] = field(default_factory=dict)
    """In how many games of a hundred in which it is offered a card is bought; -1: it is never offered."""
    gains: Mapping[str, int] = field(default_factory=dict)
    """Points that a card brings in trials; only these are tried."""
    pairs: int = 1_000
    """Pairs of games for each trial."""
    changes: Mapping[str, Any] = field(default_factory=dict)
    """Parts of the file that are to be others."""


def noise(*about: object, most: int = 2) -> int:
    """A number from ``-most`` to ``most`` that depends on what it is about only."""
    return sha256(repr(about).encode()).digest()[0] % (2 * most + 1) - most


def statistics(
    program: Program, games: int = 2_400, players: int = 2, planted: Planted | None = None
) -> dict[str, Any]:
    """A payload of so many games, shared evenly among the tables of the first monsters."""
    planted = planted or Planted()
    keys = [program.pieces[each].key for each in program.monsters][:6]
    tables = list(permutations(keys, 2))
    each_table = games // len(tables)
    games = each_table * len(tables)
    pairs = [pair(one, other, each_table, planted) for one, other in tables]
    seat_wins = [sum(each["wins"][seat] for each in pairs) for seat in (0, 1)]
    payload = {
        "program": program.hash,
        "mode": program.mode,
        "title": program.title,
        "plan": plan(games, players, planted),
        "games": games,
        "stopped": False,
        "lost": [],
        "ties": games - sum(seat_wins),
        "first": {"games": sum(seat_wins), "wins": seat_wins[0]},
        "seats": [{"seat": seat, "bot": "greedy", "games": games, "wins": wins} for seat, wins in enumerate(seat_wins)],
        "bots": {"greedy": {"games": 2 * games, "wins": sum(seat_wins)}},
        "monsters": {key: monster(key, pairs) for key in keys},
        "pairs": pairs,
        "victories": victories(program, games),
        "turns": bell(games, 14, 6),
        "decisions": {str(int(turns) * 9): times for turns, times in bell(games, 14, 6).items()},
        "lead": [
            {"tenth": tenth, "games": games, "leader_won": games * (50 + tenth * tenth // 2) // 100}
            for tenth in range(1, 11)
        ],
        "changes": bell(games, 3, 2),
        "cards": {key: card(key, price, games, planted) for key, price in prices(program).items()},
        "trials": {key: trial(gain, planted.pairs) for key, gain in planted.gains.items()},
    }
    return payload | dict(planted.changes)


def plan(games: int, players: int, planted: Planted) -> dict[str, Any]:
    return {
        "games": games,
        "seed": 7,
        "players": players,
        "bots": ["greedy"] * players,
        "monsters": [],
        "options": {},
        "trials": sorted(planted.gains),
        "swap": False,
        "pairs": planted.pairs,
    }


def pair(one: str, other: str, games: int, planted: Planted) -> dict[str, Any]:
    share = 50 + (planted.strength.get(one, 50) - planted.strength.get(other, 50)) + planted.first - 50
    wins = games * max(0, min(100, share + noise(one, other))) // 100
    ties = games // 100
    return {"monsters": [one, other], "games": games, "wins": [max(0, wins - ties), games - max(wins, ties)]}


def monster(key: str, pairs: list[dict[str, Any]]) -> dict[str, Any]:
    seats = [[0, 0], [0, 0]]
    for each in pairs:
        for seat in (0, 1):
            if each["monsters"][seat] == key:
                seats[seat][0] += each["games"]
                seats[seat][1] += each["wins"][seat]
    return {"games": seats[0][0] + seats[1][0], "wins": seats[0][1] + seats[1][1], "seats": seats}


def victories(program: Program, games: int) -> dict[str, int]:
    ends = [rule.id for rule in program.rules][-3:]
    shares = [games * 3 // 5, games * 3 // 10]
    return dict(zip(ends, [*shares, games - sum(shares)], strict=False))


def bell(games: int, middle: int, wide: int) -> dict[str, int]:
    """Games spread around a middle, as a triangle; the rest lies in the middle."""
    weights = {middle + off: wide + 1 - abs(off) for off in range(-wide, wide + 1) if middle + off >= 0}
    total = sum(weights.values())
    found = {value: games * weight // total for value, weight in weights.items()}
    found[middle] += games - sum(found.values())
    return {str(value): times for value, times in found.items()}


def prices(program: Program) -> dict[str, int]:
    """The printed price of everything that has one, by key."""
    fields = [each["id"] for each in program.data["fields"]]
    if "cost" not in fields:
        return {}
    at, found = fields.index("cost"), {}
    for piece in program.pieces:
        price = program.definitions[piece.definition].data[at]
        if price is not None and program.data["definitions"][piece.definition]["data"][at] is not None:
            found[piece.key] = int(price)
    return found


def card(key: str, price: int, games: int, planted: Planted) -> dict[str, Any]:
    share = planted.bought.get(key, 40 + noise(key, "bought", most=9))
    offered = 0 if share < 0 else games * (60 + noise(key, "offered", most=9)) // 100
    bought = max(0, offered * share // 100)
    wins = bought * planted.buyers.get(key, 52 + noise(key, "buyers", most=3)) // 100
    turns = bell(bought, 7, 3) if bought else {}
    return {
        "offered": offered,
        "games": bought,
        "bought": bought,
        "wins": wins,
        "price": bought * price,
        "turns": turns,
    }


def trial(gain: int, pairs: int) -> dict[str, int]:
    """Outcomes with such a gain in points; six of ten pairs end alike."""
    alike = pairs * 6 // 10
    differing = pairs - alike
    with_it = (differing + pairs * gain // 100) // 2
    return {
        "pairs": pairs,
        "both": alike // 2,
        "with": with_it,
        "without": differing - with_it,
        "neither": alike - alike // 2,
    }


def write(path: Path, payload: Mapping[str, Any], tool: str = "0.1.0") -> Path:
    """The file with such a payload."""
    save_envelope(path, "statistics", 1, dict(payload), tool=tool)
    return path
