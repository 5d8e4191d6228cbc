"""Who leads: the positions of a game at the start of each turn, judged as the greedy bot judges them."""

from __future__ import annotations

from kaiju_runtime.bots.worth import Worth
from kaiju_runtime.game import Game
from kaiju_runtime.program import Program
from kaiju_runtime.simulate.outcome import NOBODY, TENTHS


class Lead:
    """The leaders of one game, turn by turn."""

    judges: dict[Program, Worth] = {}

    def __init__(self, game: Game) -> None:
        self.game = game
        self.worth = worth_of(game.program)
        self.leaders: list[int] = []
        """For each turn, in order, who led when its first decision was asked, or -1."""
        self.turn = 0

    def look(self) -> None:
        """To be called at each decision."""
        turn = self.game.state.one("turn")
        if turn == self.turn:
            return
        self.leaders += [self.leader()] * (turn - self.turn)
        self.turn = turn

    def leader(self) -> int:
        worths = [self.worth(self.game, seat) for seat in range(len(self.game.setup["monsters"]))]
        best = max(worths)
        return worths.index(best) if worths.count(best) == 1 else NOBODY

    def tenths(self, turns: int) -> tuple[int, ...]:
        """Who led at the start of the last turn of each tenth of the game."""
        known = [*self.leaders, *[NOBODY] * (turns - len(self.leaders))]
        if not turns:
            return (NOBODY,) * TENTHS
        return tuple(known[-(-tenth * turns // TENTHS) - 1] for tenth in range(1, TENTHS + 1))

    def changes(self) -> int:
        """How often the lead went from one player to another."""
        led = [leader for leader in self.leaders if leader != NOBODY]
        return sum(one != other for one, other in zip(led, led[1:], strict=False))


LATEST: list[Worth] = []


def worth_of(program: Program) -> Worth:
    """The judge of a program; the latest one is kept."""
    if not LATEST or LATEST[0].program is not program:
        LATEST[:] = [Worth(program)]
    return LATEST[0]
