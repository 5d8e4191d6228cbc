"""Buying cards, and what they do when they are bought."""

from __future__ import annotations

from typing import Any

from bench.handwritten.board import PASS
from bench.handwritten.cards import CITY, OUTSIDE, Card
from bench.handwritten.player import Player
from bench.handwritten.resolving import Resolving

SWEEP = "discard all three cards"


class Buying(Resolving):
    """The market, purchases, and the phase of buying."""

    # --- the market ------------------------------------------------------------------------------

    def top(self, number: int) -> list[Card]:
        """The topmost cards of the deck, the top one first; the discards are shuffled under it when it runs out."""
        if len(self.deck) < number and self.discards:
            fresh, self.discards = self.discards, []
            self.chance.shuffle(fresh)
            self.deck = fresh + self.deck
        return self.deck[: -number - 1 : -1]

    def refill(self) -> None:
        number = 3 - len(self.market)
        if number > 0:
            fresh = self.top(number)
            del self.deck[len(self.deck) - len(fresh) :]
            self.market += fresh
            self.offer_fresh(fresh)

    def sweep(self) -> None:
        self.discards += self.market
        self.market = []
        self.refill()

    def offer_fresh(self, fresh: list[Card]) -> None:
        """Opportunists may buy what was just turned up on the turns of others."""
        waiting = [
            (player, [(host, card) for card in fresh for host in player.powers["opportunist"]])
            for player in self.others(self.active)
            if player.life > 0 and "opportunist" in player.powers
        ]
        with self.together():
            for player, offers in waiting:
                while True:
                    offers = [offer for offer in offers if self.stands(player, *offer)]
                    offer = self.ask(player, "opportunist", [*offers, PASS])
                    if offer is PASS:
                        break
                    offers.remove(offer)
                    self.purchase(player, offer[1])

    def stands(self, player: Player, host: Card, card: Card) -> bool:
        """Whether an Opportunist can still take a card."""
        return (
            player.life > 0
            and card in self.market
            and host in player.powers.get("opportunist", ())
            and player.energy >= self.price(player, card)
        )

    # --- a purchase ------------------------------------------------------------------------------

    def price(self, buyer: Player, card: Card) -> int:
        return max(0, card.cost - buyer.count("alien_origin"))

    def purchase(self, buyer: Player, card: Card) -> None:
        """A card of the market, of the top of the deck, or of another player."""
        buyer.energy -= self.price(buyer, card)
        if card.owner:
            self.give_up(card)
        elif card in self.market:
            self.market.remove(card)
        else:
            self.deck.remove(card)
        friendly = buyer.count("media_friendly")
        if card.keep:
            self.take(buyer, card)
        self.gain_victory(buyer, friendly)
        if card.keep:
            self.arrive(buyer, card, card.name)
        else:
            self.play_card(buyer, card)
            self.discards.append(card)
        self.refill()

    def arrive(self, owner: Player, card: Card, name: str) -> None:
        """What a Keep card (or Mimic in its place) does when it comes."""
        if name == "battery_monster":
            card.energy = 6
        elif name == "smoke_cloud":
            card.smoke = 3
        elif name == "even_bigger":
            self.gain_life(owner, 2)
        elif name == "mimic":
            self.choose_model(owner)
        elif name == "freeze_time":
            late = owner is self.active and self.ones >= 3 and not owner.chilled
            if late and self.says_yes(owner, "freeze"):
                self.freeze_time(owner, card)

    def models(self, but: Card | None = None) -> list[Card]:
        """The cards that Mimic may copy, those alike of one owner once."""
        found = []
        for player in self.in_turn():
            names = set()
            for card in player.cards:
                if card.name != "mimic" and card is not but and card.name not in names:
                    names.add(card.name)
                    found.append(card)
        return found

    def choose_model(self, owner: Player, but: Card | None = None) -> None:
        models = self.models(but)
        if models:
            model = self.ask(owner, "model", models)
            self.set_model(model)
            self.arrive(owner, self.mimic, model.name)

    def play_card(self, buyer: Player, card: Card) -> None:
        """What a Discard card does."""
        name = card.name
        others = self.others(buyer)
        if name in POINTS:
            self.gain_victory(buyer, POINTS[name])
        if name in OWN_LOSS:
            self.lose_life([buyer], OWN_LOSS[name], buyer)
        elif name in OTHERS_LOSS:
            self.lose_life(others, OTHERS_LOSS[name], buyer)
        elif name == "death_from_above":
            self.take_tokyo(buyer, others)
        elif name == "energize":
            self.gain_energy(buyer, 9)
        elif name == "evacuation_orders":
            self.lose_victory(others, 5)
        elif name == "frenzy":
            self.queue.append((buyer, card, self.turn))
        elif name == "heal":
            self.gain_life(buyer, 2)
        elif name == "high_altitude_bombing":
            self.lose_life(self.in_turn(), 3, buyer)
        elif name == "nuclear_power_plant":
            self.gain_life(buyer, 3)
        elif name == "vast_storm":
            for foe in others:
                self.lose_energy(foe, foe.energy // 2)

    def take_tokyo(self, buyer: Player, others: list[Player]) -> None:
        """Death from Above."""
        for other in others:
            other.place = OUTSIDE
        if buyer.in_tokyo:
            buyer.place = CITY
        else:
            self.enter(buyer)

    # --- the phase -------------------------------------------------------------------------------

    def buy_cards(self) -> None:
        player = self.active
        while player.alive:
            options: list[Any] = [card for card in self.market if self.price(player, card) <= player.energy]
            if player.energy >= 2 and self.market:
                options.append(SWEEP)
            if player.powers:
                options += self.special_offers(player)
            choice = self.ask(player, "buy", [*options, PASS])
            if choice is PASS:
                break
            if choice is SWEEP:
                player.energy -= 2
                self.sweep()
            elif choice in self.market:
                self.purchase(player, choice)
            else:
                self.buy_specially(player, choice)
        if player.alive and "metamorph" in player.powers:
            self.sell_cards(player)

    def special_offers(self, player: Player) -> list[Card]:
        cards = []
        for card in player.having("made_in_a_lab", "parasitic_tentacles"):
            able = self.preys(player) if card.power == "parasitic_tentacles" else self.deck or self.discards
            if able:
                cards.append(card)
        return cards + self.healers(player)

    def buy_specially(self, player: Player, card: Card) -> None:
        power = card.power
        if power == "rapid_healing":
            self.heal_rapidly(player)
        elif power == "made_in_a_lab":
            self.look_in_lab(player, card)
        else:
            self.buy_from_other(player)

    def look_in_lab(self, player: Player, lab: Card) -> None:
        """The top card (two by the card of which its owner has a copy) may be bought."""
        seen = self.top(1 + sum(card.model is lab for card in player.cards))
        cards = [card for card in seen if self.price(player, card) <= player.energy]
        if cards and self.says_yes(player, "lab"):
            self.purchase(player, self.ask(player, "lab card", cards))

    def preys(self, player: Player) -> list[Card]:
        """The cards of others that a player can pay, those alike of one owner once."""
        found = []
        for other in self.others(player):
            names = set()
            for card in other.cards:
                if card.name not in names and self.price(player, card) <= player.energy:
                    names.add(card.name)
                    found.append(card)
        return found

    def buy_from_other(self, player: Player) -> None:
        prey = self.ask(player, "prey", self.preys(player))
        seller, fee = prey.owner, self.price(player, prey)
        self.purchase(player, prey)
        self.gain_energy(seller, fee)

    def sell_cards(self, player: Player) -> None:
        """Metamorph: cards are sold for what is printed on them."""
        sellers = list(player.powers["metamorph"])
        while sellers and player.cards:
            sellers.remove(self.ask(player, "order", sellers))
            cards = player.cards[:]
            for position in self.agent.pick_some(player, "sell", cards):
                card = cards[position]
                self.discard(card)
                self.gain_energy(player, card.cost)


POINTS = {
    "apartment_building": 3,
    "commuter_train": 2,
    "corner_store": 1,
    "death_from_above": 2,
    "gas_refinery": 2,
    "jet_fighters": 5,
    "national_guard": 2,
    "nuclear_power_plant": 2,
    "skyscraper": 4,
    "tank": 4,
    "vast_storm": 2,
}
OWN_LOSS = {"jet_fighters": 4, "national_guard": 2, "tank": 3}
OTHERS_LOSS = {"flame_thrower": 2, "gas_refinery": 3}
