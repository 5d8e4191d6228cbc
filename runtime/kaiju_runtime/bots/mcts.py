"""The bot that searches: Monte Carlo tree search over imagined futures.

Every playout is a future of its own, in which what the bot's player cannot know is drawn anew; so the tree is one of
what that player may know (an information-set search). It knows nothing of any game: where a playout is cut off, its
worth is read from the program, for every player.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

from kaiju_runtime.answers import Answer
from kaiju_runtime.bots.budget import Clock, Count
from kaiju_runtime.bots.random_bot import SEATS
from kaiju_runtime.bots.search import Search
from kaiju_runtime.bots.worth import Worth, worth_ahead
from kaiju_runtime.decisions import Decision
from kaiju_runtime.game import Game

PLAYOUTS = 200
ANSWERS = 64
"""Answers that are considered, of decisions that have more."""


class Mcts:
    """Answers with what does best in playouts: a number of them, or as many as fit into a time.

    With a number: same seed, seat and game, same answer. With a time the answer depends on how fast the machine is.
    """

    def __init__(self, seed: int = 0, seat: int = 0, *, playouts: int = PLAYOUTS, milliseconds: int = 0) -> None:
        self.seed = seed * SEATS + seat
        self.playouts, self.milliseconds = playouts, milliseconds
        self.worth: Worth | None = None

    def __call__(self, game: Game, decision: Decision) -> Answer:
        if self.worth is None or self.worth.program is not game.program:
            self.worth = worth_ahead(game.program)
        answers = candidates(decision)
        if len(answers) == 1:
            return named(decision, answers[0])
        search = Search(game, decision.player, self.worth, self.seed)
        budget = Clock(self.milliseconds) if self.milliseconds else Count(self.playouts)
        return named(decision, answers[search.best(answers, [str(named(decision, each)) for each in answers], budget)])


def candidates(decision: Decision) -> list[Any]:
    """The answers that are considered, as positions: what does least comes first, of too many some all over."""
    if decision.kind == "order":
        return [list(range(decision.count))]
    if decision.kind == "number":
        return thinned(range(decision.least, decision.most + 1))
    if decision.kind == "pick some":
        return some_sets(decision.count, thinned(range(decision.least, decision.most + 1)))
    positions = list(range(decision.count))
    if decision.passes or decision.kind == "yes or no":
        positions.insert(0, positions.pop())
    return thinned(positions)


def thinned(answers: Sequence[Any]) -> list[Any]:
    """All of them, or every second, third …"""
    return list(answers[:: 1 + (len(answers) - 1) // ANSWERS])


def some_sets(count: int, sizes: Sequence[int]) -> list[list[int]]:
    """Sets of some sizes, the smallest first: all of them, or of each size some all over."""
    left = ANSWERS
    found: dict[int, list[list[int]]] = {size: [] for size in sizes}
    for number, size in enumerate(sorted(sizes, key=lambda size: comb(count, size))):
        ways = comb(count, size)
        taken = min(ways, left // (len(sizes) - number))
        found[size] = [set_at(ways * each // taken, count, size) for each in range(taken)]
        left -= taken
    return [each for sets in found.values() for each in sets]


def set_at(rank: int, count: int, size: int) -> list[int]:
    """The set of a size that so many others come before, in the order of ``itertools.combinations``."""
    found, position = [], 0
    while size:
        beginning = comb(count - position - 1, size - 1)
        if rank < beginning:
            found.append(position)
            size -= 1
        else:
            rank -= beginning
        position += 1
    return found


def named(decision: Decision, answer: Any) -> Answer:
    """The answer with the keys of its options."""
    if decision.kind == "number":
        return int(answer)
    keys = decision.keys()
    return [keys[position] for position in answer] if isinstance(answer, list) else keys[answer]
