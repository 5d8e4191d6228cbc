"""A report on disk: ``report.md`` with its charts as SVG files, and its tables as CSV files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from kaiju_runtime.files import FileProblem, write_text
from kaiju_runtime.program import Program
from kaiju_runtime.report.balance import Balance, balance_of
from kaiju_runtime.report.cast import cast_of
from kaiju_runtime.report.charts import charts
from kaiju_runtime.report.markdown import report_markdown
from kaiju_runtime.report.paint import svg
from kaiju_runtime.report.spreadsheet import csv_text
from kaiju_runtime.report.statistics_file import Statistics, check_program
from kaiju_runtime.report.tables import files, tables

REPORT = "report.md"
OURS = (".svg", ".csv", ".md")
"""Endings of the files of a report."""


def make_report(program: Program, statistics: Statistics) -> Balance:
    """The balance that statistics of this very program show. Raises :class:`KaijuError` for another program's."""
    check_program(program, statistics)
    return balance_of(statistics, cast_of(program.data))


def report_files(balance: Balance) -> dict[str, str]:
    """All files of a report by name; equal statistics give equal bytes. Without matplotlib: :class:`KaijuError`."""
    drawn = {f"{each.id}.svg": svg(each.draw, each.title, each.about) for each in charts(balance)}
    return drawn | report_texts(balance)


def report_texts(balance: Balance) -> dict[str, str]:
    """The files of a report but for its charts, for which nothing needs to be installed."""
    found = {f"{each.id}.csv": csv_text(each, balance) for each in [*tables(balance), *files(balance)]}
    beside: dict[str, list[tuple[str, str]]] = {}
    for each in charts(balance):
        beside.setdefault(each.table, []).append((f"{each.id}.svg", f"{each.title}. {each.about}"))
    found[REPORT] = report_markdown(balance, beside)
    return found


def check_folder(folder: Path) -> None:
    """Raises ``FileProblem`` for a folder of something else, in which a report might write over what is no report."""
    try:
        names = {each.name for each in folder.iterdir()} if folder.exists() else set()
    except OSError as failure:
        raise FileProblem.from_error(folder, failure, "write") from failure
    if names and REPORT not in names:
        raise FileProblem(
            folder, "it holds files that are no report", "name a new folder, or one with an older report", "write"
        )


def write_report(folder: Path, balance: Balance, more: Mapping[str, str] = MappingProxyType({})) -> Path:
    """Writes a report into a folder, each file whole or not at all, and returns its first page.

    ``more``: further files, by name. The page comes last, so that it never shows a chart that is not there; then what
    an older report has left goes. Raises ``FileProblem`` or :class:`KaijuError`, the latter before anything is written.
    """
    check_folder(folder)
    found = report_files(balance)
    for name, text in [*more.items(), *found.items()]:
        write_text(folder / name, text)
    for path in folder.glob("*.*"):
        if path.suffix in OURS and path.name not in found and path.name not in more:
            path.unlink(missing_ok=True)
    return folder / REPORT
