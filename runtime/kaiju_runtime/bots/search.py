"""The search at one decision: a tree of what may come after each answer, grown by playouts."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Any

from kaiju_runtime.bots.budget import Budget
from kaiju_runtime.bots.greedy import idle
from kaiju_runtime.bots.habits import Habits
from kaiju_runtime.bots.imagine import STREAM, Asked, Enough, Futures
from kaiju_runtime.bots.parts import Offer, expected, offer_of
from kaiju_runtime.bots.worth import Worth
from kaiju_runtime.decisions import Decision
from kaiju_runtime.dice import block, word
from kaiju_runtime.game import Game
from kaiju_runtime.machine import Machine

ONE = 1_000_000
"""The reward of a victory; rewards lie between 0 and this."""
HALF = 1_000
"""A lead of this worth is rewarded half way between an even game and a victory."""
TURNS = 3
"""Turns that a playout lasts, the one at hand included. Its reward is the mean of what each of them ends with."""
AHEAD = 200
"""Answers after which a playout is cut off even if its turns go on."""
CURIOSITY = 200_000
"""How much an answer of the tree is preferred that has been tried seldom."""
TRUST = 3
"""So many tries are what is expected of a set of dice worth."""
ALIKE = 4
"""Passes after which answers that were rewarded alike throughout are taken for equal."""
FUTURES = 1 << 20
"""Words of the bots' stream that belong to one decision."""
APART = 32
"""Chances between the first tries of one answer and the next."""
HABITS = 8
"""The first block of a future's words with which habits are left to chance."""


