"""Chance, drawn from whole blocks of words; dice rolled outside the active player's Roll."""

from __future__ import annotations

from typing import Any

from kaiju_runtime.dice import DicePool
from kaiju_runtime.dice import block as words_of_block
from kaiju_runtime.fast.code import faces_of
from kaiju_runtime.fast.derived import FastDerived
from kaiju_runtime.frames import Cause, Event
from kaiju_runtime.primitives.verbs_of_effects import nothing_more
from kaiju_runtime.stops import Matters


class FastDicePool(DicePool):
    """Dice outside the Roll, too, take their faces from many words at once."""

    __slots__ = ()

    m: Any

    def throw(self, dice: list[int], player: int) -> None:
        if dice:
            s, start = self.m.st.s, self.m.code.dice
            for die, face in zip(dice, self.m.throw(s, len(dice)), strict=True):
                s[start + die] = face


class FastChance(FastDerived):
    """The same numbers as :class:`DicePool` draws, from the same places of the stream."""

    __slots__ = ()

    def below(self, limit: int) -> int:
        """A chance number of the game's stream."""
        if self.trial:
            raise Matters
        s, code = self.st.s, self.code
        drawn: int
        seed, position, ceiling = s[code.seed], s[code.rng], (2**32 // limit) * limit
        while True:
            drawn = words_of_block("game", seed, position >> 8)[position & 255]
            position += 1
            if drawn < ceiling:
                s[code.rng] = position
                s[code.hidden] += 1
                return drawn % limit

    def shuffled(self, pieces: list[int]) -> list[int]:
        if self.trial and len(pieces) > 1:
            raise Matters
        order, s, code = sorted(pieces), self.st.s, self.code
        seed, position = s[code.seed], s[code.rng]
        for number in range(len(order), 1, -1):
            ceiling = (2**32 // number) * number
            while (drawn := words_of_block("game", seed, position >> 8)[position & 255]) >= ceiling:
                position += 1
            position += 1
            other = drawn % number
            order[number - 1], order[other] = order[other], order[number - 1]
            s[code.hidden] += 1
        s[code.rng] = position
        return order

    def shuffle(self, location: int) -> None:
        s, code = self.st.s, self.code
        pieces = self.laid_at(location)
        order = self.shuffled(pieces)
        for rank, piece in enumerate(order):
            s[code.rank + piece] = rank
        self.moved()
        self.lying, self.lying_for = {location: order}, s[code.laid]
        if code.places.hidden[location]:
            for piece in pieces:
                s[code.seen + piece] = 0

    def top(self, location: int, number: int, may_refill: bool = True) -> list[int]:
        stack, code = self.laid_at(location), self.code
        if number > len(stack) or number < 0 or location >= code.locations or code.places.row[location]:
            return super().top(location, number, may_refill)
        return stack[: -number - 1 : -1]

    def throw(self, s: list[int], number: int) -> list[int]:
        """New faces for a number of dice, as :meth:`DicePool.throw` gives them."""
        if self.trial:
            raise Matters
        code = self.code
        s[code.throws] += 1
        if self.script is not None:
            scripted = self.scripted(s[code.throws] - 1, number)
            if scripted is not None:
                s[code.hidden] += 1
                return scripted
        seed, start = s[code.seed], s[code.rng]
        at, found, part = start & 63, list[int](), start >> 6
        while len(found) < number:
            faces = faces_of(seed, part, code.faces)[at : at + number - len(found)]
            if not faces:  # a word that is passed over: each face is drawn by itself
                found = [self.dice_pool.below(len(self.p.faces)) for _ in range(number)]
                s[code.hidden] += 1
                return found
            found += faces
            part, at = part + 1, 0
        s[code.rng] = start + number
        s[code.hidden] += number + 1
        return found

    def roll_aside(self, who: int, number: int, why: Cause | None) -> None:
        """A roll that is not the active player's, or of too many dice."""
        pool = self.dice_pool
        dice = pool.new_roll(who, number) if who == self.st.active else pool.side_roll(who, number)
        self.happen([Event("roll", who=who, player=who, amount=len(dice), dice=dice, cause=why)], nothing_more)

    def single_dice(self, dice: list[int]) -> list[int]:
        """One die of each face."""
        return [each[0] for each in self.sets_of_dice(dice, 1, 1)]

    def may_reroll_now(self, you: int, die: int, why: Cause | None) -> bool:
        return not self.prohibited(Event("reroll", who=you, player=you, dice=[die], cause=why))

    def may_fall(self, player: int, why: Cause | None) -> bool:
        return not self.prohibited(Event("eliminate", who=player, player=player, cause=why))
