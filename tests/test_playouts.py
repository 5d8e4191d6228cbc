"""A bot takes over in the middle of a game: what was answered before stays answered, on both executors."""

from __future__ import annotations

from typing import Any

import pytest

from kaiju_runtime import Game
from kaiju_runtime.dice import Stream
from support.programs import program
from support.random_play import random_answer, random_position


def named(keys: list[str], chosen: Any) -> Any:
    return [keys[each] for each in chosen] if isinstance(chosen, list) else keys[chosen]


@pytest.mark.parametrize("executor", ["fast", "reference"])
@pytest.mark.parametrize(("mode", "folder"), [("duel", "content"), ("king_of_tokyo", "content")])
def test_a_playout_from_the_middle_is_the_game_in_steps(mode: str, folder: str, executor: str) -> None:
    found = program(mode, folder)
    nested = 0
    for seed in range(12 if executor == "fast" else 4):
        stream, game = Stream("start", seed), Game.new(found, seed=seed, executor=executor)
        for _ in range(20 + 3 * seed):
            if game.decision is not None:
                game.answer(random_answer(game.decision, stream))
        if game.decision is None:
            continue
        nested += game.decision.nested
        first = random_answer(game.decision, stream)
        inside, stepped, chances = game.clone(), game.clone(), [Stream("playout", seed) for _ in range(2)]
        inside.machine.agent = lambda machine, question, chance=chances[0]: random_position(question, chance)
        inside.answer(first)
        stepped.answer(first)
        while (decision := stepped.decision) is not None:
            stepped.answer(named(decision.keys(), random_position(decision, chances[1])))
        assert inside.decision is None and inside.result == stepped.result, f"seed {seed}"
        assert inside.state_hash() == stepped.state_hash(), f"seed {seed}"
    assert nested or (mode, executor) != ("duel", "fast"), "no game stood inside an effect"
