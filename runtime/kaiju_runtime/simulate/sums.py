"""Outcomes added up: counts under paths of names, and the games that were lost.

A path says what is counted: ``("cards", key, "bought")``, ``("turns", 12)``. So parts are added to a whole without
knowing what they hold, and nothing grows with the number of games but the list of the lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from kaiju_runtime.simulate.outcome import NOBODY, Lost, Outcome, Pair, Result

Path = tuple[Any, ...]


@dataclass
class Sums:
    """What some results come to."""

    counts: Counter[Path] = field(default_factory=Counter)
    lost: list[Lost] = field(default_factory=list)
    jobs: int = 0
    """How many jobs there are results of."""

    def fold(self, result: Result) -> None:
        """Adds the result of one job."""
        self.jobs += 1
        if isinstance(result, Lost):
            self.lost.append(result)
        elif isinstance(result, Pair):
            self.counts.update(paths_of_pair(result))
        else:
            self.counts.update(paths_of(result))
            self.add_money(result)

    def add_money(self, outcome: Outcome) -> None:
        for each in outcome.bought:
            self.counts["cards", each.card, "price"] += each.price

    def add(self, other: Sums) -> None:
        """Adds the sums of another part."""
        self.jobs += other.jobs
        self.counts.update(other.counts)
        self.lost += other.lost


def paths_of(outcome: Outcome) -> Iterable[Path]:
    """What one game is counted under."""
    winner, job = outcome.winner, outcome.job
    yield ("games",)
    yield "victories", outcome.victory
    yield "turns", outcome.turns
    yield "decisions", outcome.decisions
    yield "changes", outcome.changes
    if winner == NOBODY:
        yield ("ties",)
    else:
        yield "first", "games"
        if winner == outcome.first:
            yield "first", "wins"
    for seat, (monster, bot) in enumerate(zip(job.monsters, job.bots, strict=True)):
        for number in ("games", "wins") if seat == winner else ("games",):
            yield "seats", seat, bot, number
            yield "bots", bot, number
            yield "monsters", monster, seat, number
    for one, other in combinations(range(len(job.monsters)), 2):
        pair = job.monsters[one], job.monsters[other]
        yield "pairs", *pair, "games"
        if winner in (one, other):
            yield "pairs", *pair, "first" if winner == one else "second"
    for tenth, leader in enumerate(outcome.leaders):
        if NOBODY not in (leader, winner):
            yield "lead", tenth, "games"
            if leader == winner:
                yield "lead", tenth, "leader_won"
    yield from paths_of_cards(outcome)


def paths_of_cards(outcome: Outcome) -> Iterable[Path]:
    buyers: dict[str, set[int]] = {}
    for each in outcome.bought:
        buyers.setdefault(each.card, set()).add(each.seat)
        yield "cards", each.card, "bought"
        yield "cards", each.card, "turns", each.turn
    for card in outcome.offered | buyers.keys():
        yield "cards", card, "offered"
    for card, seats in buyers.items():
        yield "cards", card, "games"
        if outcome.winner in seats:
            yield "cards", card, "wins"


def paths_of_pair(pair: Pair) -> Iterable[Path]:
    names = {(True, True): "both", (True, False): "with", (False, True): "without", (False, False): "neither"}
    yield "trials", pair.job.trial, "pairs"
    yield "trials", pair.job.trial, names[pair.with_it, pair.without]
