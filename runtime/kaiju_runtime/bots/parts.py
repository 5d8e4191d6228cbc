"""The parts of options, read from their keys: a set of dice is made of its dice, everything else of itself alone.

Dozens of sets can be made of a few dice; what is learnt of a face or a die tells about all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kaiju_runtime.decisions import NO, PASS

DICE = "dice:"
NONE_OF_THEM = "none"
FEW = 4
"""So few sets of dice are compared by what came of each."""


@dataclass(frozen=True)
class Offer:
    """The options of a question, by their parts."""

    count: int
    faces: tuple[str, ...]
    """Faces of the dice in sets that are offered."""
    sets: dict[frozenset[str], int]
    """By faces, the position of the largest set of dice that shows just these."""
    others: tuple[tuple[int, str], ...]
    """Position and key of the options that are no sets of dice and do something."""


@lru_cache(maxsize=4096)
def offer_of(keys: tuple[str, ...]) -> Offer:
    """The parts of a question's options."""
    faces: dict[str, None] = {}
    sizes: dict[frozenset[str], int] = {}
    sets: dict[frozenset[str], int] = {}
    others = []
    for position, key in enumerate(keys):
        dice = dice_of(key)
        if dice is None:
            others.append((position, key))
        elif dice:
            faces.update(dict.fromkeys(dice))
            shown = frozenset(dice)
            if len(dice) > sizes.get(shown, 0):
                sizes[shown], sets[shown] = len(dice), position
    return Offer(len(keys), tuple(faces), sets, tuple(others))


def dice_of(key: str) -> tuple[str, ...] | None:
    """The faces of a set of dice, none for an option that does nothing; ``None`` for any other."""
    if key in (PASS, NO):
        return ()
    if not key.startswith(DICE):
        return None
    named = key[len(DICE) :].partition("#")[0]
    return () if named == NONE_OF_THEM else tuple(named.split("+"))


def expected(keys: Sequence[str], rewards: Sequence[int]) -> list[int]:
    """What each answer may bring, after one try of each: a set of dice by how many of each face are in it.

    The mean of all sets, and for each face by how much the sets with as many of it are better than that.
    """
    dice = [dice_of(key) for key in keys]
    sets = [at for at, shown in enumerate(dice) if shown is not None]
    found = list(rewards)
    if len(sets) < FEW:
        return found
    mean = sum(rewards[at] for at in sets) // len(sets)
    for at in sets:
        found[at] = mean
    for face in dict.fromkeys(face for shown in dice for face in shown or ()):
        groups: dict[int, list[int]] = {}
        for at in sets:
            groups.setdefault((dice[at] or ()).count(face), []).append(at)
        for group in groups.values():
            better = sum(rewards[at] for at in group) // len(group) - mean
            for at in group:
                found[at] += better
    return found
