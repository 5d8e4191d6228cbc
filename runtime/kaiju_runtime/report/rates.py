"""The mathematics of win rates: intervals, tests, and what is left of them after many comparisons.

* One rate: the score interval of Wilson (1927), method 3 in Newcombe, Stat. Med. 17 (1998) 857-872.
* Two rates: Newcombe's hybrid of two score intervals, method 10 in Stat. Med. 17 (1998) 873-890; the test that Campbell
  recommends, Stat. Med. 26 (2007) 3661-3675: chi squared with N - 1, and Fisher's exact test where numbers are small.
* Two rates of the same games: method 10 in Stat. Med. 17 (1998) 2635-2650.
* Many tests: Holm's step-down method, Scand. J. Statist. 6 (1979) 65-70.

Fractions are reckoned with floats in here; whatever leaves as a ``Rate`` or ``Difference`` is in whole
hundredths of a per cent, so that files hold whole numbers and two machines write the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, exp, lgamma, sqrt
from statistics import NormalDist

Interval = tuple[float, float]

WHOLE = 10_000
"""All of something, in hundredths of a per cent."""
Z95 = NormalDist().inv_cdf(0.975)
SLACK = 1 + 1e-7
"""Probabilities that differ by less are taken for equal, as R does in its exact tests."""


@dataclass(frozen=True)
class Rate:
    """So many of so many; the rate and its 95 % interval in hundredths of a per cent. Of none, all three are 0."""

    wins: int
    of: int
    value: int
    low: int
    high: int

    def clear_above(self, limit: int) -> bool:
        """Whether the whole interval lies above a limit in hundredths of a per cent."""
        return self.of > 0 and self.low > limit

    def clear_below(self, limit: int) -> bool:
        return self.of > 0 and self.high < limit


@dataclass(frozen=True)
class Difference:
    """The difference of two rates with its 95 % interval, in hundredths of a per cent."""

    value: int
    low: int
    high: int

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out that there is none."""
        return self.low > 0 or self.high < 0


def rate(wins: int, of: int) -> Rate:
    """The rate with its interval."""
    if of == 0:
        return Rate(wins, 0, 0, 0, 0)
    low, high = wilson(wins, of)
    return Rate(wins, of, hundredths(wins / of), hundredths(low), hundredths(high))


def hundredths(fraction: float) -> int:
    """A fraction in hundredths of a per cent."""
    return round(fraction * WHOLE)


# --- intervals -----------------------------------------------------------------------------------


def wilson(wins: int, of: int, z: float = Z95) -> Interval:
    """The score interval of a rate of one or more."""
    share, square = wins / of, z * z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = z * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return (0.0 if wins == 0 else middle - half), (1.0 if wins == of else middle + half)


def newcombe(wins: int, of: int, other_wins: int, other_of: int, z: float = Z95) -> Interval:
    """The interval of ``wins / of - other_wins / other_of``, from games that have nothing to do with each other."""
    return _squared_and_added(wins, of, other_wins, other_of, 0.0, z)


def newcombe_paired(both: int, first: int, second: int, neither: int, z: float = Z95) -> Interval:
    """The interval of the first rate less the second, each over the same games.

    ``first``: games that were won only in the first way; ``second``: only in the second.
    """
    of = both + first + second + neither
    product = (both + first) * (second + neither) * (both + second) * (first + neither)
    cross: float = both * neither - first * second
    if cross > 0:
        cross = max(cross - of / 2, 0.0)  # corrected for continuity, never beyond no correlation
    phi = cross / sqrt(product) if product else 0.0
    return _squared_and_added(both + first, of, both + second, of, phi, z)


def _squared_and_added(wins: int, of: int, other_wins: int, other_of: int, phi: float, z: float) -> Interval:
    here, there = wins / of, other_wins / other_of
    low, high = wilson(wins, of, z)
    other_low, other_high = wilson(other_wins, other_of, z)
    down, up, other_down, other_up = here - low, high - here, there - other_low, other_high - there
    below = sqrt(max(0.0, down * down - 2 * phi * down * other_up + other_up * other_up))
    above = sqrt(max(0.0, up * up - 2 * phi * up * other_down + other_down * other_down))
    return max(-1.0, here - there - below), min(1.0, here - there + above)


def difference(now: Rate, before: Rate) -> Difference:
    """What was added to a rate; both must be of one game or more."""
    low, high = newcombe(now.wins, now.of, before.wins, before.of)
    value = now.wins / now.of - before.wins / before.of
    return Difference(hundredths(value), hundredths(low), hundredths(high))


