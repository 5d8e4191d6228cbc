"""The hand-written base game of the benchmarks plays by the rules of the content: in lock-step with the reference.

Every question of one engine is a question of the other, with the same options, and the whole table is equal there.
So a benchmark against it compares two ways to play the same game.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from bench.handwritten import Game, play
from bench.handwritten.cards import Card, all_cards
from bench.handwritten.player import Player
from kaiju_runtime.program import Program
from support.lockstep import Lockstep, chance_hands, hands_with_copies
from support.programs import program

NIGHTLY = os.environ.get("KAIJU_NIGHTLY") == "1"
TABLES = [(0, 0), (8, 0), (8, 40), (3, 60)]
"""Cards dealt to each player, and Energy: the shipped game, heavy tables, and tables where much is bought."""
GAMES = 60 if NIGHTLY else 1
"""Games of each table and number of players."""
KEEPS = sorted({card.name for card in all_cards() if card.keep} - {"mimic"})
COPIED = KEEPS if NIGHTLY else ["battery_monster", "burrowing", "fire_breathing", "freeze_time", "psychic_probe"]
COPIES = 10 if NIGHTLY else 1
"""Games for each card that Mimic is to copy."""


@pytest.fixture(scope="module")
def base_game() -> Program:
    return program("king_of_tokyo")


def test_the_cards_are_those_of_the_content(base_game: Program) -> None:
    fields = [field["id"] for field in base_game.data["fields"]]
    cost, kind, keep = fields.index("cost"), fields.index("type"), base_game.word_index["keep"]
    content = []
    for piece in base_game.pieces[len(base_game.monsters) :]:
        data = base_game.definitions[piece.definition].data
        content.append((piece.key, data[cost], data[kind] == keep))
    assert content == [(card.name, card.cost, card.keep) for card in all_cards()]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize(("dealt", "energy"), TABLES)
def test_both_engines_play_the_same_game(base_game: Program, dealt: int, energy: int, players: int) -> None:
    for number in range(GAMES):
        seed = 10_000 * number + 1_000 * dealt + 10 * energy + players
        hands = chance_hands(seed, players, dealt)
        assert Lockstep(base_game, seed, players, hands, energy).play() > 0


@pytest.mark.parametrize("wanted", COPIED)
def test_copies_are_the_same(base_game: Program, wanted: str) -> None:
    for number in range(COPIES):
        players = 2 + (KEEPS.index(wanted) + number) % 5
        seed = 1_000 * number + KEEPS.index(wanted)
        assert Lockstep(base_game, seed, players, hands_with_copies(seed, players, wanted), 20).play() > 0


# --- the comparison can fail ----------------------------------------------------------------------


def no_discount(game: Game, buyer: Player, card: Card) -> int:
    return card.cost


def no_second_place(game: Game) -> int:
    return 1 if all(player.place != 1 for player in game.living) else 0


def no_shields(game: Game, victim: Player, number: int, by: Player | None, smash: bool) -> int:
    return number


@pytest.mark.parametrize(
    ("name", "fault"), [("price", no_discount), ("free_place", no_second_place), ("defend", no_shields)]
)
def test_a_fault_is_caught(base_game: Program, monkeypatch: pytest.MonkeyPatch, name: str, fault: Any) -> None:
    hands = [["alien_origin", "wings"], ["camouflage"], ["armor_plating"], [], ["jets"]]
    Lockstep(base_game, 7, 5, hands, 20).play()
    monkeypatch.setattr(Game, name, fault)
    with pytest.raises(AssertionError, match="seed 7"):
        Lockstep(base_game, 7, 5, hands, 20).play()


# --- for the benchmark ----------------------------------------------------------------------------


@pytest.mark.parametrize("heavy", [False, True])
def test_a_seed_is_a_game(heavy: bool) -> None:
    results = [play(4, seed, heavy) for seed in range(20)]
    assert results == [play(4, seed, heavy) for seed in range(20)]
    assert len(set(results)) > 10
    assert all(set(result.winners) <= set(range(4)) for result in results)
    assert all(result.turns > 0 for result in results)
