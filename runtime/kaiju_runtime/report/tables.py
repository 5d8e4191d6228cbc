"""The tables of a report: one shape for Markdown, CSV and the site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kaiju_runtime.report.balance import Balance
from kaiju_runtime.report.cards import Card
from kaiju_runtime.report.prices import Hint
from kaiju_runtime.report.rates import WHOLE, Difference, Rate, Spread
from kaiju_runtime.report.verdicts import Band
from kaiju_runtime.report.words import points_text, rate_text, tenths

Kind = Literal["text", "piece", "count", "average", "rate", "points", "price"]
"""``piece``: the key of a card or monster; ``average``: in hundredths; ``price``: a hint."""

MOST_LOST = 100
"""So many lost games are shown."""

PARTS: dict[Kind, tuple[str, ...]] = {
    "rate": ("wins", "of", "rate", "low", "high"),
    "points": ("difference", "low", "high"),
    "price": ("hint", "low", "high"),
}
"""What a cell of a kind is split into in a CSV file; rates, averages and points there are in hundredths."""


@dataclass(frozen=True)
class Column:
    """A column: its name in files, its title, and what its cells are."""

    id: str
    title: str
    kind: Kind
    fair: int = -1
    """For rates: what is fair, in hundredths of a per cent, if there is such a thing."""
    band: Band | None = None


@dataclass(frozen=True)
class Table:
    """A table; its rows have a cell for each column, ``None`` where there is nothing to say."""

    id: str
    title: str
    about: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Any, ...], ...] = field(repr=False)


def tables(balance: Balance) -> list[Table]:
    """The tables that have something to show."""
    found = [
        _monsters(balance),
        _pairs(balance),
        _starts(balance),
        _bots(balance),
        _cards(balance),
        _trials(balance),
        _victories(balance),
        _course(balance),
        _lead(balance),
        _lost(balance),
    ]
    return [each for each in found if each.rows]


def files(balance: Balance) -> list[Table]:
    """What only files hold: pairs by seat, when cards were bought, and how often each length occurred."""
    statistics = balance.statistics
    lengths = [
        Table(
            name,
            name,
            "",
            (Column(name, name, "count"), Column("games", "Games", "count")),
            tuple(sorted(statistics.counts(name).items())),
        )
        for name in ("turns", "decisions", "changes")
    ]
    first, second = Column("first", "Sits before", "piece"), Column("second", "Sits behind", "piece")
    columns = (first, second, Column("games", "Games", "count"), Column("first", "The first wins", "rate"))
    rows = tuple((each.first, each.second, each.games, each.rate) for each in balance.ordered)
    return [Table("pairs_by_seat", "Pairs by seat", "", columns, rows), _purchases(balance), *lengths]


def _purchases(balance: Balance) -> Table:
    """How often each card was bought in each turn of a game."""
    columns = (Column("card", "Card", "piece"), Column("turn", "Turn", "count"), Column("times", "Times", "count"))
    bought = {key: each["turns"] for key, each in sorted(balance.statistics.data["cards"].items())}
    rows = [(key, int(turn), times) for key, turns in bought.items() for turn, times in turns.items()]
    return Table("purchases", "When cards were bought", "", columns, tuple(sorted(rows)))


def shown(kind: Kind, value: Any, balance: Balance) -> str:
    """A cell as people read it."""
    if value is None:
        return "–"
    if isinstance(value, Rate):
        return rate_text(value)
    if isinstance(value, Difference):
        return points_text(value)
    if isinstance(value, Hint):
        return f"{value.price} ({value.low} to {value.high})"
    if kind in ("average", "rate"):
        return tenths(value)
    if kind == "piece":
        return balance.cast.name(value)
    return f"{value:,}" if kind == "count" else str(value)


def numbers(kind: Kind, value: Any) -> Sequence[Any]:
    """A cell as files hold it, one value for each part of its kind."""
    if isinstance(value, Rate):
        return (value.wins, value.of, value.value, value.low, value.high)
    if kind == "rate" and value is not None:  # in a column of rates: a gain, or an average
        ends = (value.low, value.high) if isinstance(value, Difference) else ("", "")
        return ("", "", value.value if isinstance(value, Difference) else value, *ends)
    if isinstance(value, Difference):
        return (value.value, value.low, value.high)
    if isinstance(value, Hint):
        return (value.price, value.low, value.high)
    return ("",) * len(PARTS[kind]) if value is None and kind in PARTS else ("" if value is None else value,)


# --- each table ----------------------------------------------------------------------------------


def _monsters(balance: Balance) -> Table:
    fair, band = balance.fair, balance.band
    seats = max((len(each.seats) for each in balance.monsters), default=0)
    columns = (
        Column("monster", "Monster", "piece"),
        Column("games", "Games", "count"),
        Column("wins", "Wins", "rate", fair, band),
        Column("verdict", "Balanced?", "text"),
        *(Column(f"seat{seat + 1}", f"From seat {seat + 1}", "rate", fair) for seat in range(seats)),
    )
    rows = tuple(
        (each.key, each.rate.of, each.rate, each.verdict, *each.seats, *(None,) * (seats - len(each.seats)))
        for each in balance.monsters
        if each.rate.of
    )
    about = f"How often each monster won. Balanced is from {tenths(band.low)} to {tenths(band.high)} %."
    if balance.unplayed:
        about += f" In no finished game: {', '.join(map(balance.cast.name, balance.unplayed))}."
    return Table("monsters", "Monsters", about, columns, rows)


def _pairs(balance: Balance) -> Table:
    columns = (
        Column("first", "Monster", "piece"),
        Column("second", "Against", "piece"),
        Column("games", "Games", "count"),
        Column("wins", "The first wins", "rate", WHOLE // 2, Band(4000, 6000)),
        Column("verdict", "Balanced?", "text"),
    )
    order = sorted(balance.pairs, key=lambda each: (-abs(each.rate.value - WHOLE // 2), each.first, each.second))
    rows = tuple((each.first, each.second, each.games, each.rate, each.verdict) for each in order)
    about = "Two monsters at one table, whoever sits first, in games that one of the two won. The most one-sided first."
    return Table("pairs", "Pairs of monsters", about, columns, rows)


def _starts(balance: Balance) -> Table:
    columns = (Column("who", "Who", "text"), Column("wins", "Wins", "rate", balance.fair, balance.band))
    first = (("Who begins", balance.first),) if balance.first.of else ()
    rows = (*first, *((each.name, each.rate) for each in balance.seats))
    return Table("seats", "Beginning and seats", "What it is worth to begin, and to sit where.", columns, rows)


def _bots(balance: Balance) -> Table:
    columns = (Column("bot", "Bot", "text"), Column("wins", "Wins", "rate", balance.fair))
    rows = tuple((each.name, each.rate) for each in balance.bots) if len(balance.bots) > 1 else ()
    return Table("bots", "Bots", "How often each bot won, of the seats that it played.", columns, rows)


def _cards(balance: Balance) -> Table:
    columns = (
        Column("card", "Card", "piece"),
        Column("price", "Price", "count"),
        Column("offered", "Offered in", "rate"),
        Column("bought", "Bought in", "rate"),
        Column("times", "Times", "count"),
        Column("paid", "Paid", "average"),
        Column("turn", "Turn", "count"),
        Column("buyers", "Buyers win", "rate", balance.fair, balance.band),
        Column("verdict", "Balanced?", "text"),
        Column("dominated", "Dominated by", "piece"),
    )
    order = sorted(balance.cards, key=lambda each: (-each.buyers.value, each.name.casefold(), each.key))
    about = (
        "Offered: in how many games it could be bought; bought: in how many of those it was. Turn: the middle one of "
        "those in which it was bought. Who can buy is ahead, so that buyers win more than others: "
        f"{rate_text(balance.cards.average)} over all cards. What a card brings by itself, trials say."
    )
    return Table("cards", "Cards", about, columns, tuple(_card_row(each) for each in order))


def _card_row(each: Card) -> tuple[Any, ...]:
    when = None if each.when is None else each.when.middle
    paid = each.paid if each.times else None
    verdict = "never offered" if not each.offered.wins else "never bought" if not each.times else each.verdict
    dominator = each.dominated or None
    return (each.key, each.price, each.offered, each.bought, each.times, paid, when, each.buyers, verdict, dominator)


def _trials(balance: Balance) -> Table:
    columns = (
        Column("card", "Card", "piece"),
        Column("price", "Price", "count"),
        Column("pairs", "Pairs of games", "count"),
        Column("with", "Wins with it", "rate", balance.fair),
        Column("without", "Wins without", "rate", balance.fair),
        Column("gain", "Gain in points", "points"),
        Column("fair_price", "Price in the middle", "price"),
    )
    rows = tuple(
        (each.key, each.price, trial.pairs, trial.with_it, trial.without, trial.gain, each.hint)
        for each in balance.cards.tried
        if (trial := each.trial) is not None
    )
    why = balance.cards.why_no_hints
    hints = (
        f"There are no hints on prices: {why}."
        if why
        else (
            "The price in the middle is the one at which the card would bring as much as the other tried cards do for "
            "that price, by the straight line through their gains."
        )
    )
    about = f"The same games twice, with the card given to a seat at the start and without it. {hints}"
    return Table("trials", "Trials of cards", about, columns, rows)


def _victories(balance: Balance) -> Table:
    columns = (Column("by", "By", "text"), Column("share", "Of the games", "rate"))
    rows = tuple((each.name, each.rate) for each in balance.victories)
    return Table("victories", "How games end", "By which condition games end.", columns, rows)


def _course(balance: Balance) -> Table:
    titles = ("Average", "Least", "A quarter up to", "Half up to", "Three quarters up to", "Most")
    names = ("mean", "least", "quarter", "middle", "three_quarters", "most")
    kinds: Iterable[Kind] = ("average", *("count",) * 5)
    columns = (
        Column("what", "In a game", "text"),
        *(Column(name, title, kind) for name, title, kind in zip(names, titles, kinds, strict=True)),
    )
    found = (("Turns", balance.turns), ("Decisions", balance.decisions), ("Changes of the lead", balance.changes))
    return Table("course", "How long games are", "", columns, tuple(_spreads(found)))


def _spreads(found: Iterable[tuple[str, Spread | None]]) -> Iterator[tuple[Any, ...]]:
    for name, each in found:
        if each is not None:
            yield (name, each.mean, each.low, each.quarter, each.middle, each.three_quarters, each.high)


def _lead(balance: Balance) -> Table:
    columns = (
        Column("tenth", "Tenths of the game", "count"),
        Column("leader", "The leader wins", "rate", balance.fair),
        Column("comeback", "Somebody else wins", "rate"),
    )
    rows = tuple((tenth, each, _others(each)) for tenth, each in balance.lead if each.of)
    about = "Who was ahead after each tenth of the turns, as the greedy bot reads positions, and whether they won."
    return Table("lead", "Leads and comebacks", about, columns, rows)


def _others(leader: Rate) -> Rate:
    values = (WHOLE - leader.value, WHOLE - leader.high, WHOLE - leader.low)
    return Rate(leader.of - leader.wins, leader.of, *values)


def _lost(balance: Balance) -> Table:
    lost = balance.statistics.data["lost"]
    columns = (
        Column("job", "Job", "count"),
        Column("seed", "Seed", "text"),
        Column("monsters", "Monsters", "text"),
        Column("why", "Why", "text"),
    )
    rows = tuple(
        (each["job"], str(each["seed"]), ", ".join(map(balance.cast.name, each["monsters"])), each["why"])
        for each in lost[:MOST_LOST]
    )
    about = "Games that were not finished, with the seeds to play them again."
    if len(lost) > MOST_LOST:
        about += f" The first {MOST_LOST} of {len(lost):,}; all of them are in the statistics."
    return Table("lost", "Lost games", about, columns, rows)
