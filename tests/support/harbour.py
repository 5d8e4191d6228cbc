"""The made-up game of the language's reference, with cards of a test's own."""

from __future__ import annotations

import json

from kaiju_compiler.collect.reader import MemoryReader
from kaiju_compiler.pipeline import compile_packs
from kaiju_site.games import Game, games_of
from kaiju_site.samples import fixture_files


def harbour(effects: dict[str, str]) -> Game:
    """The game with a card for each effect, by its id."""
    files = fixture_files()
    records = [
        {"id": name, "name": name.title(), "cost": 1, "type": "crew", "provenance": "house", "effect": effect}
        for name, effect in effects.items()
    ]
    files["harbour/own.yaml"] = json.dumps({"kind": "card", "records": records}).encode()
    (game,) = games_of(compile_packs(["harbour"], MemoryReader(files)))
    return game