def paired_difference(both: int, first: int, second: int, neither: int) -> Difference:
    """The first rate less the second over the same games, of which there must be one or more."""
    low, high = newcombe_paired(both, first, second, neither)
    value = (first - second) / (both + first + second + neither)
    return Difference(hundredths(value), hundredths(low), hundredths(high))


def paired_variance(pairs: int, first: int, second: int) -> float:
    """The variance of a difference over the same games; half a game is added to either side: none is certain."""
    pairs, one, other = pairs + 1, first + 0.5, second + 0.5
    return (one + other - (one - other) ** 2 / pairs) / pairs**2


# --- tests ---------------------------------------------------------------------------------------


def equal_rates(wins: int, of: int, other_wins: int, other_of: int) -> float:
    """How probable it is that two equal rates look at least as different as these, two-sided; each of one or more."""
    everything, all_wins = of + other_of, wins + other_wins
    losses = everything - all_wins
    if min(of, other_of) * min(all_wins, losses) < everything:  # a number below 1 is expected in one of the four cells
        return fisher(wins, of, other_wins, other_of)
    cross = wins * (other_of - other_wins) - other_wins * (of - wins)
    return normal(abs(cross) * sqrt((everything - 1) / (of * other_of) / (all_wins * losses)))


def fisher(wins: int, of: int, other_wins: int, other_of: int) -> float:
    """The same by Fisher's exact test: the sum over all tables that are no more probable than this one."""
    all_wins, everything = wins + other_wins, of + other_of
    least, most = max(0, all_wins - other_of), min(of, all_wins)
    constant = _choose(everything, all_wins)
    found = [exp(_choose(of, each) + _choose(other_of, all_wins - each) - constant) for each in range(least, most + 1)]
    limit = found[wins - least] * SLACK
    return min(1.0, sum(each for each in found if each <= limit))


def normal(deviation: float) -> float:
    """How probable it is to be so many standard deviations or more off, to either side."""
    return erfc(abs(deviation) / sqrt(2))


def holm(found: Sequence[float]) -> list[float]:
    """The probabilities after Holm: so that among all of them one false alarm or more has the probability given."""
    order = sorted(range(len(found)), key=lambda place: found[place])
    adjusted, highest = [0.0] * len(found), 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(found) - rank) * found[place]))
        adjusted[place] = highest
    return adjusted


def bonferroni(comparisons: int) -> float:
    """How many standard deviations an interval must reach so that all of so many hold together at 95 %."""
    return NormalDist().inv_cdf(1 - 0.025 / max(1, comparisons))


def _choose(of: int, some: int) -> float:
    """The logarithm of the number of ways to choose some of a number."""
    return lgamma(of + 1) - lgamma(some + 1) - lgamma(of - some + 1)


# --- whole numbers by how often they occur ---------------------------------------------------------


@dataclass(frozen=True)
class Spread:
    """How a whole number is spread over games; the averages in hundredths."""

    games: int
    mean: int
    error: int
    """Standard error of the mean."""
    low: int
    quarter: int
    middle: int
    three_quarters: int
    high: int


def spread(counts: Mapping[int, int]) -> Spread | None:
    """The spread of a number, from how often each value occurred; ``None`` if none did."""
    games = sum(counts.values())
    if games == 0:
        return None
    values = sorted(value for value, times in counts.items() if times)
    mean = sum(value * counts[value] for value in values) / games
    squares = sum(counts[value] * (value - mean) ** 2 for value in values)
    error = sqrt(squares / max(1, games - 1) / games)

    def part(hundredth: int) -> int:
        seen = 0
        for value in values:
            seen += counts[value]
            if seen * 100 >= games * hundredth:
                return value
        return values[-1]

    quarters = (part(25), part(50), part(75))
    return Spread(games, round(mean * 100), round(error * 100), values[0], *quarters, values[-1])


MOST_BARS = 60


@dataclass(frozen=True)
class Bins:
    """A number in bars of so many values each; each bar by its first value."""

    wide: int
    games: Mapping[int, int]


def bins(counts: Mapping[int, int]) -> Bins:
    """How often a number occurred, in as few bars as can be told apart. There must be a value."""
    first, last = min(counts), max(counts)
    wide = 1 + (last - first) // MOST_BARS
    games: dict[int, int] = {}
    for value, times in sorted(counts.items()):
        bar = first + (value - first) // wide * wide
        games[bar] = games.get(bar, 0) + times
    return Bins(wide, games)
