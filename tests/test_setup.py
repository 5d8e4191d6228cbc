"""How games of Duel and Tokyo Bay begin: the roll-off, the shuffled deck, and what everybody starts with.

Examples cannot show this: they set the first seat themselves, and they play one seed.
"""

from __future__ import annotations

from collections import Counter

import pytest

from kaiju_runtime import Game
from kaiju_runtime.views import view_of
from support.programs import program

SEEDS = range(40)
DECIDING = "smash"
PLAYERS = 2


MODES = ("duel", "tokyo_bay")


def begun(seed: int, monsters: tuple[str, str] = ("gigazaur", "the_king"), mode: str = "duel") -> Game:
    return Game.new(program(mode), monsters=monsters, seed=seed)


def roll_off(game: Game) -> list[list[int]]:
    """The Smash of each seat in each round, as the events tell it."""
    thrown: list[tuple[int, int]] = []
    for event in game.events:
        if event.name == "roll" and event.turn == 0:
            faces = Counter(game.program.faces[face].id for face in event.dice)
            assert faces.total() == event.amount == 6
            thrown.append((event.who, faces[DECIDING]))
    assert [seat for seat, _ in thrown] == [*range(PLAYERS)] * (len(thrown) // PLAYERS)
    return [[smash for _, smash in thrown[start : start + PLAYERS]] for start in range(0, len(thrown), PLAYERS)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", SEEDS)
def test_whoever_rolls_most_smash_begins(seed: int, mode: str) -> None:
    game = begun(seed, mode=mode)
    *_, last = roll_off(game)
    assert last.count(max(last)) == 1
    assert game.active == last.index(max(last))
    assert game.state.one("turn") == 1


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_tie_is_rolled_again_by_everybody(seed: int, mode: str) -> None:
    *ties, last = roll_off(begun(seed, mode=mode))
    assert all(len(set(smash)) == 1 for smash in ties)
    assert len(last) == PLAYERS


def test_the_seeds_hold_ties_of_some_and_of_no_smash_and_both_beginners() -> None:
    """Otherwise the two tests above would show little."""
    games = [begun(seed) for seed in SEEDS]
    rounds = [roll_off(game) for game in games]
    assert {game.active for game in games} == set(range(PLAYERS))
    assert any(len(each) == 1 for each in rounds)
    assert any(len(each) > 2 for each in rounds)
    tied = {smash[0] for each in rounds for smash in each[:-1]}
    assert 0 in tied and max(tied) > 0


def test_the_roll_off_comes_before_everything_else_and_leaves_no_dice() -> None:
    for seed in SEEDS:
        game = begun(seed)
        before = [event.name for event in game.events if event.turn == 0]
        number = PLAYERS * len(roll_off(game))
        assert before[:number] == ["roll"] * number
        assert "roll" not in before[number:]
        assert len(view_of(game, None)["roll"]) == 5


def test_a_given_first_seat_needs_no_roll_off() -> None:
    for seat in range(PLAYERS):
        game = Game.new(program("duel"), seed=1, first=seat)
        assert roll_off(game) == []
        assert game.active == seat


def market(game: Game) -> tuple[str, ...]:
    return tuple(piece["id"] for piece in view_of(game, None)["zones"]["market"]["pieces"])


def test_the_deck_is_shuffled() -> None:
    """Every seed deals its own cards, and dealt again the same ones, also to the same beginner."""
    dealt = [market(Game.new(program("duel"), seed=seed, first=0)) for seed in SEEDS]
    assert len(set(dealt)) > len(SEEDS) * 3 // 4
    assert dealt[:5] == [market(Game.new(program("duel"), seed=seed, first=0)) for seed in SEEDS[:5]]
    places = [{cards[place] for cards in dealt} for place in range(3)]
    assert all(len(cards) > 10 for cards in places), "each space sees many cards"


def test_the_whole_deck_is_shuffled_not_only_its_top() -> None:
    def deck(seed: int) -> list[int]:
        game = Game.new(program("duel"), seed=seed, first=0)
        zone = next(zone for zone in game.program.zones if zone.id == "power_deck")
        return game.machine.pieces_at(zone.location(0))

    one, other = deck(1), deck(2)
    assert len(one) == len(other) == len(set(one)) == 47
    assert sum(a == b for a, b in zip(one, other, strict=True)) < 10
    assert one != sorted(one) and one != sorted(one, reverse=True)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_what_lies_where(seed: int) -> None:
    view = view_of(begun(seed), None)
    zones = view["zones"]
    assert {zone: zones[zone]["count"] for zone in ("market", "power_deck", "discards", "supply")} == {
        "market": 3,
        "power_deck": 47,
        "discards": 0,
        "supply": 11,
    }
    assert [zone["count"] for zone in zones["reserve"]] == [0, 2], "the two tokens of The King"
    for track in ("fame", "destruction"):
        spaces = view["tracks"][track]["spaces"]
        assert [space["marker"] for space in spaces] == [None] * 7 + [track] + [None] * 7
        assert all(space["token"] is None for space in spaces)


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_what_everybody_starts_with(seed: int) -> None:
    game = begun(seed)
    players = view_of(game, None)["players"]
    assert [player["counters"]["life"] for player in players] == [14, 15]
    assert [player["counters"]["dice_token"] for player in players] == [0, 0]
    assert [player["pieces"] for player in players] == [[], []]
    energy = [player["counters"]["energy"] for player in players]
    assert energy[game.active] == 0
    assert energy[1 - game.active] == 1, "the player who does not begin"
