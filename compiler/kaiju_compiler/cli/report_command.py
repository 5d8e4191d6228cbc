"""``kaiju report``: what the statistics of many games say about the balance of a game."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import click

from kaiju_compiler.cli.common import CommandError, finish, placed, say, text_width, warn
from kaiju_compiler.cli.reporting import Reporting, compare_options, compare_with, deliver, prepare, told
from kaiju_compiler.display import safe

if TYPE_CHECKING:
    from kaiju_runtime.program import Program
    from kaiju_runtime.report.statistics_file import Statistics


@click.command("report")
@click.argument("file", metavar="FILE")
@click.option("-o", "--output", metavar="DIR", help="Write the whole report there: Markdown, CSV and SVG.")
@compare_options
@click.option("--program", "mode", metavar="MODE", help="The program: a mode, a built file or a folder of a pack.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(
    file: str, output: str | None, baseline: str | None, thresholds: tuple[str, ...], mode: str | None, form: str
) -> None:
    """Say how balanced a game is, from statistics that `kaiju simulate --json FILE` wrote.

    They belong to one version of their program. A baseline to compare with may be of an older one.
    """
    from kaiju_compiler.cli.programs import load_mode
    from kaiju_runtime.report.statistics_file import check_program, load_statistics

    try:
        statistics = load_statistics(Path(file))
        program = load_mode(mode or known_mode(statistics.mode)).link()
        check_program(program, statistics)
    except Exception as failure:
        raise placed(failure, file) from failure
    reporting = prepare(program, output, baseline, thresholds)
    if form == "json":
        finish(tell_json(reporting, program, statistics))
    written: list[str] = []
    status = deliver(reporting, program, statistics, written.append)
    tell_findings(program, statistics)
    for line in written:
        say(line)
    finish(status)


def known_mode(name: str) -> str:
    """The name of a shipped mode. Raises :class:`CommandError` for any other, whose program has to be given."""
    from kaiju_compiler.cli.programs import shipped_modes

    if name not in shipped_modes():
        raise CommandError(
            "mode-unknown",
            f"the statistics are of '{name}', which is no shipped mode",
            "say where it is: --program with the folder of its pack, or the built file that was played",
        )
    return name


def tell_findings(program: Program, statistics: Statistics) -> None:
    """Tells what a designer should know, what calls for action first."""
    from kaiju_runtime.report.findings import findings, nothing_found, played
    from kaiju_runtime.report.write import make_report

    balance = make_report(program, statistics)
    say(safe(program.title))
    say(fill(told(played(balance)), text_width()))
    titles = {"act": "Out of balance:", "look": "Look at:", "know": "How a game goes:"}
    found = findings(balance)
    for weight, title in titles.items():
        texts = [each.text for each in found if each.weight == weight]
        if texts or weight == "act":
            say(f"\n{title}")
        for text in texts or ([nothing_found(balance)] if weight == "act" else []):
            say(fill(told(text), text_width(), initial_indent="  * ", subsequent_indent="    "))
    say()


def tell_json(reporting: Reporting, program: Program, statistics: Statistics) -> int:
    """The same as JSON: findings by weight, and what has changed, in hundredths of points or of a per cent.

    What is written, and the comparison in words, is told on standard error.
    """
    from kaiju_runtime.report.findings import findings, played
    from kaiju_runtime.report.write import make_report

    balance = make_report(program, statistics)
    comparison = compare_with(reporting, program, balance)
    found = {
        "mode": statistics.mode,
        "program": statistics.program,
        "games": statistics.games,
        "played": played(balance),
        "findings": [{"weight": each.weight, "text": each.text} for each in findings(balance)],
    }
    if comparison is not None:
        found["changes"] = [
            {
                "threshold": each.threshold,
                "key": each.key,
                "change": each.change.value,
                "low": each.change.low,
                "high": each.change.high,
                "over": comparison.over(each),
            }
            for each in comparison.real
        ]
    say(json.dumps(found, ensure_ascii=False, indent=1))
    return deliver(reporting, program, statistics, warn)
