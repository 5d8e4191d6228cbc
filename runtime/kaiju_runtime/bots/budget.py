"""How long a search may go on: for a number of playouts, or for a time. The only clock that decides an answer."""

from __future__ import annotations

import time
from typing import Protocol


class Budget(Protocol):
    """What a search may spend."""

    def spent(self, playouts: int) -> int:
        """How much of it is spent after so many playouts, in thousandths."""


class Count:
    """A budget of playouts."""

    def __init__(self, playouts: int) -> None:
        self.playouts = playouts

    def spent(self, playouts: int) -> int:
        return playouts * 1000 // self.playouts


class Clock:
    """A budget of time, from now on."""

    def __init__(self, milliseconds: int) -> None:
        self.milliseconds, self.start = milliseconds, time.monotonic()

    def spent(self, playouts: int) -> int:
        return int((time.monotonic() - self.start) * 1_000_000) // self.milliseconds
