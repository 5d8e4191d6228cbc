"""Who leads: the positions of a game at the start of each turn, judged as the greedy bot judges them."""

from __future__ import annotations

from itertools import pairwise

from kaiju_runtime.bots.worth import Worth
from kaiju_runtime.game import Game
from kaiju_runtime.simulate.outcome import NOBODY, TENTHS


class Lead:
    """The leaders of one game, turn by turn."""

    def __init__(self, game: Game, worth: Worth) -> None:
        self.game = game
        self.worth = worth
        self.leaders: list[int] = []
        """For each turn, in order, who led when its first decision was asked, or -1. Else as before."""

    def look(self) -> None:
        """To be called at each decision."""
        turn = self.game.state.one("turn")
        if turn > len(self.leaders):
            self.leaders = [*self.known(turn - 1), self.leader()]

    def leader(self) -> int:
        shares = self.worth.shares(self.game.machine, len(self.game.setup["monsters"]))
        best = max(shares)
        return shares.index(best) if shares.count(best) == 1 else NOBODY

    def known(self, turns: int) -> list[int]:
        """Who led in each of so many turns."""
        last = self.leaders[-1] if self.leaders else NOBODY
        return self.leaders + [last] * (turns - len(self.leaders))

    def tenths(self, turns: int) -> tuple[int, ...]:
        """Who led at the start of the last turn of each tenth of the game."""
        if not turns:
            return (NOBODY,) * TENTHS
        known = self.known(turns)
        return tuple(known[-(-tenth * turns // TENTHS) - 1] for tenth in range(1, TENTHS + 1))

    def changes(self) -> int:
        """How often the lead went from one player to another."""
        led = [leader for leader in self.leaders if leader != NOBODY]
        return sum(one != other for one, other in pairwise(led))
