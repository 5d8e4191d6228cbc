"""What players tend to do in playouts: learnt on the way, from what came of doing it and of leaving it.

An option is made of parts: a set of dice of its faces, any other of itself alone. Of each part it is kept what came
of taking it where it was offered, and of not taking it; so a few playouts tell which faces are worth a new throw.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

DICE = "dice:"
NOISE = 200_000
"""How far chance may outweigh what has been learnt from one try; less the more tries there were."""


@dataclass(frozen=True)
class Offer:
    """The options of a question, by their parts."""

    faces: tuple[str, ...]
    """Faces that dice in some set show."""
    sets: dict[frozenset[str], int]
    """The largest set of dice of some faces, as a position."""
    others: tuple[tuple[int, str], ...]
    """Position and key of the options that are no sets of dice."""


@lru_cache(maxsize=4096)
def offer_of(keys: tuple[str, ...]) -> Offer:
    faces: dict[str, None] = {}
    sets: dict[frozenset[str], int] = {}
    sizes: dict[frozenset[str], int] = {}
    others = []
    for position, key in enumerate(keys):
        if not key.startswith(DICE):
            others.append((position, key))
            continue
        parts = key[len(DICE) :].partition("#")[0].split("+")
        shown = frozenset(parts)
        faces.update(dict.fromkeys(parts))
        if len(parts) > sizes.get(shown, 0):
            sizes[shown], sets[shown] = len(parts), position
    return Offer(tuple(faces), sets, tuple(others))


class Habit:
    """How a part has done: taken, and left."""

    __slots__ = ("left", "lefts", "taken", "takes")

    def __init__(self) -> None:
        self.takes = self.taken = self.lefts = self.left = 0

    def gain(self, chance: int) -> int:
        """How much better it is to take it, less or more by chance (a word of 32 bits)."""
        takes, lefts = self.takes, self.lefts
        known = self.taken // takes - self.left // lefts if takes and lefts else 0
        return known + NOISE * (chance - 2**31) // (isqrt(((takes if takes < lefts else lefts) + 1) << 8) << 27)


class Habits:
    """The habits of all players in the playouts of one search."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, int, str, str], Habit] = {}
        self.used: list[tuple[int, Habit, bool]] = []
        """What was taken and left in the playout at hand, and by whom."""

    def choose(self, who: tuple[int, int, str], keys: list[str], quiet: int, chance: list[int]) -> int:
        """The option that a player tends to take; ``quiet`` is the one that does least."""
        offer = offer_of(tuple(keys))
        known, used = self.known, self.used
        player = who[0]
        best, position = None, quiet
        if offer.faces:
            gains = []
            for face in offer.faces:
                habit = known.get((*who, face))
                if habit is None:
                    habit = known[*who, face] = Habit()
                gains.append((habit.gain(chance.pop()), face, habit))
            shown = frozenset(face for gain, face, _ in gains if gain > 0)
            at = offer.sets.get(shown)
            if at is not None:
                best, position = max(gains)[0], at
        chosen = None
        singles = []
        for at, key in offer.others:
            if at == quiet and len(keys) > 1 and key in ("pass", "no"):
                continue
            habit = known.get((*who, key))
            if habit is None:
                habit = known[*who, key] = Habit()
            gain = habit.gain(chance.pop())
            singles.append(habit)
            if (gain > 0 if best is None else gain > best) or (best is None and quiet == 0 and chosen is None):
                best, position, chosen = gain, at, habit
        if offer.faces:
            for gain, _, habit in gains:
                used.append((player, habit, gain > 0 and chosen is None))
        for habit in singles:
            used.append((player, habit, habit is chosen))
        return position

    def learn(self, rewards: list[int]) -> None:
        """What came of the playout."""
        for player, habit, taken in self.used:
            if taken:
                habit.takes += 1
                habit.taken += rewards[player]
            else:
                habit.lefts += 1
                habit.left += rewards[player]
        self.used.clear()
