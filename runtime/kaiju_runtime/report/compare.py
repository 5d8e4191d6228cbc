"""Two statistics of one game side by side: what has changed beyond noise, and what has changed too much.

Every number that both have is tested: two rates by ``equal_rates``, gains and averages by the normal
distribution of their difference. So many tests would give false alarms by chance alone; therefore their
probabilities are adjusted by Holm's method, and a change counts as real if its adjusted probability is below 5 %:
the chance that anything at all is listed though nothing has changed is at most 1 in 20.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import sqrt
from types import MappingProxyType

from kaiju_runtime.report.balance import Balance
from kaiju_runtime.report.rates import (
    WHOLE,
    Z95,
    Difference,
    Rate,
    Spread,
    bonferroni,
    difference,
    equal_rates,
    holm,
    hundredths,
    normal,
)
from kaiju_runtime.report.statistics_file import Statistics
from kaiju_runtime.stops import KaijuError

THRESHOLDS: Mapping[str, str] = MappingProxyType(
    {
        "win-rate": "points by which monsters, pairs of them and who begins win more or less",
        "cards": "points by which buyers of a card win more or less, and of what a card brings by its trials",
        "bought": "points of the share of games in which a card is bought",
        "victories": "points of the share of games that end by a condition",
        "length": "per cent of the average turns and decisions of a game",
    }
)
"""The names of thresholds, and what is held against each."""

FALSE_ALARMS = 0.05
POWER = 0.8416
"""Standard deviations beyond the limit at which four changes of five are seen."""

Value = Rate | Difference | int
"""A rate, a gain, or an average in hundredths."""


@dataclass(frozen=True)
class Change:
    """One number before and now."""

    threshold: str
    """The name of the threshold that is held against it."""
    key: str
    """What it is about: the same in all files."""
    what: str
    before: Value
    now: Value
    change: Difference
    chance: float
    """How probable a change like this is if nothing has changed; adjusted once all are known."""

    @property
    def real(self) -> bool:
        return self.chance < FALSE_ALARMS


@dataclass(frozen=True)
class Comparison:
    """What has changed between two statistics."""

    before: Statistics = field(repr=False)
    now: Statistics = field(repr=False)
    changes: tuple[Change, ...] = field(repr=False)
    """Every comparison, the surest first."""
    thresholds: Mapping[str, int]
    """By name, in hundredths."""
    notes: tuple[str, ...]
    seen: int
    """A change of the win rate of a monster by so many hundredths of points would be seen four times of five."""

    @property
    def real(self) -> list[Change]:
        """What has changed beyond noise."""
        return [each for each in self.changes if each.real]

    def over(self, change: Change) -> bool:
        """Whether a change is real and larger than its threshold, if it has one."""
        limit = self.thresholds.get(change.threshold)
        return limit is not None and change.real and abs(change.change.value) > limit

    @property
    def exceeded(self) -> list[Change]:
        return [each for each in self.changes if self.over(each)]


def threshold_of(text: str) -> tuple[str, int]:
    """Name and hundredths of ``win-rate=5`` or ``length=7.5``. Raises ``ValueError`` with what is wrong."""
    name, _, number = text.partition("=")
    if name not in THRESHOLDS:
        raise ValueError(f"there is no threshold '{name}'; there are {', '.join(THRESHOLDS)}")
    whole, point, part = number.partition(".")
    if not (whole.isascii() and whole.isdigit()) or (point and not (part.isascii() and part.isdigit())):
        raise ValueError(f"'{text}' is no threshold: a number from 0 on is wanted behind the name, as in {name}=5")
    if len(whole) > 4 or len(part) > 2:
        raise ValueError(f"'{text}' is no threshold: at most four digits and two behind the point are wanted")
    return name, int(whole) * 100 + int(part.ljust(2, "0"))


def compare(before: Balance, now: Balance, thresholds: Mapping[str, int] | None = None) -> Comparison:
    """What has changed. Raises :class:`KaijuError` if the two are not of one mode and one number of players."""
    one, other = before.statistics, now.statistics
    check_mode(one.mode, other.mode)
    if one.players != other.players:
        raise _not_comparable(f"the baseline is of {one.players} players, and the games are of {other.players}")
    found = list(_compared(before, now))
    adjusted = holm([each.chance for each in found])
    changes = [replace(each, chance=chance) for each, chance in zip(found, adjusted, strict=True)]
    changes.sort(key=lambda each: (each.chance, -abs(each.change.value), each.key))
    seen = _seen(before, now, len(found))
    return Comparison(one, other, tuple(changes), dict(thresholds or {}), tuple(_notes(before, now)), seen)


def check_mode(baseline: str, mode: str) -> None:
    """Raises :class:`KaijuError` if a baseline is of another mode."""
    if baseline != mode:
        raise _not_comparable(f"the baseline is of '{baseline}', and the games are of '{mode}'")


def _not_comparable(message: str) -> KaijuError:
    return KaijuError("statistics-not-comparable", message, "Choose a baseline of the same mode and number of players.")


def _notes(before: Balance, now: Balance) -> Iterator[str]:
    """What the two differ in, besides what is compared."""
    one, other = before.statistics, now.statistics
    if one.program != other.program:
        versions = f"{one.program[:12]}, now {other.program[:12]}"
        yield f"the baseline was played with another version of the program ({versions})"
    for name in ("bots", "options", "monsters"):
        if one.plan[name] != other.plan[name]:
            yield f"the {name} are others than those of the baseline, so that a change may come from them"
    old, new = ({each.key for each in balance.cards} for balance in (before, now))
    if new - old:
        yield f"new since the baseline: {', '.join(sorted(map(now.cast.name, new - old)))}"
    if old - new:
        yield f"no longer there: {', '.join(sorted(map(before.cast.name, old - new)))}"


def _seen(before: Balance, now: Balance, comparisons: int) -> int:
    """The change of the win rate of a usual monster that would be seen four times of five."""
    numbers = []
    for balance in (before, now):
        games = sorted(each.rate.of for each in balance.monsters if each.rate.of)
        numbers.append(games[len(games) // 2] if games else balance.games)
    if not all(numbers):
        return WHOLE
    error = sqrt(sum(0.25 / number for number in numbers))
    return min(WHOLE, hundredths((bonferroni(comparisons) + POWER) * error))


# --- comparisons ---------------------------------------------------------------------------------


def _compared(before: Balance, now: Balance) -> Iterator[Change]:
    """All comparisons, with their probabilities as they are."""
    yield from _rates("win-rate", _win_rates(before), _win_rates(now))
    yield from _rates("cards", _buyers(before), _buyers(now))
    yield from _rates("bought", _bought(before), _bought(now))
    yield from _rates("victories", _endings(before), _endings(now))
    yield from _gains(before, now)
    for key, what in (("turns", "Turns of a game"), ("decisions", "Decisions of a game")):
        yield from _averages(key, what, getattr(before, key), getattr(now, key))


def _win_rates(balance: Balance) -> dict[str, tuple[str, Rate]]:
    found = {f"monster {each.key}": (f"{each.name} wins", each.rate) for each in balance.monsters}
    found |= {
        f"pair {each.first} {each.second}": (f"{each.names[0]} beats {each.names[1]}", each.rate)
        for each in balance.pairs
    }
    return found | {"first": ("Who begins wins", balance.first)}


def _buyers(balance: Balance) -> dict[str, tuple[str, Rate]]:
    return {f"card {each.key}": (f"Who buys {each.name} wins", each.buyers) for each in balance.cards}


def _bought(balance: Balance) -> dict[str, tuple[str, Rate]]:
    return {f"bought {each.key}": (f"{each.name} is bought", each.bought) for each in balance.cards}


def _endings(balance: Balance) -> dict[str, tuple[str, Rate]]:
    return {
        **{f"victory {each.key}": (f"Ends by: {each.name}", each.rate) for each in balance.victories},
        "ties": ("Ends without a single winner", balance.ties),
    }


Named = Mapping[str, tuple[str, Rate]]


def _rates(threshold: str, before: Named, now: Named) -> Iterator[Change]:
    for key, (what, new) in now.items():
        if key in before and new.of and before[key][1].of:
            old = before[key][1]
            chance = equal_rates(new.wins, new.of, old.wins, old.of)
            yield Change(threshold, key, what, old, new, difference(new, old), chance)


def _gains(before: Balance, now: Balance) -> Iterator[Change]:
    for each in now.cards:
        other = before.cards.find(each.key)
        if other is None or each.trial is None or other.trial is None:
            continue
        change = each.trial.share - other.trial.share
        error = sqrt(each.trial.variance + other.trial.variance)
        key, what = f"gain {each.key}", f"{each.name} brings"
        yield _by_deviation("cards", key, what, other.trial.gain, each.trial.gain, change, error)


def _averages(key: str, what: str, before: Spread | None, now: Spread | None) -> Iterator[Change]:
    if before is None or now is None or not before.mean:
        return
    change = (now.mean - before.mean) / before.mean
    error = sqrt(before.error**2 + now.error**2) / before.mean
    yield _by_deviation("length", key, what, before.mean, now.mean, change, error)


def _by_deviation(
    threshold: str, key: str, what: str, before: Value, now: Value, change: float, error: float
) -> Change:
    """A change that is compared with its standard error; where that is nothing, any change is certain."""
    chance = normal(change / error) if error else float(change == 0)
    values = (hundredths(each) for each in (change, change - Z95 * error, change + Z95 * error))
    return Change(threshold, key, what, before, now, Difference(*values), chance)
