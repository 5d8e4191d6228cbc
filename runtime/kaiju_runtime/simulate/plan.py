"""What is to be played: the plan, and which game each number of it is.

A plan of N games and P pairs for each of its trials has the jobs 0 … N − 1, the games, and after them P jobs for
each trial in turn. Two players meet in all ordered pairs of the monsters in turn; more of them sit in orders that
are shuffled by the plan's seed, so that every monster sits in every seat equally often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kaiju_runtime.bots import make_bot
from kaiju_runtime.dice import Stream, word
from kaiju_runtime.program import Program
from kaiju_runtime.seating import choose_monsters, choose_options
from kaiju_runtime.simulate.watching import Watching
from kaiju_runtime.stops import KaijuError

LARGEST_SEED = 2**53 - 1


@dataclass(frozen=True)
class Job:
    """One number of a plan: a game, or a pair of games for a trial."""

    number: int
    seed: int
    monsters: tuple[str, ...]
    """By seat."""
    bots: tuple[str, ...]
    trial: str = ""
    """Key of the card that is tried, or empty."""
    seat: int = 0
    """Trials: who gets the card, and begins."""


@dataclass(frozen=True)
class Plan:
    """What is asked. Equal plans of equal programs have equal statistics."""

    games: int
    seed: int
    players: int
    bots: tuple[str, ...]
    """By seat, before seats are swapped."""
    monsters: tuple[str, ...] = ()
    """Who takes part; empty: all monsters of the mode."""
    options: Mapping[str, Any] = field(default_factory=dict)
    trials: tuple[str, ...] = ()
    pairs: int = 0
    """Pairs of games for each trial."""
    swap: bool = True

    @property
    def jobs(self) -> int:
        return self.games + self.pairs * len(self.trials)

    def to_data(self) -> dict[str, Any]:
        """As it stands in the statistics."""
        return {
            "games": self.games,
            "seed": self.seed,
            "players": self.players,
            "bots": list(self.bots),
            "monsters": list(self.monsters),
            "options": dict(self.options),
            "trials": list(self.trials),
            "pairs": self.pairs,
            "swap": self.swap,
        }


def make_plan(
    program: Program,
    *,
    games: int,
    seed: int = 0,
    players: int | None = None,
    bots: Sequence[str] = ("greedy",),
    monsters: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    trials: Sequence[str] = (),
    pairs: int | None = None,
    swap: bool = True,
) -> Plan:
    """A plan that the program can play. Raises :class:`KaijuError` for anything that the mode does not know.

    One bot plays all seats. Without ``players`` there are as many as bots, if these are several, else the least
    number of the mode. ``trials`` are keys of cards, or ``["all"]``; each has as many pairs as there are games.
    """
    number = players
    if number is None:
        number = len(bots) if len(bots) > 1 else program.least_players
    if not 0 <= seed <= LARGEST_SEED:
        raise KaijuError("game-seed", f"{seed} is no seed", f"A seed is a whole number from 0 to {LARGEST_SEED}.")
    for name in bots:
        make_bot(name, seed, 0)
    if len(bots) not in (1, number):
        raise KaijuError(
            "game-players", f"{len(bots)} bots for {number} players", "Name one bot, or one for each seat."
        )
    pool = list(monsters) or [program.pieces[piece].key for piece in program.monsters]
    choose_monsters(program, pool[:number], number)
    known = {program.pieces[piece].key for piece in program.monsters}
    for name in pool:
        if name not in known:
            raise KaijuError("game-monster", f"{program.title} has no monster {name!r}", f"It has: {', '.join(known)}.")
    if len(set(pool)) != len(pool):
        raise KaijuError("game-monster", "a monster is named twice", "Each monster is there once.")
    if not swap and len(pool) != number:
        raise KaijuError("game-players", "without swapping each seat wants its monster", "Name one for each player.")
    choose_options(program, options or {})
    tried = known_cards(program, trials)
    return Plan(
        games,
        seed,
        number,
        tuple(bots) * (number if len(bots) == 1 else 1),
        tuple(monsters),
        dict(options or {}),
        tried,
        (games if pairs is None else pairs) if tried else 0,
        swap,
    )


def known_cards(program: Program, trials: Sequence[str]) -> tuple[str, ...]:
    """The keys of the cards to be tried, in the order of the program. Raises :class:`KaijuError`."""
    cards = Watching(program).tried
    for name in trials:
        if name not in cards and name != "all":
            raise KaijuError(
                "simulate-trial",
                f"{program.title} has no card {name!r} that can be tried",
                "A card is tried if it has a price, and belongs to no monster.",
            )
    return tuple(each for each in cards if each in trials or "all" in trials)


class Jobs:
    """The jobs of a plan by their number."""

    def __init__(self, program: Program, plan: Plan) -> None:
        self.plan = plan
        self.pool = list(plan.monsters) or [program.pieces[piece].key for piece in program.monsters]
        self.pairs = pairs_of(self.pool) if plan.players == 2 else []
        self.rotations = plan.players if plan.swap and len(set(plan.bots)) > 1 else 1

    def __len__(self) -> int:
        return self.plan.jobs

    def __getitem__(self, number: int) -> Job:
        plan = self.plan
        if number < plan.games:
            return Job(number, seed_of("jobs", plan.seed, number), *self.table(number))
        trial, pair = divmod(number - plan.games, plan.pairs)
        seat = pair // (self.rotations * max(1, len(self.pairs))) % plan.players
        return Job(number, seed_of("trials", plan.seed, pair), *self.table(pair), plan.trials[trial], seat)

    def table(self, number: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Monsters and bots by seat: first the bots change seats, then come the next monsters."""
        plan = self.plan
        round, turned = divmod(number, self.rotations)
        bots = plan.bots[turned:] + plan.bots[:turned]
        if not plan.swap:
            return tuple(self.pool), bots
        if plan.players == 2:
            return self.pairs[round % len(self.pairs)], bots
        block, start = divmod(round, len(self.pool))
        order = shuffled(self.pool, Stream("monsters", plan.seed, 2 * len(self.pool) * block))
        return tuple(order[(start + seat) % len(order)] for seat in range(plan.players)), bots


def pairs_of(names: Sequence[str]) -> list[tuple[str, str]]:
    """All ordered pairs; in each run of as many of them as there are names, every name stands once in both places."""
    number = len(names)
    return [(names[at], names[(at + apart) % number]) for apart in range(1, number) for at in range(number)]


def seed_of(stream: str, seed: int, number: int) -> int:
    """A seed of 53 bits for one number of a stream."""
    return word(stream, seed, 2 * number) << 21 | word(stream, seed, 2 * number + 1) >> 11


def shuffled(names: Sequence[str], stream: Stream) -> list[str]:
    """The names in a chance order."""
    order = list(names)
    for last in range(len(order) - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
