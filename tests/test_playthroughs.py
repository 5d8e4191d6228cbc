"""Stored playthroughs: one for each monster of a game for two, and for 2, 4 and 6 players of a larger one (gate G15).

Those that were stored once are played for ever, also when other monsters have joined the game since. They hold the
answers of a whole game and how it ended. When content or rules change on purpose, write them anew with
``KAIJU_UPDATE=1 pytest tests/test_playthroughs.py`` and read the difference.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from kaiju_runtime import Game
from support.programs import concrete_modes, program
from support.random_play import play_randomly

FOLDER = Path(__file__).parent / "playthroughs"
UPDATE = os.environ.get("KAIJU_UPDATE") == "1"


def wanted() -> list[tuple[str, list[str]]]:
    """The tables for which a playthrough is stored, or is to be."""
    found: list[tuple[str, list[str]]] = []
    for mode in concrete_modes():
        monsters = [program(mode).pieces[piece].key for piece in program(mode).monsters]
        if program(mode).seats == 2:
            found += [(mode, [one, monsters[(number + 1) % len(monsters)]]) for number, one in enumerate(monsters)]
        else:
            found += [(mode, monsters[:players]) for players in (2, 4, 6) if players <= program(mode).seats]
        for path in sorted(FOLDER.glob(f"{mode}-*.json")):
            stored = (mode, json.loads(path.read_text(encoding="utf-8"))["setup"]["monsters"])
            found += [] if stored in found else [stored]
    return found


def chosen(mode: str, monsters: list[str]) -> dict[str, Any]:
    """The options of a stored game: those that are words by turns, for each number of players another one."""
    words = [option for option in program(mode).options if isinstance(option.values[0], str)]
    return {option.id: option.values[len(monsters) // 2 % len(option.values)] for option in words}


def outcome(game: Game) -> dict[str, Any]:
    assert game.result is not None
    return {
        "winners": list(game.result.winners),
        "turns": game.result.turns,
        "events": len(game.events),
        "hash": game.state_hash(),
    }


@pytest.mark.parametrize(
    ("mode", "monsters"), wanted(), ids=lambda value: value if isinstance(value, str) else "-".join(value)
)
def test_a_stored_game_plays_as_it_did(mode: str, monsters: list[str]) -> None:
    path = FOLDER / f"{mode}-{'-'.join(monsters)}.json"
    if UPDATE:
        played = play_randomly(program(mode), monsters, len(monsters), options=chosen(mode, monsters), sample=0).game
        path.parent.mkdir(exist_ok=True)
        stored = {"setup": played.setup, "answers": played.answers, "outcome": outcome(played)}
        path.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
    stored = json.loads(path.read_text(encoding="utf-8"))
    setup = stored["setup"]
    game = Game.new(
        program(mode), monsters=setup["monsters"], seed=setup["seed"], options=setup["options"], first=setup["first"]
    )
    for answer in stored["answers"]:
        game.answer(answer)
    assert outcome(game) == stored["outcome"]
