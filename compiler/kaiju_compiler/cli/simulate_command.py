"""``kaiju simulate``: many games played by bots, and what they add up to."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kaiju_compiler import __version__
from kaiju_compiler.cli.common import FINDINGS, CommandError, failure_of, finish, report, say, warn
from kaiju_compiler.cli.outputs import check_kind, check_writable
from kaiju_compiler.cli.reporting import Reporting, compare_options, deliver, prepare
from kaiju_compiler.display import safe
from kaiju_compiler.suggest import did_you_mean

if TYPE_CHECKING:
    from kaiju_compiler.cli.programs import Loaded
    from kaiju_runtime.program import Program
    from kaiju_runtime.simulate import Plan, Ran, Workers

MOST = 100_000_000
LONGEST = 86_400
"""Seconds: a day for one game."""
ADDRESS = re.compile(r"([a-z]+://)?(\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})")
MOST_PORT = 65_535
WORDS_FOR_ADDRESSES = {("ray", "auto"), ("ray", "local")}
BACKENDS = ("serial", "loky", "dask", "ray")


@click.command("simulate")
@click.argument("mode")
@click.option("--games", type=click.IntRange(1, MOST), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of all chance.")
@click.option("--players", type=int, help="Number of players; by default the least of the mode.")
@click.option(
    "--bots", default="greedy", show_default=True, metavar="A,B", help="random, greedy or mcts; or one for each seat."
)
@click.option("--monsters", metavar="A,B", help="Who takes part; by default all monsters of the mode in turn.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="An option of the mode; can be given again.")
@click.option("--no-swap", is_flag=True, help="Leave monsters and bots in the seats in which they are named.")
@click.option("--trials", metavar="A,B", help="Play pairs of games with and without these cards, or with `all`.")
@click.option("--pairs", type=click.IntRange(1, MOST), help="Pairs for each trial; by default as many as games.")
@click.option(
    "--backend",
    type=click.Choice(BACKENDS),
    help="Where games are played: in this process, in processes of this machine (loky, if joblib is installed: the "
    "default), or on a cluster.",
)
@click.option("--workers", type=click.IntRange(1, 4096), help="How many workers; by default one for each processor.")
@click.option("--address", metavar="HOST:PORT", help="Of a cluster of dask or ray; by default one is made here.")
@click.option(
    "--time-limit", type=click.IntRange(1, LONGEST), default=30, show_default=True, help="Seconds for one game."
)
@click.option("--json", "json_path", metavar="FILE", help="Write the statistics to a file.")
@click.option("--report", "folder", metavar="DIR", help="Write a report on balance there: Markdown, CSV and SVG.")
@compare_options
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(mode: str, **given: Any) -> None:
    """Let bots play many games of MODE and add up how they go.

    MODE is a shipped mode, a built program file, or the folder of a pack. The statistics are the same for any number
    of workers and any back end. Ctrl-C stops: the statistics so far are told and written, and the status is 2.
    """
    from kaiju_compiler.cli.programs import load_mode, note_left_out

    loaded = load_mode(mode)
    note_left_out(loaded)
    program = loaded.link()
    plan, workers = read_plan(program, loaded, given), read_workers(given)
    check_writable(given["json_path"])
    check_kind(given["json_path"], "statistics")
    reporting = prepare(program, given["folder"], given["baseline"], given["thresholds"])
    ran = play(program, plan, workers, given["time_limit"])
    finish(hand_over(program, plan, ran, reporting, given))


# --- what is asked -------------------------------------------------------------------------------


def read_plan(program: Program, loaded: Loaded, given: dict[str, Any]) -> Plan:
    from kaiju_compiler.cli.seats import read_monsters, read_options
    from kaiju_runtime.simulate import make_plan

    return make_plan(
        program,
        games=given["games"],
        seed=given["seed"],
        players=given["players"],
        bots=read_bots(given["bots"]),
        monsters=read_monsters(program, given["monsters"], loaded) or (),
        options=read_options(program, given["options"]),
        trials=read_trials(program, given["trials"], loaded),
        pairs=given["pairs"],
        swap=not given["no_swap"],
    )


def read_bots(text: str) -> list[str]:
    """The names of bots, perhaps each with a setting."""
    from kaiju_runtime.bots import BOTS

    names = [each.strip() for each in text.split(",")]
    for name in names:
        kind = name.partition(":")[0]
        if kind not in BOTS:
            near = did_you_mean(kind, BOTS) or f"bots are {', '.join(BOTS)}"
            raise CommandError("bot-unknown", f"there is no bot '{kind}'", near)
    return names


def read_trials(program: Program, text: str | None, loaded: Loaded) -> list[str]:
    """Keys of cards that are to be tried; a full id or a name does as well as a key."""
    from kaiju_compiler.cli.programs import refuse_left_out
    from kaiju_runtime.simulate.watching import Watching

    known = {"all": "all"}
    for key, definition in Watching(program).tried.items():
        found = program.definitions[definition]
        known |= {found.name.lower(): key, found.id: key, key: key}
    names = [each.strip() for each in (text or "").split(",") if each.strip()]
    for name in names:
        if name.lower() not in known:
            refuse_left_out(loaded, name)
            near = did_you_mean(name, known) or "a card is tried if it has a price, and belongs to no monster"
            raise CommandError("simulate-trial", f"{program.title} has no card '{name}' that could be tried", near)
    return [known[name.lower()] for name in names]


def read_workers(given: dict[str, Any]) -> Workers:
    """Who plays: unsaid, all processors of this machine where joblib is there, else this process."""
    from kaiju_runtime.simulate import Workers
    from kaiju_runtime.simulate.crews import check, missing

    backend, number, address = given["backend"], given["workers"], given["address"]
    if backend is None:
        alone = number == 1 or (number is None and missing("loky"))
        backend = "serial" if alone else "loky"
    if address is not None and backend not in ("dask", "ray"):
        raise CommandError("usage", f"--address says nothing to {backend}", "it is for --backend dask or ray")
    if backend == "serial" and number not in (None, 1):
        raise CommandError("usage", "--backend serial has one worker", "leave out --workers, or choose --backend loky")
    if address is not None:
        check_address(backend, address)
    check(backend)
    return Workers(backend, number or os.cpu_count() or 1, address)


def check_address(backend: str, address: str) -> None:
    """Refuses what cannot be an address, for which a cluster's own software would wait."""
    found = ADDRESS.fullmatch(address)
    if (found is None or int(found["port"]) > MOST_PORT) and (backend, address) not in WORDS_FOR_ADDRESSES:
        raise CommandError(
            "usage", f"'{address}' is no address of a cluster", "it has the form HOST:PORT, for example 127.0.0.1:8786"
        )


