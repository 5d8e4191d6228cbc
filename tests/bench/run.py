"""Speed of the engine, as a ratio to plain Python work on the same machine in the same run (``make bench``)."""

from __future__ import annotations

import time

from support.programs import concrete_modes, program
from support.random_play import play_randomly

GAMES = 10
YARDSTICK = 1_000_000


def yardstick() -> float:
    """Seconds of CPU for a million additions: what this machine gives just now."""
    start, total = time.process_time(), 0
    for number in range(YARDSTICK):
        total += number
    return time.process_time() - start


def main() -> None:
    for mode in concrete_modes():
        found = program(mode)
        monsters = [found.pieces[piece].key for piece in found.monsters][: found.least_players]
        before, start, answers = yardstick(), time.process_time(), 0
        for seed in range(GAMES):
            answers += play_randomly(found, monsters, seed, sample=0).decisions
        spent = time.process_time() - start
        unit = (before + yardstick()) / 2
        print(
            f"{mode:16} {GAMES / spent:6.1f} games/s  {answers / spent:8.0f} answers/s  "
            f"{spent / GAMES / unit:7.2f} yardsticks a game"
        )


if __name__ == "__main__":
    main()
