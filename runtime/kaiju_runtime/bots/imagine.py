"""Futures of a game as one player may imagine them: what that player cannot know is drawn afresh.

Each future has other dice than the real one, and another order of the pieces that the player has not seen; the
past stands as it is, also where an effect is half done. This is the one place where bots look below the game's
surface: a future is run in one go, the bot being called from inside for every question.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, TypeAlias

from kaiju_runtime.decisions import Decision
from kaiju_runtime.dice import WORDS, block
from kaiju_runtime.fast.machine import FastMachine
from kaiju_runtime.fast.questions import Question
from kaiju_runtime.game import Game
from kaiju_runtime.layout import State
from kaiju_runtime.machine import Machine
from kaiju_runtime.machine.turns import TURN_STARTS
from kaiju_runtime.stops import KaijuError, Suspend, guard

Asked: TypeAlias = Question | Decision
Chooser: TypeAlias = Callable[[Machine, Asked], Any]
"""Takes a question with the machine that stands at it; gives a position, a list of positions, or a number."""
STREAM = "bots"
LATER, CHANCES = 1 << 16, 64
"""Where in the stream the chances of the next turns lie, and how many words each turn has for its own."""


class Enough(Suspend):
    """Raised by who is asked: the future has been seen far enough."""

    def __init__(self) -> None:
        super().__init__(None)


class Futures:
    """The futures of a game from its decision on, for the eyes of one seat. The game itself stays as it is."""

    def __init__(self, game: Game, seat: int) -> None:
        self.base, self.told = game.base, game.machine.tape[:]
        """Where the machine begins, and what has been answered since then."""
        self.machine = game.machine.twin(game.state.copy(), [])
        self.machine.at_commit = self.go_on
        self.unseen = unseen(self.machine, seat)
        self.lists = self.machine.lists_of(self.base.s) if isinstance(self.machine, FastMachine) else {}
        """What lies where as all futures begin."""
        self.drawn: dict[int, list[int]] = {}
        """Seed → the ranks of all unseen pieces as its future has them."""
        self.machine.at_step = self.new_chances
        offsets = self.machine.layout.offsets
        self.rng, self.step, self.turn = offsets["rng"], offsets["step"], offsets["turn"]
        self.now = game.state.s[self.turn]
        self.offered = game.offered
        """The phase's question that is asked first: what it offers is the same in every future."""
        self.seed = 0
        self.start = 0
        self.number = 0
        self.choose: Chooser = lambda machine, asked: 0

    def run(self, seed: int, choose: Chooser, start: int = 0) -> State | None:
        """Plays the future of a seed until its end, or until the chooser has seen ``Enough``.

        Futures of one seed have the same chances from the next turn on, and from here on if they ``start`` alike.
        The chooser is asked first what is asked in the game now. ``None``: the future breaks a limit.
        """
        machine = self.machine
        machine.st = self.base.copy()
        if isinstance(machine, FastMachine):
            machine.lie_as(self.lists)
        machine.start_over()
        machine.agent, machine.tape, machine.pending = self.asked, [], self.offered
        self.seed, self.start, self.number, self.choose = seed, start, 0, choose
        try:
            with guard():
                machine.run()
        except KaijuError:
            return None
        return machine.st

    def asked(self, machine: Machine, asked: Asked) -> Any:
        """Answers as it was answered in the game; from there on the future is another one."""
        number = self.number
        self.number += 1
        if number < len(self.told):
            return self.told[number]
        self.forget(machine.st)
        if isinstance(machine, FastMachine):
            machine.stirred()
        machine.agent = self.choose
        return self.choose(machine, asked)

    def new_chances(self) -> None:
        """The chances of a turn do not depend on how many were taken before it."""
        s = self.machine.st.s
        if s[self.step] == TURN_STARTS and self.number > len(self.told):
            s[self.rng] = LATER + CHANCES * (s[self.turn] - self.now)

    def go_on(self) -> None:
        """A phase asks: what was done before is not counted with what comes."""
        machine = self.machine
        machine.steps_now = machine.looks_now = machine.events_now = machine.forced_now = 0
        machine.tape, machine.cursor = [], 0

    def forget(self, state: State) -> None:
        """Draws anew what the seat does not know."""
        s = state.s
        s[self.rng] = self.start
        state.set_one("seed", self.seed)
        ranks = self.drawn.get(self.seed)
        if ranks is None:
            if len(self.drawn) >= 16:
                self.drawn.clear()
            ranks = self.drawn[self.seed] = self.draw()
        for place, rank in zip(chain.from_iterable(places for places, _ in self.unseen), ranks, strict=True):
            s[place] = rank

    def draw(self) -> list[int]:
        """The ranks of all unseen pieces, in the order of their places, as chance has them."""
        words = block(STREAM, self.seed, 0)
        for number in range(1, 1 + sum(len(places) for places, _ in self.unseen) // WORDS):
            words += block(STREAM, self.seed, number)
        at, found = 0, list[int]()
        for places, ranks in self.unseen:
            found += [rank for _, rank in sorted(zip(words[at:], ranks, strict=False))]
            at += len(places)
        return found


def unseen(machine: Machine, seat: int) -> list[tuple[list[int], list[int]]]:
    """For each hidden zone where in the state the ranks stand of pieces that the seat has not seen, and those ranks."""
    program, state = machine.p, machine.st
    found = []
    start, seen, loc = state.offsets["rank"], state.offsets["seen"], state.offsets["loc"]
    for zone in program.zones:
        if not zone.hidden:
            continue
        for location in range(zone.first, zone.first + (program.seats if zone.per_player else 1)):
            pieces = [
                piece
                for piece in range(len(program.pieces))
                if state.s[loc + piece] == location and not state.s[seen + piece] >> seat & 1
            ]
            if len(pieces) > 1:
                ranks = [state.s[start + piece] for piece in pieces]
                found.append(([start + piece for piece in pieces], sorted(ranks)))
    return found
