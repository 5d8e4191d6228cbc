"""What players tend to do in playouts: learnt on the way, from what came of doing it and of leaving it.

Of each part of the options it is kept what came of taking it where it was offered, and of leaving it; so a few
playouts tell which faces are worth a new throw. What is not known well is left to chance.
"""

from __future__ import annotations

from math import isqrt
from typing import TypeAlias

from kaiju_runtime.bots.parts import Offer

Who: TypeAlias = tuple[int, str]
"""A player, and what is asked."""
NOISE = 200_000
"""How far chance may outweigh what is known from one try; less the more tries there were."""


class Habit:
    """How a part has done: taken, and left."""

    __slots__ = ("left", "lefts", "taken", "takes")

    def __init__(self) -> None:
        self.takes = self.taken = self.lefts = self.left = 0

    def gain(self, chance: int) -> int:
        """How much better it is to take it, less or more by chance (a word of 32 bits)."""
        takes, lefts = self.takes, self.lefts
        known = self.taken // takes - self.left // lefts if takes and lefts else 0
        return known + NOISE * (chance - 2**31) // (isqrt((min(takes, lefts) + 1) << 8) << 27)


class Habits:
    """The habits of all players in the playouts of one search."""

    def __init__(self) -> None:
        self.known: dict[tuple[Who, str], Habit] = {}
        self.used: list[tuple[int, Habit, bool]] = []
        """What was taken and left in the playout at hand, and by whom."""
        self.ended: list[tuple[int, Habit, bool]] = []
        """The same of playouts that are over, with what each brought."""

    def choose(self, who: Who, offer: Offer, quiet: int, chance: list[int]) -> int:
        """The position that a player tends to take; ``quiet`` is the one that does least, where nothing is better."""
        faces = [(self.habit(who, face), face) for face in offer.faces]
        gains = [(habit.gain(chance.pop()), face) for habit, face in faces]
        wanted = frozenset(face for gain, face in gains if gain > 0)
        position = offer.sets.get(wanted, quiet)
        best = max(gains)[0] if wanted in offer.sets else 0
        forced = not offer.faces and len(offer.others) == offer.count
        single = None
        others = [(self.habit(who, key), at) for at, key in offer.others]
        for habit, at in others:
            gain = habit.gain(chance.pop())
            if gain > best or (forced and single is None):
                best, position, single = gain, at, habit
        player = who[0]
        self.used += [(player, habit, single is None and face in wanted) for habit, face in faces]
        self.used += [(player, habit, habit is single) for habit, _ in others]
        return position

    def habit(self, who: Who, part: str) -> Habit:
        found = self.known.get((who, part))
        if found is None:
            found = self.known[who, part] = Habit()
        return found

    def end(self, rewards: list[int]) -> None:
        """A playout is over; what came of it is learnt later."""
        self.ended += [(rewards[player], habit, taken) for player, habit, taken in self.used]
        self.used.clear()

    def learn(self) -> None:
        """Learns from the playouts that are over: in between, all are played with the same habits."""
        for reward, habit, taken in self.ended:
            if taken:
                habit.takes += 1
                habit.taken += reward
            else:
                habit.lefts += 1
                habit.left += reward
        self.ended.clear()
