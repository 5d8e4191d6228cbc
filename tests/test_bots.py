"""Bots: always legal, the same for the same seed, blind for what is hidden; mcts beats greedy beats random."""

from __future__ import annotations

from typing import Any

import pytest

from kaiju_runtime import Game, KaijuError
from kaiju_runtime.bots import BOTS, make_bot, read_bot
from kaiju_runtime.bots.stakes import END, Goal, stakes_of
from kaiju_runtime.bots.worth import Prospects, worth_ahead
from kaiju_runtime.decisions import Decision, Option
from kaiju_runtime.game import Result
from support.packs import compile_tiny
from support.programs import concrete_modes, program


def play(mode: str, folder: str, names: list[str], seed: int) -> tuple[Game, Result]:
    game = Game.new(program(mode, folder), seed=seed, players=len(names))
    bots = [make_bot(name, seed, seat) for seat, name in enumerate(names)]
    return game, game.play(lambda position, decision: bots[decision.player](position, decision))


@pytest.mark.parametrize("seed", range(5))
def test_random_games_end_and_repeat(seed: int) -> None:
    first, result = play("duel", "content", ["random"] * 2, seed)
    second, _ = play("duel", "content", ["random"] * 2, seed)
    assert result.turns > 1
    assert first.answers == second.answers and first.state_hash() == second.state_hash()


def test_seeds_and_seats_differ() -> None:
    games = {tuple(map(str, play("duel", "content", ["random"] * 2, seed)[0].answers)) for seed in range(6)}
    assert len(games) == 6
    decision = Decision(0, "pick one", "", tuple(Option(f"k{i}", "") for i in range(50)))
    game = Game.new(program("duel"), seed=1)
    assert len({str(make_bot("random", 1, seat)(game, decision)) for seat in range(8)}) > 3


@pytest.mark.parametrize("mode, folder, players", [("harbour", "tests/packs", 4), ("quarry", "tests/packs", 2)])
def test_other_modes_are_played_as_well(mode: str, folder: str, players: int) -> None:
    _, result = play(mode, folder, ["random"] * players, 1)
    assert result.turns > 0


def test_a_bot_goes_on_alike_after_loading() -> None:
    game = Game.new(program("duel"), seed=4)
    for _ in range(30):
        assert game.decision is not None
        game.answer(make_bot("random", 4, game.decision.player)(game, game.decision))
    twin = Game.load(game.program, game.save())
    for _ in range(10):
        assert game.decision is not None and twin.decision is not None
        answer = make_bot("random", 4, game.decision.player)(game, game.decision)
        assert make_bot("random", 4, twin.decision.player)(twin, twin.decision) == answer
        game.answer(answer)
        twin.answer(answer)


def test_unknown_bots_are_refused() -> None:
    with pytest.raises(KaijuError) as refused:
        make_bot("clever", 1, 0)
    assert refused.value.code == "bot-unknown" and all(name in refused.value.help for name in BOTS)


@pytest.mark.parametrize(
    "name", ["mcts", "mcts:playouts=1", "mcts:playouts=1000000", "mcts:seconds=2", "mcts:seconds=0.25"]
)
def test_bots_with_settings_are_read(name: str) -> None:
    assert callable(read_bot(name))


@pytest.mark.parametrize(
    "name, told",
    [
        ("mcts:", "mcts:playouts=NUMBER or mcts:seconds=NUMBER"),
        ("mcts:depth=3", "mcts:playouts=NUMBER or mcts:seconds=NUMBER"),
        ("mcts:playouts", "a whole number above 0, 1000000 at most"),
        ("mcts:playouts=0", "a whole number above 0"),
        ("mcts:playouts=-5", "a whole number above 0"),
        ("mcts:playouts=1.5", "a whole number above 0"),
        ("mcts:playouts=1000001", "1000000 at most"),
        ("mcts:playouts=99999999999999999999", "1000000 at most"),
        ("mcts:playouts=٣", "a whole number above 0"),
        ("mcts:seconds=0", "up to three decimals above 0, 3600 at most"),
        ("mcts:seconds=0.0001", "up to three decimals"),
        ("mcts:seconds=3600.001", "3600 at most"),
        ("mcts:seconds=nan", "up to three decimals"),
        ("greedy:playouts=3", "it has no settings"),
        ("random:", "it has no settings"),
    ],
)
def test_wrong_settings_are_refused(name: str, told: str) -> None:
    with pytest.raises(KaijuError) as refused:
        make_bot(name, 1, 0)
    assert refused.value.code == "bot-setting" and told in refused.value.help


