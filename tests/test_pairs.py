"""Pairs of cards on one table: what each does must go together with what every other does (gate G4)."""

from __future__ import annotations

import os
from itertools import combinations_with_replacement

import pytest

from kaiju_runtime import Game
from kaiju_runtime.dice import Stream
from support.programs import program
from support.random_play import check_cheap, random_answer

NIGHTLY = os.environ.get("KAIJU_NIGHTLY") == "1"
SHARE = 1 if NIGHTLY else 20
TURNS = 10
GROUPS = 20
MODE = "king_of_tokyo"


def cards() -> list[int]:
    """The first piece of each card."""
    found = program(MODE)
    kind = next(index for index, each in enumerate(found.kinds) if each.id == "card")
    first: dict[int, int] = {}
    for piece, each in enumerate(found.pieces):
        if each.definition in found.kinds[kind].definitions:
            first.setdefault(each.definition, piece)
    return list(first.values())


def pairs() -> list[tuple[int, int]]:
    return list(combinations_with_replacement(cards(), 2))[::SHARE]


def test_all_pairs_are_as_many_as_there_should_be() -> None:
    assert len(cards()) == 64
    assert len(list(combinations_with_replacement(cards(), 2))) == 2080


def put_on_the_table(game: Game, one: int, other: int) -> None:
    """One card in front of each of the first two players; a card that does not stay goes on top of the deck."""
    machine, found = game.machine, game.program
    machine.set_up()
    machine.silent = True
    for seat, piece in enumerate((one, other)):
        if found.definition_of(piece).abilities or found.definition_of(piece).body is None:
            machine.place(piece, machine.destination(seat, "player"))
        else:
            machine.place(piece, found.pieces[piece].start)
    machine.silent = False
    game.base = machine.st.copy()


@pytest.mark.parametrize("group", range(GROUPS))
def test_pairs_play_ten_turns(group: int) -> None:
    for number, (one, other) in enumerate(pairs()[group::GROUPS]):
        game = Game.prepare(program(MODE), players=2 + number % 3, seed=number)
        put_on_the_table(game, one, other)
        game.start()
        stream = Stream("pairs", 1000 * group + number)
        while game.decision is not None and game.state.one("turn") <= TURNS:
            check_cheap(game, game.decision)
            game.answer(random_answer(game.decision, stream))
