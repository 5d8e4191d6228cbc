"""Who sits down and by which options: what a game is asked to be, checked against its mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kaiju_runtime.program import Program
from kaiju_runtime.stops import KaijuError


def choose_monsters(program: Program, names: Sequence[Any] | None, players: int | None) -> list[int]:
    """The pieces of the monsters that take part. Raises :class:`KaijuError`."""
    known = {program.pieces[piece].key: piece for piece in program.monsters}
    wanted = players
    if wanted is None:
        wanted = program.least_players if names is None else len(names)
    least, most = program.least_players, program.seats
    if not least <= wanted <= most:
        raise KaijuError(
            "game-players",
            f"{program.title} is for {most if least == most else f'{least} to {most}'} players, not {wanted}",
            "Change --players or --monsters.",
        )
    if names is None:
        names = list(known)[:wanted]
    if wanted != len(names):
        raise KaijuError(
            "game-players", f"{len(names)} monsters for {wanted} players", "Name one monster for each player."
        )
    for name in names:
        if not isinstance(name, str) or name not in known:
            raise KaijuError("game-monster", f"{program.title} has no monster {name!r}", f"It has: {', '.join(known)}.")
    if len(set(names)) != len(names):
        raise KaijuError("game-monster", "a monster is named twice", "Each monster is there once.")
    return [known[name] for name in names]


def choose_options(program: Program, options: Mapping[str, Any]) -> list[int]:
    """The chosen value of each option, by position. Raises :class:`KaijuError`."""
    known = {option.id: option for option in program.options}
    for name, wanted in options.items():
        if name not in known:
            listed = ", ".join(known) or "no options"
            raise KaijuError("game-option", f"{program.title} has no option {name!r}", f"It has: {listed}.")
        if wanted not in known[name].values:
            values = ", ".join(str(value) for value in known[name].values)
            raise KaijuError("game-option", f"option {name} cannot be {wanted!r}", f"It can be: {values}.")
    return [
        option.values.index(options[option.id]) if option.id in options else option.default
        for option in program.options
    ]
