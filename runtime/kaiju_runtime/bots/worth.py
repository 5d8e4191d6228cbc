"""What a position is worth to a player, by what is at stake in the program. Nothing here knows a game."""

from __future__ import annotations

from typing import Any

from kaiju_runtime.bots.stakes import END, stakes_of
from kaiju_runtime.game import Game
from kaiju_runtime.program import Program

WIN = 10**9
OUT = 10**7
DEADLY, DANGER = 100, 600
"""A point of a deadly counter; and how bad it is to have none left, half as bad with one, and so on."""
WINNING = 120
TROPHY = 500
BURDEN = 60
WEALTH, ENOUGH = 30, 12
OWNED = 42
"""For each that a piece costs: more than for what it is paid with."""
GOAL = 3_000


class Worth:
    """Judges positions of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.stakes = stakes_of(program)

    def __call__(self, game: Game, seat: int) -> int:
        """The worth of the game to a seat; higher is better. It sees what the seat may see."""
        result = game.result
        if result is not None:
            return WIN if seat in result.winners else -WIN
        view = game.view(seat)
        total = 0
        for player in view["players"]:
            number = player["seat"]
            worth = self.of_player(player, own=number == seat) + self.of_goals(view, number)
            total += worth if number == seat else -worth
        return total

    def of_player(self, player: dict[str, Any], own: bool) -> int:
        if not player["alive"]:
            return -OUT
        stakes, counters = self.stakes, player["counters"]
        worth = 0
        for name, limit in stakes.deadly.items():
            left = abs(int(counters[name]) - limit)
            worth += DEADLY * left - DANGER // (1 + left)
        worth += sum(WINNING * int(counters[name]) for name in stakes.winning if name in counters)
        worth += sum(TROPHY for piece in player["pieces"] if piece["record"] in stakes.trophies)
        riches = sum(wealth(int(counters[name])) for name in stakes.wealth)
        riches += sum(OWNED * stakes.costs.get(piece["record"], 1) for piece in player["pieces"])
        riches -= sum(BURDEN * int(counters[name]) for name in stakes.burdens)
        return worth + (riches if own else riches // 2)

    def of_goals(self, view: dict[str, Any], seat: int) -> int:
        """The nearer enough markers are to the spaces of a goal, the more."""
        worth = 0
        for goal in self.stakes.goals:
            distances: list[int] = []
            for track in self.program.tracks:
                spaces = view["tracks"][track.id]["spaces"]
                if goal.mark != END:
                    distances += distances_on(spaces, goal.mark, seat)
                elif seat < len(track.toward):
                    distances += distances_to_end(spaces, track.toward[seat])
            if len(distances) >= goal.number:
                worth += GOAL // (1 + sum(sorted(distances)[: goal.number]))
        return worth


def wealth(number: int) -> int:
    """What so many of something are worth: more is better, but ever less so."""
    return WEALTH * min(number, ENOUGH) + WEALTH // 3 * max(0, number - ENOUGH)


def distances_on(spaces: list[dict[str, Any]], mark: str, seat: int) -> list[int]:
    """For each marker of a track its distance to the nearest space whose mark names the seat."""
    aims = [at for at, space in enumerate(spaces) if space["marks"].get(mark) == seat]
    if not aims:
        return []
    return [min(abs(at - aim) for aim in aims) for at, space in enumerate(spaces) if space["marker"] is not None]


def distances_to_end(spaces: list[dict[str, Any]], toward: int) -> list[int]:
    """For each marker of a track its distance to the end on one side."""
    end = 0 if toward < 0 else len(spaces) - 1
    return [abs(at - end) for at, space in enumerate(spaces) if space["marker"] is not None]
