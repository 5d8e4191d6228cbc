"""The greedy bot: tries each answer in imagined futures, lets the turn run out, and takes the best.

It knows nothing of any game: how good a position is, ``worth`` reads from the program. It does not
look at what its player cannot know: each try draws its own dice and its own order of hidden pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kaiju_runtime.answers import Answer
from kaiju_runtime.bots.imagine import Asked, Enough, Futures
from kaiju_runtime.bots.random_bot import SEATS
from kaiju_runtime.bots.worth import Worth
from kaiju_runtime.decisions import Decision
from kaiju_runtime.dice import word
from kaiju_runtime.game import Game
from kaiju_runtime.machine import Machine

ROUNDS = ((40, 1), (8, 1), (5, 2), (3, 3))
"""So many of the best answers are tried so often more; of too many at first, every second or third is tried."""
SAMPLES = sum(times for _, times in ROUNDS)
AHEAD = 40
"""Answers after which a try is judged even if the turn goes on."""
ADDED = 4
"""Things beyond the least number that it picks of several, at most."""
BROKEN = -(10**12)
"""What a future is worth that breaks a limit."""


class Greedy:
    """Answers with what looks best by the end of the turn. Same seed, seat and game: same answer."""

    def __init__(self, seed: int = 0, seat: int = 0) -> None:
        self.seed = seed * SEATS + seat
        self.worth: Worth | None = None

    def __call__(self, game: Game, decision: Decision) -> Answer:
        if self.worth is None or self.worth.program is not game.program:
            self.worth = Worth(game.program)
        if decision.kind == "order":
            return decision.keys()
        tries = Tries(game, decision, self.worth, self.seed)
        if decision.kind == "number":
            return int(tries.best([decision.least, decision.most]))
        keys = decision.keys()
        if decision.kind == "pick some":
            return [keys[position] for position in best_set(tries, decision)]
        last = len(keys) - 1
        quiet = last if decision.passes or decision.kind == "yes or no" else 0
        best: int = tries.best([quiet, *(position for position in range(last + 1) if position != quiet)])
        return keys[best]


def best_set(tries: Tries, decision: Decision) -> list[int]:
    """Starts with as few as allowed and adds the best one as long as it helps."""
    chosen: list[int] = []
    everything = range(decision.count)
    while len(chosen) < min(decision.most, decision.least + ADDED):
        sets = [[*chosen, each] for each in everything if each not in chosen]
        if len(chosen) >= decision.least:
            sets.insert(0, chosen)
        filled = [filled_up(each, everything, decision.least) for each in sets]
        picked = sets[tries.best_position([sorted(each) for each in filled])]
        if picked == chosen:
            break
        chosen = picked
    return chosen


def filled_up(chosen: list[int], everything: Sequence[int], least: int) -> list[int]:
    """The chosen ones, with the first others up to the least number."""
    return [*chosen, *[each for each in everything if each not in chosen][: max(0, least - len(chosen))]]


class Tries:
    """Tries answers to one decision, given as positions among the options."""

    def __init__(self, game: Game, decision: Decision, worth: Worth, seed: int) -> None:
        self.futures = Futures(game, decision.player)
        self.seat, self.seats = decision.player, len(game.setup["monsters"])
        self.worth, self.seed = worth, seed
        self.first = len(game.answers) * SAMPLES
        self.turn_at = self.futures.machine.layout.offsets["turn"]
        self.turn = game.state.s[self.turn_at]
        self.answer: Any = None
        self.left = 0

    def best(self, answers: Sequence[Any]) -> Any:
        """The answer with the best average, the first of equal ones; the worse ones are given up round by round."""
        return answers[self.best_position(answers)]

    def best_position(self, answers: Sequence[Any]) -> int:
        if len(answers) == 1:
            return 0
        scores: list[list[int]] = [[] for _ in answers]
        order = list(range(0, len(answers), 1 + (len(answers) - 1) // ROUNDS[0][0]))
        for number, (kept, times) in enumerate(ROUNDS):
            order = order[:kept]
            for position in order:
                start = len(scores[position])
                scores[position] += [self.attempt(answers[position], start + i) for i in range(times)]
            order.sort(key=lambda position: (-average(scores[position]), position))
            if number == 1 and all(min(scores[position]) == max(scores[position]) for position in order):
                break
        return order[0]

    def attempt(self, answer: Any, sample: int) -> int:
        """What an answer leads to in one imagined future."""
        self.answer, self.left = answer, AHEAD
        end = self.futures.run(word("bots", self.seed, self.first + sample), self.asked)
        return BROKEN if end is None else self.worth(self.futures.machine, self.seats, self.seat)

    def asked(self, machine: Machine, asked: Asked) -> Any:
        left = self.left
        self.left -= 1
        if left == AHEAD:
            return self.answer
        if left < 0 or machine.st.s[self.turn_at] != self.turn:
            raise Enough
        return idle(asked)


def average(scores: list[int]) -> int:
    """The average times 1,000, rounded down."""
    return sum(scores) * 1_000 // len(scores)


def idle(asked: Asked) -> Any:
    """What somebody answers who wants nothing: pass, decline, else the first option."""
    if asked.kind == "pick one":
        return asked.count - 1 if asked.passes else 0
    if asked.kind == "yes or no":
        return 1
    if asked.kind == "number":
        return asked.least
    return list(range(asked.least if asked.kind == "pick some" else asked.count))
