"""One player: a monster with its counters and cards."""

from __future__ import annotations

from bench.handwritten.cards import BAY, CITY, OUTSIDE, Card


class Player:
    """A monster at the table, and what has happened to it in the current turn."""

    __slots__ = (
        "alive",
        "cards",
        "chill",
        "chilled",
        "drew_blood",
        "energy",
        "life",
        "place",
        "poison",
        "powers",
        "seat",
        "shrink",
        "smashed",
        "staying",
        "victory",
        "winged",
        "yielded",
    )

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.alive = True
        self.life = 10
        self.victory = self.energy = self.poison = self.shrink = 0
        self.chill = 0
        """Dice that turns of Freeze Time cost."""
        self.place = OUTSIDE
        self.cards: list[Card] = []
        self.powers: dict[str, list[Card]] = {}
        """By ability the cards that have it now: the card itself, and Mimic behind it."""
        self.new_turn()

    def new_turn(self) -> None:
        """Forgets what counts for one turn."""
        self.winged = False
        """Whether Wings are spread: no life can be lost."""
        self.staying = False
        """Has chosen with Jets to stay in Tokyo."""
        self.yielded = False
        self.drew_blood = False
        """Its dice or cards have cost anybody life."""
        self.smashed = 0
        """Life lost to Smash."""
        self.chilled = False
        """Has taken a turn of Freeze Time."""

    @property
    def in_tokyo(self) -> bool:
        return self.place == CITY or self.place == BAY

    @property
    def most_life(self) -> int:
        return 12 if "even_bigger" in self.powers else 10

    def count(self, power: str) -> int:
        """How many of its cards have an ability."""
        return len(self.powers.get(power, ()))

    def having(self, *powers: str) -> list[Card]:
        """Its cards that have one of some abilities, in the order in which they are offered."""
        found = [card for power in powers if power in self.powers for card in self.powers[power]]
        if len(found) > 1:
            found.sort(key=lambda card: card.rank)
        return found

    def __repr__(self) -> str:
        return f"<player {self.seat}>"
