"""What players earn is kept in their profile: read from games that are over, and from files that may be bad."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kaiju_compiler.cli import cli
from kaiju_runtime import Game
from kaiju_runtime.canonical import DamagedFile
from kaiju_runtime.files import save_envelope
from kaiju_runtime.profile import PROFILE_FORMAT, Kept, Profile, earned
from kaiju_runtime.stops import KaijuError
from support.programs import program
from support.random_play import play_randomly

MODE = "tokyo_bay"


@pytest.fixture(scope="module")
def over() -> Game:
    """A game in which somebody has earned something."""
    monsters = [program(MODE).pieces[piece].key for piece in program(MODE).monsters]
    for seed in range(20):
        game = play_randomly(program(MODE), monsters[seed % 5 : seed % 5 + 2], seed, sample=0).game
        if earned(game, 0) or earned(game, 1):
            return game
    raise AssertionError("nobody earned anything in twenty games")


def test_nothing_is_earned_before_the_end() -> None:
    game = Game.new(program(MODE), seed=1)
    assert not earned(game, 0)
    assert not earned(game, 1)


def test_what_is_earned_is_entered_once_and_counted(over: Game) -> None:
    seat = 0 if earned(over, 0) else 1
    profile = Profile()
    new = profile.add(over, seat)
    assert new == [each.name for each in profile.kept.values()]
    assert {each.mode for each in profile.kept.values()} == {MODE}
    assert profile.add(over, seat) == []
    assert {each.times for each in profile.kept.values()} == {2}


def test_a_mode_without_such_pieces_gives_nothing() -> None:
    game = play_randomly(program("duel"), ["gigazaur", "the_king"], 3, sample=0).game
    assert not earned(game, 0)


def test_a_profile_comes_back_from_its_file(tmp_path: Path, over: Game) -> None:
    path = tmp_path / "folder" / "me.json"
    profile = Profile.load(path)
    assert profile.kept == {}
    profile.add(over, 0)
    profile.add(over, 1)
    profile.kept["gone:from_all_packs"] = Kept("Old", "old_mode", 3)
    profile.save(path)
    assert Profile.load(path) == profile


@pytest.mark.parametrize(
    "payload",
    [
        [],
        {},
        {"kept": []},
        {"kept": {"a": 1}},
        {"kept": {"a": {"name": "A", "mode": "m"}}},
        {"kept": {"a": {"name": "A", "mode": 1, "times": 1}}},
        {"kept": {"a": {"name": "A", "mode": "m", "times": True}}},
        {"kept": {"a": {"name": "A", "mode": "m", "times": 0}}},
        {"kept": {}, "more": 1},
    ],
)
def test_a_profile_of_another_shape_is_refused(tmp_path: Path, payload: Any) -> None:
    path = tmp_path / "me.json"
    save_envelope(path, "profile", PROFILE_FORMAT, payload)
    with pytest.raises(KaijuError) as refused:
        Profile.load(path)
    assert refused.value.code == "profile-damaged"


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    save_envelope(path, "save", 1, {})
    with pytest.raises(DamagedFile) as refused:
        Profile.load(path)
    assert refused.value.code == "saved-wrong-kind"


def play(*arguments: str, input: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["play", MODE, *arguments], input=input)


def test_people_keep_what_they_earn(tmp_path: Path, over: Game) -> None:
    """The last answer of the game is typed by a person; the profile then holds what the player has earned."""
    setup = over.setup
    game = Game.new(
        program(MODE), monsters=setup["monsters"], seed=setup["seed"], options=setup["options"], first=setup["first"]
    )
    for answer in over.answers[:-1]:
        game.answer(answer)
    assert game.decision is not None
    last = over.answers[-1]
    wanted = last if isinstance(last, list) else [last]
    typed = " ".join(str(game.decision.keys().index(key) + 1) for key in wanted)
    save, path = tmp_path / "game.json", tmp_path / "me.json"
    save.write_bytes(game.save())
    result = play("--resume", str(save), "--seat", "all=human", "--profile", str(path), input=f"{typed}\n")
    assert result.exit_code == 0, result.output
    kept = Profile.load(path).kept
    assert set(kept) == {*earned(over, 0), *earned(over, 1)}
    told = result.output.partition("Earned: ")[2]
    assert all(each.name in told for each in kept.values())


def test_play_writes_over_no_file_of_another_kind(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    path.write_text("my shopping list", encoding="utf-8")
    result = play("--seat", "all=random", "--seed", "1", "--profile", str(path))
    assert result.exit_code == 2
    assert path.read_text(encoding="utf-8") == "my shopping list"


def test_bots_keep_nothing(tmp_path: Path) -> None:
    path = tmp_path / "me.json"
    result = play("--seat", "all=random", "--seed", "1", "--profile", str(path))
    assert result.exit_code == 0, result.output
    assert not path.exists()
