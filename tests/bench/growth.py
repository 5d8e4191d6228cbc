"""What must stay in proportion: playouts against games, two workers against one, cards, games, memory."""

from __future__ import annotations

import gc
import random
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench.run import batch, best, microseconds, pick, prepared
from bench.site import write_pack
from kaiju_compiler.pipeline import compile_packs
from kaiju_runtime import Game, program_from_data
from support.programs import program

MODE = "king_of_tokyo"
PLAYERS = 4
ROUNDS = 3


# --- playouts ------------------------------------------------------------------------------------


def halfway(seed: int) -> Game:
    """A game after half of its decisions."""
    found, chance = program(MODE), random.Random(seed)
    whole = prepared(found, PLAYERS, seed, 0).start()
    decisions = []
    while (decision := whole.decision) is not None:
        keys, position = decision.keys(), pick(decision, chance)
        decisions.append([keys[at] for at in position] if isinstance(position, list) else keys[position])
        whole.answer(decisions[-1])
    game = prepared(found, PLAYERS, seed, 0).start()
    for answer in decisions[: len(decisions) // 2]:
        game.answer(answer)
    return game


def playout(games: list[Game]) -> Callable[[int], None]:
    """A copy of one of some games, played to its end by chance from inside the run."""
    chance = random.Random(1)

    def run(number: int) -> None:
        game = games[number % len(games)].clone()
        decision = game.decision
        assert decision is not None
        game.machine.logging = False
        game.machine.agent = lambda machine, question: pick(question, chance)
        position, keys = pick(decision, chance), decision.keys()
        game.answer([keys[at] for at in position] if isinstance(position, list) else keys[position])
        assert game.decision is None

    return run


def show_playouts() -> None:
    games = [halfway(seed) for seed in range(8)]
    rates = best({"playouts": (playout(games), 60), "games": (batch(program(MODE), PLAYERS), 30)})
    print(
        f"playouts from the middle of a game: {rates['playouts']:.0f} in a second, "
        f"{rates['playouts'] / rates['games']:.2f} times whole games (floor 1.5, target 3)"
    )
    game = games[0]
    clone, save = microseconds(game.clone, 20_000), microseconds(game.save, 200)
    print(f"clone {clone:.2f} µs (floor 2, target 1), save {save:.0f} µs")


# --- workers -------------------------------------------------------------------------------------


def work(games: int) -> int:
    run = batch(program(MODE), PLAYERS)
    for seed in range(games):
        run(seed)
    return games


def show_workers(games: int = 150) -> None:
    """The same games by one process and by two, on the clock, the processes being warm."""
    rates = {1: 0.0, 2: 0.0}
    pools = {number: ProcessPoolExecutor(number, mp_context=get_context("fork")) for number in rates}
    program(MODE)
    for pool in pools.values():
        list(pool.map(work, [1] * 4))
    for _ in range(ROUNDS):
        for number, pool in pools.items():
            start = time.perf_counter()
            done = sum(pool.map(work, [games // 2] * 2))
            rates[number] = max(rates[number], done / (time.perf_counter() - start))
    for pool in pools.values():
        pool.shutdown()
    print(f"two workers: {rates[2] / rates[1]:.2f} times one (floor 1.7, target 1.9)")


# --- proportions ---------------------------------------------------------------------------------


def seconds(work: Callable[[], Any]) -> float:
    return microseconds(work, 1) / 1e6


def show_cards() -> None:
    """Twice as many cards: packs of made-up cards, from their source to the first decision, and games of them."""
    steps, games = [], []
    with tempfile.TemporaryDirectory() as folder:
        for number in (100, 200, 400):
            pack = str(write_pack(Path(folder) / str(number), number))

            def runnable(pack: str = pack) -> Game:
                (mode,) = compile_packs([pack]).modes.values()
                return Game.new(program_from_data(mode.program), seed=1)

            steps.append(seconds(runnable))
            run = batch(runnable().program, 2)
            games.append(seconds(lambda run=run: [run(seed) for seed in range(20)]))
    for what, each in (("source to runnable", steps), ("twenty games", games)):
        told = ", ".join(f"{1000 * time:.0f} ms" for time in each)
        print(f"100, 200, 400 cards, {what}: {told}; {each[1] / each[0]:.2f} and {each[2] / each[1]:.2f} times")


def show_games() -> None:
    run = batch(program(MODE), PLAYERS)
    run(0)
    few, many = (seconds(lambda n=n: [run(seed) for seed in range(n)]) for n in (40, 160))
    tracemalloc.start()
    held = []
    for games in (20, 80):
        for seed in range(games):
            run(1000 + seed)
        gc.collect()
        held.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    print(f"four times as many games: {many / few:.2f} times the time, {(held[1] - held[0]) / 1024:+.0f} KiB held")


def main() -> None:
    show_playouts()
    show_workers()
    show_cards()
    show_games()


if __name__ == "__main__":
    main()
