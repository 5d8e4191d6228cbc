"""A tree of what may come after each answer to a decision, grown by playouts."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import Any, Protocol

from kaiju_runtime.bots.greedy import idle
from kaiju_runtime.bots.imagine import Asked, Enough, Futures
from kaiju_runtime.bots.worth import Worth
from kaiju_runtime.decisions import Decision, distinct
from kaiju_runtime.bots.habits import Habits
from kaiju_runtime.dice import block, word
from kaiju_runtime.game import Game
from kaiju_runtime.machine import Machine

ONE = 1_000_000
"""The reward of a victory; rewards lie between 0 and this."""
HALF = 1_000
"""A lead of this worth is rewarded half way between nothing and a victory."""
DEPTH = 1
TURNS = 1
PRIOR = 3
APART = 1
"""Turns that a playout lasts, the one at hand included."""
AHEAD = 200
"""Answers after which a playout is cut off even if the turn goes on."""
CURIOSITY = 500_000
"""How much an answer is preferred that has been tried seldom."""
ALIKE = 8
"""Passes after which answers that had the same rewards throughout are taken for equal."""
POSITIONS = 1 << 20
"""Words of the bots' stream that belong to one decision."""


class Budget(Protocol):
    """How long to search."""

    def spent(self) -> int:
        """How much of the budget is spent, in thousandths."""


