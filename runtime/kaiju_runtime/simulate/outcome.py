"""What a job came to: the outcome of a game, of a pair of games, or that it was lost, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kaiju_runtime.simulate.plan import Job

TENTHS = 10
NOBODY = -1


@dataclass(frozen=True)
class Bought:
    """One purchase."""

    card: str
    seat: int
    turn: int
    price: int


@dataclass(frozen=True)
class Outcome:
    """One finished game."""

    job: Job
    winners: tuple[int, ...]
    first: int
    """The seat that began."""
    turns: int
    decisions: int
    victory: str
    """By which condition the game ended."""
    leaders: tuple[int, ...]
    """Who led at each tenth of the game, or -1."""
    changes: int
    """How often the lead went from one player to another."""
    offered: frozenset[str]
    bought: tuple[Bought, ...]

    @property
    def winner(self) -> int:
        """The seat of the single winner, or -1."""
        return self.winners[0] if len(self.winners) == 1 else NOBODY


@dataclass(frozen=True)
class Pair:
    """A trial: the same game twice, with a card given to a seat and without; whether that seat won."""

    job: Job
    with_it: bool
    without: bool


@dataclass(frozen=True)
class Lost:
    """A game that was not finished."""

    job: Job
    why: str


Result: TypeAlias = Outcome | Pair | Lost
