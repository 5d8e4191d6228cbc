"""A player's profile: the pieces that they have earned in games and keep, in one sealed file.

Which pieces are kept, a program says: those of a kind with a counter for it, where that counter stands on them.
A profile belongs to a person, not to a program; it names records and modes, so it outlives both.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kaiju_runtime.files import load_envelope, save_envelope
from kaiju_runtime.frames import NONE
from kaiju_runtime.game import Game
from kaiju_runtime.stops import KaijuError

PROFILE_FORMAT = 1


@dataclass(frozen=True)
class Kept:
    """One thing that a player keeps."""

    name: str
    mode: str
    """The mode in which it was earned first."""
    times: int = 1
    """In how many games it was earned."""


@dataclass
class Profile:
    """What a player keeps, by the full id of the record."""

    kept: dict[str, Kept] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Profile:
        """The profile in a file; an empty one if there is no such file. Raises ``DamagedFile``, :class:`KaijuError`
        or ``FileProblem``.
        """
        if not path.exists():
            return cls()
        payload = load_envelope(path, "profile", PROFILE_FORMAT).payload
        if not is_sound(payload):
            raise KaijuError(
                "profile-damaged", "the profile does not have the shape of a profile", "Use another copy of the file."
            )
        return cls({record: Kept(**each) for record, each in payload["kept"].items()})

    def save(self, path: Path) -> None:
        """Writes the profile. Raises ``FileProblem``."""
        kept = {
            record: {"name": each.name, "mode": each.mode, "times": each.times} for record, each in self.kept.items()
        }
        save_envelope(path, "profile", PROFILE_FORMAT, {"kept": kept})

    def add(self, game: Game, seat: int) -> list[str]:
        """Enters what the player of a seat has earned in a game that is over; the names of what is new."""
        new = []
        for record, name in earned(game, seat).items():
            before = self.kept.get(record)
            if before is None:
                new.append(name)
                self.kept[record] = Kept(name, game.program.mode)
            else:
                self.kept[record] = Kept(before.name, before.mode, before.times + 1)
        return new


def earned(game: Game, seat: int) -> dict[str, str]:
    """The records that the player of a seat keeps from a game, with their names; none before the game is over."""
    program, state = game.program, game.machine.st
    found: dict[str, str] = {}
    if game.result is None:
        return found
    for number, piece in enumerate(program.pieces):
        definition = program.definition_of(number)
        counter = program.kinds[definition.kind].kept
        if counter != NONE and state.get("owner", number) == seat and state.counter(counter, number) > 0:
            found[definition.id] = piece.name
    return found


def is_sound(payload: Any) -> bool:
    """Whether a payload is a profile."""
    if not isinstance(payload, dict) or set(payload) != {"kept"} or not isinstance(payload["kept"], dict):
        return False
    return all(
        isinstance(each, dict)
        and set(each) == {"name", "mode", "times"}
        and isinstance(each["name"], str)
        and isinstance(each["mode"], str)
        and type(each["times"]) is int
        and each["times"] > 0
        for each in payload["kept"].values()
    )
