"""Resolving the dice."""

from __future__ import annotations

from typing import Any

from bench.handwritten.board import PASS
from bench.handwritten.cards import ENERGY, HEART, ONE, SMASH, TWO, Card
from bench.handwritten.player import Player
from bench.handwritten.rolling import FACES, Rolling

CURE_POISON, CURE_SHRINK = "remove a Poison token", "remove a Shrink token"


class Resolving(Rolling):
    """The phase in which the dice are resolved."""

    shown: list[int]
    """How many dice show each face."""
    unresolved: list[int]
    """The faces that have not been resolved yet."""
    hearts_spent: int
    ones: int
    """How many 1s have been resolved in this turn."""
    burns: list[tuple[Card, Player, int]]
    """Neighbours whom Fire Breathing will cost life when all dice are resolved: by which card, whom, how much."""
    queue: list[tuple[Player, Card, int]]
    """Extra turns: whose, from which card, and the turn in which each was won."""

    def resolve_dice(self) -> None:
        player = self.active
        self.shown = [self.roll.count(face) for face in FACES]
        self.unresolved = list(FACES)
        self.hearts_spent = 0
        if player.powers:
            self.look_at_roll(player)
        while True:
            options: list[Any] = [face for face in self.unresolved if self.unspent(face) > 0]
            if not options:
                break
            if player.powers or player.poison or player.shrink:
                options += self.other_actions(player)
            choice = self.ask(player, "resolve", options)
            if isinstance(choice, int):
                self.resolve_face(choice)
            else:
                self.take_action(player, choice)
            if not player.alive:
                return
        self.burn_neighbours()

    def look_at_roll(self, player: Player) -> None:
        """Cards that look at the whole Roll."""
        faces = [self.symbols(face) > 0 for face in FACES]
        if all(faces):
            self.gain_victory(player, 9 * player.count("complete_destruction"))
        if all(faces[:HEART]):
            self.gain_victory(player, 2 * player.count("detritivore"))

    # --- symbols ---------------------------------------------------------------------------------

    def symbols(self, face: int) -> int:
        """How many symbols of a face the Roll has; cards add Smash."""
        number = self.shown[face]
        player = self.active
        if face == SMASH and player.powers:
            number += player.count("acid_attack")
            if player.in_tokyo:
                number += player.count("burrowing")
            if self.shown[TWO] >= 3:
                number += 2 * player.count("poison_quills")
            if number > 0:
                number += player.count("spiked_tail")
                if player.in_tokyo:
                    number += player.count("urbavore")
        return number

    def unspent(self, face: int) -> int:
        """How many symbols of a face that has not been resolved are left."""
        number = self.symbols(face)
        return number - self.hearts_spent if face == HEART else number

    # --- actions beside the faces ----------------------------------------------------------------

    def other_actions(self, player: Player) -> list[Any]:
        options: list[Any] = []
        if HEART in self.unresolved and self.unspent(HEART) > 0:
            if "healing_ray" in player.powers and self.patients(player):
                options += player.powers["healing_ray"]
            if not player.in_tokyo:
                if player.poison:
                    options.append(CURE_POISON)
                if player.shrink:
                    options.append(CURE_SHRINK)
        return options + self.healers(player)

    def take_action(self, player: Player, choice: Any) -> None:
        if choice is CURE_POISON:
            self.hearts_spent += 1
            self.before_losing(player)
            player.poison -= 1
        elif choice is CURE_SHRINK:
            self.hearts_spent += 1
            self.before_losing(player)
            player.shrink -= 1
        elif choice.power == "rapid_healing":
            self.heal_rapidly(player)
        else:
            self.hearts_spent += 1
            self.heal_other(player)

    def patients(self, player: Player) -> list[Player]:
        return [other for other in self.others(player) if other.life < other.most_life]

    def heal_other(self, player: Player) -> None:
        """Healing Ray: another monster gains life and pays for it."""
        patient = self.ask(player, "patient", self.patients(player))
        self.gain_life(patient, 1)
        fee = min(2, patient.energy)
        patient.energy -= fee
        self.gain_energy(player, fee)

    # --- the faces -------------------------------------------------------------------------------

    def resolve_face(self, face: int) -> None:
        player = self.active
        number = self.unspent(face)
        self.unresolved.remove(face)
        if face == SMASH:
            self.attack(player)
        elif face == HEART:
            if not player.in_tokyo:
                self.gain_life(player, number)
        elif face == ENERGY:
            self.gain_energy(player, number)
        else:
            if number >= 3:
                self.gain_victory(player, number - 2 + face)
            if face == ONE:
                self.ones += number
                if number >= 3 and player.powers:
                    self.answer_ones(player)

    def answer_ones(self, player: Player) -> None:
        """Gourmet and Freeze Time."""
        gourmets = player.having("gourmet")
        freezers = [card for card in player.having("freeze_time") if not self.is_own_copy(card)]
        while gourmets or freezers:
            if gourmets and freezers and self.gains_are_changed():
                card = self.ask(player, "order", gourmets + freezers)
            elif gourmets:
                card = gourmets[0]
            else:
                card = self.ask(player, "freeze", [*freezers, PASS])
            if card is PASS:
                return
            if card in gourmets:
                gourmets.remove(card)
                self.gain_victory(player, 2)
            else:
                freezers.remove(card)
                self.freeze_time(player, card)

    def freeze_time(self, player: Player, card: Card) -> None:
        player.chill += 1
        player.chilled = True
        self.queue.append((player, card, self.turn))

    @staticmethod
    def is_own_copy(card: Card) -> bool:
        """Whether a card is Mimic and copies another card of its owner."""
        return card.model is not None and card.model.owner is card.owner

    # --- Smash -----------------------------------------------------------------------------------

    def attack(self, player: Player) -> None:
        if player.powers:
            self.prepare_attack(player)
        self.lose_life(self.targets(player), self.symbols(SMASH), player, smash=True)
        hurt = [each for each in self.others(player) if each.smashed and each.in_tokyo]
        for each in hurt:
            if each.alive and not each.staying and self.says_yes(each, "yield"):
                self.yield_tokyo(each)

    def targets(self, player: Player) -> list[Player]:
        if "nova_breath" in player.powers:
            return self.others(player)
        side = player.in_tokyo
        return [each for each in self.others(player) if each.in_tokyo != side]

    def prepare_attack(self, player: Player) -> None:
        """Alpha Monster and Fire Breathing act before the attack."""
        cards = [
            card
            for card in player.having("alpha_monster", "fire_breathing")
            if card.power == "alpha_monster" or not self.is_own_copy(card)
        ]
        if not cards:
            return
        targets = self.targets(player)
        near = [each for each in self.neighbours(player) if each not in targets]
        while cards:
            mixed = len({card.power for card in cards}) > 1
            card = self.ask(player, "order", cards) if mixed and near else cards[0]
            cards.remove(card)
            if card.power == "alpha_monster":
                self.gain_victory(player, 1)
            else:
                fire = 1 + sum(each.model is card for each in player.cards)
                self.burns += [(card, each, fire) for each in near]

    def burn_neighbours(self) -> None:
        """Fire Breathing, when all dice are resolved."""
        burns, self.burns = self.burns, []
        with self.together():
            while burns:
                clash = len(burns) > 1 and self.burns_clash(burns)
                burn = self.ask(self.active, "order", burns) if clash else burns[0]
                burns.remove(burn)
                self.lose_life([burn[1]], burn[2], self.active)

    def burns_clash(self, burns: list[tuple[Card, Player, int]]) -> bool:
        """Whether it matters who burns first: if somebody is asked, also which Eater of the Dead comes first."""
        if any(self.may_defend(near, fire) for _, near, fire in burns):
            return True
        falling = [near for _, near, fire in burns if self.would_die(near, fire)]
        eaters = [each for each in self.living if each.count("eater_of_the_dead") > 1]
        return any(near is not eater for near in falling for eater in eaters)

    def would_die(self, player: Player, number: int) -> bool:
        if player.winged or (number == 1 and "armor_plating" in player.powers):
            return False
        return player.life <= number
