"""The pages on balance of a mode: from the statistics that its pack carries, as they were simulated last.

A pack may hold ``balance.json``, the statistics of many games as ``kaiju simulate --json`` writes them, and
``balance_before.json``, those of before its last change. Nothing is simulated here, and matplotlib is not needed.
Without a file there is no page; a file that cannot be used is a problem of the site, not its end.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from kaiju_runtime.canonical import DamagedFile
from kaiju_runtime.files import FileProblem
from kaiju_runtime.game import program_hash
from kaiju_runtime.report.balance import Balance, balance_of
from kaiju_runtime.report.cast import cast_of
from kaiju_runtime.report.compare import Comparison, compare
from kaiju_runtime.report.compared import comparison_table, headline, outcome
from kaiju_runtime.report.findings import findings, played
from kaiju_runtime.report.rates import WHOLE, Difference, Rate, bins
from kaiju_runtime.report.statistics_file import Statistics, load_statistics
from kaiju_runtime.report.tables import Column, Table, shown, tables
from kaiju_runtime.report.verdicts import EVEN
from kaiju_runtime.stops import KaijuError
from kaiju_site.games import Game
from kaiju_site.render import Page, Renderer
from kaiju_site.whiskers import points_picture, rate_picture

NOW, BEFORE = "balance.json", "balance_before.json"
"""Files in the folder of the pack that makes the mode."""
IN_GAMES = "balance"
"""Under which note of a game its balance is kept for the pages of its records."""
_WORDS = {True: "yes", False: "no"}


@dataclass(frozen=True)
class Cell:
    """A cell of a table, with a link or with a picture of its interval."""

    text: str
    number: bool
    target: str = ""
    picture: Markup = field(default=Markup(""), repr=False)


@dataclass(frozen=True)
class Rows:
    """A table as the template shows it."""

    table: Table
    rows: tuple[tuple[Cell, ...], ...] = field(repr=False)


@dataclass(frozen=True)
class Square:
    """Who sits before whom, and how strongly who sits before wins or loses: from -4 to 4."""

    text: str
    strength: int


# --- which pages ---------------------------------------------------------------------------------


def balance_pages(renderer: Renderer, game: Game) -> tuple[list[Page], list[str]]:
    """The pages on balance of a mode, of which only the first is in the table of contents; and what went wrong."""
    problems: list[str] = []
    now, before = (_stored(game, name, problems) for name in (NOW, BEFORE))
    if now is None:
        return [], problems
    game.notes[IN_GAMES] = now
    pages = [_page(renderer, game, now, before)]
    if before is not None:
        pages.append(_page(renderer, game, before, None, earlier=True))
    return pages, problems


def _stored(game: Game, name: str, problems: list[str]) -> Balance | None:
    """The balance in a file of the pack, if it has one that can be used."""
    path = Path(game.mode.chain.top.pack.folder) / name
    if path.is_symlink():
        problems.append(f"{path}: links are not followed out of a pack")
        return None
    if not path.is_file():
        return None
    try:
        statistics = load_statistics(path)
        if statistics.mode != game.id:
            problems.append(f"{path}: these games are of '{statistics.mode}', not of '{game.id}'")
            return None
    except (FileProblem, DamagedFile, KaijuError) as failure:
        problems.append(f"{path}: {failure}")
        return None
    cast = cast_of(game.program)
    if statistics.program != program_hash(game.program):
        cast = replace(cast, prices={})  # what was printed on the cards then is not known any more
    return balance_of(statistics, cast)


def _page(renderer: Renderer, game: Game, found: Balance, before: Balance | None, earlier: bool = False) -> Page:
    shown_tables = [rows_of(game, each, found) for each in tables(found)]
    comparison, changed = _changes(game, before, found)
    told = findings(found)
    title = "Balance before the last change" if earlier else "Balance"
    contents = [
        ("findings", "What to look at"),
        ("changed", "What has changed" if comparison is not None else ""),
        *((each.table.id, each.table.title) for each in shown_tables),
        ("origin", "Where it comes from"),
    ]
    return renderer.page(
        "balance.html",
        game.addresses.balance_before if earlier else game.addresses.balance,
        title,
        game.addresses,
        tuple((where, name) for where, name in contents if name),
        game.addresses.balance if earlier else "",
        game=game,
        balance=found,
        earlier=earlier,
        played=played(found),
        told={weight: [each.text for each in told if each.weight == weight] for weight in ("act", "look", "know")},
        tables=shown_tables,
        matrix=_matrix(found),
        histogram=_histogram(found),
        comparison=comparison,
        changed=changed,
        headline="" if comparison is None else headline(comparison),
        outcome="" if comparison is None else outcome(comparison),
        same_program=found.statistics.program == program_hash(game.program),
        command=command(game, found.statistics),
    )


def _changes(game: Game, before: Balance | None, now: Balance) -> tuple[Comparison | None, Rows | None]:
    """What has changed since the statistics of before, where the two can be compared."""
    if before is None:
        return None, None
    try:
        comparison = compare(before, now)
    except KaijuError:
        return None, None
    return comparison, rows_of(game, comparison_table(comparison), now) if comparison.real else None


def command(game: Game, statistics: Statistics) -> str:
    """The command that plays these games again, with what the game is now."""
    return " ".join(shlex.quote(part) for part in _words(game, statistics))


def _words(game: Game, statistics: Statistics) -> Iterator[str]:
    plan: Mapping[str, Any] = statistics.plan
    folder = Path(game.mode.chain.top.pack.folder)
    yield from ("kaiju", "simulate", folder.as_posix())
    yield from ("--games", str(plan["games"]), "--seed", str(plan["seed"]), "--players", str(plan["players"]))
    bots = plan["bots"]
    yield from ("--bots", bots[0] if len(set(bots)) == 1 else ",".join(bots))
    for name in ("monsters", "trials"):
        if plan[name]:
            yield from (f"--{name}", _all_or(plan[name], statistics) if name == "trials" else ",".join(plan[name]))
    if plan["trials"] and type(plan.get("pairs")) is int:
        yield from ("--pairs", str(plan["pairs"]))
    for name, value in sorted(plan["options"].items()):
        yield from ("--option", f"{name}={_WORDS.get(value, value) if isinstance(value, bool) else value}")
    if not plan["swap"]:
        yield "--no-swap"
    yield from ("--json", (folder / NOW).as_posix())


def _all_or(trials: list[str], statistics: Statistics) -> str:
    return "all" if set(trials) == set(statistics.data["cards"]) else ",".join(trials)


def in_games(game: Game, full_id: str) -> list[tuple[str, str]]:
    """What the statistics of a mode say about one record, as facts; nothing where there are none."""
    found: Balance | None = game.notes.get(IN_GAMES)
    if found is None:
        return []
    records = found.cast.records
    facts: list[tuple[str, object]] = [
        ("Wins", each.rate) for each in found.monsters if records.get(each.key) == full_id
    ]
    for card in found.cards:
        if records.get(card.key) == full_id:
            facts += [("Bought in", card.bought), ("Buyers win", card.buyers)]
            facts += [("Gain in points", card.trial.gain)] if card.trial is not None else []
            facts += [("Price in the middle", card.hint)] if card.hint is not None else []
    return [(name, shown("rate", value, found)) for name, value in facts]


# --- tables --------------------------------------------------------------------------------------


def rows_of(game: Game, table: Table, balance: Balance) -> Rows:
    """A table with links to the pages of pieces and with pictures of intervals."""
    widest = {column.id: _widest(table, place) for place, column in enumerate(table.columns)}
    rows = tuple(
        tuple(
            _cell(game, column, value, balance, widest[column.id])
            for column, value in zip(table.columns, row, strict=True)
        )
        for row in table.rows
    )
    return Rows(table, rows)


def _widest(table: Table, place: int) -> int:
    """How far the intervals of differences in a column reach to either side."""
    found = [row[place] for row in table.rows if isinstance(row[place], Difference)]
    return max((max(abs(each.low), abs(each.high)) for each in found), default=1) or 1


def _cell(game: Game, column: Column, value: Any, balance: Balance, widest: int) -> Cell:
    text = shown(column.kind, value, balance)
    if column.kind == "piece":
        record = balance.cast.records.get(value or "", "")
        return Cell(text, False, game.addresses.records.get(record, ""))
    picture = Markup("")
    if column.kind == "rate" and column.fair >= 0 and isinstance(value, Rate) and value.of:
        picture = rate_picture(value, column)
    elif column.kind == "points" and isinstance(value, Difference):
        picture = points_picture(value, widest)
    return Cell(text, column.kind not in ("text", "piece"), "", picture)


# --- pairs and turns -------------------------------------------------------------------------------


def _matrix(balance: Balance) -> list[tuple[str, list[Square | None]]]:
    """For each monster that sits before: its name, and how often it won against each that sits behind."""
    keys = [each.key for each in balance.monsters]
    squares = {(each.first, each.second): each for each in balance.ordered if each.rate.of}
    found = []
    for row in balance.monsters:
        pairs = [squares.get((row.key, column)) for column in keys]
        found.append((row.name, [None if each is None else _square(each.rate) for each in pairs]))
    return found if squares else []


def _square(found: Rate) -> Square:
    off = found.value - WHOLE // 2
    steps = min(4, abs(off) // ((EVEN.high - EVEN.low) // 8))
    if EVEN.verdict(found) == "too few games":
        steps = min(1, steps)
    return Square(f"{found.value // 100}", steps if off > 0 else -steps)


@dataclass(frozen=True)
class Bar:
    """A bar of a histogram: from which value to which, and how tall."""

    first: int
    last: int
    games: int
    x: int
    height: int


@dataclass(frozen=True)
class Histogram:
    """How often each number of turns occurred, as bars of a picture that is so wide."""

    first: int
    last: int
    wide: int
    bars: tuple[Bar, ...] = field(repr=False)


_BAR, _BARS_TALL = 16, 120


def _histogram(balance: Balance) -> Histogram | None:
    """The turns of a game; several values share a bar where there are too many."""
    counts = {value: times for value, times in balance.statistics.counts("turns").items() if times}
    if not counts:
        return None
    first, last, found = min(counts), max(counts), bins(counts)
    most = max(found.games.values())
    bars = tuple(
        Bar(
            value,
            min(last, value + found.wide - 1),
            times,
            (value - first) // found.wide * _BAR,
            max(1, _BARS_TALL * times // most),
        )
        for value, times in found.games.items()
    )
    return Histogram(first, last, bars[-1].x + _BAR, bars)
