"""A whole game: setup, turns, and the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bench.handwritten.board import PASS, GameOver
from bench.handwritten.buying import Buying
from bench.handwritten.cards import OUTSIDE, SMASH, Card
from bench.handwritten.chance import Chance, RandomAgent
from bench.handwritten.player import Player


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winners: tuple[int, ...]
    """Seats."""
    turns: int


class Game(Buying):
    """One game. Make it, perhaps deal cards, then :meth:`play` it."""

    def __init__(self, players: int, chance: Chance, agent: RandomAgent) -> None:
        super().__init__(players, chance, agent)
        self.roll = []
        self.rolls_left = 0
        self.queue = []
        self.burns = []
        self.ones = 0
        self.source: Card | None = None
        """The card that has given the present turn."""
        self.active = self.resume = self.roll_off()
        self.chance.shuffle(self.deck)
        self.refill()

    def roll_off(self) -> Player:
        """Who rolls the most Smash with six dice; those who are level roll again."""
        contenders = self.players
        while len(contenders) > 1:
            shown = [self.chance.roll(6).count(SMASH) for _ in contenders]
            contenders = [each for each, smash in zip(contenders, shown, strict=True) if smash == max(shown)]
        return contenders[0]

    def deal(self, number: int) -> None:
        """Lays chance Keep cards in front of every player."""
        cards = [card for card in self.cards if card.keep]
        for player in self.players:
            for _ in range(min(number, len(cards))):
                self.lay(player, cards.pop(self.chance.below(len(cards))))

    def lay(self, player: Player, card: Card) -> None:
        """Lays a card of the deck or the market in front of a player, before the first turn; it does nothing yet."""
        (self.market if card in self.market else self.deck).remove(card)
        self.take(player, card)

    # --- turns -----------------------------------------------------------------------------------

    def play(self) -> Result:
        """Plays to the end."""
        try:
            while True:
                self.take_turn()
                self.next_player()
        except GameOver as over:
            return Result(tuple(player.seat for player in over.winners), self.turn)

    def take_turn(self) -> None:
        """A turn; if the active monster falls the rest of it is left out."""
        player = self.active
        self.start_turn(player)
        phases = self.prepare, self.roll_dice, self.change_dice, self.resolve_dice, self.enter_tokyo, self.buy_cards
        for phase in phases:
            phase()
            if not player.alive:
                break
        else:
            self.end_turn(player)
        winners = [each for each in self.players if each.alive and each.victory >= 20]
        if winners:
            raise GameOver(winners)

    def next_player(self) -> None:
        """Own extra turns come first, the latest before older ones; then those of others, then the next seat."""
        self.queue = [entry for entry in self.queue if entry[0].alive]
        if self.queue:
            own = [entry for entry in self.queue if entry[0] is self.active]
            entry = max(own, key=lambda entry: entry[2]) if own else self.queue[0]
            self.queue.remove(entry)
            self.active, self.source = entry[0], entry[1]
            return
        seat = self.resume.seat
        ring = self.players[seat + 1 :] + self.players[: seat + 1]
        self.active = self.resume = next(player for player in ring if player.alive)
        self.source = None

    def start_turn(self, player: Player) -> None:
        self.turn += 1
        self.ones = 0
        self.roll = []
        for each in self.players:
            each.new_turn()
        if self.source is None or not self.source.keep:
            player.chill = 0
        if player.in_tokyo:
            self.gain_victory(player, 2)
        if player.powers:
            self.gain_victory(player, player.count("urbavore") if player.in_tokyo else 0)
            self.use_batteries(player)

    def use_batteries(self, player: Player) -> None:
        """Battery Monster pays its owner; then those go that have nothing left, and with the card its copy ends."""
        batteries = [battery for battery in player.having("battery_monster") if battery.energy > 0]
        for battery in batteries:
            paid = min(2, battery.energy)
            battery.energy -= paid
            player.energy += paid
        for battery in batteries:
            if battery.energy == 0 and battery in player.powers.get("battery_monster", ()):
                self.discard(battery)

    def end_turn(self, player: Player) -> None:
        """Cards of the end of the turn, all with the conditions of one moment; then Poison."""
        if player.powers:
            self.reward(player)
        self.lose_life([player], player.poison)

    def reward(self, player: Player) -> None:
        cards = player.having("energy_hoarder", "herbivore", "rooting_for_the_underdog", "solar_powered")
        waiting = [card for card in cards if self.is_rewarded(player, card.power)]
        while waiting:
            card = self.ask(player, "order", waiting) if self.rewards_clash(player, waiting) else waiting[0]
            waiting.remove(card)
            power = card.power
            if power == "energy_hoarder":
                self.gain_victory(player, player.energy // 6)
            elif power == "solar_powered":
                self.gain_energy(player, 1)
            else:
                self.gain_victory(player, 1)

    def rewards_clash(self, player: Player, waiting: list[Card]) -> bool:
        """Whether the order is asked for, as it is for more than four, and with Friend of Children twice."""
        if len(waiting) > 4:
            return True
        friends = player.count("friend_of_children")
        return friends > 1 and any(card.power == "solar_powered" for card in waiting)

    def is_rewarded(self, player: Player, power: str) -> bool:
        if power == "herbivore":
            return not player.drew_blood
        if power == "rooting_for_the_underdog":
            return all(each.victory > player.victory for each in self.living if each is not player)
        return power == "energy_hoarder" or player.energy == 0

    # --- the first phase and the fifth -----------------------------------------------------------

    def prepare(self) -> None:
        """Before the first roll Mimic may be moved."""
        player, mimic = self.active, self.mimic
        while player.powers:
            options: list[Any] = [(card, "heal") for card in self.healers(player)]
            if mimic.owner is player and mimic.copied != self.turn and player.energy and self.models(mimic.model):
                options.insert(0, (mimic, "move"))
            if not options:
                return
            choice = self.ask(player, "prepare", [*options, PASS])
            if choice is PASS:
                return
            if choice[1] == "heal":
                self.heal_rapidly(player)
            else:
                mimic.copied = self.turn
                player.energy -= 1
                self.choose_model(player, mimic.model)

    def enter_tokyo(self) -> None:
        player = self.active
        if player.place == OUTSIDE and self.free_place() != OUTSIDE:
            if any(each.yielded for each in self.living):
                self.burrow_under(player)
            if player.alive:
                self.enter(player)
        while player.alive and (healers := self.healers(player)):
            if self.ask(player, "heal", [*healers, PASS]) is PASS:
                return
            self.heal_rapidly(player)

    def burrow_under(self, player: Player) -> None:
        """Burrowing of those who have yielded; with a copy, the order may matter."""
        with self.together():
            for other in self.others(player):
                if other.yielded:
                    burrows = list(other.powers.get("burrowing", ()))
                    while burrows:
                        clash = len(burrows) > 1 and self.burrows_clash(player)
                        burrows.remove(self.ask(other, "order", burrows) if clash else burrows[0])
                        self.lose_life([player], 1, other)

    def burrows_clash(self, player: Player) -> bool:
        """Whether the victim of two burrows would be asked about one of them."""
        shielded = player.winged or "armor_plating" in player.powers
        hurt = "rapid_healing" in player.powers and player.energy >= 2
        return (hurt and not shielded) or self.may_defend(player, 1)


def play(players: int = 4, seed: int = 0, heavy: bool = False) -> Result:
    """A game of random players; on a heavy table everybody begins with eight Keep cards."""
    game = Game(players, Chance(seed), RandomAgent(seed + 1))
    if heavy:
        game.deal(8)
    return game.play()
