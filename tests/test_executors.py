"""The two executors play the same games: the reference interpreter says what is right, generated code must agree.

At every decision of seeded games: equal state hash, decider, prompt, keys and log. Faults are planted in the
generated source to see the comparison catch them; the probe packs take part, since the shipped games do not use
every word of the language.
"""

from __future__ import annotations

import os
from types import FunctionType
from typing import Any

import pytest

from kaiju_runtime import Game, dice
from kaiju_runtime.dice import Stream
from kaiju_runtime.examples import run_example
from kaiju_runtime.fast import chance, code
from kaiju_runtime.fast import generate as generator
from kaiju_runtime.fast.code import compiled
from kaiju_runtime.fast.generate import Generated, generate
from kaiju_runtime.game import layout_for
from kaiju_runtime.program import Program
from kaiju_runtime.record import replace
from support.programs import concrete_modes, examples, program
from support.random_play import counting_agent, play_in_batch, prepare, random_answer

NIGHTLY = os.environ.get("KAIJU_NIGHTLY") == "1"
GAMES = 320 if NIGHTLY else 7
"""Of each pack, normal and heavy, in steps and in a batch: of the shipped games over 100, nightly over 5,000."""
PROBES = ("harbour", "harbour_storms", "quarry")
PACKS = [*((mode, "content") for mode in concrete_modes()), *((mode, "tests/packs") for mode in PROBES)]


class Differs(AssertionError):
    """The executors play different games."""


def play_in_step(found: Program, monsters: list[str], seed: int, dealt: int = 0) -> Game:
    """Plays a game on both executors with the same answers, and where nothing is logged; raises :class:`Differs`."""
    stream = Stream("tests", seed)
    reference = prepare(found, monsters, seed, dealt=dealt, executor="reference").start()
    fast = prepare(found, monsters, seed, dealt=dealt).start()
    silent = prepare(found, monsters, seed, dealt=dealt)
    silent.machine.logging = False
    silent.start()
    number = 0
    while True:
        where = f"seed {seed}, decision {number}"
        if reference.decision != fast.decision:
            raise Differs(f"{where}: {reference.decision} is asked, not {fast.decision}")
        if reference.state_hash() != fast.state_hash():
            raise Differs(f"{where}: {differences(reference, fast)}")
        if (silent.decision, silent.state_hash()) != (fast.decision, fast.state_hash()):
            raise Differs(f"{where}: without a log {silent.decision} is asked, {differences(fast, silent)}")
        if reference.decision is None:
            break
        answer = random_answer(reference.decision, stream)
        reference.answer(answer)
        fast.answer(answer)
        silent.answer(answer)
        number += 1
    if reference.events != fast.events:
        raise Differs(f"seed {seed}: the logs differ")
    if reference.result != fast.result:
        raise Differs(f"seed {seed}: {reference.result} is not {fast.result}")
    return fast


def differences(reference: Game, fast: Game) -> str:
    """The words of the states that differ, by name."""
    layout = reference.state.layout
    words = []
    for name, start in layout.offsets.items():
        for index in range(layout.lengths[name]):
            one, other = reference.state.s[start + index], fast.state.s[start + index]
            if one != other and name != "steps":
                words.append(f"{name}[{index}] is {one}, not {other}")
    return ", ".join(words[:8]) or "the bases differ"


def table(found: Program, seed: int) -> list[str]:
    """Who plays the game of a seed: the monsters in turn, every number of players in turn."""
    names = [found.pieces[piece].key for piece in found.monsters]
    number = found.least_players + seed % (found.seats - found.least_players + 1)
    start = seed % len(names)
    return (names[start:] + names[:start])[:number]


@pytest.mark.parametrize(("mode", "folder"), PACKS)
@pytest.mark.parametrize("dealt", [0, 6], ids=["normal", "heavy"])
def test_games_are_equal_in_step(mode: str, folder: str, dealt: int) -> None:
    found = program(mode, folder)
    for seed in range(GAMES):
        play_in_step(found, table(found, seed), seed, dealt)


@pytest.mark.parametrize(("mode", "folder"), PACKS)
@pytest.mark.parametrize("dealt", [0, 6], ids=["normal", "heavy"])
def test_a_batch_ends_as_its_steps(mode: str, folder: str, dealt: int) -> None:
    """A bot that is called from inside the run plays the game that the same answers give one by one."""
    found = program(mode, folder)
    for seed in range(GAMES):
        monsters = table(found, seed)
        stepped = prepare(found, monsters, seed, dealt=dealt).start()
        agent = counting_agent(Stream("batch", seed))
        while (decision := stepped.decision) is not None:
            stepped.answer(keys_of(decision, agent(None, decision)))
        batches = [
            play_in_batch(found, monsters, seed, dealt=dealt, executor=executor) for executor in ("reference", "fast")
        ]
        hashes = {game.state_hash() for game in (*batches, stepped)}
        assert len(hashes) == 1, f"seed {seed}"


