"""Throws of dice, and what answers them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

from bench.handwritten.board import Board
from bench.handwritten.cards import HEART, THREE, Card
from bench.handwritten.player import Player

Faces = tuple[int, ...]


@cache
def sets_of(faces: Faces) -> list[Faces]:
    """Every different set of some dice (given in the order of their faces), the empty one first, small before large."""
    kinds = sorted(set(faces))
    numbers = product(*(range(faces.count(face) + 1) for face in kinds))
    sets = [tuple(face for face, n in zip(kinds, each, strict=True) for _ in range(n)) for each in numbers]
    return sorted(sets, key=len)


class Throwing(Board):
    """Dice of the Roll and beside it."""

    def throw(self, dice: list[int], which: Iterable[int]) -> None:
        """Gives some dice of a throw new faces."""
        which = list(which)
        for die, face in zip(which, self.chance.roll(len(which)), strict=True):
            dice[die] = face

    def roll_aside(self, player: Player, number: int) -> list[int]:
        dice = self.chance.roll(number)
        self.dwell(player, dice, range(number), player)
        return dice

    def dwell(
        self, roller: Player, dice: list[int], thrown: Iterable[int], owner: Player, probe: Card | None = None
    ) -> None:
        """What answers a throw outside the phase of rolling: Background Dweller, and the Probe's own heart."""
        thrown = list(thrown)
        hit = any(dice[die] == HEART for die in thrown)
        self.dwell_for(roller, dice, thrown, owner)
        if owner is not roller:
            self.dwell_for(owner, dice, thrown, owner)
        if hit and probe and probe in roller.powers.get("psychic_probe", ()):
            self.discard(probe)

    def dwell_for(self, player: Player, dice: list[int], thrown: list[int], owner: Player) -> None:
        """A player's Background Dwellers may roll every 3 of a throw again."""
        dwellers = list(player.powers.get("background_dweller", ()))
        while dwellers:
            threes = [die for die in thrown if dice[die] == THREE]
            if not threes or not player.alive:
                return
            dwellers.remove(self.ask(player, "order", dwellers))
            again = self.ask(player, "dice", sets_of((THREE,) * len(threes)))
            if again:
                self.throw(dice, threes[: len(again)])
                self.dwell(player, dice, threes[: len(again)], owner)
