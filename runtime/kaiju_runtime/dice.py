"""Chance: a counter-based stream that gives the same words on every machine, and the dice.

Word ``i`` of a stream is taken from SHAKE-128 over ``"kaiju/1" | stream | seed | block``; the state of
a stream is only its position, so it is copied, saved and forked with the game. Numbers below ``n``
are made exact by rejection. Streams of different names (``game``, ``bots``) never meet.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import shake_128
from struct import unpack
from typing import TYPE_CHECKING

from kaiju_runtime.frames import NONE
from kaiju_runtime.layout import DICE, DICE_IN_ROLL
from kaiju_runtime.stops import BudgetExceeded, Matters

if TYPE_CHECKING:
    from kaiju_runtime.machine import Machine

WORDS = 256
"""32-bit words in a block."""


@lru_cache(maxsize=64)
def block(stream: str, seed: int, number: int) -> tuple[int, ...]:
    """One block of a stream: 256 words of 32 bits, big-endian."""
    data = shake_128(f"kaiju/1|{stream}|{seed}|{number}".encode()).digest(4 * WORDS)
    return unpack(f">{WORDS}I", data)


def word(stream: str, seed: int, position: int) -> int:
    """The word at a position of a stream, from 0 to 2**32 - 1."""
    return block(stream, seed, position // WORDS)[position % WORDS]


class Stream:
    """A stream with its own position, for what is no part of the game: bots, display."""

    def __init__(self, name: str, seed: int, position: int = 0) -> None:
        self.name, self.seed, self.position = name, seed, position

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``, each equally likely."""
        ceiling = (2**32 // limit) * limit
        while True:
            drawn = word(self.name, self.seed, self.position)
            self.position += 1
            if drawn < ceiling:
                return drawn % limit


class DicePool:
    """The dice of a machine: the active player's Roll, and dice that are rolled aside."""

    __slots__ = ("m",)

    def __init__(self, machine: Machine) -> None:
        self.m = machine

    def below(self, limit: int) -> int:
        """A chance number of the game's stream; every draw counts as hidden information shown."""
        m = self.m
        if m.trial:
            raise Matters
        stream = Stream("game", m.st.one("seed"), m.st.one("rng"))
        drawn = stream.below(limit)
        m.st.set_one("rng", stream.position)
        m.st.more("hidden")
        return drawn

    def pick(self, found: list[int], number: int) -> list[int]:
        """So many of a list by chance, in the order in which they are drawn; all of them where there are no more."""
        left = list(found)
        if number >= len(left):
            return left
        return [left.pop(self.below(len(left))) for _ in range(number)]

    def new_roll(self, player: int, number: int) -> list[int]:
        """Throws a fresh Roll of some dice and returns their slots."""
        if number > DICE_IN_ROLL:
            raise BudgetExceeded(
                "limit-dice",
                f"a Roll of {number} dice is more than {DICE_IN_ROLL}",
                "Give the number of dice an upper end (`most:` of a stat, or min(…)).",
            )
        st = self.m.st
        for die in range(DICE_IN_ROLL):
            st.put("dice", die, NONE)
            st.put("dice_owner", die, player)
        dice = list(range(number))
        self.throw(dice, player)
        return dice

    def side_roll(self, player: int, number: int) -> list[int]:
        """Throws dice that are no part of the Roll and returns their slots."""
        st = self.m.st
        first = DICE_IN_ROLL + st.one("side")
        if first + number > DICE:
            raise BudgetExceeded(
                "limit-dice",
                f"more than {DICE - DICE_IN_ROLL} dice are rolled aside at once",
                "Roll fewer dice at a time.",
            )
        st.more("side", number)
        dice = list(range(first, first + number))
        for die in dice:
            st.put("dice_owner", die, player)
        self.throw(dice, player)
        return dice

    def throw(self, dice: list[int], player: int) -> None:
        """Gives some dice new faces: from the script of an example, or by chance."""
        if not dice:
            return
        m = self.m
        number = m.st.one("throws")
        m.st.set_one("throws", number + 1)
        scripted = m.scripted(number, len(dice))
        for position, die in enumerate(dice):
            face = self.below(len(m.p.faces)) if scripted is None else scripted[position]
            m.st.put("dice", die, face)
        m.st.more("hidden")

    def owner(self, die: int) -> int:
        return self.m.st.get("dice_owner", die)

    def roll_of(self, player: int) -> list[int]:
        """Slots of the dice in a player's Roll: only the active player has one."""
        st = self.m.st
        if player != st.active:
            return []
        start = st.offsets["dice"]
        return [die for die in range(DICE_IN_ROLL) if st.s[start + die] != NONE]

    def clear_aside(self) -> None:
        """Forgets the dice rolled aside: no effect is running that could still name them."""
        st = self.m.st
        for die in range(DICE_IN_ROLL, DICE_IN_ROLL + st.one("side")):
            st.put("dice", die, NONE)
            st.put("dice_owner", die, NONE)
        st.set_one("side", 0)
