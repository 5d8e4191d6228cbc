"""Losing life and other things: shields, what answers a loss, and whether the order of answers matters."""

from __future__ import annotations

from bench.handwritten.board import PASS
from bench.handwritten.cards import HEART, Card
from bench.handwritten.player import Player
from bench.handwritten.throwing import Throwing

YIELD, STAY = "yield", "stay"

Answer = tuple[Card, str, Player]
"""A card that answers a loss, its ability, and who has lost the life."""


class Losing(Throwing):
    """Everything about losses."""

    # --- a loss of life --------------------------------------------------------------------------

    def lose_life(self, victims: list[Player], number: int, by: Player | None = None, *, smash: bool = False) -> None:
        """Some monsters lose life together; ``by`` is the player whose dice or cards do it."""
        if number <= 0:
            return
        hits = [(victim, self.defend(victim, number, by, smash)) for victim in victims]
        losses = []
        for victim, hit in hits:
            lost = min(hit, victim.life)
            if lost > 0:
                victim.life -= lost
                losses.append((victim, lost))
                if by:
                    by.drew_blood = True
                if smash:
                    victim.smashed += lost
        if losses:
            with self.together():
                self.answer_losses(losses, by, smash)

    def defend(self, victim: Player, number: int, by: Player | None, smash: bool) -> int:
        """What is left of a loss after everything that changes it."""
        if victim.winged:
            return 0
        if smash and by and "fire_breathing" in by.powers and victim in self.neighbours(by):
            number += by.count("fire_breathing")
        powers = victim.powers
        if not powers:
            return number
        used: list[Card] = []
        while number > 0:
            if number == 1 and "armor_plating" in powers:
                return 0
            jets = self.jets_of(victim) if smash and victim.in_tokyo else None
            if jets and jets not in used:
                used.append(jets)
                if self.ask(victim, "jets", (YIELD, STAY)) is YIELD:
                    self.yield_tokyo(victim)
                    return 0
                victim.staying = True
                continue
            shields = self.shields(victim, used)
            if not shields:
                return number
            shield = self.ask(victim, "shield", [*shields, PASS])
            if shield is PASS:
                return number
            if shield.power == "camouflage":
                used.append(shield)
                number -= self.roll_aside(victim, number).count(HEART)
            elif shield.power == "wings":
                victim.energy -= 2
                victim.winged = True
                return 0
            else:
                self.heal_rapidly(victim)
        return 0

    def jets_of(self, player: Player) -> Card | None:
        """A copy does not repeat the question of its owner's own card."""
        for card in player.powers.get("jets", ()):
            if card.model is None or card.model.owner is not player:
                return card
        return None

    def shields(self, player: Player, used: list[Card]) -> list[Card]:
        """What a player may still use against a loss of life."""
        able = player.energy >= 2
        shields = player.having("camouflage", "wings") if able else player.having("camouflage")
        if used:
            shields = [card for card in shields if card not in used]
        return shields + self.healers(player)

    # --- Rapid Healing ---------------------------------------------------------------------------

    def healers(self, player: Player) -> list[Card]:
        """The cards with which a player could heal just now."""
        if "rapid_healing" in player.powers and player.energy >= 2 and player.life < player.most_life:
            return player.powers["rapid_healing"]
        return []

    def heal_rapidly(self, player: Player) -> None:
        player.energy -= 2
        self.gain_life(player, 1)

    def before_losing(self, player: Player) -> None:
        """Rapid Healing may be used before anything is lost."""
        while healers := self.healers(player):
            if self.ask(player, "heal", [*healers, PASS]) is PASS:
                return
            self.heal_rapidly(player)

    def lose_victory(self, victims: list[Player], number: int) -> None:
        for victim in victims:
            self.before_losing(victim)
        for victim in victims:
            victim.victory = max(0, victim.victory - number)

    def lose_energy(self, player: Player, number: int) -> None:
        if number > 0:
            self.before_losing(player)
            player.energy = max(0, player.energy - number)

    # --- what answers a loss ---------------------------------------------------------------------

    def answer_losses(self, losses: list[tuple[Player, int]], by: Player | None, smash: bool) -> None:
        """Cards that answer: who answers what is settled before the first of them acts."""
        shares = []
        for player in self.in_turn():
            if player.powers:
                share = self.answers_of(player, losses, smash and player is by)
                if share:
                    shares.append((player, share))
        for player, share in shares:
            while share:
                if len(share) > 1 and self.answers_clash(player, share):
                    answer = self.ask(player, "order", share)
                    share.remove(answer)
                else:
                    answer = share.pop(0)
                self.give_answer(player, answer[1], answer[2])

    def answers_of(self, player: Player, losses: list[tuple[Player, int]], attacks: bool) -> list[Answer]:
        share: list[Answer] = []
        for victim, lost in losses:
            names: tuple[str, ...] = ()
            if victim is player:
                names = ("were_only_making_it_stronger",) if lost >= 2 else ()
            elif attacks:
                names = ("eater_of_the_dead", "poison_spit", "shrink_ray")[victim.life > 0 :]
            else:
                names = ("eater_of_the_dead",) if victim.life == 0 else ()
            if names:
                share += [(card, card.power, victim) for card in player.having(*names)]
        return share

    def give_answer(self, player: Player, power: str, victim: Player) -> None:
        if power == "eater_of_the_dead":
            self.gain_victory(player, 3)
        elif power == "were_only_making_it_stronger":
            self.gain_energy(player, 1)
        elif power == "poison_spit":
            victim.poison += 1
        else:
            victim.shrink += 1

    # --- orders ----------------------------------------------------------------------------------

    def answers_clash(self, player: Player, share: list[Answer]) -> bool:
        """Whether a player is asked for the order of answers: of more than four, and with two Friends of Children."""
        if len(share) > 4:
            return True
        stronger = any(power == "were_only_making_it_stronger" for _, power, _ in share)
        return stronger and player.count("friend_of_children") > 1

    def gains_are_changed(self) -> bool:
        """Whether any card adds to gains."""
        return any("friend_of_children" in each.powers or "regeneration" in each.powers for each in self.living)

    def may_defend(self, player: Player, number: int) -> bool:
        """Whether a player would be asked about a loss of life by a card, or it is not clear which card prevents it."""
        if player.winged:
            return False
        if number == 1 and "armor_plating" in player.powers:
            return player.count("armor_plating") > 1
        return bool(self.shields(player, []))
