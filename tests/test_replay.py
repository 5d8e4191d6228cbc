"""Replays: the same game again, and a clear word where it cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kaiju_runtime import Game, KaijuError
from kaiju_runtime.bots import make_bot
from kaiju_runtime.canonical import DamagedFile, envelope
from kaiju_runtime.replay import EVERY, Recorder, Replay, ReplayDiffers, check_program, play_again, read_replay, verify
from support.programs import program


def recorded(answers: int = 10_000, seed: int = 2, mode: str = "duel", folder: str = "content") -> tuple[Game, Replay]:
    game, recorder = Game.new(program(mode, folder), seed=seed), Recorder()
    while game.decision is not None and len(game.answers) < answers:
        game.answer(make_bot("random", seed, game.decision.player)(game, game.decision))
        recorder.note(game)
    return game, recorder.replay(game)


def test_a_game_is_the_same_again() -> None:
    game, replay = recorded()
    again = verify(game.program, read_replay(replay.to_bytes()))
    assert again.state_hash() == game.state_hash() and again.result == game.result
    assert len(replay.hashes) == (len(game.answers) - 1) // EVERY + 1


def test_part_of_a_game() -> None:
    game, replay = recorded(45)
    games = [len(each.answers) for each in play_again(game.program, replay, 7)]
    assert games == list(range(8))
    assert verify(game.program, replay).decision is not None
    assert set(replay.hashes) == {20, 40, 45}


def test_a_mode_with_options_and_more_players() -> None:
    game, replay = recorded(mode="harbour", folder="tests/packs", seed=8)
    assert verify(game.program, read_replay(replay.to_bytes())).result == game.result


def test_notes_survive_an_answer_taken_back() -> None:
    game, recorder = Game.new(program("duel"), seed=2), Recorder()
    while len(game.answers) < 21:
        assert game.decision is not None
        game.answer(make_bot("random", 2, game.decision.player)(game, game.decision))
        recorder.note(game)
    shorter = Game.new(program("duel"), seed=2)
    for answer in game.answers[:5]:
        shorter.answer(answer)
    recorder.note(shorter)
    assert set(recorder.replay(shorter).hashes) == {5}


def test_another_program_is_refused() -> None:
    _, replay = recorded(5)
    with pytest.raises(KaijuError) as refused:
        check_program(program("harbour", "tests/packs"), replay)
    assert refused.value.code == "replay-other-program" and "--program" in refused.value.help


def changed(replay: Replay, **parts: Any) -> bytes:
    payload = json.loads(replay.to_bytes())["payload"]
    return envelope("replay", 1, payload | parts)


def test_a_game_that_went_otherwise_is_found() -> None:
    game, replay = recorded(45)
    wrong = read_replay(changed(replay, hashes=json.loads(replay.to_bytes())["payload"]["hashes"] | {"20": "0" * 64}))
    with pytest.raises(ReplayDiffers, match="after answer 20"):
        verify(game.program, wrong)


@pytest.mark.parametrize("answer", ["nonsense", 7, ["a"], [], [[1]], None])
def test_answers_that_are_not_offered(answer: Any) -> None:
    game, replay = recorded(5)
    answers = [*replay.answers[:2], answer, *replay.answers[3:]]
    with pytest.raises(ReplayDiffers, match="answer 3"):
        verify(game.program, read_replay(changed(replay, answers=answers)))


@pytest.mark.parametrize("setup", [{"seed": -1}, {"monsters": ["nobody", "x"]}, {"options": {"nope": 1}}, {"first": 9}])
def test_setups_that_the_mode_does_not_know(setup: dict[str, Any]) -> None:
    game, replay = recorded(5)
    wrong = read_replay(changed(replay, setup=replay.setup | setup))
    with pytest.raises(KaijuError):
        verify(game.program, wrong)


@pytest.mark.parametrize(
    "parts",
    [
        {"answers": None},
        {"hashes": {}},
        {"hashes": []},
        {"hashes": {"x": "y"}},
        {"setup": {}},
        {"setup": []},
        {"program": 1},
        {"mode": None},
    ],
)
def test_replays_of_the_wrong_shape(parts: dict[str, Any]) -> None:
    _, replay = recorded(5)
    with pytest.raises(KaijuError) as refused:
        read_replay(changed(replay, **parts))
    assert refused.value.code == "replay-damaged"


def test_damage_is_seen(tmp_path: Path) -> None:
    _, replay = recorded(30)
    data = replay.to_bytes()
    for position in range(0, len(data), 97):
        damaged = bytearray(data)
        damaged[position] ^= 1
        try:
            found = read_replay(bytes(damaged))
        except (DamagedFile, KaijuError):
            continue
        assert found == replay
    for end in range(0, len(data) - 2, 211):
        with pytest.raises((DamagedFile, KaijuError)):
            read_replay(data[:end])


def test_other_kinds_and_newer_files() -> None:
    game, _ = recorded(5)
    with pytest.raises(DamagedFile) as wrong_kind:
        read_replay(game.save())
    assert wrong_kind.value.code == "saved-wrong-kind"
    with pytest.raises(DamagedFile) as newer:
        read_replay(envelope("replay", 99, {}))
    assert newer.value.code == "saved-newer"
