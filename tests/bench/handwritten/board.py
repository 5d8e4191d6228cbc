"""The table: players, cards, places; gaining, and falling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bench.handwritten.cards import BAY, CITY, OUTSIDE, Card, all_cards
from bench.handwritten.chance import Chance, RandomAgent
from bench.handwritten.player import Player

PASS, YES, NO = "pass", "yes", "no"
YES_OR_NO = (YES, NO)


class GameOver(Exception):
    """Somebody has won, or nobody is left."""

    def __init__(self, winners: list[Player]) -> None:
        super().__init__(winners)
        self.winners = winners


class Board:
    """State of a game, and the changes that everything else is made of."""

    def __init__(self, players: int, chance: Chance, agent: RandomAgent) -> None:
        self.chance = chance
        self.agent = agent
        self.players = [Player(seat) for seat in range(players)]
        self.living = self.players[:]
        self.active = self.players[0]
        self.cards = all_cards()
        self.mimic = next(card for card in self.cards if card.name == "mimic")
        self.deck = self.cards[:]
        """The top card is the last."""
        self.market: list[Card] = []
        self.discards: list[Card] = []
        self.turn = 0
        self.quiet = 0
        """How many layers of answering cards are under way; who has no life left falls after the outermost."""
        self.bay_open = players >= 5

    # --- asking ----------------------------------------------------------------------------------

    def ask(self, player: Player, question: str, options: Sequence[Any]) -> Any:
        """The option that a player picks; nobody is asked where there is only one."""
        if len(options) == 1:
            return options[0]
        return options[self.agent.pick(player, question, options)]

    def says_yes(self, player: Player, question: str) -> bool:
        return bool(self.ask(player, question, YES_OR_NO) is YES)

    # --- players ---------------------------------------------------------------------------------

    def in_turn(self) -> list[Player]:
        """The players in the game, in turn order from the active one."""
        seat = self.active.seat
        if seat == 0:
            return self.living[:]
        return [p for p in self.living if p.seat >= seat] + [p for p in self.living if p.seat < seat]

    def others(self, player: Player) -> list[Player]:
        return [each for each in self.in_turn() if each is not player]

    def neighbours(self, player: Player) -> list[Player]:
        """The next player and the one before; in a game of two they are the same."""
        ring = self.players[player.seat + 1 :] + self.players[: player.seat]
        ring = [each for each in ring if each.alive]
        return [ring[0], ring[-1]] if len(ring) > 1 else ring

    # --- gaining ---------------------------------------------------------------------------------

    def gain_life(self, player: Player, number: int) -> None:
        if number <= 0:
            return
        most = player.most_life
        if player.life < most:
            player.life = min(most, player.life + number + player.count("regeneration"))

    def gain_energy(self, player: Player, number: int) -> None:
        if number <= 0:
            return
        player.energy += number + player.count("friend_of_children")

    def gain_victory(self, player: Player, number: int) -> None:
        if number <= 0:
            return
        player.victory = min(20, player.victory + number)

    # --- cards -----------------------------------------------------------------------------------

    def take(self, player: Player, card: Card) -> None:
        """Lays a Keep card in front of a player, from wherever it was just taken."""
        card.owner = player
        card.used = card.copied = 0
        player.cards.append(card)
        player.powers.setdefault(card.name, []).insert(0, card)
        if card.model:
            player.powers.setdefault(card.model.name, []).append(card)

    def give_up(self, card: Card) -> None:
        """Takes a Keep card from its owner; what it copies stays as it is."""
        owner = card.owner
        assert owner is not None
        owner.cards.remove(card)
        self.lose_power(owner, card.name, card)
        if card.model:
            self.lose_power(owner, card.model.name, card)
        self.clip(owner)

    def lose_power(self, player: Player, power: str, card: Card) -> None:
        holders = player.powers[power]
        holders.remove(card)
        if not holders:
            del player.powers[power]

    def clip(self, player: Player) -> None:
        """Life above the most that is possible is gone."""
        if player.life > 10:
            player.life = min(player.life, player.most_life)

    def discard(self, card: Card) -> None:
        """Discards a Keep card that lies in front of a player; a copy of it ends."""
        self.give_up(card)
        card.owner = card.model = None
        card.energy = card.smoke = 0
        mimic = self.mimic
        if mimic.model is card:
            assert mimic.owner is not None
            self.lose_power(mimic.owner, card.name, mimic)
            mimic.model = None
            mimic.energy = mimic.smoke = 0
            self.clip(mimic.owner)
        self.discards.append(card)

    def set_model(self, model: Card) -> None:
        """Mimic copies a card from now on."""
        mimic, owner = self.mimic, self.mimic.owner
        assert owner is not None
        if mimic.model:
            self.lose_power(owner, mimic.model.name, mimic)
        mimic.model = model
        mimic.energy = mimic.smoke = mimic.used = 0
        owner.powers.setdefault(model.name, []).append(mimic)
        self.clip(owner)

    # --- Tokyo -----------------------------------------------------------------------------------

    def free_place(self) -> int:
        """The place of Tokyo that a monster would enter; ``OUTSIDE`` if none is free."""
        taken = [player.place for player in self.living]
        if CITY not in taken:
            return CITY
        if self.bay_open and BAY not in taken:
            return BAY
        return OUTSIDE

    def enter(self, player: Player) -> None:
        """A free place of Tokyo is entered."""
        player.place = self.free_place()
        self.gain_victory(player, 1)

    def yield_tokyo(self, player: Player) -> None:
        player.place = OUTSIDE
        player.yielded = True

    # --- falling ---------------------------------------------------------------------------------

    @contextmanager
    def together(self) -> Iterator[None]:
        """Around cards that answer one event: nobody falls before all have done so."""
        self.quiet += 1
        yield
        self.quiet -= 1
        self.settle()

    def settle(self) -> None:
        """Judges together all who have no life left."""
        if self.quiet:
            return
        dying = [player for player in self.in_turn() if player.life == 0]
        if not dying:
            return
        for player in dying:
            if "it_has_a_child" in player.powers:
                self.start_again(player)
        for player in dying:
            if player.life == 0:
                self.eliminate(player)
        if self.bay_open and len(self.living) <= 4:
            self.close_bay()
        if len(self.living) <= 1:
            raise GameOver(self.living)

    def start_again(self, player: Player) -> None:
        """It Has a Child."""
        for card in player.cards[:]:
            self.discard(card)
        player.victory = 0
        player.life = 10
        player.place = OUTSIDE

    def eliminate(self, player: Player) -> None:
        player.alive = False
        self.living.remove(player)
        for card in player.cards[:]:
            self.discard(card)
        player.place = OUTSIDE
        player.victory = player.energy = player.poison = player.shrink = 0

    def close_bay(self) -> None:
        """With four monsters the Bay is given up: up to the City if that is free, else outside."""
        self.bay_open = False
        for guest in self.living:
            if guest.place == BAY:
                guest.place = CITY if self.free_place() == CITY else OUTSIDE
