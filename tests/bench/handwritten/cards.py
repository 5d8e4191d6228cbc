"""The 66 Power cards of the base game, the faces of the dice, and the places."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bench.handwritten.player import Player

ONE, TWO, THREE, HEART, ENERGY, SMASH = range(6)
OUTSIDE, CITY, BAY = range(3)

DISCARDS = """
apartment_building 5, commuter_train 4, corner_store 3, death_from_above 5, energize 8, evacuation_orders 7,
evacuation_orders 7, flame_thrower 3, frenzy 7, gas_refinery 6, heal 3, high_altitude_bombing 4, jet_fighters 5,
national_guard 3, nuclear_power_plant 6, skyscraper 6, tank 4, vast_storm 6
"""
KEEPS = """
acid_attack 6, alien_origin 3, alpha_monster 5, armor_plating 4, background_dweller 4, battery_monster 3, burrowing 5,
camouflage 3, complete_destruction 3, detritivore 4, eater_of_the_dead 4, energy_drink 4, energy_hoarder 3,
even_bigger 4, extra_head 7, extra_head 7, fire_breathing 4, freeze_time 5, friend_of_children 3, giant_brain 5,
gourmet 4, healing_ray 4, herbivore 5, herd_culler 3, it_has_a_child 7, jets 5, made_in_a_lab 2, media_friendly 3,
metamorph 3, mimic 8, nova_breath 7, opportunist 3, parasitic_tentacles 4, plot_twist 3, poison_quills 3, poison_spit 4,
psychic_probe 3, rapid_healing 3, regeneration 4, rooting_for_the_underdog 3, shrink_ray 6, smoke_cloud 4,
solar_powered 2, spiked_tail 5, stretchy 3, urbavore 4, were_only_making_it_stronger 3, wings 6
"""


class Card:
    """A Power card, with all that can lie on it."""

    __slots__ = ("copied", "cost", "energy", "keep", "model", "name", "number", "owner", "rank", "smoke", "used")

    def __init__(self, number: int, name: str, cost: int, keep: bool) -> None:
        self.number = number
        self.name = name
        self.cost = cost
        self.keep = keep
        self.rank = number if name != "mimic" else 1000
        """Abilities are offered in the order of the cards, copied ones last."""
        self.owner: Player | None = None
        self.model: Card | None = None
        """Mimic: the card that it copies."""
        self.energy = 0
        self.smoke = 0
        self.used = 0
        """The turn in which an ability for once a turn was last used."""
        self.copied = 0
        """Mimic: the turn in which it was last moved."""

    @property
    def power(self) -> str:
        """Whose ability the card has: Mimic that of its model."""
        return self.model.name if self.model else self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"


def all_cards() -> list[Card]:
    """A fresh set of cards, in the order of the lists above."""
    cards: list[Card] = []
    for text, keep in ((DISCARDS, False), (KEEPS, True)):
        for entry in text.split(","):
            name, cost = entry.split()
            cards.append(Card(len(cards), name, int(cost), keep))
    return cards
