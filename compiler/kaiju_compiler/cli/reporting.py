"""What ``simulate`` and ``report`` share: reports on balance, and comparisons with a baseline."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kaiju_compiler.cli.common import FINDINGS, OK, CommandError, placed, say
from kaiju_compiler.cli.outputs import check_writable
from kaiju_compiler.display import safe

if TYPE_CHECKING:
    from kaiju_runtime.program import Program
    from kaiju_runtime.report.balance import Balance
    from kaiju_runtime.report.compare import Comparison
    from kaiju_runtime.report.statistics_file import Statistics

Command = TypeVar("Command", bound=Callable[..., Any])


def compare_options(command: Command) -> Command:
    """The options ``--compare FILE`` and ``--threshold NAME=NUMBER``."""
    command = click.option(
        "--threshold",
        "thresholds",
        multiple=True,
        metavar="NAME=N",
        help="With --compare: status 1 if a change beyond noise is larger; NAME is win-rate, cards, bought, victories "
        "(points) or length (per cent).",
    )(command)
    return click.option(
        "--compare", "baseline", metavar="FILE", help="List what has changed beyond noise since these statistics."
    )(command)


@dataclass(frozen=True)
class Reporting:
    """What is to be made of statistics once there are any."""

    folder: Path | None
    """Where the report goes."""
    baseline: Statistics | None = field(repr=False)
    thresholds: dict[str, int]


def prepare(program: Program, report: str | None, baseline: str | None, thresholds: Sequence[str]) -> Reporting:
    """What the options ask for. Raises now what would go wrong later, before many games have been played."""
    from kaiju_runtime.report.paint import check_drawing
    from kaiju_runtime.report.write import REPORT, check_folder

    folder = None if report is None else Path(report)
    if folder is not None:
        check_drawing()
        check_folder(folder)
        check_writable(os.fspath(folder / REPORT))
    if thresholds and baseline is None:
        raise CommandError("usage", "--threshold says nothing without --compare", "name the statistics to compare with")
    known = None if baseline is None else read_baseline(program, baseline)
    return Reporting(folder, known, dict(map(read_threshold, thresholds)))


def read_baseline(program: Program, name: str) -> Statistics:
    """The statistics to compare with: of the same mode, perhaps of an older version of its program."""
    from kaiju_runtime.report.compare import check_mode
    from kaiju_runtime.report.statistics_file import load_statistics

    try:
        found = load_statistics(Path(name))
        check_mode(found.mode, program.mode)
    except Exception as failure:
        raise placed(failure, name) from failure
    return found


def read_threshold(text: str) -> tuple[str, int]:
    from kaiju_runtime.report.compare import threshold_of

    try:
        return threshold_of(text)
    except ValueError as failure:
        raise CommandError("usage", str(failure), "for example: --threshold win-rate=5 --threshold length=10") from None


def deliver(reporting: Reporting, program: Program, statistics: Statistics, tell: Callable[[str], None] = say) -> int:
    """Writes and tells what was asked for; the status to end with: 1 if a change is over its threshold."""
    from kaiju_runtime.report.compared import comparison_files, comparison_lines
    from kaiju_runtime.report.write import make_report, write_report

    balance = make_report(program, statistics)
    comparison = compare_with(reporting, program, balance)
    if reporting.folder is not None:
        more = {} if comparison is None else comparison_files(comparison, balance)
        tell(f"Report: {safe(os.fspath(write_report(reporting.folder, balance, more)))}")
    if comparison is not None:
        for line in comparison_lines(comparison, balance):
            tell(told(line))
    return FINDINGS if comparison is not None and comparison.exceeded else OK


def compare_with(reporting: Reporting, program: Program, balance: Balance) -> Comparison | None:
    """What has changed since the baseline, if there is one."""
    from kaiju_runtime.report.balance import balance_of
    from kaiju_runtime.report.cast import cast_of
    from kaiju_runtime.report.compare import compare

    if reporting.baseline is None:
        return None
    return compare(balance_of(reporting.baseline, cast_of(program.data)), balance, reporting.thresholds)


SIGNS: dict[str, str | int | None] = {"\u2013": "-", "\u2212": "-", "\u00b1": "+/-", "\u00a0": " "}
"""What stands for the signs of reports where an output does not know them."""


def told(text: str) -> str:
    """A text of a report for standard output."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        "".join(SIGNS).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        text = text.translate(str.maketrans(SIGNS))
    return safe(text)
