"""The greedy bot: tries each answer on imagined copies, lets the turn run out, and takes the best.

It knows nothing of any game: how good a position is, ``worth`` reads from the program. It does not
look at what its player cannot know: each try draws its own dice and its own order of hidden pieces.
"""

from __future__ import annotations

from collections.abc import Sequence

from kaiju_runtime.answers import Answer
from kaiju_runtime.bots.imagine import imagine
from kaiju_runtime.bots.random_bot import SEATS
from kaiju_runtime.bots.worth import Worth
from kaiju_runtime.decisions import NO, PASS, Decision
from kaiju_runtime.dice import word
from kaiju_runtime.game import Game
from kaiju_runtime.stops import BudgetExceeded, KaijuError

ROUNDS = ((40, 1), (8, 1), (5, 2), (3, 3))
"""So many of the best answers are tried so often more; of too many at first, every second or third is tried."""
SAMPLES = sum(times for _, times in ROUNDS)
AHEAD = 40
"""Answers after which a try is judged even if the turn goes on."""
ADDED = 4
"""Things beyond the least number that it picks of several, at most."""


class Greedy:
    """Answers with what looks best by the end of the turn. Same seed, seat and game: same answer."""

    def __init__(self, seed: int = 0, seat: int = 0) -> None:
        self.seed = seed * SEATS + seat
        self.worth: Worth | None = None
        self.program: object = None

    def __call__(self, game: Game, decision: Decision) -> Answer:
        if self.worth is None or self.program is not game.program:
            self.worth, self.program = Worth(game.program), game.program
        if decision.kind == "number":
            return self.best(game, decision, [decision.least, decision.most])
        if decision.kind == "order":
            return decision.keys()
        if decision.kind == "pick some":
            return self.best_set(game, decision)
        keys = sorted(decision.keys(), key=lambda key: key not in (PASS, NO))
        return self.best(game, decision, keys)

    def best_set(self, game: Game, decision: Decision) -> list[str]:
        """Starts with as few as allowed and adds the best one as long as it helps."""
        chosen: list[str] = []
        keys = decision.keys()
        while len(chosen) < min(decision.most, decision.least + ADDED):
            sets = [[*chosen, key] for key in keys if key not in chosen]
            if len(chosen) >= decision.least:
                sets.insert(0, chosen)
            filled = [filled_up(each, keys, decision.least) for each in sets]
            picked = sets[self.best_position(game, decision, filled)]
            if picked == chosen:
                break
            chosen = picked
        return chosen

    def best(self, game: Game, decision: Decision, answers: Sequence[Answer]) -> Answer:
        """The answer with the best average, the first of equal ones; the worse ones are given up round by round."""
        return answers[self.best_position(game, decision, answers)]

    def best_position(self, game: Game, decision: Decision, answers: Sequence[Answer]) -> int:
        if len(answers) == 1:
            return 0
        scores: list[list[int]] = [[] for _ in answers]
        order = list(range(0, len(answers), 1 + (len(answers) - 1) // ROUNDS[0][0]))
        for number, (kept, times) in enumerate(ROUNDS):
            order = order[:kept]
            for position in order:
                start = len(scores[position])
                scores[position] += [self.attempt(game, decision, answers[position], start + i) for i in range(times)]
            order.sort(key=lambda position: (-average(scores[position]), position))
            if number == 1 and all(min(scores[position]) == max(scores[position]) for position in order):
                break
        return order[0]

    def attempt(self, game: Game, decision: Decision, answer: Answer, sample: int) -> int:
        """What an answer leads to in one imagined future."""
        assert self.worth is not None
        seat = decision.player
        seed = word("bots", self.seed, len(game.answers) * SAMPLES + sample)
        twin = imagine(game, seat, seed)
        fair = twin is not None
        twin = twin or game.clone()
        known = game.state.one("hidden")
        turn = twin.state.one("turn")
        try:
            twin.answer(answer)
            for _ in range(AHEAD):
                if not fair and twin.state.one("hidden") != known:
                    return self.worth(game, seat)
                if twin.decision is None or twin.state.one("turn") != turn:
                    break
                twin.answer(idle(twin.decision))
        except BudgetExceeded:
            return -(10**12)
        except KaijuError:
            return self.worth(game, seat)
        return self.worth(twin, seat)


def average(scores: list[int]) -> int:
    """The average times 1,000, rounded down."""
    return sum(scores) * 1_000 // len(scores)


def filled_up(chosen: list[str], keys: list[str], least: int) -> list[str]:
    """The chosen keys, with the first others up to the least number."""
    return [*chosen, *[key for key in keys if key not in chosen][: max(0, least - len(chosen))]]


def idle(decision: Decision) -> Answer:
    """What somebody answers who wants nothing: pass, decline, else the first option."""
    keys = decision.keys()
    if decision.kind == "pick some":
        return keys[: decision.least]
    if decision.kind == "order":
        return keys
    if decision.kind == "number":
        return decision.least
    return next((key for key in (PASS, NO) if key in keys), keys[0])
