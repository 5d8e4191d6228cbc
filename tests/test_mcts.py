"""The bot that searches: what it answers, how long it thinks, and the parts that it is made of."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from kaiju_runtime import Game
from kaiju_runtime.bots import budget, make_bot
from kaiju_runtime.bots.budget import Clock, Count
from kaiju_runtime.bots.habits import Habits
from kaiju_runtime.bots.mcts import ANSWERS, Mcts, candidates, named
from kaiju_runtime.bots.parts import dice_of, expected, offer_of
from kaiju_runtime.bots.search import Search
from kaiju_runtime.bots.worth import Worth
from kaiju_runtime.decisions import Decision, Option
from support.packs import MODE, compile_tiny
from support.programs import concrete_modes, program


@pytest.mark.parametrize("mode", concrete_modes())
def test_answers_are_legal_and_the_same_again(mode: str) -> None:
    """Both sides by it for some turns of each mode; the game is loaded half way, and goes on alike."""
    games = [Game.new(program(mode), seed=2, players=2) for _ in range(2)]
    for number in range(16):
        for at, game in enumerate(games):
            if number == 8 and at == 1:
                games[1] = game = Game.load(game.program, game.save())
            assert game.decision is not None
            game.answer(make_bot("mcts:playouts=6", 2, game.decision.player)(game, game.decision))
    assert games[0].answers == games[1].answers and games[0].state_hash() == games[1].state_hash()


def test_both_executors_are_searched_alike() -> None:
    games = [
        Game.new(program("king_of_tokyo"), seed=4, players=2, executor=executor) for executor in ("fast", "reference")
    ]
    for number in range(12):
        name = "mcts:playouts=3" if number % 2 else "greedy"
        answers = []
        for game in games:
            assert game.decision is not None
            answers.append(make_bot(name, 4, game.decision.player)(game, game.decision))
        assert answers[0] == answers[1]
        for game in games:
            game.answer(answers[0])


def test_four_players_are_played() -> None:
    game = Game.new(program("king_of_tokyo"), seed=2, players=4)
    for _ in range(12):
        assert game.decision is not None
        game.answer(make_bot("mcts:playouts=6", 2, game.decision.player)(game, game.decision))
    assert game.state.one("turn") > 1


# --- what it sees --------------------------------------------------------------------------------


def asked(rules: dict[str, str], folder: Any) -> Game:
    return Game.new(compile_tiny(folder, rules=rules), seed=1)


def answer_of(name: str, game: Game) -> Any:
    assert game.decision is not None
    return make_bot(name, 1, game.decision.player)(game, game.decision)


@pytest.mark.parametrize("name", ["mcts", "mcts:playouts=20"])
def test_it_takes_the_winning_answer(tmp_path: Any, name: str) -> None:
    rules = {"a": 'action in act "Rest": gain 1 heart', "b": 'action in act "Win": win'}
    assert answer_of(name, asked(rules, tmp_path)) == "choice:win"


def test_it_passes_where_nothing_is_gained(tmp_path: Any) -> None:
    assert answer_of("mcts", asked({"a": 'action in act "Nothing": shuffle pile'}, tmp_path)) == "pass"


def test_it_plans_where_greedy_does_not(tmp_path: Any) -> None:
    """An answer that only a second one of the same turn makes good."""
    rules = {
        "a": 'once per turn, action in act "Brace": lose 2 coins',
        "b": 'action in act "Strike" if you.heart >= 12: others lose 10 heart',
        "c": 'action in act "Feast" if you.coins = 0 and you.heart = 10: gain 2 heart',
        "d": "as soon as you.heart = 0: eliminate you",
        "e": "as soon as count(players) = 1: players win",
        "f": "when turn starts: gain 2 coins",
    }
    game = asked(rules, tmp_path)
    assert answer_of("greedy", game) == "pass"
    for expected_answer in ("choice:brace", "choice:feast", "choice:strike"):
        assert answer_of("mcts", game) == expected_answer
        game.answer(expected_answer)
    assert game.result is not None


# --- how long it thinks --------------------------------------------------------------------------


@pytest.mark.parametrize("playouts", [1, 30, 200])
def test_a_number_of_playouts_is_kept(playouts: int) -> None:
    """Each answer is tried once at least; no more than one pass through the best answers comes on top."""
    game = Game.new(program("king_of_tokyo"), seed=3, players=2)
    decision = game.decision
    assert decision is not None
    answers = candidates(decision)
    search = Search(game, decision.player, Worth(game.program), 1)
    search.best(answers, [str(named(decision, each)) for each in answers], Count(playouts))
    assert min(playouts, len(answers)) <= search.playouts < max(playouts, len(answers)) + len(answers)


def test_a_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looked at with a clock that goes on by a millisecond whenever it is read."""
    now = iter(range(10**6))
    monkeypatch.setattr(budget.time, "monotonic", lambda: next(now) / 1000)
    clock = Clock(50)
    assert [clock.spent(0) for _ in range(3)] == [20, 40, 60]
    game = Game.new(program("king_of_tokyo"), seed=3, players=2)
    assert game.decision is not None
    start = next(now)
    answer = Mcts(1, game.decision.player, milliseconds=50)(game, game.decision)
    assert answer in game.decision.keys()
    assert 50 <= next(now) - start <= 60


