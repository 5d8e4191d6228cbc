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
    return Offer(tuple(faces), sets, tuple(others))


def dice_of(key: str) -> tuple[str, ...] | None:
    """The faces of a set of dice, none for an option that does nothing; ``None`` for any other."""
    if key in (PASS, NO):
        return ()
    if not key.startswith(DICE):
        return None
    named = key[len(DICE) :].partition("#")[0]
    return () if named == NONE_OF_THEM else tuple(named.split("+"))


def expected(keys: Sequence[str], rewards: Sequence[int]) -> list[int]:
    """What each answer may bring, after one try of each, by the dice that it has in common with others."""
    shown = {at: dice_of(key) for at, key in enumerate(keys)}
    sets = {at: numbered(dice) for at, dice in shown.items() if dice is not None}
    found = list(rewards)
    if len(sets) < FEW:
        return found
    mean = sum(rewards[at] for at in sets) // len(sets)
    found = [mean if at in sets else reward for at, reward in enumerate(rewards)]
    for die in sorted(set().union(*sets.values())):
        having = [rewards[at] for at in sets if die in sets[at]]
        lacking = [rewards[at] for at in sets if die not in sets[at]]
        if lacking:
            one, other = sum(having) // len(having), sum(lacking) // len(lacking)
            for at in sets:
                found[at] += (one if die in sets[at] else other) - mean
    return found


def numbered(dice: tuple[str, ...]) -> frozenset[tuple[str, int]]:
    """The dice of a set, those with the same face told apart."""
    return frozenset((face, dice[:at].count(face)) for at, face in enumerate(dice))
