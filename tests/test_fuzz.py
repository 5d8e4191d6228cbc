"""Damaged packs and files: diagnostics and coded errors, never a crash or a hang (gates G1, G2, G8, G11).

A failing seed is repeated with ``pytest tests/test_fuzz.py -k <test>``; it becomes a file below ``tests/corpus``.
"""

from __future__ import annotations

import json
import os
import random
import time
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest

from kaiju_compiler.collect.reader import MemoryReader
from kaiju_compiler.diagnostics import error
from kaiju_compiler.emit import program_bytes
from kaiju_compiler.load import load_bytes
from kaiju_compiler.pipeline import Compilation, compile_packs
from kaiju_compiler.render import render_text
from kaiju_compiler.source import Source, Span
from kaiju_runtime import Game, KaijuError, load_program, program_from_data
from kaiju_runtime.canonical import DamagedFile, read_envelope
from kaiju_runtime.dice import Stream
from kaiju_runtime.game import EXECUTORS
from kaiju_runtime.layout import layout_of
from kaiju_runtime.machine import Machine
from kaiju_runtime.program import FORMAT, Program
from kaiju_runtime.replay import Recorder, read_replay, verify
from support.fuzzing import (
    CORPUS,
    ROOT,
    Files,
    check_diagnostics,
    compiled,
    damaged,
    encoded,
    forged,
    mutated_effects,
    mutated_pack,
    sealed_again,
    small_pack,
)
from support.packs import MODE, compile_tiny
from support.random_play import deal_cards, random_answer

NIGHTLY = os.environ.get("KAIJU_NIGHTLY") == "1"
SECONDS = 2
"""Processor time that a pack, a file or an answer may take."""
PARTS = 4
"""The seeds of a gate are shared out among so many tests."""
PACKS, EFFECTS, TINY = (10_000, 10_000, 20_000) if NIGHTLY else (60, 20, 200)
"""Mutated packs, packs with mutated effects (about fifty each), and mutated packs of a few lines."""
DAMAGED, FORGED = (50_000, 20_000) if NIGHTLY else (300, 200)
"""Files of each kind that are damaged, and that are made anew with a right seal."""


def shares(number: int) -> list[range]:
    return [range(part, number, PARTS) for part in range(PARTS)]


@cache
def tiny_pack() -> dict[str, str]:
    root = ROOT / "tests" / "cases" / "collect"
    return {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in sorted(root.rglob("*.yaml"))}


# --- packs (G1) --------------------------------------------------------------------------------------


def check_pack(files: Files, seed: int) -> Compilation:
    """Compiles in time, with sound diagnostics; what is left of the modes can be played."""
    start = time.process_time()
    found = compiled(files)
    assert time.process_time() - start < SECONDS, "too slow"
    check_diagnostics(found, files)
    assert isinstance(render_text(found.diagnostics), str)
    for mode in found.modes.values():
        program = load_program(program_bytes(mode.program, mode.examples))
        if mode.program != whole(mode.mode):
            play_a_little(program, seed)
    return found


@cache
def whole(mode: str) -> dict[str, Any] | None:
    """The program of the undamaged mode."""
    found = {**compiled(encoded(small_pack())).modes, **compiled(encoded(tiny_pack())).modes}
    return found[mode].program if mode in found else None


def play_a_little(program: Program, seed: int, answers: int = 25, executor: str = "fast") -> Game | None:
    """Random play for some answers, with cards dealt; whatever the cards say, only a budget may stop it."""
    stream = Stream("fuzz", seed)
    game = Game.prepare(program, seed=seed, executor=executor)
    try:
        deal_cards(game, stream, 4)
        play_on(game.start(), stream, answers)
    except KaijuError as stopped:
        assert stopped.code.startswith("limit-"), stopped
        return None
    return game


def play_on(game: Game, stream: Stream, answers: int) -> None:
    for _ in range(answers):
        if game.decision is None:
            return
        game.view(game.decision.player)
        game.view(None)
        game.answer(random_answer(game.decision, stream))


def test_the_small_pack_is_sound() -> None:
    found = compiled(encoded(small_pack()))
    assert render_text(found.diagnostics) == ""
    assert play_a_little(program_from_data(found.modes["duel"].program), 1) is not None


@pytest.mark.parametrize("seeds", shares(PACKS), ids=range(PARTS))
def test_mutated_packs(seeds: range) -> None:
    for seed in seeds:
        check_pack(mutated_pack(seed, small_pack()), seed)


