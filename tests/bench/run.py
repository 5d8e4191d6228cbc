"""Speed of the engine as ratios from one interleaved run (``make bench``): machines are noisy, ratios are not.

The yardstick is ``bench.handwritten``: the base game with the same rules and cards in natural Python, random legal
agents, no log. Every figure is the best of some rounds; a round measures everything once, one after the other.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

from bench.handwritten import play
from kaiju_runtime import Game
from kaiju_runtime.dice import Stream
from kaiju_runtime.program import Program
from support.programs import concrete_modes, program
from support.random_play import deal_cards

ROUNDS = 3
PLAYERS = 4
HEAVY = 8
YARDSTICK_MODE = "king_of_tokyo"


def pick(question: Any, chance: random.Random) -> Any:
    """A random position, or positions."""
    if question.kind != "pick some":
        return int(chance.random() * question.count)
    return sorted(chance.sample(range(question.count), chance.randint(question.least, question.most)))


def names(found: Program, players: int) -> list[str]:
    return [found.pieces[piece].key for piece in found.monsters][:players]


def prepared(found: Program, players: int, seed: int, dealt: int, executor: str = "fast") -> Game:
    game = Game.prepare(found, monsters=names(found, players), seed=seed, executor=executor)
    if dealt:
        deal_cards(game, Stream("deal", seed), dealt, raised=False)
    return game


def batch(
    found: Program, players: int, dealt: int = 0, executor: str = "fast", log: bool = False
) -> Callable[[int], None]:
    """One game with the bot called from inside the run."""
    chance = random.Random(1)

    def run(seed: int) -> None:
        game = prepared(found, players, seed, dealt, executor)
        game.machine.logging = log
        game.machine.agent = lambda machine, question: pick(question, chance)
        game.start()

    return run


def stepped(found: Program, players: int, dealt: int = 0) -> Callable[[int], None]:
    """One game that can be copied and saved at every decision."""
    chance = random.Random(1)

    def run(seed: int) -> None:
        game = prepared(found, players, seed, dealt)
        game.machine.logging = False
        game.start()
        while (decision := game.decision) is not None:
            position = pick(decision, chance)
            options = decision.options
            game.answer([options[at].key for at in position] if isinstance(position, list) else options[position].key)

    return run


def by_hand(heavy: bool) -> Callable[[int], None]:
    def run(seed: int) -> None:
        play(players=PLAYERS, seed=seed, heavy=heavy)

    return run


def rate(run: Callable[[int], None], games: int) -> float:
    """Games in a second of this process's time."""
    start = time.process_time()
    for seed in range(games):
        run(seed)
    return games / (time.process_time() - start)


def best(runs: dict[str, tuple[Callable[[int], None], int]]) -> dict[str, float]:
    """The best rate of each run over the rounds, everything interleaved."""
    for run, _ in runs.values():
        run(0)
    found: dict[str, float] = dict.fromkeys(runs, 0.0)
    for _ in range(ROUNDS):
        for name, (run, games) in runs.items():
            found[name] = max(found[name], rate(run, games))
    return found


def microseconds(work: Callable[[], Any], times: int) -> float:
    """The least time of some rounds for one run of a piece of work."""
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(times):
            work()
        least = min(least, (time.process_time() - start) / times)
    return least * 1e6


def main() -> None:
    base = program(YARDSTICK_MODE)
    rates = best(
        {
            "by hand": (by_hand(False), 60),
            "by hand, heavy": (by_hand(True), 60),
            "batch": (batch(base, PLAYERS), 40),
            "batch, heavy": (batch(base, PLAYERS, HEAVY), 20),
            "batch, log on": (batch(base, PLAYERS, log=True), 40),
            "step": (stepped(base, PLAYERS), 20),
            "step, heavy": (stepped(base, PLAYERS, HEAVY), 10),
            "reference": (batch(base, PLAYERS, executor="reference"), 3),
        }
    )
    for name, found in rates.items():
        other = rates["by hand, heavy" if "heavy" in name else "by hand"]
        print(f"{name:16} {found:8.1f} games/s   {found / other:5.2f} of the game written by hand")
    print(f"log on: {1 - rates['batch, log on'] / rates['batch']:.0%} slower")
    print(f"fast to reference: {rates['batch'] / rates['reference']:.1f} times")
    for mode in concrete_modes():
        found = program(mode)
        both = best(
            {
                "fast": (batch(found, found.least_players), 20),
                "reference": (batch(found, found.least_players, executor="reference"), 3),
            }
        )
        print(f"{mode:16} {both['fast']:8.1f} games/s   {both['fast'] / both['reference']:5.1f} times the reference")


if __name__ == "__main__":
    main()