# --- what is at stake ----------------------------------------------------------------------------


def test_stakes_are_read_from_the_rules() -> None:
    duel, harbour, quarry = (
        stakes_of(program(*each))
        for each in (("duel", "content"), ("harbour", "tests/packs"), ("quarry", "tests/packs"))
    )
    assert duel.deadly == {"life": 0} and Goal("goal", 1) in duel.goals and Goal("spotlight", 2) in duel.goals
    assert "energy" in duel.wealth and "life" not in duel.wealth
    assert harbour.winning == {"renown": 12} and harbour.deadly == {"hull": 0} and "rust" in harbour.burdens
    assert quarry.goals == [Goal(END, 2)] and quarry.trophies


def test_the_last_space_of_each_of_some_tracks_is_a_goal() -> None:
    """``next(fame, you) = none and next(destruction, you) = none`` asks for both markers."""
    assert stakes_of(program("tokyo_bay", "content")).goals == [Goal(END, 2)]


def test_what_has_no_price_is_not_taken_for_worthless() -> None:
    """A piece that cannot be bought has no cost at all, not a cost of nothing; so a bot takes it."""
    costs = stakes_of(program("even_more_wicked", "content")).costs
    assert costs["king_of_tokyo:jets"] == 5
    assert "even_more_wicked:barbs" not in costs


@pytest.mark.parametrize(
    "won, enough", [("you.heart >= 15", 15), ("you.heart > 15", 16), ("you.heart = you.heart.max", 20)]
)
def test_the_number_that_wins_is_read(tmp_path: Any, won: str, enough: int) -> None:
    tiny = compile_tiny(tmp_path, rules={"close": f"as soon as {won}: win"})
    assert stakes_of(tiny).winning == {"heart": enough}


def test_the_last_steps_count_most() -> None:
    """Where a counter wins, who searches judges by how near an end is, be it winning or being out."""
    harbour = program("harbour", "tests/packs")
    game, prospects = Game.new(harbour, seed=1, players=3), worth_ahead(harbour)
    assert isinstance(prospects, Prospects) and not isinstance(worth_ahead(program("duel")), Prospects)

    def worth(name: str, number: int) -> int:
        game.state.put(f"counter {name}", 0, number)
        return prospects.of_ends(game.state.s, 0)

    steps = [worth("renown", number + 1) - worth("renown", number) for number in range(12)]
    assert steps == sorted(steps) and steps[-1] > 4 * steps[0] > 0
    game = Game.new(harbour, seed=1, players=3)
    steps = [worth("hull", number + 1) - worth("hull", number) for number in range(8)]
    assert steps == sorted(steps, reverse=True) and steps[0] > 4 * steps[-1] > 0


def test_a_game_without_stakes_is_played(tmp_path: Any) -> None:
    tiny = compile_tiny(
        tmp_path,
        rules={
            "work": 'action in act "Work": gain 1 coins',
            "close": "as soon as you.coins >= 5: win",
        },
    )
    game = Game.new(tiny, seed=1)
    bot = make_bot("greedy", 1, 0)
    assert game.decision is not None
    assert bot(game, game.decision) == "choice:work"


# --- greedy --------------------------------------------------------------------------------------


def test_greedy_takes_the_winning_answer(tmp_path: Any) -> None:
    tiny = compile_tiny(
        tmp_path,
        rules={
            "a": 'action in act "Rest": gain 1 heart',
            "b": 'action in act "Win": win',
        },
    )
    game = Game.new(tiny, seed=1)
    assert game.decision is not None
    assert make_bot("greedy", 1, game.decision.player)(game, game.decision) == "choice:win"


def test_greedy_passes_where_nothing_is_gained(tmp_path: Any) -> None:
    tiny = compile_tiny(tmp_path, rules={"a": 'action in act "Nothing": shuffle pile'})
    game = Game.new(tiny, seed=1)
    assert game.decision is not None
    assert make_bot("greedy", 1, game.decision.player)(game, game.decision) == "pass"


