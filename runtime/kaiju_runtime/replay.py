"""Replays: a whole game as its setup and its answers, sealed, with hashes on the way to check it by.

A replay belongs to one program. Playing it again gives the same game answer by answer; the hashes
show the first place where it does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kaiju_runtime.canonical import envelope, read_envelope
from kaiju_runtime.game import Game
from kaiju_runtime.program import Program
from kaiju_runtime.stops import BudgetExceeded, IllegalMove, KaijuError

REPLAY_FORMAT = 1
EVERY = 20
"""After so many answers the hash of the game is noted."""


class ReplayDiffers(KaijuError):
    """A replay that does not give the game that was recorded."""


@dataclass(frozen=True)
class Replay:
    """A recorded game."""

    program: str
    """Hash of the program that it was played with."""
    mode: str
    setup: dict[str, Any]
    answers: list[Any] = field(repr=False)
    hashes: Mapping[int, str] = field(repr=False)
    """Hash of the game after some numbers of answers; always after the last one."""

    def to_bytes(self) -> bytes:
        """The replay as a sealed file."""
        payload = {
            "program": self.program,
            "mode": self.mode,
            "setup": self.setup,
            "answers": self.answers,
            "hashes": {str(number): each for number, each in self.hashes.items()},
        }
        return envelope("replay", REPLAY_FORMAT, payload)


@dataclass
class Recorder:
    """Notes the hashes of a game while it is played; also after an answer has been taken back."""

    hashes: dict[int, str] = field(default_factory=dict)

    def note(self, game: Game) -> None:
        """To be called after each answer."""
        number = len(game.answers)
        self.hashes = {at: each for at, each in self.hashes.items() if at < number}
        if number % EVERY == 0:
            self.hashes[number] = game.state_hash()

    def replay(self, game: Game) -> Replay:
        """The replay of the game as far as it has come."""
        number = len(game.answers)
        hashes = {at: each for at, each in self.hashes.items() if at < number}
        hashes[number] = game.state_hash()
        return Replay(game.program.hash, game.program.mode, dict(game.setup), list(game.answers), hashes)


def read_replay(data: bytes) -> Replay:
    """The replay in a sealed file. Raises ``DamagedFile`` or :class:`KaijuError`."""
    payload = read_envelope(data, "replay", REPLAY_FORMAT).payload
    try:
        if not is_sound(payload):
            raise damaged()
        hashes = {int(number): each for number, each in payload["hashes"].items()}
    except (KeyError, TypeError, AttributeError, ValueError) as problem:
        raise damaged() from problem
    replay = Replay(payload["program"], payload["mode"], payload["setup"], payload["answers"], hashes)
    if len(replay.answers) not in hashes:
        raise damaged()
    return replay


def is_sound(payload: Any) -> bool:
    """Whether the parts of a replay are of the right kinds."""
    setup, answers = payload["setup"], payload["answers"]
    kinds = [
        (payload["program"], str),
        (payload["mode"], str),
        (setup["monsters"], list),
        (setup["options"], dict),
        (setup["seed"], int),
        (answers, list),
        *((each, str) for each in payload["hashes"].values()),
    ]
    return (
        setup["first"] in (None, *range(64))
        and all(isinstance(part, kind) for part, kind in kinds)
        and all(str(int(number)) == number for number in payload["hashes"])
    )


def damaged() -> KaijuError:
    return KaijuError(
        "replay-damaged", "the replay does not have the shape of a replay", "Use another copy of the file."
    )


def check_program(program: Program, replay: Replay) -> None:
    """Raises :class:`KaijuError` unless the replay was recorded with this very program."""
    if replay.program == program.hash and replay.mode != program.mode:
        raise damaged()
    if replay.program != program.hash:
        other = f"another version of {program.mode}" if replay.mode == program.mode else f"another mode, {replay.mode}"
        raise KaijuError(
            "replay-other-program",
            f"the replay was recorded with {other} (program {replay.program[:12]}, here it is {program.hash[:12]})",
            "Give the program file that it was recorded with (--program FILE), or record the game again.",
        )


def play_again(program: Program, replay: Replay, to: int | None = None) -> Iterator[Game]:
    """The game at its start and after each answer, up to answer number ``to``. It is one game that goes on.

    Raises :class:`ReplayDiffers` where an answer is not offered.
    """
    check_program(program, replay)
    setup = replay.setup
    game = Game.new(
        program, monsters=setup["monsters"], seed=setup["seed"], options=setup["options"], first=setup["first"]
    ).start()
    yield game
    for number, answer in enumerate(replay.answers[:to], 1):
        try:
            game.answer(answer)
        except (IllegalMove, BudgetExceeded, TypeError) as problem:
            raise ReplayDiffers(
                "replay-differs",
                f"answer {number}: {problem}",
                "The file or the engine has changed since; record the game again.",
            ) from problem
        yield game


def verify(program: Program, replay: Replay) -> Game:
    """Plays the whole replay and compares all hashes; the game at its end. Raises :class:`ReplayDiffers`."""
    game: Game | None = None
    for number, game in enumerate(play_again(program, replay)):
        wanted = replay.hashes.get(number)
        if wanted is not None and wanted != game.state_hash():
            raise ReplayDiffers(
                "replay-differs",
                f"after answer {number} the game is not the one that was recorded",
                "The engine has changed since; record the game again.",
            )
    assert game is not None
    return game
