"""``kaiju play``: a game in the terminal."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import click

from kaiju_compiler.cli.common import CommandError, colour_wanted, finish, placed, say, text_width
from kaiju_compiler.cli.outputs import check_kind, check_writable

if TYPE_CHECKING:
    from kaiju_compiler.cli.programs import Loaded
    from kaiju_compiler.cli.worded import WordedLabels
    from kaiju_runtime.game import Game
    from kaiju_runtime.play import Look, Seat, Session
    from kaiju_runtime.profile import Profile
    from kaiju_runtime.program import Program

LARGEST_SEED = 2**31


@click.command("play")
@click.argument("mode", required=False)
@click.option("--players", type=int, help="Number of players; by default the least of the mode.")
@click.option("--monsters", metavar="A,B", help="Monsters in the order of the seats.")
@click.option("--seat", "seats", metavar="1=human,2=greedy", help="Who plays: human, random, greedy or mcts; or all=….")
@click.option("--seed", type=int, help="Seed of all chance; by default a new one.")
@click.option(
    "--first", type=click.IntRange(min=1), metavar="N", help="The seat that begins; by default the rules decide."
)
@click.option("--option", "options", multiple=True, metavar="K=V", help="An option of the mode; can be given again.")
@click.option(
    "--executor",
    type=click.Choice(["fast", "reference"]),
    default="fast",
    show_default=True,
    help="What runs the program: generated code, or the interpreter that it must agree with.",
)
@click.option("--log", "log_path", metavar="FILE", help="Write the game as a replay.")
@click.option("--save", "save_path", metavar="FILE", help="Where the game is saved, also before each question.")
@click.option("--profile", "profile_path", metavar="FILE", help="Keep in this file what you earn in games.")
@click.option("--resume", metavar="FILE", help="Go on with a saved game.")
def command(mode: str | None, **given: Any) -> None:
    """Play a game of MODE: a shipped mode, a built program file, or the folder of a pack.

    Without --seat the first seat is you, if you sit at a terminal, and the others are bots.
    """
    from kaiju_compiler.cli.programs import load_mode, note_left_out

    saved = None if given["resume"] is None else read_save(Path(given["resume"]))
    if mode is None and saved is None:
        raise CommandError("usage", "which mode?", "'kaiju list' lists them: kaiju play MODE")
    loaded = load_mode(mode or mode_of(saved, given["resume"]))
    note_left_out(loaded)
    program = loaded.link()
    for name, kind in (("log_path", "replay"), ("save_path", "save"), ("profile_path", "profile")):
        check_writable(given[name])
        check_kind(given[name], kind)
    profile = read_profile(given["profile_path"])
    game = new_game(program, loaded, given) if saved is None else resumed_game(program, saved, given)
    session = make_session(program, game, mode or program.mode, given)
    stop_on_signals()
    if session.viewer is not None:
        edit_lines()
    try:
        session.run()
    finally:
        write_log(session, given["log_path"], "" if mode in (None, program.mode) else f"--program {quote(mode)} ")
        write_profile(session, profile, given["profile_path"])
    finish(0)


# --- the game ------------------------------------------------------------------------------------


def new_game(program: Program, loaded: Loaded, given: dict[str, Any]) -> Game:
    """A new game as the options say."""
    from kaiju_compiler.cli.seats import read_monsters, read_options
    from kaiju_runtime.game import Game

    seed = given["seed"] if given["seed"] is not None else int.from_bytes(os.urandom(4), "big") % LARGEST_SEED
    first = None if given["first"] is None else given["first"] - 1
    monsters, options = read_monsters(program, given["monsters"], loaded), read_options(program, given["options"])
    return Game.new(
        program,
        monsters=monsters,
        players=given["players"],
        seed=seed,
        options=options,
        first=first,
        executor=given["executor"],
    )


def read_save(path: Path) -> bytes:
    from kaiju_runtime.files import read_bytes

    return read_bytes(path)


def mode_of(data: bytes | None, place: str) -> str:
    """The mode that a saved game belongs to."""
    from kaiju_runtime.canonical import read_envelope
    from kaiju_runtime.game import SAVE_FORMAT

    try:
        payload = read_envelope(data or b"", "save", SAVE_FORMAT).payload
        return str(payload["mode"])
    except (KeyError, TypeError) as failure:
        raise CommandError("save-damaged", "the save does not name its mode", "use an older save", place) from failure
    except Exception as failure:
        raise placed(failure, place) from failure


def resumed_game(program: Program, data: bytes, given: dict[str, Any]) -> Game:
    """The saved game. What a new game is made of cannot be said again."""
    from kaiju_runtime.game import Game

    doubled = [name for name in ("players", "monsters", "seed", "first", "options") if given[name] not in (None, ())]
    if doubled:
        raise CommandError("usage", f"--{doubled[0]} does not go with --resume", "a saved game has all that already")
    try:
        return Game.load(program, data, executor=given["executor"])
    except Exception as failure:
        raise placed(failure, given["resume"]) from failure


# --- the session ---------------------------------------------------------------------------------


def make_session(program: Program, game: Game, mode: str, given: dict[str, Any]) -> Session:
    from kaiju_compiler.cli.seats import HUMAN, read_seats
    from kaiju_compiler.cli.worded import WordedLabels
    from kaiju_runtime.bots import make_bot
    from kaiju_runtime.play import Console, Seat, Session

    number = len(game.setup["monsters"])
    terminal = sys.stdin is not None and sys.stdin.isatty()
    who = read_seats(given["seats"], number, terminal)
    seed = game.setup["seed"]
    seats = [
        Seat("you" if name == HUMAN else name, None if name == HUMAN else make_bot(name, seed, seat))
        for seat, name in enumerate(who)
    ]
    labels = WordedLabels(program)
    look = make_look(seats, labels)
    save_path = Path(given["save_path"] or given["resume"] or default_save(program.mode, seed))
    resume = " ".join(
        [
            "kaiju play",
            quote(mode),
            "--resume {path}",
            "--seat " + ",".join(f"{seat + 1}={name}" for seat, name in enumerate(who)),
        ]
    )
    introduce(program, game, look)
    return Session(
        game,
        seats,
        Console(sys.stdout, input, colour_wanted()),
        labels,
        look,
        save_path,
        autosave=given["save_path"] is not None,
        resume=resume,
    )


def make_look(seats: list[Seat], labels: WordedLabels) -> Look:
    """How tables are drawn on this output."""
    from kaiju_runtime.play import Look
    from kaiju_runtime.play.text import glyphs_for

    return Look(
        brief=all(seat.agent is not None for seat in seats),
        width=text_width(),
        glyphs=glyphs_for(getattr(sys.stdout, "encoding", None)),
        controllers=tuple(seat.name for seat in seats),
        text=labels.text,
    )


def introduce(program: Program, game: Game, look: Look) -> None:
    """The first lines: what is played, and with which seed it can be played again."""
    from kaiju_compiler.display import safe

    words = {True: "yes", False: "no"}
    chosen = {name: words[value] if isinstance(value, bool) else value for name, value in game.setup["options"].items()}
    options = "".join(f", {name} {value}" for name, value in chosen.items())
    say(f"{safe(program.title)} {look.glyphs.dot} seed {game.setup['seed']}{safe(options)}")


def default_save(mode: str, seed: int) -> Path:
    """Where a game is saved if nothing else is said: in the user's data folder, named by mode and seed."""
    from platformdirs import user_data_dir

    name = "".join(letter for letter in mode if letter.isalnum() or letter in "_-")[:60] or "game"
    return Path(user_data_dir("kaiju", appauthor=False)) / "saves" / f"{name}-{seed}.save.json"