@pytest.mark.parametrize("seeds", shares(EFFECTS), ids=range(PARTS))
def test_mutated_effects(seeds: range) -> None:
    for seed in seeds:
        check_pack(mutated_effects(seed, small_pack()), seed)


@pytest.mark.parametrize("seeds", shares(TINY), ids=range(PARTS))
def test_mutated_tiny_packs(seeds: range) -> None:
    for seed in seeds:
        check_pack(mutated_pack(seed, tiny_pack()), seed)


def test_mutations_are_many_and_wrong() -> None:
    """The gate is no empty one: its effects are a thousand, and most of the packs have errors."""
    before = encoded(small_pack())
    changed = sum(
        len(set(mutated_effects(seed, small_pack())[path].split(b"\n")) - set(text.split(b"\n")))
        for seed in range(20)
        for path, text in before.items()
    )
    assert changed > 1_000
    wrong = sum(compiled(mutated_pack(seed, tiny_pack())).failed for seed in range(40))
    assert wrong > 20


def test_one_fault_in_a_step_is_no_flood() -> None:
    """A line of a thousand unknown words is one wrong line."""
    files = small_pack() | {
        "duel/tokens.yaml": small_pack()["duel/tokens.yaml"].replace("resolve ", "resolve 1 " * 1000)
    }
    lines: dict[tuple[str, int], int] = {}
    for each in compiled(encoded(files)).diagnostics:
        lines[each.position[:2]] = lines.get(each.position[:2], 0) + 1
    assert lines and max(lines.values()) <= 2


@pytest.mark.parametrize(
    "wrong",
    [
        error("no-such-code", "x", Span(Source("duel/mode.yaml", "x"), 0, 1)),
        error("yaml-syntax", "x", path="elsewhere"),
        error("yaml-syntax", "x", Span(Source("duel/mode.yaml", "other"), 0, 1)),
        error("yaml-syntax", "x", Span(Source("duel/mode.yaml", small_pack()["duel/mode.yaml"]), 5, 4)),
        error("yaml-syntax", "x", Span(Source("duel/mode.yaml", small_pack()["duel/mode.yaml"]), 5, 999_999)),
    ],
    ids=["code", "path", "text", "backwards", "outside"],
)
def test_a_wrong_diagnostic_would_be_seen(wrong: Any) -> None:
    files = encoded(small_pack())
    found = Compilation({}, {}, (wrong,), None, {})  # type: ignore[arg-type]
    with pytest.raises(AssertionError):
        check_diagnostics(found, files)


