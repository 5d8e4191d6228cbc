"""Rolling the dice, and changing them."""

from __future__ import annotations

from functools import cache
from typing import Any

from bench.handwritten.board import PASS
from bench.handwritten.cards import ONE, THREE, Card
from bench.handwritten.losing import Losing
from bench.handwritten.player import Player
from bench.handwritten.throwing import Faces, sets_of

FACES = range(6)


@cache
def sets_to_reroll(faces: Faces) -> list[Faces]:
    return sets_of(faces)[1:]


@cache
def single_dice(faces: Faces) -> list[Faces]:
    return [dice for dice in sets_of(faces) if len(dice) == 1]


class Rolling(Losing):
    """The phases in which the Roll is made and changed."""

    roll: list[int]
    """The faces of the active player's dice."""
    rolls_left: int

    # --- the phase of rolling --------------------------------------------------------------------

    def roll_dice(self) -> None:
        player = self.active
        powers = player.powers
        self.rolls_left = 2 + player.count("giant_brain")
        number = 6 - player.shrink - player.chill + player.count("extra_head")
        self.roll = self.chance.roll(max(0, number))
        while True:
            faces = tuple(sorted(self.roll))
            options: list[Any] = list(sets_to_reroll(faces)) if self.rolls_left and faces else []
            if powers:
                options += self.rerollers(player, faces)
            choice = self.ask(player, "roll", [*options, PASS])
            if choice is PASS:
                return
            if isinstance(choice, tuple):
                self.rolls_left -= 1
                self.reroll_in_phase(choice)
            elif choice.power == "rapid_healing":
                self.heal_rapidly(player)
            else:
                self.reroll_by_card(player, choice, faces)

    def reroll_in_phase(self, faces: Faces) -> None:
        """Rolls dice of the Roll again while rolling goes on."""
        for face in faces:
            self.roll.remove(face)
        self.roll += self.chance.roll(len(faces))

    def rerollers(self, player: Player, faces: Faces) -> list[Card]:
        """The cards that can be used while rolling."""
        cards = []
        for card in player.having("background_dweller", "energy_drink", "smoke_cloud") if faces else ():
            power = card.power
            if power == "background_dweller":
                able = THREE in faces
            elif power == "energy_drink":
                able = player.energy > 0
            else:
                able = card.smoke > 0
            if able:
                cards.append(card)
        return cards + self.healers(player)

    def reroll_by_card(self, player: Player, card: Card, faces: Faces) -> None:
        power = card.power
        if power == "background_dweller":
            faces = (THREE,) * faces.count(THREE)
        elif power == "energy_drink":
            player.energy -= 1
        else:
            card.smoke -= 1
            if card.smoke == 0 and not card.model:
                self.discard(card)
        self.reroll_in_phase(self.ask(player, "dice", sets_to_reroll(faces)))

    # --- changing the Roll -----------------------------------------------------------------------

    def probe_dice(self) -> None:
        """Psychic Probes of the others, in turn order."""
        for player in self.others(self.active):
            if "psychic_probe" in player.powers and self.roll:
                waiting = [card for card in player.powers["psychic_probe"] if card.used != self.turn]
                while waiting:
                    probe = self.ask(player, "probe", [*waiting, PASS])
                    if probe is PASS:
                        break
                    self.probe_die(player, probe)
                    waiting.remove(probe)
                    waiting = [card for card in waiting if card in player.powers.get("psychic_probe", ())]

    def probe_die(self, player: Player, probe: Card) -> None:
        probe.used = self.turn
        die = self.ask_die(player)
        self.throw(self.roll, [die])
        self.dwell(player, self.roll, [die], self.active, probe)

    def ask_die(self, player: Player) -> int:
        """One die of the Roll."""
        face = self.ask(player, "die", single_dice(tuple(sorted(self.roll))))[0]
        return self.roll.index(face)

    def change_dice(self) -> None:
        self.probe_dice()
        player = self.active
        while player.powers:
            cards = self.changers(player)
            if not cards:
                return
            card = self.ask(player, "change", [*cards, PASS])
            if card is PASS:
                return
            if card.power == "rapid_healing":
                self.heal_rapidly(player)
            else:
                self.change_die(player, card)

    def changers(self, player: Player) -> list[Card]:
        """The cards that can change a die."""
        cards = []
        for card in player.having("herd_culler", "plot_twist", "stretchy") if self.roll else ():
            if card.power == "herd_culler":
                able = card.used != self.turn
            elif card.power == "stretchy":
                able = player.energy >= 2
            else:
                able = True
            if able:
                cards.append(card)
        return cards + self.healers(player)

    def change_die(self, player: Player, card: Card) -> None:
        power = card.power
        if power == "herd_culler":
            card.used = self.turn
        elif power == "stretchy":
            player.energy -= 2
        die = self.ask_die(player)
        self.roll[die] = ONE if power == "herd_culler" else self.ask(player, "face", FACES)
        if power == "plot_twist":
            self.discard(card)