# --- what a bot may know -------------------------------------------------------------------------


THINKING = ["greedy", "mcts:playouts=24"]


@pytest.mark.parametrize("name", THINKING)
def test_thinking_does_not_touch_the_game(name: str) -> None:
    game = Game.new(program("duel"), seed=3)
    before = game.state_hash(), game.save()
    assert game.decision is not None
    make_bot(name, 3, game.decision.player)(game, game.decision)
    assert (game.state_hash(), game.save()) == before


def otherwise(game: Game, player: int) -> Game:
    """The same game for the eyes of a player: what it cannot know is another."""
    twin = game.clone()
    state = twin.base = game.base.copy()
    assert twin.asleep is not None
    twin.asleep = twin.asleep[0], state, []
    state.set_one("seed", 987_654_321)
    pieces = range(len(game.program.pieces))
    for zone in game.program.zones:
        hidden = [at for at in pieces if zone.hidden and state.get("loc", at) == zone.first]
        unseen = [at for at in hidden if not state.get("seen", at) >> player & 1]
        ranks = [state.get("rank", at) for at in unseen]
        for piece, rank in zip(unseen, reversed(ranks), strict=True):
            state.put("rank", piece, rank)
    return twin


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("mode", ["duel", "king_of_tokyo"])
def test_bots_do_not_know_the_future(mode: str, name: str) -> None:
    """Two games that differ only in what the player cannot know get the same answer."""
    game, compared = Game.new(program(mode), seed=5, players=2), 0
    for _ in range(24):
        decision = game.decision
        assert decision is not None
        if not decision.nested:
            other = otherwise(game, decision.player)
            assert other.decision == decision and other.save() != game.save()
            answers = [make_bot(name, 5, decision.player)(each, decision) for each in (game, other)]
            assert answers[0] == answers[1]
            compared += 1
        game.answer(make_bot("random", 5, decision.player)(game, decision))
    assert compared > 10


@pytest.mark.parametrize("executor", ["fast", "reference"])
@pytest.mark.parametrize("name", THINKING)
def test_the_past_stands_where_an_effect_is_half_done(tmp_path: Any, name: str, executor: str) -> None:
    """What was thrown before a question inside an effect is known; what comes after it is not."""
    tiny = compile_tiny(
        tmp_path,
        rules={
            "a": """action in act "Throw":
    roll 1 dice as thrown
    gain count(thrown where face = moon) * 9 coins
    choose one:
        "Bet":
            if you.coins >= 9: win
            else: lose 10 heart
        "Toss":
            roll 4 dice as more
            if count(more where face = moon) = 4: win
            else: lose 10 heart
        "Leave":
            if you.coins >= 9: lose 10 heart
            else: gain 1 heart""",
            "b": "as soon as you.heart = 0: eliminate you",
        },
    )
    seen = set()
    for seed in range(8):
        game = Game.new(tiny, seed=seed, executor=executor)
        game.answer("choice:throw")
        decision = game.decision
        assert decision is not None and decision.nested
        thrown = game.view(decision.player)["players"][decision.player]["counters"]["coins"] > 0
        seen.add(thrown)
        assert make_bot(name, seed, decision.player)(game, decision) == ("choice:bet" if thrown else "choice:leave")
    assert seen == {True, False}


# --- who wins ------------------------------------------------------------------------------------


def wins(mode: str, better: str, worse: str, seeds: range) -> int:
    """How many games the better one of two wins; they change seats from game to game."""
    won = 0
    for seed in seeds:
        seat = seed % 2
        names = [better if each == seat else worse for each in range(2)]
        won += play(mode, "content", names, seed)[1].winners == (seat,)
    return won


def test_greedy_beats_random() -> None:
    assert wins("king_of_tokyo", "greedy", "random", range(6)) >= 5


def test_mcts_beats_random() -> None:
    assert wins("king_of_tokyo", "mcts:playouts=40", "random", range(4)) >= 3


@pytest.mark.nightly
@pytest.mark.parametrize("mode", concrete_modes())
@pytest.mark.parametrize("better, worse", [("greedy", "random"), ("mcts:playouts=400", "greedy")])
def test_the_ladder_over_40_games(mode: str, better: str, worse: str) -> None:
    assert wins(mode, better, worse, range(40)) >= 26
