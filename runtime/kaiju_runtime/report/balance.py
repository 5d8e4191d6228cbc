"""How balanced a game is: rates with their intervals, from the statistics of many games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kaiju_runtime.report.cards import Cards, cards_of
from kaiju_runtime.report.cast import Cast
from kaiju_runtime.report.rates import WHOLE, Rate, Spread, rate, spread
from kaiju_runtime.report.statistics_file import Statistics
from kaiju_runtime.report.verdicts import EVEN, Band, Verdict, band_around


@dataclass(frozen=True)
class Entry:
    """A rate that a designer looks at."""

    key: str
    name: str
    rate: Rate
    verdict: Verdict = "within"


@dataclass(frozen=True)
class Monster:
    """A monster: how often it wins, and from which seat."""

    key: str
    name: str
    rate: Rate
    verdict: Verdict
    seats: tuple[Rate, ...]


@dataclass(frozen=True)
class Pair:
    """Two monsters at one table: how often the first of them won of the games that one of the two has won."""

    first: str
    second: str
    names: tuple[str, str]
    games: int
    """All games in which both sat at the table."""
    rate: Rate
    verdict: Verdict


@dataclass(frozen=True)
class Balance:
    """Everything that a report says, before it is put into words."""

    statistics: Statistics = field(repr=False)
    cast: Cast = field(repr=False)
    fair: int
    """The rate of wins that each would have if all were equal and no game a tie, in hundredths of a per cent."""
    band: Band
    """What counts as balanced around it."""
    first: Rate
    """Who begins, in games with a winner."""
    seats: tuple[Entry, ...]
    bots: tuple[Entry, ...]
    monsters: tuple[Monster, ...]
    pairs: tuple[Pair, ...]
    """Without regard to who sits where."""
    ordered: tuple[Pair, ...] = field(repr=False)
    """The first one sits before the second."""
    cards: Cards
    victories: tuple[Entry, ...]
    ties: Rate
    turns: Spread | None
    decisions: Spread | None
    lead: tuple[tuple[int, Rate], ...]
    """For each tenth of a game: how often its leader then has won."""
    changes: Spread | None
    """How often the lead changed."""

    @property
    def games(self) -> int:
        return self.statistics.games

    @property
    def unplayed(self) -> tuple[str, ...]:
        """Keys of the monsters that could have been in a game, and were in none that was finished."""
        chosen = self.statistics.plan["monsters"] or self.cast.monsters
        played = {each.key for each in self.monsters if each.rate.of}
        return tuple(each for each in chosen if each not in played)

    def leader_at(self, tenth: int) -> Rate | None:
        """How often the leader at a tenth of the game has won."""
        return next((each for at, each in self.lead if at == tenth and each.of), None)


def balance_of(statistics: Statistics, cast: Cast) -> Balance:
    """The balance that statistics show. They need not belong to the program that ``cast`` is of."""
    data = statistics.data
    fair = WHOLE // statistics.players
    band = band_around(fair)
    return Balance(
        statistics,
        cast,
        fair,
        band,
        rate(data["first"]["wins"], data["first"]["games"]),
        _seats(data, band),
        tuple(Entry(name, name, rate(each["wins"], each["games"])) for name, each in sorted(data["bots"].items())),
        _monsters(data, cast, band),
        _pairs(data, cast, ordered=False),
        _pairs(data, cast, ordered=True),
        cards_of(data, cast, band),
        _victories(data, cast),
        rate(data["ties"], statistics.games),
        spread(statistics.counts("turns")),
        spread(statistics.counts("decisions")),
        tuple((each["tenth"], rate(each["leader_won"], each["games"])) for each in data["lead"]),
        spread(statistics.counts("changes")),
    )


def _seats(data: Mapping[str, Any], band: Band) -> tuple[Entry, ...]:
    sums: dict[int, list[int]] = {}
    for each in data["seats"]:
        entry = sums.setdefault(each["seat"], [0, 0])
        entry[0] += each["wins"]
        entry[1] += each["games"]
    found = {seat: rate(wins, games) for seat, (wins, games) in sorted(sums.items())}
    return tuple(Entry(str(seat), f"Seat {seat + 1}", each, band.verdict(each)) for seat, each in found.items())


def _monsters(data: Mapping[str, Any], cast: Cast, band: Band) -> tuple[Monster, ...]:
    """The monsters, those that win most first."""
    found = []
    for key, each in data["monsters"].items():
        seats = tuple(rate(wins, games) for games, wins in each["seats"])
        overall = rate(each["wins"], each["games"])
        found.append(Monster(key, cast.name(key), overall, band.verdict(overall), seats))
    return tuple(sorted(found, key=lambda each: (-each.rate.value, each.key)))


def _pairs(data: Mapping[str, Any], cast: Cast, ordered: bool) -> tuple[Pair, ...]:
    sums: dict[tuple[str, str], list[int]] = {}
    for pair in data["pairs"]:
        (one, other), (wins, other_wins) = pair["monsters"], pair["wins"]
        if not ordered and other < one:
            one, other, wins, other_wins = other, one, other_wins, wins
        entry = sums.setdefault((one, other), [0, 0, 0])
        for place, number in enumerate((pair["games"], wins, other_wins)):
            entry[place] += number
    found = []
    for (one, other), (games, wins, other_wins) in sorted(sums.items()):
        share = rate(wins, wins + other_wins)
        found.append(Pair(one, other, (cast.name(one), cast.name(other)), games, share, EVEN.verdict(share)))
    return tuple(found)


def _victories(data: Mapping[str, Any], cast: Cast) -> tuple[Entry, ...]:
    """By which condition games ended, the most usual first."""
    shares = [Entry(key, cast.label(key), rate(times, total)) for key, times, total in _of_all(data["victories"])]
    return tuple(sorted(shares, key=lambda each: (-each.rate.wins, each.key)))


def _of_all(counts: Mapping[str, int]) -> list[tuple[str, int, int]]:
    total = sum(counts.values())
    return [(key, times, total) for key, times in counts.items()]