def write_log(session: Session, name: str | None, whose: str) -> None:
    """Writes the replay of what has been played; ``whose`` names its program where the replay does not lead to it."""
    if name is None:
        return
    from kaiju_runtime.files import write_bytes

    write_bytes(Path(name), session.recorder.replay(session.game).to_bytes())
    say(f"Recorded in {name}; to see it again: kaiju replay {whose}{quote(name)}")


def read_profile(name: str | None) -> Profile:
    """The profile in a file, an empty one if there is none; told before the game begins if it makes no sense."""
    from kaiju_runtime.profile import Profile

    if name is None:
        return Profile()
    try:
        return Profile.load(Path(name))
    except Exception as failure:
        raise placed(failure, name) from failure


def write_profile(session: Session, profile: Profile, name: str | None) -> None:
    """Tells what people at the table have earned in a game that is over, and keeps it if there is a file for it."""
    from kaiju_compiler.display import safe

    people = [number for number, seat in enumerate(session.seats) if seat.agent is None]
    if session.game.result is None or not people:
        return
    new = [each for seat in people for each in profile.add(session.game, seat)]
    if new:
        say(f"Earned: {safe(', '.join(new))}")
    if name is not None:
        profile.save(Path(name))
        say(f"Your profile {name} has {len(profile.kept)} in all.")


def edit_lines() -> None:
    """Lets people edit what they type, where the system can."""
    with contextlib.suppress(ImportError):
        import_module("readline")


def stop_on_signals() -> None:
    """A closed terminal and a polite kill end the game as Ctrl-C does: saved."""

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)
