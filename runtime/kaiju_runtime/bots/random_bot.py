"""The random bot: every legal answer is as likely as any other. It draws from a stream of its own."""

from __future__ import annotations

from kaiju_runtime.answers import Answer
from kaiju_runtime.decisions import Decision
from kaiju_runtime.dice import Stream
from kaiju_runtime.game import Game

SEATS = 64
"""Each seat of a seed has its own stream."""
WORDS = 64
"""Words of the stream kept for one answer, so that a game that is loaded goes on as if it had not been."""


class RandomBot:
    """Answers by chance, the same way for the same seed, seat and number of answers before."""

    def __init__(self, seed: int = 0, seat: int = 0) -> None:
        self.seed = seed * SEATS + seat

    def __call__(self, game: Game, decision: Decision) -> Answer:
        stream = Stream("bots", self.seed, len(game.answers) * WORDS)
        keys = decision.keys()
        if decision.kind == "number":
            return decision.least + stream.below(decision.most - decision.least + 1)
        if decision.kind == "order":
            return some(stream, keys, len(keys))
        if decision.kind == "pick some":
            return some(stream, keys, decision.least + stream.below(decision.most - decision.least + 1))
        return keys[stream.below(len(keys))]


def some(stream: Stream, keys: list[str], number: int) -> list[str]:
    """So many different keys in a chance order."""
    left = list(keys)
    return [left.pop(stream.below(len(left))) for _ in range(number)]