# --- its parts -----------------------------------------------------------------------------------


def decision(kind: Any, keys: list[str], least: int = 1, most: int = 1) -> Decision:
    return Decision(0, kind, "", tuple(Option(key, key) for key in keys), least, most)


def test_candidates() -> None:
    assert candidates(decision("yes or no", ["yes", "no"])) == [1, 0]
    assert candidates(decision("pick one", ["a", "b", "pass"])) == [2, 0, 1]
    assert candidates(decision("pick one", ["a", "b"])) == [0, 1]
    assert candidates(decision("order", ["a", "b"], 2, 2)) == [[0, 1]]
    assert candidates(decision("pick some", ["a", "b", "c"], 0, 2)) == [[], [0], [1], [2], [0, 1], [0, 2], [1, 2]]
    assert candidates(decision("number", [], 3, 6)) == [3, 4, 5, 6]
    assert named(decision("pick some", ["a", "b", "c"], 0, 2), [0, 2]) == ["a", "c"]
    assert named(decision("number", [], 3, 6), 5) == 5
    many = candidates(decision("number", [], 0, 1_000_000))
    assert len(many) <= ANSWERS and many[0] == 0 and many[-1] > 900_000
    assert len(candidates(decision("pick some", [f"k{i}" for i in range(40)], 0, 40))) == ANSWERS


def test_candidates_of_many_sets_are_some_of_each_size() -> None:
    """A choice of up to so many is not one of a few: large sets and late options are among what is considered."""
    for count, least, most in ((12, 0, 5), (12, 5, 5), (20, 3, 20), (200, 0, 200), (8, 0, 8)):
        sets = candidates(decision("pick some", [f"k{i}" for i in range(count)], least, most))
        assert len(sets) == len({tuple(each) for each in sets}) == ANSWERS
        sizes = [len(each) for each in sets]
        assert sizes == sorted(sizes) and sizes[0] == least
        assert sizes[-1] == most or most > ANSWERS
        assert all(each == sorted(set(each)) and set(each) <= set(range(count)) for each in sets)
        assert set().union(*sets) == set(range(count))


def test_it_chooses_many_where_only_many_win(tmp_path: Any) -> None:
    rules = {"a": "action in act:\n  gain 1 coins\n  choose up to 8 gadgets of you as v\n  if count(v) = 6: win"}
    gadgets = {f"g{number}": "when you lose coins: gain 1 heart" for number in range(9)}
    mode = MODE.replace("shuffle pile", "move gadgets to active")
    game = Game.new(compile_tiny(tmp_path, rules=rules, gadgets=gadgets, mode=mode), seed=1)
    game.answer(game.decision.keys()[0])  # type: ignore[union-attr]
    assert game.decision is not None and game.decision.kind == "pick some"
    assert len(answer_of("mcts", game)) == 6


def test_keys_of_dice_have_parts() -> None:
    assert dice_of("dice:moon+moon+sun#2") == ("moon", "moon", "sun")
    assert dice_of("dice:none") == () and dice_of("pass") == () and dice_of("card:moon") is None
    offer = offer_of(("dice:moon", "dice:moon+moon", "dice:moon+sun", "card:acid", "pass"))
    assert offer.faces == ("moon", "sun")
    assert offer.sets == {frozenset({"moon"}): 1, frozenset({"moon", "sun"}): 2}
    assert offer.others == ((3, "card:acid"),)


def test_sets_of_dice_tell_about_each_other() -> None:
    """Where each face is worth something of its own, one try of each set gives back what the sets are worth."""
    sets = list(product(range(3), range(2)))
    keys = ["dice:" + "+".join(["moon"] * moons + ["sun"] * suns) for moons, suns in sets]
    keys[0] = "pass"
    true = [600 + 60 * (moons > 0) - 30 * (moons > 1) + 14 * suns for moons, suns in sets]
    assert expected([*keys, "card:a"], [*true, 5]) == [*true, 5]
    lucky = [*true]
    lucky[-1] += 60
    assert true[-1] < expected(keys, lucky)[-1] < lucky[-1]
    assert expected(["card:a", "pass", "dice:sun"], [5, 9, 2]) == [5, 9, 2]


def test_habits_are_learnt() -> None:
    """Of two faces one pays when it is thrown again; after some playouts just that one is."""
    habits, middle = Habits(), 2**31
    offer = offer_of(("dice:moon", "dice:sun", "dice:moon+sun", "pass"))
    for chances in product((0, 2**32 - 1), repeat=2):
        for _ in range(30):
            position = habits.choose((0, "act"), offer, 3, list(chances))
            habits.end([900_000 if position == 0 else 500_000])
            habits.learn()
    assert habits.choose((0, "act"), offer, 3, [middle, middle]) == 0
    assert Habits().choose((0, "act"), offer, 3, [middle, middle]) == 3
    assert Habits().choose((0, "act"), offer_of(("face:moon", "face:sun")), 0, [0, 0]) == 0
