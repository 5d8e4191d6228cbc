"""``kaiju simulate``: many games played by bots, and what they add up to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kaiju_compiler import __version__
from kaiju_compiler.cli.common import finish

if TYPE_CHECKING:
    from kaiju_runtime.program import Program
    from kaiju_runtime.simulate import Plan


@click.command("simulate")
@click.argument("mode")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all chance.")
@click.option("--players", type=int, help="Number of players; by default the least of the mode.")
@click.option("--bots", default="greedy", show_default=True, metavar="A,B", help="One bot, or one for each seat.")
@click.option("--monsters", metavar="A,B", help="Who takes part; by default all monsters of the mode in turn.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="An option of the mode; can be given again.")
@click.option("--swap/--no-swap", default=True, help="Whether monsters and bots change seats.  [default: they do]")
@click.option("--trials", metavar="CARD,CARD", help="Play pairs of games with and without these cards, or with all.")
@click.option("--pairs", type=click.IntRange(min=1), help="Pairs for each trial; by default as many as games.")
@click.option("--json", "json_path", metavar="FILE", help="Write the statistics to a file.")
def command(mode: str, **given: Any) -> None:
    """Let bots play many games of MODE and add up how they go.

    MODE is a shipped mode, a built program file, or the folder of a pack.
    """
    from kaiju_compiler.cli.programs import load_mode, note_left_out
    from kaiju_runtime.simulate import save_statistics, statistics_of
    from kaiju_runtime.simulate.run import run

    loaded = load_mode(mode)
    note_left_out(loaded)
    program = loaded.link()
    plan = read_plan(program, given)
    ran = run(program, plan)
    statistics = statistics_of(program, plan, ran.sums, stopped=ran.stopped)
    if given["json_path"]:
        save_statistics(Path(given["json_path"]), statistics, __version__)
    finish(0)


def read_plan(program: Program, given: dict[str, Any]) -> Plan:
    from kaiju_compiler.cli.seats import read_monsters, read_options
    from kaiju_runtime.simulate import make_plan

    return make_plan(
        program,
        games=given["games"],
        seed=given["seed"],
        players=given["players"],
        bots=[each.strip() for each in given["bots"].split(",")],
        monsters=read_monsters(program, given["monsters"]) or (),
        options=read_options(program, given["options"]),
        trials=[each.strip() for each in (given["trials"] or "").split(",") if each.strip()],
        pairs=given["pairs"],
        swap=given["swap"],
    )
