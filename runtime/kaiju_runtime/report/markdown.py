"""A report as Markdown: the first paragraph, the findings, the tables with their charts beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.sax.saxutils import escape

from kaiju_runtime.report.balance import Balance
from kaiju_runtime.report.findings import Finding, findings, summary
from kaiju_runtime.report.tables import Table, shown, tables
from kaiju_runtime.report.words import tenths

_SPECIAL = re.compile(r"([\\`*_\[\]#|~])")
_BEGINNING = re.compile(r"^(\d*)([-+.)])(?=\s)")
_BLANKS = re.compile(r"[ \t\r\n\v\f\x85\u2028\u2029]+")
_NUMBERS = ("count", "average", "rate", "points", "price")

READING = """\
A rate is followed by its 95 % interval (Wilson): where the true rate lies as far as so many games can tell. *Clear of*
a limit means that the whole interval lies beyond it; what is outside but not clear may be chance, and more games
would tell. Balanced is from eight to twelve tenths of the fair rate, {low} to {high} % here. In the CSV files, rates,
points and averages are whole hundredths: 4813 is 48.13.
"""


def plain(text: str) -> str:
    """A text whose letters mean nothing to Markdown or HTML."""
    escaped = _SPECIAL.sub(r"\\\1", _BLANKS.sub(" ", text.strip()))
    return _BEGINNING.sub(r"\1\\\2", escape(escaped))


def report_markdown(balance: Balance, charts: Mapping[str, Iterable[tuple[str, str]]]) -> str:
    """The whole report. ``charts``: by table the file names of its charts, each with what it shows."""
    statistics, plan = balance.statistics, balance.statistics.plan
    lines = [f"# Balance of {plain(balance.cast.title)}", "", plain(summary(balance)), ""]
    lines += _findings("Look at", [each for each in findings(balance) if each.weight == "look"])
    lines += _findings("How a game goes", [each for each in findings(balance) if each.weight == "know"])
    lines += ["## How to read this", ""]
    lines += READING.format(low=tenths(balance.band.low), high=tenths(balance.band.high)).splitlines()
    lines.append("")
    for table in tables(balance):
        lines += _table(table, balance, charts.get(table.id, ()))
    lines += ["## Where it comes from", "", *_origin(statistics.program, statistics.tool, plan), ""]
    return "\n".join(lines)


def _findings(title: str, found: list[Finding]) -> list[str]:
    return [f"## {title}", "", *(f"- {plain(each.text)}" for each in found), ""] if found else []


def _origin(program: str, tool: str, plan: Mapping[str, Any]) -> Iterator[str]:
    options = ", ".join(f"{name} {value}" for name, value in sorted(plan["options"].items()))
    yield f"- Program: `{program}`"
    yield f"- Kaiju: {plain(tool)}"
    yield f"- Games asked for: {plan['games']:,}, seed {plan['seed']}"
    yield f"- Bots by seat: {plain(', '.join(plan['bots']))}"
    yield f"- Monsters: {plain(', '.join(plan['monsters'])) or 'all, table by table'}"
    yield f"- Options: {plain(options) or 'as they are usually'}"


def _table(table: Table, balance: Balance, charts: Iterable[tuple[str, str]]) -> list[str]:
    lines = [f"## {table.title}", ""]
    lines += [plain(table.about), ""] if table.about else []
    for name, about in charts:
        lines += [f"![{plain(about)}]({name})", ""]
    return lines + table_lines(table, balance)


def table_lines(table: Table, balance: Balance) -> list[str]:
    """The rows of a table, and an empty line."""
    lines = ["| " + " | ".join(each.title for each in table.columns) + " |"]
    lines.append("|" + "|".join(" ---: " if each.kind in _NUMBERS else " --- " for each in table.columns) + "|")
    for row in table.rows:
        cells = (plain(shown(column.kind, cell, balance)) for column, cell in zip(table.columns, row, strict=True))
        lines.append("| " + " | ".join(cells) + " |")
    return [*lines, ""]
