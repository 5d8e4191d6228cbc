"""Budgets of a run: stopped before the work, with a code and a place, the game as before (gate G8, B16, B18)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kaiju_runtime import BudgetExceeded, Game
from kaiju_runtime.dice import Stream
from kaiju_runtime.game import EXECUTORS
from kaiju_runtime.limits import DEFAULT, Limits
from kaiju_runtime.record import replace
from support.packs import MODE, compile_tiny
from support.programs import program
from support.random_play import random_answer


def play_key(
    folder: Path,
    rules: dict[str, str],
    key: str,
    limits: Limits = DEFAULT,
    answers: int = 1,
    gadgets: dict[str, str] | None = None,
) -> Game:
    """A two-player game of a tiny pack after answering a key some times."""
    game = Game.new(compile_tiny(folder, rules=rules, gadgets=gadgets), seed=1, first=0, limits=limits)
    for _ in range(answers):
        game.answer(key)
    return game


LOOPS = {
    "two triggers that set each other off": {
        "push": 'action in act "Push": gain 1 coins',
        "one": "when you gain coins: lose 1 coins",
        "other": "when you lose coins: gain 1 coins",
    },
    "a trigger that sets itself off": {
        "push": 'action in act "Push": gain 1 coins',
        "one": "when you gain coins: gain 1 coins",
    },
}


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("name", LOOPS)
def test_a_trigger_loop_stops_and_leaves_the_game_as_it_was(tmp_path: Path, name: str, executor: str) -> None:
    game = Game.new(compile_tiny(tmp_path, rules=LOOPS[name]), seed=1, first=0, executor=executor)
    before = game.state_hash()
    with pytest.raises(BudgetExceeded) as stopped:
        game.answer("choice:push")
    assert stopped.value.code == "limit-depth"
    assert re.search(r"\(\S+\.yaml:\d+\)$", stopped.value.message)
    assert game.state_hash() == before
    game.answer("pass")


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_limit_leaves_the_game_as_it_was_at_every_question(executor: str) -> None:
    game = Game.new(program("harbour", "tests/packs"), seed=2, first=0, executor=executor)
    stream, stopped = Stream("limits", 1), set()
    while (decision := game.decision) is not None and len(game.answers) < 120:
        answer, twin = random_answer(decision, stream), game.clone()
        machine, limits = twin.machine, twin.machine.limits
        machine.logging = True
        before = twin.state_hash(), twin.save(), twin.state.s[:], list(twin.events), decision
        machine.limits = replace(limits, steps_per_game=-1)
        game.answer(answer)
        try:
            twin.answer(answer)
        except BudgetExceeded as problem:
            assert problem.code == "limit-game"
            stopped.add(decision.nested)
            assert (twin.state_hash(), twin.save(), twin.state.s, list(twin.events), twin.decision) == before
            machine.limits = limits
            twin.answer(answer)
            assert twin.state_hash() == game.state_hash() and twin.save() == game.save()
    assert stopped == {False, True}


FORCED = MODE.replace("ends: pass", "ends: you.coins > 3")
"""A phase that nobody may pass."""
AFRESH = "when your turn starts: set you.coins to 0; set you.heart to 10"


@pytest.mark.parametrize("executor", EXECUTORS)
def test_an_action_that_is_the_only_one_for_ever_is_stopped(tmp_path: Path, executor: str) -> None:
    """Nobody is asked, so no decision is counted; yet it is work for one answer."""
    rules = {
        "push": 'action in act "Push" if you.heart > 0: set you.heart to 0',
        "go": 'action in act "Go" if you.heart > 0: gain 4 coins',
        "more": 'action in act "On" if you.heart = 0: set you.coins to 3',
        "afresh": AFRESH,
    }
    game = Game.new(compile_tiny(tmp_path, rules=rules, mode=FORCED), seed=1, first=0, executor=executor)
    before = game.state_hash()
    with pytest.raises(BudgetExceeded) as stopped:
        game.answer("choice:push")
    assert stopped.value.code == "limit-decisions" and stopped.value.message.startswith("Acting goes on for ever")
    assert game.state_hash() == before
    game.answer("choice:go")


@pytest.mark.parametrize("executor", EXECUTORS)
def test_forced_actions_with_questions_between_are_no_endless_work(tmp_path: Path, executor: str) -> None:
    rules = {
        "push": 'action in act "Push" if you.coins < 2: gain 1 coins',
        "go": 'action in act "Go" if you.coins < 2: gain 2 coins',
        "more": 'action in act "On" if you.coins > 1: gain 1 coins',
        "afresh": AFRESH,
    }
    program = compile_tiny(tmp_path, rules=rules, mode=FORCED)
    limits = replace(DEFAULT, idle=4, turns=20)
    game = Game.new(program, seed=1, first=0, limits=limits, executor=executor)
    with pytest.raises(BudgetExceeded) as stopped:
        for _ in range(100):
            game.answer("choice:push")
    assert stopped.value.code == "limit-turns"
    batch = Game.prepare(program, seed=1, first=0, limits=limits, executor=executor)
    batch.machine.agent = lambda machine, question: 0
    with pytest.raises(BudgetExceeded) as stopped:
        batch.start()
    assert stopped.value.code == "limit-turns"


def test_a_ring_of_fifty_cards_stops(tmp_path: Path) -> None:
    rules = {
        "push": 'action in act "Push": move gadgets of pile to you',
        "start": 'action in act "Start": gain 1 coins',
    }
    gadgets = {f"gadget_{number}": "when you gain coins: gain 1 coins" for number in range(50)}
    game = Game.new(compile_tiny(tmp_path, rules=rules, gadgets=gadgets), seed=1, first=0)
    game.answer("choice:push")
    with pytest.raises(BudgetExceeded):
        game.answer("choice:start")
        while game.decision is not None and game.decision.nested:
            game.answer(game.decision.options[0].key)


def test_a_loop_that_ends_by_itself_runs_to_its_end(tmp_path: Path) -> None:
    game = play_key(
        tmp_path,
        {"push": 'action in act "Push": gain 1 coins', "one": "when you gain coins if you.coins < 40: gain 1 coins"},
        "choice:push",
    )
    assert game.view(0)["players"][0]["counters"]["coins"] == 40


COUNTED = {
    "limit-steps": ({"push": 'action in act "Push":\n  repeat 10 times: gain 1 coins'}, "steps", 11),
    "limit-events": ({"push": 'action in act "Push":\n  repeat 10 times: gain 1 coins'}, "events", 10),
    "limit-depth": (
        {"push": 'action in act "Push": gain 1 coins', "one": "when you gain coins if you.coins < 5: gain 1 coins"},
        "depth",
        5,
    ),
    "limit-questions": ({"push": 'action in act "Push":\n  repeat 3 times:\n    may: gain 1 coins'}, "questions", 4),
}


@pytest.mark.parametrize("code", COUNTED)
def test_each_limit_holds_exactly(tmp_path: Path, code: str) -> None:
    """At the limit the effect runs; with one less it stops with its code.

    So the reference interpreter counts. Generated code counts coarser: only what could go on for ever.
    """
    rules, field, needed = COUNTED[code]
    program = compile_tiny(tmp_path, rules=rules)
    enough = Game.new(program, seed=1, first=0, limits=replace(DEFAULT, **{field: needed}), executor="reference")
    answer_all(enough)
    scarce = Game.new(program, seed=1, first=0, limits=replace(DEFAULT, **{field: needed - 1}), executor="reference")
    with pytest.raises(BudgetExceeded) as stopped:
        answer_all(scarce)
    assert stopped.value.code == code


def answer_all(game: Game) -> None:
    """Pushes once and takes every offer."""
    game.answer("choice:push")
    while game.decision is not None and game.decision.nested:
        game.answer("yes")


def test_a_huge_number_of_times_is_refused_before_the_work(tmp_path: Path) -> None:
    rules = {"push": 'action in act "Push":\n  repeat 9007199254740991 times: gain 1 coins'}
    with pytest.raises(BudgetExceeded) as stopped:
        play_key(tmp_path, rules, "choice:push")
    assert stopped.value.code == "limit-steps"


def test_too_many_dice_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BudgetExceeded) as stopped:
        play_key(
            tmp_path,
            {"push": 'action in act "Push":\n  roll 1000000 dice as heap\n  gain count(heap) coins'},
            "choice:push",
        )
    assert stopped.value.code in ("limit-dice", "limit-steps")


def test_numbers_stay_within_the_range(tmp_path: Path) -> None:
    rules = {"push": 'action in act "Push": gain 9007199254740991 * 9007199254740991 coins'}
    game = play_key(tmp_path, rules, "choice:push")
    assert game.view(0)["players"][0]["counters"]["coins"] == 1_000_000


def test_a_free_action_cannot_be_repeated_for_ever(tmp_path: Path) -> None:
    limits = replace(DEFAULT, idle=20)
    with pytest.raises(BudgetExceeded) as stopped:
        play_key(tmp_path, {"push": 'action in act "Push": gain 1 coins'}, "choice:push", limits, answers=30)
    assert stopped.value.code == "limit-decisions"


def test_a_game_that_nobody_can_win_ends_at_the_limit_of_turns(tmp_path: Path) -> None:
    game = Game.new(
        compile_tiny(tmp_path, rules={"push": 'action in act "Push": gain 1 coins'}),
        seed=1,
        first=0,
        limits=replace(DEFAULT, turns=10),
    )
    with pytest.raises(BudgetExceeded) as stopped:
        while game.decision:
            game.answer("pass")
    assert stopped.value.code == "limit-turns"


def test_amounts_of_nothing_or_less_do_nothing(tmp_path: Path) -> None:
    """B24: computed amounts at or below zero do nothing, for gain and loss alike."""
    rules = {"push": 'action in act "Push":\n  gain you.coins - 5 coins\n  lose you.coins - 5 heart\n  gain 1 coins'}
    game = play_key(tmp_path, rules, "choice:push")
    assert game.view(0)["players"][0]["counters"] == {"coins": 1, "heart": 10}
