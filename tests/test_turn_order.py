"""Extra turns and eliminated players, against a small model written apart from the engine (B25)."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaiju_runtime import Game
from kaiju_runtime.dice import Stream
from kaiju_runtime.program import Program
from support.packs import compile_tiny

RULES = {
    "again": 'action in act "Again": take a turn',
    "lend": 'action in act "Lend":\n  choose an other as friend\n  friend takes a turn',
    "fall": 'action in act "Fall": eliminate you',
    "fell": 'action in act "Fell":\n  choose an other as victim\n  eliminate victim',
    "alone": "as soon as count(players) = 1: players win",
}


class Model:
    """Whose turn it is: own extra turns first, then others' as they were given, then the next seat."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.alive = set(range(seats))
        self.active = self.resume = 0
        self.queue: list[int] = []

    def end_turn(self) -> None:
        self.queue = [seat for seat in self.queue if seat in self.alive]
        if self.queue:
            chosen = self.active if self.active in self.queue else self.queue[0]
            self.queue.remove(chosen)
            self.active = chosen
            return
        seat = self.resume
        while True:
            seat = (seat + 1) % self.seats
            if seat in self.alive:
                break
        self.active = self.resume = seat


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Program:
    folder: Path = tmp_path_factory.mktemp("turns")
    return compile_tiny(folder, rules=RULES)


@pytest.mark.parametrize("seed", range(60))
def test_turns_follow_the_model(tiny: Program, seed: int) -> None:
    """Random schedules of extra turns and eliminations for 3 or 4 players."""
    seats = 3 + seed % 2
    stream = Stream("schedule", seed)
    game = Game.new(tiny, players=seats, seed=seed, first=0)
    model = Model(seats)
    for _ in range(60):
        if game.decision is None:
            assert len(model.alive) == 1
            return
        assert game.active == model.active == game.decision.player
        step(game, model, stream)
    assert all(game.state.get("alive", seat) == (seat in model.alive) for seat in range(seats))


def step(game: Game, model: Model, stream: Stream) -> None:
    """One random action in the game and in the model."""
    others = [
        (model.active + i) % model.seats
        for i in range(1, model.seats)
        if (model.active + i) % model.seats in model.alive
    ]
    other = others[stream.below(len(others))]
    draw = stream.below(12)
    if draw < 4 and len(model.queue) < 10:
        act(game, model, other, lend=draw % 2 == 1)
    elif draw == 4:
        game.answer("choice:fall")
        model.alive.discard(model.active)
        if len(model.alive) > 1:
            model.end_turn()
    elif draw == 5:
        game.answer("choice:fell")
        choose(game, other)
        model.alive.discard(other)
    else:
        game.answer("pass")
        model.end_turn()


def act(game: Game, model: Model, other: int, lend: bool) -> None:
    game.answer("choice:lend" if lend else "choice:again")
    if lend:
        choose(game, other)
    model.queue.append(other if lend else model.active)


def choose(game: Game, seat: int) -> None:
    """Answers whom; with one candidate nobody is asked."""
    if game.decision is not None and game.decision.nested:
        game.answer(f"player:{game.setup['monsters'][seat]}")