def keys_of(decision: Any, position: Any) -> Any:
    keys = decision.keys()
    return [keys[each] for each in position] if isinstance(position, list) else keys[position]


@pytest.mark.parametrize(("mode", "folder"), PACKS)
def test_examples_pass_on_generated_code(mode: str, folder: str) -> None:
    found = program(mode, folder)
    shown = examples(mode, folder)
    failed = [each["name"] for each in shown if not run_example(found, each, "fast").passed]
    assert shown
    assert failed == []


def test_words_of_chance_that_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance is made exact by words that are not used; there are hardly any, so here they are many."""
    drawn = dice.block

    def with_words_too_high(stream: str, seed: int, number: int) -> tuple[int, ...]:
        words = drawn(stream, seed, number)
        return words if stream != "game" else tuple([word if word % 97 else 2**32 - 1 for word in words])

    for module, name in ((dice, "block"), (chance, "words_of_block"), (code, "words_of_block")):
        monkeypatch.setattr(module, name, with_words_too_high)
    code.faces_of.cache_clear()
    try:
        for found in (program("king_of_tokyo"), program("harbour", "tests/packs")):
            assert 2**32 % len(found.faces), "every word would be used"
            play_in_step(found, table(found, 0), 0)
    finally:
        code.faces_of.cache_clear()


def test_same_program_gives_the_same_source() -> None:
    found = program("duel")
    assert generate(found, layout_for(found)).source == generate(found, layout_for(found)).source


# --- planted faults ------------------------------------------------------------------------------

FAULTS = {
    "conditions are not looked at": ("if s[DIRTY1]:", "if False:"),
    "writes mark nothing": ("s[DIRTY1] |= ", "s[DIRTY1] |= 0 & "),
    "an upper end is one too high": ("if after > most:", "if after > most + 1:"),
    "sums of the turn stand still": ("] += n\n", "] += 0\n"),
    "symbols are counted once more": ("> s[SPENT + 0]:", ">= s[SPENT + 0]:"),
    "a turn is not cut": ("raise CutTurn", "pass"),
    "what may be replaced is not": ("m.is_met(s, coming)", "False"),
    "what replaces an event is not found": ("found.append((A", "found.count((A"),
    "pieces never see that something has become true": ("s[at] = now", "pass"),
    "effects that last change no number": ("in running(m, s", "in [] and (m, s"),
    "effects never hear": ("        return [None]", "        pass"),
    "pieces never answer": ("answer(m, s, [e], ready", "len([m, s, [e], ready]"),
    "what has been found in play is in play for ever": ("if s[EPOCH] != m.held_for", "if m.held_for == -1"),
    "the first trigger of a piece is the only one": ("if len(ready) > 1 or", "if"),
    "prices are not paid": ("] -= n\n", "] -= 0\n"),
    "an offer is always taken": ("m.pick_yes(", "bool("),
    "rerolled dice keep their faces": ("    s[DICE + die] = face", "    pass"),
}
"""Name → text of the generated source, and what it becomes."""


def mutated(found: Program, fault: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> Program:
    """The same program, with a fault in the code that is generated for it."""
    old, new = fault

    def faulty(given: Program, layout: Any) -> Generated:
        made = generate(given, layout)
        return replace(made, source=made.source.replace(old, new))

    monkeypatch.setattr(generator, "generate", faulty)
    return replace(found)


def looks_equal(programs: list[Program]) -> bool:
    """Whether a few games of each program are equal on both executors, whatever else goes wrong in them."""
    try:
        for found in programs:
            for seed in range(4):
                play_in_step(found, table(found, seed), seed, dealt=3 * (seed % 2))
    except Exception:
        return False
    return True


def fault_programs() -> list[Program]:
    return [program("duel"), program("king_of_tokyo"), program("harbour", "tests/packs")]


def test_the_unchanged_code_looks_equal() -> None:
    """Else a comparison that always fails would catch every fault."""
    assert looks_equal([replace(found) for found in fault_programs()])


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fault = FAULTS[name]
    assert any(fault[0] in generate(found, layout_for(found)).source for found in fault_programs())
    assert not looks_equal([mutated(found, fault, monkeypatch) for found in fault_programs()])


@pytest.mark.parametrize("mode, folder", PACKS)
def test_a_local_never_hides_a_function_or_table(mode: str, folder: str) -> None:
    found = program(mode, folder)
    names = compiled(found, layout_for(found)).names
    for name, each in names.items():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith("<"):
            assert not names.keys() & set(each.__code__.co_varnames), name


def test_texts_of_a_program_are_no_code() -> None:
    """Titles and names stand in remarks only: a second line of one would be run."""
    found, evil = program("duel"), 'x\nraise SystemExit("""'
    rules = tuple(replace(each, name=evil) for each in found.rules)
    source = generate(replace(found, title=evil, rules=rules), layout_for(found)).source
    assert "raise SystemExit" in source and "\nraise SystemExit" not in source
    compile(source, "evil", "exec")