class Edge:
    """An answer at a place of the tree, with what came of it for who gave it."""

    __slots__ = ("nodes", "offered", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.total = self.offered = 0
        self.nodes: dict[tuple[int, str, str], Node] = {}
        """What may be asked next: who, how and why."""


class Node:
    """A question at a place of the tree: its answers by key, whatever options there are this time."""

    __slots__ = ("edges", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.total = 0
        self.edges: dict[str, Edge] = {}


class Search:
    """The search at one decision."""

    def __init__(self, game: Game, seat: int, worth: Worth, seed: int) -> None:
        self.futures = Futures(game, seat)
        self.seat, self.seats = seat, len(game.setup["monsters"])
        self.worth, self.seed = worth, seed
        self.first = len(game.answers) * POSITIONS
        self.turn_at = self.futures.machine.layout.offsets["turn"]
        self.last = game.state.s[self.turn_at] + TURNS
        self.playouts = 0
        self.answer: Any = None
        self.asked = 0
        self.at: Edge | None = None
        self.path: list[tuple[int, Edge | Node]] = []
        self.habits = Habits()
        self.words: list[int] = []
        self.future = self.number = 0

    def best(self, answers: Sequence[Any], keys: Sequence[str], budget: Budget) -> int:
        """The position of the answer that did best; the worse half is given up again and again."""
        edges = [Edge() for _ in answers]
        order = list(range(len(answers)))
        for position in order:
            self.playout(answers[position], edges[position], position + 1)
        expected = predicted(keys, [edge.total for edge in edges]) if PRIOR else [0] * len(keys)
        rounds = (len(order) - 1).bit_length()
        for number in range(1, rounds + 1):
            passes = 0
            while budget.spent() * rounds < 1000 * number:
                for position in order:
                    self.playout(answers[position], edges[position])
                passes += 1
                if passes == ALIKE and len({edges[position].total for position in order}) == 1:
                    return order[0]
            value = {at: (edges[at].total + PRIOR * expected[at]) * 1000 // (edges[at].visits + PRIOR) for at in order}
            order.sort(key=lambda position: (-value[position], position))
            order = order[: (len(order) + 1) // 2]
        return order[0]

    def playout(self, answer: Any, edge: Edge, apart: int = 0) -> None:
        """One more future of an answer; what it leads to is entered along its path through the tree."""
        self.answer, self.at, self.asked, self.path = answer, edge, 0, [(self.seat, edge)]
        seed = word("bots", self.seed, self.first + edge.visits + apart * 4096 * APART)
        self.future, self.number, self.words = seed, 8, []
        end = self.futures.run(seed, self.choose)
        rewards = [0] * self.seats if end is None else self.rewards()
        for player, passed in self.path:
            passed.visits += 1
            passed.total += rewards[player]
        self.habits.learn(rewards)
        self.playouts += 1

    def rewards(self) -> list[int]:
        """What the position is worth to each seat, as a reward."""
        machine, worth = self.futures.machine, self.worth
        s = machine.st.s
        if s[worth.over]:
            return [ONE if s[worth.winners] >> seat & 1 else 0 for seat in range(self.seats)]
        return [ONE * (abs(lead) + HALF + lead) // (2 * (abs(lead) + HALF)) for lead in worth.shares(machine, self.seats)]

    def choose(self, machine: Machine, asked: Asked) -> Any:
        """Answers in a playout: first what is tried, then by the tree, then what does least."""
        self.asked += 1
        if self.asked == 1:
            return self.answer
        if machine.st.s[self.turn_at] >= self.last or self.asked > AHEAD:
            raise Enough
        if asked.kind not in ("pick one", "yes or no"):
            return idle(asked)
        if self.at is None or self.asked > DEPTH:
            return self.habit(machine, asked)
        return self.descend(machine, asked, self.at)

    def habit(self, machine: Machine, asked: Asked) -> int:
        turn = machine.st.s[self.turn_at] - self.last
        quiet = int(idle(asked))
        keys = keys_of(machine, asked)
        while len(self.words) < len(keys) + 1:
            self.number += 1
            self.words = list(block("bots", self.future, self.number)) + self.words
        return self.habits.choose((asked.player, min(1, turn + TURNS), asked.prompt), keys, quiet, self.words)

    def descend(self, machine: Machine, asked: Asked, edge: Edge) -> int:
        """The answer that the tree would try next; where the tree ends, it grows by a node."""
        place = (asked.player, asked.kind, asked.prompt)
        node = edge.nodes.get(place)
        quiet = int(idle(asked))
        if node is None:
            node = edge.nodes[place] = Node()
            key = keys_of(machine, asked)[quiet]
            chosen = node.edges[key] = Edge()
            self.at = None
            position = quiet
        else:
            position, chosen = pick(node, keys_of(machine, asked), quiet)
            self.at = chosen
        self.path += [(asked.player, node), (asked.player, chosen)]
        return position


def pick(node: Node, keys: list[str], quiet: int) -> tuple[int, Edge]:
    """The option with the best mean and the most to be learnt; untried ones are taken for average, ties go first."""
    best, position, chosen = -1, quiet, None
    mean = node.total // node.visits
    for number, key in enumerate(keys):
        edge = node.edges.get(key)
        if edge is None:
            edge = node.edges[key] = Edge()
        edge.offered += 1
        value = edge.total // edge.visits if edge.visits else mean
        value += CURIOSITY * isqrt(edge.offered << 16) // (len(keys) * (1 + edge.visits) << 8)
        if value > best:
            best, position, chosen = value, number, edge
    assert chosen is not None
    return position, chosen


def keys_of(machine: Machine, asked: Asked) -> list[str]:
    """The keys of a question's options."""
    if isinstance(asked, Decision):
        return asked.keys()
    return asked.keys(machine)


def predicted(keys: Sequence[str], totals: Sequence[int]) -> list[int]:
    """What each answer is expected to bring, by the parts that it has in common with others."""
    parts = [parts_of(key) for key in keys]
    dice = [at for at, found in enumerate(parts) if found is not None]
    if len(dice) < 4:
        return list(totals)
    mean = sum(totals[at] for at in dice) // len(dice)
    found = list(totals)
    for at in dice:
        found[at] = mean
    for part in {part for at in dice for part in parts[at] or ()}:
        with_it = [totals[at] for at in dice if part in parts[at]]
        without = [totals[at] for at in dice if part not in parts[at]]
        if not with_it or not without:
            continue
        one, other = sum(with_it) // len(with_it), sum(without) // len(without)
        for at in dice:
            found[at] += (one if part in parts[at] else other) - mean
    return found


def parts_of(key: str) -> frozenset[str] | None:
    if key in ("pass", "dice:none"):
        return frozenset()
    if not key.startswith("dice:"):
        return None
    faces = key[5:].partition("#")[0].split("+")
    return frozenset(f"{face}{faces[:number].count(face)}" for number, face in enumerate(faces))
