"""What each card is worth: bought how often, won with how often, and what it brings when it is given for nothing.

Buyers are no random players: who can buy is ahead. Therefore a card has two measures here. *Buyers win* is the
rate of wins of those who bought it, as it is. The *gain* is the causal one, from trials: the same game, with
the same seed, once with the card given to a seat at the start and once without it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt
from typing import Any

from kaiju_runtime.report.cast import Cast
from kaiju_runtime.report.prices import Hint, Point, hints
from kaiju_runtime.report.rates import (
    Difference,
    Rate,
    Spread,
    bonferroni,
    newcombe_paired,
    paired_difference,
    paired_variance,
    rate,
    spread,
    wilson,
)
from kaiju_runtime.report.verdicts import Band, Verdict


@dataclass(frozen=True)
class Trial:
    """What a card brings: the same games with and without it."""

    pairs: int
    outcomes: tuple[int, int, int, int]
    """Won both ways, only with the card, only without it, neither way."""
    with_it: Rate
    without: Rate
    gain: Difference

    @property
    def share(self) -> float:
        """The gain as a share of games, not rounded."""
        _, only_with, only_without, _ = self.outcomes
        return (only_with - only_without) / self.pairs

    @property
    def variance(self) -> float:
        """Of that share."""
        return paired_variance(self.pairs, *self.outcomes[1:3])


@dataclass(frozen=True)
class Card:
    """One card that can be bought."""

    key: str
    name: str
    price: int | None
    """As it is printed."""
    offered: Rate
    """Games in which it could be bought, of all."""
    bought: Rate
    """Games in which somebody bought it, of those in which it could be."""
    times: int
    """How often it was bought in all."""
    paid: int
    """What was paid for it on the average, in hundredths."""
    when: Spread | None
    """The turns of the game in which it was bought."""
    buyers: Rate
    """How often a buyer won, of the games in which there was one."""
    verdict: Verdict
    trial: Trial | None
    dominated: str = ""
    """The key of a card that costs no more and is clearly better."""
    hint: Hint | None = None


@dataclass(frozen=True)
class Cards:
    """All cards that can be bought, by name."""

    all: tuple[Card, ...] = field(repr=False)
    average: Rate
    """How often buyers win, over all cards."""
    why_no_hints: str
    """Why there are no hints on prices; empty if there are."""

    def __iter__(self) -> Iterator[Card]:
        return iter(self.all)

    def find(self, key: str) -> Card | None:
        return self._by_key.get(key)

    @cached_property
    def _by_key(self) -> dict[str, Card]:
        return {each.key: each for each in self.all}

    @property
    def never_offered(self) -> list[Card]:
        return [each for each in self.all if not each.offered.wins and not each.times]

    @property
    def never_bought(self) -> list[Card]:
        """Could be bought, and was not."""
        return [each for each in self.all if each.offered.wins and not each.times]

    @property
    def dominated(self) -> list[Card]:
        return [each for each in self.all if each.dominated]

    @property
    def tried(self) -> list[Card]:
        """Those with trials, the most gainful first."""
        found = [(each.trial.gain.value, each) for each in self.all if each.trial is not None]
        return [each for _, each in sorted(found, key=lambda pair: (-pair[0], pair[1].key))]


def cards_of(data: Mapping[str, Any], cast: Cast, band: Band) -> Cards:
    """The cards of statistics, with what can be said about them."""
    found = [
        _card(key, each, data["trials"].get(key), data["games"], cast, band) for key, each in data["cards"].items()
    ]
    found.sort(key=lambda each: (each.name.casefold(), each.key))
    found = _with_dominators(found)
    points = [
        Point(each.key, each.price, *each.trial.outcomes) for each in found if each.trial and each.price is not None
    ]
    hinted, why = hints(points)
    cards = tuple(replace(each, hint=hinted.get(each.key)) for each in found)
    average = rate(sum(each.buyers.wins for each in cards), sum(each.buyers.of for each in cards))
    return Cards(cards, average, why)


def _card(
    key: str, sums: Mapping[str, Any], trial: Mapping[str, int] | None, games: int, cast: Cast, band: Band
) -> Card:
    could = max(sums["offered"], sums["games"])
    buyers = rate(sums["wins"], sums["games"])
    return Card(
        key,
        cast.name(key),
        cast.prices.get(key),
        rate(min(could, games), games),
        rate(sums["games"], could),
        sums["bought"],
        round(100 * sums["price"] / sums["bought"]) if sums["bought"] else 0,
        spread({int(turn): times for turn, times in sums["turns"].items()}),
        buyers,
        band.verdict(buyers),
        _trial(trial) if trial is not None and trial["pairs"] else None,
    )


def _trial(found: Mapping[str, int]) -> Trial:
    outcomes = (found["both"], found["with"], found["without"], found["neither"])
    both, only_with, only_without, _ = outcomes
    pairs = found["pairs"]
    return Trial(
        pairs, outcomes, rate(both + only_with, pairs), rate(both + only_without, pairs), paired_difference(*outcomes)
    )


# --- dominated cards -----------------------------------------------------------------------------

Known = tuple[float, float, float]
"""An estimate with its interval."""


@dataclass(frozen=True)
class _Judged:
    """A card for comparisons, with intervals that hold for all comparisons together."""

    card: Card
    gain: Known | None
    bought: Known | None
    buyers: Known | None


def _with_dominators(cards: Sequence[Card]) -> list[Card]:
    """The cards, each with the one that dominates it most, if any does.

    A card dominates another if it costs no more and is clearly better, at 95 % for all comparisons together
    (Bonferroni). Better is the one with the higher gain where both were tried; else the one that is bought in
    a larger share of games *and* wins more of them.
    """
    priced = [each for each in cards if each.price is not None]
    costs = sorted(each.price for each in priced if each.price is not None)
    z = bonferroni(sum(bisect_right(costs, cost) - 1 for cost in costs))
    judged = [_judged(each, z) for each in priced]
    found: dict[str, tuple[float, str]] = {}
    for worse in judged:
        for better in judged:
            if worse is not better and (better.card.price or 0) <= (worse.card.price or 0):
                by = _better_by(better, worse)
                if by > found.get(worse.card.key, (0.0, ""))[0]:
                    found[worse.card.key] = (by, better.card.key)
    return [replace(each, dominated=found.get(each.key, (0.0, ""))[1]) for each in cards]


def _judged(card: Card, z: float) -> _Judged:
    gain = None
    if card.trial is not None:
        gain = (card.trial.share, *newcombe_paired(*card.trial.outcomes, z))
    return _Judged(card, gain, _known(card.bought, z), _known(card.buyers, z))


def _known(found: Rate, z: float) -> Known | None:
    return (found.wins / found.of, *wilson(found.wins, found.of, z)) if found.of else None


def _better_by(better: _Judged, worse: _Judged) -> float:
    """By how much one card is certainly better than another, as a share of games; 0 or less if that is not certain."""
    if better.gain is not None and worse.gain is not None:
        return _surely_more(better.gain, worse.gain)
    if better.bought is None or worse.bought is None or better.buyers is None or worse.buyers is None:
        return 0.0
    return min(_surely_more(better.bought, worse.bought), _surely_more(better.buyers, worse.buyers))


def _surely_more(one: Known, other: Known) -> float:
    """The lower end of the difference, by squaring and adding as Newcombe does."""
    return one[0] - other[0] - sqrt((one[0] - one[1]) ** 2 + (other[2] - other[0]) ** 2)