# --- playing -------------------------------------------------------------------------------------


def play(program: Program, plan: Plan, workers: Workers, seconds: int) -> Ran:
    """Plays, and shows how far it is where somebody looks."""
    from kaiju_compiler.cli.simulated import Progress
    from kaiju_runtime.simulate import Bounds, run

    progress = Progress(plan.jobs) if Progress.wanted() else None
    with progress or nullcontext():
        tell = None if progress is None else progress.tell
        return run(program, plan, workers=workers, bounds=Bounds(seconds=seconds), tell=tell)


def hand_over(program: Program, plan: Plan, ran: Ran, reporting: Reporting, given: dict[str, Any]) -> int:
    """Writes and tells what the games came to; the status to end with. Whatever cannot be written is told at least.

    Files come first, so that they are there even if nobody reads what is told to its end.
    """
    from kaiju_compiler.cli.simulated import show
    from kaiju_runtime.report.statistics_file import Statistics
    from kaiju_runtime.simulate import statistics_of

    data = statistics_of(program, plan, ran.sums, stopped=ran.stopped)
    statistics = Statistics(__version__, data)
    as_json, status = given["form"] == "json", 0
    failure = write(given["json_path"], data)
    kept = as_json or (given["json_path"] is not None and failure is None)
    about_report: list[str] = []
    try:
        status = deliver(reporting, program, statistics, about_report.append)
    except Exception as problem:
        failure = failure or failure_of(problem)
    if as_json:
        say(json.dumps(data, ensure_ascii=True, indent=1))
    else:
        show(program, statistics)
        if kept:
            say(f"Statistics: {given['json_path']}")
    for line in about_report:
        (warn if as_json else say)(line)
    if failure is not None:
        if not kept:
            say("The statistics, since they cannot be written:")
            say(json.dumps(data, ensure_ascii=True, separators=(",", ":")))
        return report(failure)
    if ran.stopped:
        played = f"{ran.sums.jobs} of {plan.jobs} games"
        return report(CommandError("stopped", f"stopped after {played}: these are the statistics so far"))
    if ran.sums.lost:
        whys = Counter(each.why for each in ran.sums.lost).most_common(3)
        reasons = safe(", ".join(f"{why}: {times}" for why, times in whys))
        warn(f"note: {len(ran.sums.lost)} of {plan.jobs} games were not finished ({reasons}); --json names their seeds")
        if not statistics.games:
            warn(f"no game was finished, so that nothing is known of {safe(program.title)}")
            return FINDINGS
    return status


def write(name: str | None, data: dict[str, Any]) -> CommandError | None:
    """Writes the statistics; what went wrong, if something did."""
    from kaiju_runtime.files import FileProblem
    from kaiju_runtime.simulate import save_statistics

    if name is None:
        return None
    try:
        save_statistics(Path(name), data, __version__)
    except FileProblem as failure:
        return failure_of(failure)
    return None
