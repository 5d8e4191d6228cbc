"""How a game begins: seen in one that is played for it, with one seed for all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kaiju_runtime.decisions import PASS
from kaiju_runtime.game import Game as Play
from kaiju_runtime.game import program_from_data
from kaiju_runtime.stops import KaijuError
from kaiju_site.cache import Cache
from kaiju_site.games import Game
from kaiju_site.names import file_name
from kaiju_site.traces import name_of

Data = dict[str, Any]
_MOST_ANSWERS = 200


@dataclass(frozen=True)
class Opening:
    """What is there when the first turn begins, and how many dice a turn has."""

    dice: int
    """The dice of the second turn (the first may have a rule of its own), else of the first; 0 if nobody rolls."""
    paths: dict[str, list[str]]
    """The spaces and tiles of each track, as they lie then; tiles as ``pieces:id``."""


def opening_of(game: Game, cache: Cache) -> Opening:
    """The opening of a game; played anew only if its program has changed."""
    part = cache.part(f"opening-{file_name(game.id)}", {**game.program, "catalog": None, "source_map": None})
    found = part.get("opening")
    if found is None:
        found = _seen(game)
        part.keep("opening", found)
        part.save()
    return Opening(found["dice"], found["paths"])


def _seen(game: Game) -> Data:
    dice: dict[int, int] = {}
    paths: dict[str, list[str]] = {}
    try:
        program = program_from_data(game.program)
        play = Play.new(program, seed=1)
        board = play.machine.board
        paths = {track.id: [name_of(program, each) for each in board.path(i)] for i, track in enumerate(program.tracks)}
        for _ in range(_MOST_ANSWERS):
            for event in play.events:
                if event.name == "roll":
                    dice.setdefault(event.turn, len(event.dice))
            decision = play.decision
            if decision is None or 2 in dice:
                break
            keys = [each.key for each in decision.options]
            play.answer(PASS if PASS in keys else keys[0])
    except KaijuError:
        pass  # a game that cannot begin has other pages that say so
    return {"dice": dice.get(2, dice.get(1, 0)), "paths": paths}
