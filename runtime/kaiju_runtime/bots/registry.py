"""Which bots there are. To add one: its module here, and a line in the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from kaiju_runtime.answers import Answer
from kaiju_runtime.bots.greedy import Greedy
from kaiju_runtime.bots.random_bot import RandomBot
from kaiju_runtime.decisions import Decision
from kaiju_runtime.game import Game
from kaiju_runtime.stops import KaijuError

Agent: TypeAlias = Callable[[Game, Decision], Answer]

BOTS: Mapping[str, Callable[[int, int], Agent]] = MappingProxyType({"random": RandomBot, "greedy": Greedy})
"""Bots by name; each is made from a seed and the seat that it plays."""


def make_bot(name: str, seed: int, seat: int) -> Agent:
    """A fresh bot. Raises :class:`KaijuError` for a name that is none."""
    if name not in BOTS:
        raise KaijuError("bot-unknown", f"there is no bot {name!r}", f"Bots are: {', '.join(BOTS)}.")
    return BOTS[name](seed, seat)
