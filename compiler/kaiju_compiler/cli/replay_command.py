"""``kaiju replay``: a recorded game again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kaiju_compiler.cli.common import FINDINGS, OK, CommandError, colour_wanted, finish, placed, report, say

if TYPE_CHECKING:
    from kaiju_runtime.program import Program
    from kaiju_runtime.replay import Replay


@click.command("replay")
@click.argument("file", metavar="FILE")
@click.option("--to", type=click.IntRange(min=0), metavar="N", help="Stop after N answers and show the table.")
@click.option("--verify", is_flag=True, help="Only compare: exit status 1 if the game is not the same.")
@click.option("--program", "mode", metavar="MODE", help="The program: a mode, a built file or a folder of a pack.")
def command(file: str, to: int | None, verify: bool, mode: str | None) -> None:
    """Play a recorded game again, as `kaiju play --log FILE` wrote it. It belongs to one version of its program."""
    from kaiju_runtime.files import read_bytes
    from kaiju_runtime.replay import check_program, read_replay

    data = read_bytes(Path(file))
    try:
        replay = read_replay(data)
        program = program_of(replay, mode)
        check_program(program, replay)
    except Exception as failure:
        raise placed(failure, file) from failure
    finish(compare(program, replay, file) if verify else show(program, replay, to))


def program_of(replay: Replay, mode: str | None) -> Program:
    """The program that was named, or else the shipped mode or the folder that is called as the mode of the replay."""
    from kaiju_compiler.cli.programs import load_mode

    try:
        return load_mode(mode or replay.mode).link()
    except CommandError as failure:
        if mode is not None or failure.code != "mode-unknown":
            raise
        help = "say with --program where it is: --program FOLDER of its pack, or a built FILE"
        raise CommandError(failure.code, failure.message, help) from failure


def compare(program: Program, replay: Replay, file: str) -> int:
    """Plays without showing, and compares."""
    from kaiju_runtime.replay import ReplayDiffers, verify

    try:
        game = verify(program, replay)
    except ReplayDiffers as differs:
        report(placed(differs, file))
        return FINDINGS
    end = "to its end" if game.result is not None else "as far as it was played"
    say(f"{file}: {len(replay.answers)} answers played again {end}; all {len(replay.hashes)} hashes are equal")
    return OK


def show(program: Program, replay: Replay, to: int | None) -> int:
    """Tells the game, with the table at the end of each turn."""
    from kaiju_compiler.cli.play_command import introduce, make_look
    from kaiju_compiler.cli.worded import WordedLabels
    from kaiju_runtime.play import Console, Seat, Session
    from kaiju_runtime.play.table import draw_table
    from kaiju_runtime.replay import play_again

    labels = WordedLabels(program)
    seats = [Seat("", lambda game, decision: "") for _ in replay.setup["monsters"]]
    look = make_look(seats, labels)
    games = play_again(program, replay, to)
    game = next(games)
    introduce(program, game, look)
    session = Session(game, seats, Console(sys.stdout, None, colour_wanted()), labels, look, Path())
    session.listen()
    for number, answer in enumerate(replay.answers[:to]):
        decision = game.decision
        if decision is not None:
            session.log.append(session.said(decision, answer))
        next(games)
        session.listen()
        session.show_news(final=to is not None and number + 1 == to)
    session.show_news(final=True)
    title = "The end" if game.result is not None else f"After answer {len(game.answers)}"
    ending = session.ending() if game.result is not None else []
    session.console.say(["", *draw_table(game, None, look, title=title), "", *ending])
    return OK