class Edge:
    """An answer at a place of the tree, with what came of it for who gave it."""

    __slots__ = ("nodes", "offered", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.total = self.offered = 0
        self.nodes: dict[tuple[int, str, str], Node] = {}
        """What may be asked next: who, how and why."""


class Node:
    """A question at a place of the tree: answers that have been tried, whatever options there are this time."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[str, Edge] = {}


class Search:
    """The playouts for one decision."""

    def __init__(self, game: Game, seat: int, worth: Worth, seed: int) -> None:
        self.futures = Futures(game, seat)
        self.seat, self.seats = seat, len(game.setup["monsters"])
        self.worth, self.seed = worth, seed
        self.first = len(game.answers) * FUTURES
        self.turn_at = self.futures.machine.layout.offsets["turn"]
        self.turn = game.state.s[self.turn_at]
        self.habits = Habits()
        self.playouts = 0
        self.answer: Any = None
        """The answer that is tried in the playout at hand."""
        self.asked = 0
        self.at: Edge | None = None
        """Where in the tree it stands; nowhere once it has left it."""
        self.path: list[tuple[int, Edge]] = []
        self.ends: list[list[int]] = []
        """The rewards of the turns that are over."""
        self.future = self.blocks = 0
        self.words: list[int] = []

    def best(self, answers: Sequence[Any], keys: Sequence[str], budget: Budget) -> int:
        """The position of the answer that does best: all are tried, then the worse half is given up again and again.

        The first tries all have chances of their own, so that sets of dice tell about each other; later ones the same.
        """
        edges = [Edge() for _ in answers]
        order = list(range(len(answers)))
        for position in order:
            self.playout(answers[position], edges[position], APART * (position + 1))
        self.habits.learn()
        first = [edge.total for edge in edges]
        hopes = expected(keys, first)
        rounds, passes = (len(order) - 1).bit_length(), 0
        for number in range(1, rounds + 1):
            while budget.spent(self.playouts) * rounds < 1000 * number:
                for position in order:
                    self.playout(answers[position], edges[position])
                self.habits.learn()
                passes += 1
                if passes == ALIKE and len({edges[position].total - first[position] for position in order}) == 1:
                    return order[0]
            means = {at: (edges[at].total + TRUST * hopes[at]) * 1000 // (edges[at].visits + TRUST) for at in order}
            order.sort(key=lambda position: (-means[position], position))
            order = order[: (len(order) + 1) // 2]
        return order[0]

    # --- one playout -----------------------------------------------------------------------------

    def playout(self, answer: Any, edge: Edge, start: int = 0) -> None:
        """One more future of an answer; what comes of it is entered along its path through the tree."""
        self.answer, self.at, self.asked, self.path, self.ends = answer, edge, 0, [(self.seat, edge)], []
        self.future = word(STREAM, self.seed, self.first + edge.visits)
        self.words, self.blocks = [], HABITS
        end = self.futures.run(self.future, self.choose, start)
        rewards = [0] * self.seats if end is None else self.mean()
        for player, passed in self.path:
            passed.visits += 1
            passed.total += rewards[player]
        self.habits.end(rewards)
        self.playouts += 1

    def mean(self) -> list[int]:
        """The mean of the rewards of all turns; those that did not come are as the last one."""
        ends = self.ends + [self.rewards()] * (TURNS - len(self.ends))
        return [sum(each) // TURNS for each in zip(*ends, strict=True)]

    def rewards(self) -> list[int]:
        """What the position is worth to each seat, as a reward."""
        machine, worth = self.futures.machine, self.worth
        s = machine.st.s
        if s[worth.over]:
            return [ONE if s[worth.winners] >> seat & 1 else 0 for seat in range(self.seats)]
        leads = worth.shares(machine, self.seats)
        return [ONE * (abs(lead) + HALF + lead) // (2 * (abs(lead) + HALF)) for lead in leads]

    def choose(self, machine: Machine, asked: Asked) -> Any:
        """Answers in a playout: what is tried; in the same turn by the tree, then by habit; later what does least."""
        self.asked += 1
        if self.asked == 1:
            return self.answer
        over = machine.st.s[self.turn_at] - self.turn
        if over > len(self.ends):
            self.ends += [self.rewards()] * (over - len(self.ends))
        if over >= TURNS or self.asked > AHEAD:
            raise Enough
        if over or asked.kind not in ("pick one", "yes or no"):
            return idle(asked)
        return self.descend(machine, asked)

    # --- the tree --------------------------------------------------------------------------------

    def descend(self, machine: Machine, asked: Asked) -> int:
        """The best answer tried so far, or a new one by habit: the more tries, the more answers. It grows by a node.

        Which sets of dice are offered is chance; those are left to habits, and the tree goes on below.
        """
        keys = asked.keys() if isinstance(asked, Decision) else asked.keys(machine)
        offer = offer_of(tuple(keys))
        if self.at is None or offer.faces:
            return self.by_habit(asked, offer)
        place = (asked.player, asked.kind, asked.prompt)
        node = self.at.nodes.get(place)
        if node is None:
            self.at.nodes[place], self.at = Node(), None
            return self.by_habit(asked, offer)
        node.visits += 1
        known = [(edge, position) for position, key in enumerate(keys) if (edge := node.edges.get(key)) is not None]
        if len(known) * len(known) <= node.visits:
            position = self.by_habit(asked, offer)
            edge = node.edges.setdefault(keys[position], Edge())
        else:
            edge, position = likeliest(known)
        self.at = edge
        self.path.append((asked.player, edge))
        return position

    def by_habit(self, asked: Asked, offer: Offer) -> int:
        while len(self.words) < asked.count:
            self.words = [*block(STREAM, self.future, self.blocks), *self.words]
            self.blocks += 1
        return self.habits.choose((asked.player, asked.prompt), offer, int(idle(asked)), self.words)


def likeliest(known: list[tuple[Edge, int]]) -> tuple[Edge, int]:
    """The answer with the best mean and the most to be learnt of it; the first of equal ones."""
    best, chosen = -1, known[0]
    for edge, position in known:
        edge.offered += 1
        value = edge.total // edge.visits + CURIOSITY * isqrt(edge.offered << 16) // (1 + edge.visits << 8)
        if value > best:
            best, chosen = value, (edge, position)
    return chosen
