"""A comparison in words and tables: for the terminal, as Markdown and as CSV."""

from __future__ import annotations

from collections.abc import Iterator

from kaiju_runtime.report.balance import Balance
from kaiju_runtime.report.compare import Change, Comparison
from kaiju_runtime.report.markdown import plain, table_lines
from kaiju_runtime.report.rates import WHOLE, hundredths
from kaiju_runtime.report.spreadsheet import csv_text
from kaiju_runtime.report.tables import Column, Table, shown
from kaiju_runtime.report.words import capital, number_word, tenths

_COLUMNS = (
    Column("what", "What", "text"),
    Column("before", "Before", "rate"),
    Column("now", "Now", "rate"),
    Column("change", "Change", "points"),
)


def comparison_table(comparison: Comparison) -> Table:
    """What has changed beyond noise."""
    rows = tuple((each.what, each.before, each.now, each.change) for each in comparison.real)
    about = "Changes in points; of lengths in per cent. The surest first."
    return Table("comparison", "What has changed", about, _COLUMNS, rows)


def everything(comparison: Comparison) -> Table:
    """Every comparison, for files: with its threshold, its adjusted probability, and what came of it."""
    columns = (
        Column("threshold", "Threshold", "text"),
        Column("key", "Key", "text"),
        *_COLUMNS,
        Column("chance", "Chance", "average"),
        Column("verdict", "Verdict", "text"),
    )
    rows = tuple(
        (
            each.threshold,
            each.key,
            each.what,
            each.before,
            each.now,
            each.change,
            hundredths(each.chance),
            _verdict(comparison, each),
        )
        for each in comparison.changes
    )
    return Table("comparison", "Everything that was compared", "", columns, rows)


def _verdict(comparison: Comparison, change: Change) -> str:
    return "over the threshold" if comparison.over(change) else "changed" if change.real else "noise"


def headline(comparison: Comparison) -> str:
    """How many games were compared, and how much can be seen with so many."""
    seen = (
        ""
        if comparison.seen >= WHOLE
        else (f" A change of a monster's win rate by {tenths(comparison.seen)} points is seen four times of five.")
    )
    games = f"{comparison.before.games:,} games before, {comparison.now.games:,} now"
    return f"{games}; {len(comparison.changes)} numbers compared.{seen}"


def outcome(comparison: Comparison) -> str:
    """What came of it, in one sentence."""
    real, over = len(comparison.real), len(comparison.exceeded)
    if not real:
        return "Nothing has changed beyond noise."
    text = f"{capital(number_word(real))} of them {'has' if real == 1 else 'have'} changed beyond noise"
    if comparison.thresholds:
        text += f", {over or 'none'} by more than the thresholds allow"
    return f"{text}."


def comparison_lines(comparison: Comparison, now: Balance) -> Iterator[str]:
    """The comparison for a terminal."""
    yield headline(comparison)
    for note in comparison.notes:
        yield f"note: {note}"
    yield outcome(comparison)
    for each in comparison.real:
        before, after, change = _cells(each, now)
        mark = f"  over {each.threshold}={_limit(comparison, each)}" if comparison.over(each) else ""
        yield f"  {each.what}: {before} -> {after}, {change}{mark}"


def _cells(each: Change, balance: Balance) -> tuple[str, str, str]:
    unit = " %" if each.threshold == "length" else ""
    change = shown("points", each.change, balance) + unit
    return shown("rate", each.before, balance), shown("rate", each.now, balance), change


def _limit(comparison: Comparison, change: Change) -> str:
    return tenths(comparison.thresholds[change.threshold]).removesuffix(".0")


def comparison_files(comparison: Comparison, now: Balance) -> dict[str, str]:
    """``comparison.md`` and ``comparison.csv``."""
    lines = [f"# What has changed in {plain(now.cast.title)}", "", plain(headline(comparison)), ""]
    lines += [f"- {plain(note)}" for note in comparison.notes] + ([""] if comparison.notes else [])
    lines += [plain(outcome(comparison)), ""]
    if comparison.real:
        lines += table_lines(comparison_table(comparison), now)
    if comparison.exceeded:
        lines += ["## Over the thresholds", ""]
        lines += [
            f"- {plain(each.what)}: over {each.threshold}={_limit(comparison, each)}" for each in comparison.exceeded
        ]
        lines.append("")
    return {"comparison.md": "\n".join(lines), "comparison.csv": csv_text(everything(comparison), now)}
