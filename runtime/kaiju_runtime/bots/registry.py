"""Which bots there are, and how a name with a setting is read: ``greedy``, ``mcts:playouts=200``.

To add a bot: its module here, and a line in the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from kaiju_runtime.answers import Answer
from kaiju_runtime.bots.greedy import Greedy
from kaiju_runtime.bots.mcts import Mcts
from kaiju_runtime.bots.random_bot import RandomBot
from kaiju_runtime.decisions import Decision
from kaiju_runtime.game import Game
from kaiju_runtime.stops import KaijuError

Agent: TypeAlias = Callable[[Game, Decision], Answer]
Maker: TypeAlias = Callable[[int, int], Agent]
"""Makes a bot from a seed and the seat that it plays."""


@dataclass(frozen=True)
class Setting:
    """A number that a bot can be given."""

    make: Callable[[int, int, int], Agent]
    """Makes a bot from a seed, a seat and the number, in thousandths if it need not be whole."""
    most: int
    whole: bool


BOTS: Mapping[str, Maker] = MappingProxyType({"random": RandomBot, "greedy": Greedy, "mcts": Mcts})
"""Bots by name."""
SETTINGS: Mapping[str, Mapping[str, Setting]] = MappingProxyType(
    {
        "mcts": MappingProxyType(
            {
                "playouts": Setting(lambda seed, seat, number: Mcts(seed, seat, playouts=number), 1_000_000, True),
                "seconds": Setting(lambda seed, seat, number: Mcts(seed, seat, milliseconds=number), 3600, False),
            }
        )
    }
)
"""What can be set, by bot; one setting at a time."""
NUMBER = re.compile(r"([0-9]{1,9})(?:\.([0-9]{1,3}))?")


def make_bot(name: str, seed: int, seat: int) -> Agent:
    """A fresh bot. Raises :class:`KaijuError` for a name or setting that is none."""
    return read_bot(name)(seed, seat)


def read_bot(name: str) -> Maker:
    """What makes the bots that a name with its setting means. Raises :class:`KaijuError`."""
    kind, colon, text = name.partition(":")
    if kind not in BOTS:
        raise KaijuError("bot-unknown", f"there is no bot {kind!r}", f"Bots are: {', '.join(BOTS)}.")
    if not colon:
        return BOTS[kind]
    known = SETTINGS.get(kind, {})
    setting, _, typed = text.partition("=")
    if setting not in known:
        settings = " or ".join(f"{kind}:{each}=NUMBER" for each in known)
        raise KaijuError(
            "bot-setting",
            f"the bot {kind} has no setting {setting!r}",
            f"Write {settings}." if settings else f"Write {kind} alone: it has no settings.",
        )
    found = known[setting]
    number = number_of(typed, found.whole)
    if not 0 < number <= found.most * (1 if found.whole else 1000):
        what = "a whole number" if found.whole else "a number with up to three decimals"
        raise KaijuError(
            "bot-setting",
            f"{setting} of the bot {kind} cannot be {typed!r}",
            f"It is {what} above 0, {found.most} at most.",
        )
    return lambda seed, seat: found.make(seed, seat, number)


def number_of(typed: str, whole: bool) -> int:
    """The number that was typed, in thousandths unless it must be whole; 0 for what is none."""
    match = NUMBER.fullmatch(typed)
    if match is None or (whole and match[2]):
        return 0
    return int(match[1]) if whole else int(match[1]) * 1000 + int((match[2] or "").ljust(3, "0"))
