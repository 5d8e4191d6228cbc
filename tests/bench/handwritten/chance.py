"""Chance, and players that pick anything that is legal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from bench.handwritten.cards import Card
from bench.handwritten.player import Player


class Chance:
    """Dice and shuffles."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def below(self, limit: int) -> int:
        return int(self.random.random() * limit)

    def roll(self, number: int) -> list[int]:
        """The faces of some dice."""
        throw = self.random.random
        return [int(throw() * 6) for _ in range(number)]

    def shuffle(self, cards: list[Card]) -> None:
        self.random.shuffle(cards)


class RandomAgent:
    """Answers every question by chance."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def pick(self, player: Player, question: str, options: Sequence[Any]) -> int:
        """The position of one option; there are always two or more."""
        return int(self.random.random() * len(options))

    def pick_some(self, player: Player, question: str, options: Sequence[Any]) -> list[int]:
        """The positions of any options, in order; perhaps of none."""
        number = self.random.randrange(len(options) + 1)
        return sorted(self.random.sample(range(len(options)), number))
