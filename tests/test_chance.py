"""What chance chooses is drawn evenly, by both executors alike."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from kaiju_runtime import Game
from support.packs import compile_tiny, roomy_mode

GAMES = 400


def test_each_piece_is_as_likely_as_any_other(tmp_path: Path) -> None:
    """Three alike and one other: each piece counts by itself, so the other one is taken in a quarter of all games."""
    program = compile_tiny(
        tmp_path,
        rules={"r": 'action in act "x":\n  choose a gadget of you at random as x\n  discard x'},
        gadgets={"ga": {"effect": "gain 1 coins", "copies": 3}, "gb": "gain 1 coins"},
        mode=roomy_mode("move gadgets to you"),
    )
    found = Counter[str]()
    for seed in range(GAMES):
        taken = [discarded(Game.new(program, players=2, seed=seed, executor=each)) for each in ("fast", "reference")]
        assert taken[0] == taken[1]
        found[taken[0]] += 1
    assert found["gb"] / GAMES == pytest.approx(1 / 4, abs=0.08)


def discarded(game: Game) -> str:
    """The record of the one piece that lies in the heap once the action is taken."""
    game.answer("choice:x")
    (piece,) = game.view(None)["zones"]["heap"]["pieces"]
    return str(piece["id"]).partition("#")[0]
