"""Pairs of cards on one table: what each does must go together with what every other does (gate G4)."""

from __future__ import annotations

import os
from itertools import combinations, combinations_with_replacement, product

import pytest

from kaiju_runtime import Game
from kaiju_runtime.dice import Stream
from support.programs import program
from support.random_play import check_cheap, random_answer

NIGHTLY = os.environ.get("KAIJU_NIGHTLY") == "1"
SHARE = 1 if NIGHTLY else 20
TURNS = 10
GROUPS = 20
BASE, WICKED = "king_of_tokyo", "even_more_wicked"
"""Of the second only what is new is paired: every tile with every card and every tile."""


def first_pieces(mode: str, kind_id: str) -> list[int]:
    """The first piece of each record of a kind."""
    found = program(mode)
    kind = next(index for index, each in enumerate(found.kinds) if each.id == kind_id)
    first: dict[int, int] = {}
    for piece, each in enumerate(found.pieces):
        if each.definition in found.kinds[kind].definitions:
            first.setdefault(each.definition, piece)
    return list(first.values())


def pairs(mode: str) -> list[tuple[int, int]]:
    cards = first_pieces(mode, "card")
    if mode == BASE:
        return list(combinations_with_replacement(cards, 2))
    tiles = first_pieces(mode, "tile")
    return [*product(tiles, cards), *combinations(tiles, 2)]


def test_all_pairs_are_as_many_as_there_should_be() -> None:
    assert len(first_pieces(BASE, "card")) == 64
    assert len(pairs(BASE)) == 2080
    assert len(first_pieces(WICKED, "tile")) == 20
    assert len(pairs(WICKED)) == 20 * 64 + 190


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
@pytest.mark.parametrize("mode", [BASE, WICKED])
def test_pairs_play_ten_turns(mode: str, group: int) -> None:
    for number, (one, other) in enumerate(pairs(mode)[::SHARE][group::GROUPS]):
        game = Game.prepare(program(mode), players=2 + number % 3, seed=number)
        put_on_the_table(game, one, other)
        game.start()
        stream = Stream("pairs", 1000 * group + number)
        while game.decision is not None and game.state.one("turn") <= TURNS:
            check_cheap(game, game.decision)
            game.answer(random_answer(game.decision, stream))
