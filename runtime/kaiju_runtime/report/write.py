"""A report on disk: ``report.md`` with its charts as SVG files, and its tables as CSV files."""

from __future__ import annotations

from pathlib import Path

from kaiju_runtime.files import write_text
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


def make_report(program: Program, statistics: Statistics) -> Balance:
    """The balance that statistics of this very program show. Raises :class:`KaijuError` for another program's."""
    check_program(program, statistics)
    return balance_of(statistics, cast_of(program.data))


def report_files(balance: Balance) -> dict[str, str]:
    """All files of a report by name; equal statistics give equal bytes. Without matplotlib: :class:`KaijuError`."""
    drawn = list(charts(balance))
    found = {f"{each.id}.svg": svg(each.draw, each.title, each.about) for each in drawn}
    found |= {f"{each.id}.csv": csv_text(each, balance) for each in [*tables(balance), *files(balance)]}
    beside: dict[str, list[tuple[str, str]]] = {}
    for each in drawn:
        beside.setdefault(each.table, []).append((f"{each.id}.svg", f"{each.title}. {each.about}"))
    found[REPORT] = report_markdown(balance, beside)
    return found


def write_report(folder: Path, balance: Balance) -> Path:
    """Writes a report into a folder, each file whole or not at all, and returns its first page.

    The page comes last, so that it never shows a chart that is not there. Raises ``FileProblem`` or
    :class:`KaijuError`, the latter before anything is written.
    """
    for name, text in report_files(balance).items():
        write_text(folder / name, text)
    return folder / REPORT
