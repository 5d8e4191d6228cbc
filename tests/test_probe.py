"""The probe packs: small invented games that use every general part of the language which Duel leaves alone.

Their records carry the proofs as examples; here they are compiled without a word of complaint, every
example is run, and random games of three to six players come to a legal end.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kaiju_compiler.pipeline import Compilation, compile_packs
from kaiju_runtime import Game
from kaiju_runtime.dice import Stream
from kaiju_runtime.examples import ExampleResult, run_example
from kaiju_runtime.game import program_from_data
from kaiju_runtime.program import Ability, Program
from support.random_play import play_randomly, replay

ROOT = Path(__file__).resolve().parent
PACKS = ROOT / "packs"
MODES = ("harbour", "harbour_storms", "quarry")


@cache
def compiled() -> Compilation:
    return compile_packs([PACKS])


@cache
def program(mode: str) -> Program:
    return program_from_data(compiled().modes[mode].program)


@cache
def result_of(mode: str, number: int) -> ExampleResult:
    return run_example(program(mode), compiled().modes[mode].examples[number])


def examples() -> list[Any]:
    """Mode and number of every example, under its name."""
    return [
        pytest.param(mode, number, id=f"{mode}: {example['name']}")
        for mode in MODES
        if mode in compiled().modes
        for number, example in enumerate(compiled().modes[mode].examples)
    ]


def test_the_packs_compile_without_a_diagnostic() -> None:
    found = compiled()
    assert [f"{each.code} {each.position}: {each.message}" for each in found.diagnostics] == []
    assert found.left_out == {}
    assert tuple(sorted(found.modes)) == MODES


def test_the_packs_have_no_name_of_the_shipped_content() -> None:
    """A part that works only under a name of ours would not be general."""
    words_of_the_language = {"monster", "roll"}
    assert not ids_in(PACKS) & ids_in(ROOT.parent / "content") - words_of_the_language


def ids_in(folder: Path) -> set[str]:
    """Ids of the records, counters, faces, zones … that the files of a folder declare."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.yaml"))]
    return {name for text in texts for name in re.findall(r"^ *- (?:\{)?id: (\w+)", text, re.MULTILINE)}


@pytest.mark.parametrize(("mode", "number"), examples())
def test_example(mode: str, number: int) -> None:
    failures = result_of(mode, number).failures
    assert [f"line {each.line}: {each.expected}; found {each.found}" for each in failures] == []


@pytest.mark.parametrize("mode", MODES)
def test_every_ability_is_run_by_an_example(mode: str) -> None:
    """All that the mode's own pack says; modifiers and prohibitions have nothing to run."""
    number_of_examples = len(compiled().modes[mode].examples)
    ran = {node for number in range(number_of_examples) for node, _ in result_of(mode, number).covered}
    own = [each for each in abilities_of(program(mode)) if each.where.startswith(f"{compiled().modes[mode].pack}/")]
    assert [each.where for each in own if -1 - each.id not in ran] == []


def abilities_of(found: Program) -> list[Ability]:
    """Whatever can run, except procedures, which are run as a part of what calls them."""
    listening = [each for entry in (*found.definitions, *found.rules, *found.counters) for each in entry.abilities]
    bodies = [each.body for each in (*found.definitions, *found.faces, *found.bonuses, *found.spaces)]
    return [each for each in (*listening, *bodies) if each is not None and each.form not in ("modify", "cannot")]


# --- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("mode", MODES)
def test_random_games_come_to_a_legal_end(mode: str, seed: int) -> None:
    played = play_randomly(program(mode), crews(mode, seed), seed, dealt=seed % 3, sample=25)
    assert played.decisions > 0
    result = played.game.result
    assert result is not None and result.turns < 300
    if seed % 3 == 0:
        assert replay(program(mode), played.game).state_hash() == played.game.state_hash()


def crews(mode: str, seed: int) -> list[str]:
    """Between the fewest and the most players that the mode takes, drawn by seed."""
    found = program(mode)
    pool = [found.pieces[piece].key for piece in found.monsters]
    number = found.least_players + seed % (found.seats - found.least_players + 1)
    stream = Stream("crews", seed)
    return [pool.pop(stream.below(len(pool))) for _ in range(number)]


# --- who has the next turn -----------------------------------------------------------------------


class Table:
    """The rule of turns, told once more: own extra turns, others' extra turns, then the next seat."""

    def __init__(self, seats: int, first: int) -> None:
        self.alive = set(range(seats))
        self.seats, self.active, self.resume = seats, first, first
        self.queue: list[int] = []

    def next(self) -> int:
        self.queue = [seat for seat in self.queue if seat in self.alive]
        if self.queue:
            self.active = self.active if self.active in self.queue else self.queue[0]
            self.queue.remove(self.active)
            return self.active
        seat = (self.resume + 1) % self.seats
        while seat not in self.alive:
            seat = (seat + 1) % self.seats
        self.active = self.resume = seat
        return seat


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_turns_go_round_as_a_small_model_says(players: int) -> None:
    """Random extra turns for anybody, and crews that fall in, before and after their turns."""
    chance = random.Random(players)
    for _ in range(250):
        game = Game.prepare(program("harbour"), players=players, seed=1, first=chance.randrange(players))
        machine = game.machine
        machine.set_up()
        table = Table(players, machine.st.active)
        for _ in range(12):
            for _ in range(chance.choice([0, 0, 1, 1, 2])):
                seat = chance.randrange(players)
                machine.queue_turn(seat, -1)
                table.queue.append(seat)
            if len(table.alive) > 2 and chance.random() < 0.2:
                fallen = chance.choice(sorted(table.alive))
                table.alive.discard(fallen)
                machine.st.put("alive", fallen, 0)
            machine.next_player()
            assert machine.st.active == table.next()


# --- hidden things -------------------------------------------------------------------------------


def test_a_secret_look_is_for_one_player_only() -> None:
    number, example = next(
        (number, each)
        for number, each in enumerate(compiled().modes["harbour"].examples)
        if each["name"] == "it can be left on top"
    )
    game = result_of("harbour", number).game
    assert game is not None and example["do"]
    crate = [[piece["id"] for piece in game.view(seat)["zones"]["crate"]["pieces"]] for seat in (0, 1, 2, None)]
    assert crate == [["ledger"], [], [], []]


def test_a_question_shows_a_secret_to_nobody_else() -> None:
    game = Game.prepare(program("harbour"), players=3, seed=5, first=0)
    machine = game.machine
    machine.set_up()
    p = game.program
    by_name = {piece.id: index for index, piece in enumerate(p.pieces)}
    machine.silent = True
    machine.place(by_name["crows_nest"], machine.destination(0, "player"))
    machine.place(by_name["ledger"], machine.p.zones[next(z.index for z in p.zones if z.id == "crate")].first)
    machine.st.set_counter(next(i for i, counter in enumerate(p.counters) if counter.id == "gold"), 0, 9)
    machine.silent = False
    game.base = machine.st.copy()
    game.start()
    while game.decision is not None and "ware:crows_nest" not in game.decision.keys():
        keys = game.decision.keys()
        game.answer("pass" if "pass" in keys else keys[0])
    game.answer("ware:crows_nest")
    assert game.decision is not None and game.decision.nested
    assert game.view(0)["decision"] is not None
    assert game.view(1)["decision"] is None and game.view(None)["decision"] is None
