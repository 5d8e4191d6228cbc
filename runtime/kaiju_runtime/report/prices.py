"""Hints on prices: what a card would have to cost to be worth as much as other cards of that price.

How it is reckoned. A trial says what a card brings when it is given for nothing: its *gain*, in points of the
rate of wins. Dear cards should bring more. Through the gains of all *other* tried cards over their printed
prices goes the straight line of weighted least squares (weights: one over the variance of each gain). Its slope is
what one unit of price is worth. The price at which that line has the gain of the card is the hint: paid for
at that price, the card would be in the middle of the set. Its 95 % interval holds the uncertainty of the card's
own gain and of the line (delta method); where the other cards scatter more about their line than chance alone
would have them, the uncertainty of the line is enlarged by that scatter.

It says nothing about a set that is too strong or too weak as a whole: the set is its own measure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from kaiju_runtime.report.rates import Z95, paired_variance

FEWEST_CARDS, FEWEST_PRICES = 6, 3
DEAREST = 999
"""Hints are cut off here; nobody reads further."""


@dataclass(frozen=True)
class Point:
    """A tried card: its price, and the outcomes of its trial."""

    key: str
    price: int
    both: int
    only_with: int
    only_without: int
    neither: int

    @property
    def pairs(self) -> int:
        return self.both + self.only_with + self.only_without + self.neither

    @property
    def gain(self) -> float:
        return (self.only_with - self.only_without) / self.pairs

    @property
    def variance(self) -> float:
        return paired_variance(self.pairs, self.only_with, self.only_without)


@dataclass(frozen=True)
class Hint:
    """The price at which a card would be in the middle, with its 95 % interval; whole, the interval outwards."""

    price: int
    low: int
    high: int
    printed: int

    @property
    def change(self) -> int:
        """What to add to the printed price; 0 where that lies in the interval."""
        return 0 if self.low <= self.printed <= self.high else self.price - self.printed


@dataclass(frozen=True)
class Line:
    """A line through gains over prices, with the variances of its parts."""

    middle: float
    """The weighted average of the prices, where height and slope are independent."""
    height: float
    slope: float
    height_variance: float
    slope_variance: float

    def at(self, price: float) -> float:
        return self.height + self.slope * (price - self.middle)

    @property
    def rises(self) -> bool:
        """Whether dearer cards bring more, beyond chance."""
        return self.slope > Z95 * sqrt(self.slope_variance)


def hints(points: Sequence[Point]) -> tuple[dict[str, Hint], str]:
    """A hint for each tried card by key; or none, and the reason why."""
    if not points:
        return {}, "no card was tried: prices can only be judged by trials"
    if len(points) < FEWEST_CARDS or len({each.price for each in points}) < FEWEST_PRICES:
        return {}, f"at least {FEWEST_CARDS} cards of {FEWEST_PRICES} different prices have to be tried"
    if not line_through(points).rises:
        return {}, "cards that cost more do not bring clearly more, so that gains say nothing about prices"
    found = {each.key: hint(each, [other for other in points if other is not each]) for each in points}
    return {key: each for key, each in found.items() if each is not None}, ""


def line_through(points: Sequence[Point]) -> Line:
    """The line of weighted least squares. Points of one price only make a level line."""
    weights = [1 / each.variance for each in points]
    total = sum(weights)
    middle = sum(weight * each.price for weight, each in zip(weights, points, strict=True)) / total
    height = sum(weight * each.gain for weight, each in zip(weights, points, strict=True)) / total
    width = sum(weight * (each.price - middle) ** 2 for weight, each in zip(weights, points, strict=True))
    if width == 0:
        return Line(middle, height, 0.0, 1 / total, 0.0)
    slope = (
        sum(weight * (each.price - middle) * each.gain for weight, each in zip(weights, points, strict=True)) / width
    )
    line = Line(middle, height, slope, 0.0, 0.0)
    off = sum(weight * (each.gain - line.at(each.price)) ** 2 for weight, each in zip(weights, points, strict=True))
    scatter = max(1.0, off / max(1, len(points) - 2))
    return Line(middle, height, slope, scatter / total, scatter / width)


def hint(card: Point, others: Sequence[Point]) -> Hint | None:
    """The price at which the line through the others has the gain of the card; none where that line does not rise."""
    line = line_through(others)
    if not line.rises:
        return None
    away = (card.gain - line.height) / line.slope
    variance = (card.variance + line.height_variance + away * away * line.slope_variance) / line.slope**2
    price, half = line.middle + away, Z95 * sqrt(variance)
    return Hint(_whole(price), _whole(price - half, -1), _whole(price + half, 1), card.price)


def _whole(price: float, outward: int = 0) -> int:
    """A whole price, not below 0, rounded to the next one or outwards."""
    whole = round(price) if outward == 0 else int(price // 1) + (1 if outward > 0 and price % 1 else 0)
    return max(0, min(DEAREST, whole))
