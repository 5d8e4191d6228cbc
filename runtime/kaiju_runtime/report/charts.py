"""The charts of a report: drawn by matplotlib (the extra ``report``).

Each is drawn from whole numbers of the balance. Texts stay texts, so that they can be searched and read out;
every number in a chart stands in a table as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kaiju_runtime.report.balance import Balance
from kaiju_runtime.report.cards import Card
from kaiju_runtime.report.paint import ABOVE, BELOW, MAIN, SHADE, SOFT, Paint, colour_of, scale_of
from kaiju_runtime.report.prices import Point, line_through
from kaiju_runtime.report.rates import WHOLE, Difference, Rate, bins
from kaiju_runtime.report.verdicts import Band, Verdict
from kaiju_runtime.report.words import points_text, rate_text, tenths

MOST_ROWS = 120


@dataclass(frozen=True)
class Chart:
    """A chart that can be drawn."""

    id: str
    table: str
    """The table that it belongs to."""
    title: str
    about: str
    """What it shows, for who cannot see it."""
    draw: Callable[[Paint], Any]
    """Draws on a new figure and returns it."""


@dataclass(frozen=True)
class Whisker:
    """An estimate with its interval, beside a name."""

    name: str
    value: int
    low: int
    high: int
    text: str
    verdict: Verdict = "within"


def charts(balance: Balance) -> Iterator[Chart]:
    """The charts that have something to show."""
    monsters = [_rated(each.name, each.rate, each.verdict) for each in balance.monsters if each.rate.of]
    if monsters:
        about = "Win rate of each monster with its interval, and the band that is balanced."
        yield _whisker_chart("monsters", "monsters", "How often each monster wins", about, monsters, balance.band)
    if any(each.rate.of for each in balance.ordered):
        yield Chart(
            "pairs",
            "pairs",
            "Who beats whom, by seat",
            "Squares: how often the monster of the row wins against that of the column when it sits before it.",
            lambda paint: _matrix(paint, balance),
        )
    bought = sorted((each for each in balance.cards if each.buyers.of), key=lambda each: (-each.buyers.value, each.key))
    if bought:
        rows = [_rated(each.name, each.buyers, each.verdict) for each in bought]
        about = "Win rate of who bought each card with its interval, and the band that is balanced."
        yield _whisker_chart("cards", "cards", "How often buyers of each card win", about, rows, balance.band)
    tried = balance.cards.tried
    if tried:
        about = "Gain of each tried card in points with its interval."
        rows = [_gained(each) for each in tried if each.trial is not None]
        yield _whisker_chart("gains", "trials", "What each card brings, in points", about, rows, None)
        points = _points(tried)
        if len({each.price for each in points}) > 1:
            about = "Gains of the tried cards over their prices, with the line through them."
            yield Chart("prices", "trials", "Gain and price", about, lambda paint: _prices(paint, balance, points))
    yield from _course(balance)


def _course(balance: Balance) -> Iterator[Chart]:
    if balance.games and balance.victories:
        rows = [_rated(each.name, each.rate) for each in balance.victories]
        about = "Share of the games that ended by each condition, with its interval."
        yield _whisker_chart("victories", "victories", "How games end", about, rows, None)
    if balance.turns is not None:
        about = f"Histogram of the turns of a game; the middle is {balance.turns.middle}."
        yield Chart("turns", "course", "How many turns games take", about, lambda paint: _histogram(paint, balance))
    if any(each.of for _, each in balance.lead):
        about = "How often the leader at each tenth of the game has won, with intervals."
        yield Chart("lead", "lead", "How often the leader wins", about, lambda paint: _lead(paint, balance))


def _rated(name: str, found: Rate, verdict: Verdict = "within") -> Whisker:
    return Whisker(name, found.value, found.low, found.high, rate_text(found), verdict)


def _gained(card: Card) -> Whisker:
    gain: Difference = card.trial.gain if card.trial is not None else Difference(0, 0, 0)
    verdict: Verdict = "clear above" if gain.low > 0 else "clear below" if gain.high < 0 else "within"
    return Whisker(card.name, gain.value, gain.low, gain.high, points_text(gain), verdict)


def _points(tried: Sequence[Card]) -> list[Point]:
    return [
        Point(each.key, each.price, *each.trial.outcomes)
        for each in tried
        if each.trial is not None and each.price is not None
    ]


# --- drawing -------------------------------------------------------------------------------------


def _whisker_chart(
    identity: str, table: str, title: str, about: str, rows: Sequence[Whisker], band: Band | None
) -> Chart:
    """A chart with a row for each; of too many only the first and the last, which are the highest and lowest."""
    if len(rows) > MOST_ROWS:
        half = MOST_ROWS // 2
        about += f" Shown are the {half} highest and the {half} lowest of {len(rows):,}."
        rows = [*rows[:half], *rows[-half:]]
    return Chart(identity, table, title, about, lambda paint: _whiskers(paint, title, rows, band))


def _whiskers(paint: Paint, title: str, rows: Sequence[Whisker], band: Band | None) -> Any:
    """One row for each: a dot, its interval, and both in words."""
    figure, axes = paint.figure(title, 8.4, 1.1 + 0.27 * len(rows))
    ends = (0,) if band is None else (band.low, band.high)
    low, high = scale_of([*(each.low for each in rows), *(each.high for each in rows), *ends])
    if band is not None:
        axes.axvspan(band.low / 100, band.high / 100, color=SHADE, zorder=0)
    if low < 0:
        axes.axvline(0, color=SOFT, linewidth=1, zorder=1)
    for place, each in enumerate(rows):
        colour, shape = colour_of(each.verdict)
        axes.plot((each.low / 100, each.high / 100), (place, place), color=colour, linewidth=2, zorder=2)
        axes.plot((each.value / 100,), (place,), shape, color=colour, markersize=6.5, zorder=3)
    axes.set_yticks(range(len(rows)), [each.name for each in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlim(low, high)
    for place, each in enumerate(rows):
        paint.text(axes, high + (high - low) * 0.02, place, each.text, colour=SOFT)
    return figure


def _matrix(paint: Paint, balance: Balance) -> Any:
    """Who wins against whom: the row sits before the column. Blue for rows that win, orange for those that lose."""
    keys = [each.key for each in balance.monsters]
    names = [each.name for each in balance.monsters]
    size = len(keys)
    figure, axes = paint.figure("Who beats whom: the row sits before the column", 2.6 + 0.62 * size, 2.2 + 0.4 * size)
    for each in balance.ordered:
        if each.first not in keys or each.second not in keys or not each.rate.of:
            continue
        row, column = keys.index(each.first), keys.index(each.second)
        off = (each.rate.value - WHOLE // 2) / (WHOLE // 2)
        colour = ABOVE if off > 0 else BELOW
        most = 0.12 if each.verdict == "too few games" else 0.65
        axes.add_patch(paint.square(column, row, colour, min(most, abs(off) * 1.4)))
        weight = "bold" if each.verdict.startswith("clear") else "normal"
        paint.text(axes, column, row, tenths(each.rate.value), middle=True, weight=weight, size=9)
    axes.set_xticks(range(size), names, rotation=40, ha="right")
    axes.set_yticks(range(size), names)
    axes.set_xlim(-0.5, size - 0.5)
    axes.set_ylim(size - 0.5, -0.5)
    axes.grid(False)
    return figure


def _prices(paint: Paint, balance: Balance, points: Sequence[Point]) -> Any:
    """Gains over prices; named are the cards for which the hint is another price."""
    figure, axes = paint.figure("Gain in points over the printed price", 8.4, 5)
    line = line_through(points)
    ends = min(each.price for each in points), max(each.price for each in points)
    axes.plot(ends, [100 * line.at(price) for price in ends], color=SOFT, linewidth=1.5, linestyle="--", zorder=1)
    for each in points:
        card = balance.cards.find(each.key)
        hint = None if card is None else card.hint
        verdict: Verdict = "within"
        if hint is not None and hint.change:
            verdict = "clear above" if hint.change > 0 else "clear below"
            paint.text(axes, each.price + 0.12, 100 * each.gain, balance.cast.name(each.key), size=9)
        colour, shape = colour_of(verdict)
        axes.plot((each.price,), (100 * each.gain,), shape, color=colour, markersize=6.5, zorder=2)
    axes.set_xlabel("printed price")
    axes.set_ylabel("gain in points")
    axes.margins(x=0.12)
    return figure


def _histogram(paint: Paint, balance: Balance) -> Any:
    figure, axes = paint.figure("Games by their number of turns", 8.4, 3.4)
    found = bins(balance.statistics.counts("turns"))
    middles = [bar + (found.wide - 1) / 2 for bar in found.games]
    axes.bar(middles, list(found.games.values()), width=0.8 * found.wide, color=MAIN, zorder=2)
    axes.yaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("turns")
    axes.set_ylabel("games")
    return figure


def _lead(paint: Paint, balance: Balance) -> Any:
    figure, axes = paint.figure("How often who leads then wins in the end, in per cent", 8.4, 3.6)
    found = [(tenth, each) for tenth, each in balance.lead if each.of]
    tenths_of_game = [tenth for tenth, _ in found]
    lows, highs = [each.low / 100 for _, each in found], [each.high / 100 for _, each in found]
    axes.fill_between(tenths_of_game, lows, highs, color=SHADE, zorder=1)
    axes.plot(tenths_of_game, [each.value / 100 for _, each in found], "o-", color=MAIN, linewidth=2, zorder=2)
    axes.axhline(balance.fair / 100, color=SOFT, linewidth=1, linestyle="--", zorder=1)
    axes.set_xticks(tenths_of_game)
    axes.set_xlabel("tenths of the game")
    axes.set_ylim(min(40, *lows), 102)
    return figure