def test_a_crash_of_the_compiler_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: a word that the resolver trips over."""
    monkeypatch.setattr("kaiju_compiler.resolve.samples.did_you_mean", lambda guesses: guesses[999])
    with pytest.raises(IndexError):
        for seed in range(20):
            check_pack(mutated_effects(seed, small_pack()), seed)


# --- what a pack may reach (G11) ---------------------------------------------------------------------


class Watched(MemoryReader):
    """A reader that notes what is asked for."""

    asked: set[str]

    def read(self, path: str) -> bytes | None:
        self.asked.add(path)
        return super().read(path)

    def entries(self, folder: str) -> Any:
        self.asked.add(folder)
        return super().entries(folder)


HOSTILE = [
    "../secret",
    "/etc",
    "..",
    ".",
    "a/../../b",
    "con",
    "x\\y",
    "http://example.org/",
    "~",
    "$HOME",
    "%00",
    "é" * 50,
]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_pack_names_nothing_outside(name: str) -> None:
    """Whatever ids and requirements say, only the pack, its neighbours and the shipped folder are looked at."""
    files = encoded(small_pack())
    quoted = json.dumps(name)
    files["duel/pack.yaml"] = files["duel/pack.yaml"].replace(b"[duel_common]", f"[duel_common, {quoted}]".encode())
    files["duel/mode.yaml"] = files["duel/mode.yaml"].replace(b"extends: duel_common", f"extends: {quoted}".encode())
    files["secret/pack.yaml"] = b"id: secret\n"
    reader = Watched(files)  # type: ignore[arg-type]
    object.__setattr__(reader, "asked", set())
    found = compile_packs(["duel"], reader, shipped="shipped")
    check_diagnostics(found, files)
    assert found.failed
    outside = {
        path for path in reader.asked if path.startswith(("/", "..")) or "secret/" in path.replace("secret/pack", "")
    }
    assert not outside


# --- work that must not be begun (G8, B16) -----------------------------------------------------------


@pytest.mark.parametrize("path", sorted((CORPUS / "work").glob("*.yaml")), ids=lambda path: path.stem)
@pytest.mark.parametrize("executor", EXECUTORS)
def test_endless_work_is_stopped(path: Path, executor: str, tmp_path: Path) -> None:
    """A budget stops it in time (the reference interpreter by the code of the case); the game is as before.

    Generated code may stop by another budget, or find a short way to the answer.
    """
    root = load_bytes(path.name, path.read_bytes()).root
    assert root is not None
    case: Any = root.to_data()
    faces = "".join(f"  - {{id: face_{i}, name: F{i}, effect: gain amount coins}}\n" for i in range(case["faces"]))
    mode = MODE.replace("zones:", faces + "zones:", 1)
    if "procedures" in case:
        mode = mode.replace("setup:", f"procedures: |\n{indent(case['procedures'], '  ')}\nsetup:", 1)
    gadgets = {f"gadget_{i}": "when your turn starts: gain 1 coins" for i in range(case["gadgets"])}
    program = compile_tiny(tmp_path, rules={"push": case["effect"]}, gadgets=gadgets, mode=mode)
    game = Game.new(program, seed=1, first=0, executor=executor)
    before, start = game.state_hash(), time.process_time()
    try:
        game.answer("choice:push")
    except KaijuError as stopped:
        assert stopped.code == case["code"] or (executor == "fast" and stopped.code == "limit-steps")
        assert game.state_hash() == before
    else:
        assert executor == "fast"
    assert time.process_time() - start < 5 * SECONDS


# --- files (G2) --------------------------------------------------------------------------------------


@cache
def originals() -> dict[str, list[bytes]]:
    """A program, saves at several moments (some in the middle of an effect), and replays."""
    mode = compiled(encoded(small_pack())).modes["duel"]
    data = program_bytes(mode.program | {"catalog": {"records": {}, "rules": {}}}, [])
    program = load_program(data)
    saves = [saved for seed in range(4) for saved in saves_of(program, seed)]
    return {"program": [data], "save": saves, "replay": [replay_of(program, seed) for seed in range(3)]}


def saves_of(program: Program, seed: int) -> list[bytes]:
    """A save between actions, and one inside an effect."""
    stream = Stream("saves", seed)
    game = Game.prepare(program, seed=seed)
    deal_cards(game, stream, 5)
    play_on(game.start(), stream, 8 * seed)
    first = game.save()
    while game.decision is not None and not game.machine.tape:
        game.answer(random_answer(game.decision, stream))
    return [first, game.save()]


def replay_of(program: Program, seed: int) -> bytes:
    stream, recorder = Stream("replays", seed), Recorder()
    game = Game.new(program, seed=seed)
    for _ in range(15 * seed + 10):
        assert game.decision is not None
        game.answer(random_answer(game.decision, stream))
        recorder.note(game)
    return recorder.replay(game).to_bytes()


@cache
def small_program() -> Program:
    return load_program(originals()["program"][0])


@pytest.mark.parametrize("kind", ["program", "save", "replay"])
def test_damaged_files_are_refused_or_the_same(kind: str) -> None:
    for seed in range(DAMAGED):
        draw = random.Random(f"{kind} {seed}")
        data = draw.choice(originals()[kind])
        try:
            found = read_envelope(damaged(draw, data), kind, FORMAT)
        except DamagedFile:
            continue
        assert found == read_envelope(data, kind, FORMAT), seed


def use(kind: str, data: bytes, seed: int) -> None:
    """Reads a file of a kind and plays with it. Lets out nothing but errors with a code."""
    try:
        if kind == "program":
            program = load_program(data)
            game = Game.new(program, seed=seed)
            play_on(game, Stream("fuzz", seed), 12)
            Game.load(program, game.save())
        elif kind == "save":
            game = Game.load(small_program(), data)
            assert json.loads(game.save())["payload"] == json.loads(data)["payload"], "accepted, but different"
            play_on(game, Stream("fuzz", seed), 12)
        else:
            replay = read_replay(data)
            game = verify(small_program(), replay)
            assert game.answers == json.loads(data)["payload"]["answers"], "accepted, but different"
    except (KaijuError, DamagedFile) as refused:
        assert refused.code and refused.message and refused.help


REGIONS = (
    "rules definitions procedures counters faces stats phases values setup bonuses totals spaces pieces zones".split()
)


def forgery(kind: str, seed: int) -> bytes:
    """A file with a right seal and a wrong payload; half of the programs are wrong deep inside their rules."""
    draw = random.Random(f"forged {kind} {seed}")
    data = draw.choice(originals()[kind])
    payload = json.loads(data)["payload"]
    if kind == "program" and seed % 2:
        region = draw.choice(REGIONS)
        payload["program"][region] = forged(draw, payload["program"][region], draw.choice([1, 2, 4]))
    elif kind == "save" and seed % 2:
        payload["base"] = forged(draw, payload["base"], draw.choice([1, 2, 8]))
    else:
        payload = forged(draw, payload, draw.choice([1, 1, 2]))
    return sealed_again(data, payload)


@pytest.mark.parametrize("seeds", shares(FORGED), ids=range(PARTS))
@pytest.mark.parametrize("kind", ["program", "save", "replay"])
def test_forged_files_are_refused_or_playable(kind: str, seeds: range) -> None:
    for seed in seeds:
        start = time.process_time()
        use(kind, forgery(kind, seed), seed)
        assert time.process_time() - start < 2 * SECONDS, seed


def test_some_forgeries_are_deep_enough_to_be_played() -> None:
    """The gate is no empty one: the reader accepts some, and the game stops others while it is played."""
    accepted = 0
    for seed in range(40):
        try:
            load_program(forgery("program", seed))
        except (KaijuError, DamagedFile):
            continue
        accepted += 1
    assert 3 < accepted < 37


@pytest.mark.parametrize("path", sorted((CORPUS / "forged").glob("*.json")), ids=lambda path: path.stem)
def test_forgeries_that_were_once_accepted(path: Path) -> None:
    """Each file says what is put where; ``was`` is what came of it."""
    case = json.loads(path.read_text(encoding="utf-8"))
    data = originals()[case["file"]][-1]
    payload = json.loads(data)["payload"]
    if "array" in case:
        payload["base"][layout_of(small_program()).offsets[case["array"]] + case["index"]] = case["value"]
    else:
        put(payload, case["at"], case["value"])
    with pytest.raises((KaijuError, DamagedFile)):
        read_and_begin(case["file"], sealed_again(data, payload))


def put(payload: Any, at: list[Any], value: Any) -> None:
    for key in at[:-1]:
        payload = payload[key]
    payload[at[-1]] = value


def read_and_begin(kind: str, data: bytes) -> None:
    if kind == "program":
        Game.new(load_program(data), seed=1)
    elif kind == "save":
        Game.load(small_program(), data)
    else:
        verify(small_program(), read_replay(data))


def test_every_array_of_a_state_has_a_range() -> None:
    """A new array in the layout needs a line in ``saves.ranges``; else every save is refused."""
    from kaiju_runtime.saves import ranges, rows

    program = small_program()
    assert {*ranges(program), *rows(program)} == set(layout_of(program).lengths)


def test_a_crash_of_the_machine_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: an exception without a code in the machine is one of Kaiju's with the fault as its cause."""

    def crash(*_: Any) -> None:
        raise ZeroDivisionError

    game = Game.new(small_program(), seed=1, executor="reference")
    before = game.state_hash()
    monkeypatch.setattr(Machine, "act", crash)
    monkeypatch.setattr(Machine, "end_phase", crash)
    with pytest.raises(KaijuError) as stopped:
        play_on(game, Stream("fuzz", 1), 3)
    assert stopped.value.code == "program-damaged" and isinstance(stopped.value.__cause__, ZeroDivisionError)
    assert game.state_hash() == before
    with pytest.raises(AssertionError):
        play_a_little(small_program(), 1, executor="reference")


def test_a_forgery_that_is_accepted_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted faults: without the checks of states, and without the guard, a save crashes or is another one."""
    monkeypatch.setattr("kaiju_runtime.saves.check_state", lambda *_: None)
    monkeypatch.setattr("kaiju_runtime.game.guard", nullcontext)
    with pytest.raises((AssertionError, LookupError, TypeError)):
        for seed in range(400):
            use("save", forgery("save", seed), seed)
