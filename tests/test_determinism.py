"""Nothing around a run changes what comes of it: hash seed, folder, locale, time zone, user (gates G6, G7, B31)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from kaiju_runtime import Game
from kaiju_runtime.dice import DicePool, Stream
from kaiju_runtime.program import Program
from support.fuzzing import PACK, ROOT, compiled, encoded, mutated_effects, mutated_pack, small_pack
from support.programs import concrete_modes, program
from support.random_play import random_answer

NIGHTLY = os.environ.get("KAIJU_NIGHTLY") == "1"
SEEDS = 1_000
DIFFERENT = SEEDS * 990 // 1000
"""So many of the games have to differ."""
HASH_SEEDS = range(1, 21) if NIGHTLY else range(1, 6)

CHILD = """
import hashlib, json, sys
from kaiju_compiler.emit import program_bytes
from kaiju_compiler.pipeline import compile_packs
from kaiju_compiler.render import render_text
from kaiju_runtime import Game, load_program
from kaiju_runtime.bots import make_bot
from kaiju_runtime.replay import Recorder
from kaiju_runtime.simulate import make_plan, run, statistics_bytes, statistics_of

def digest(*parts):
    return hashlib.sha256(repr(parts).encode()).hexdigest()

found = {}
for folder in sys.argv[1:]:
    packs = compile_packs([folder], shipped="nowhere")
    found[f"diagnostics {folder}"] = digest(render_text(packs.diagnostics), packs.left_out)
    for mode in packs.modes.values():
        data = program_bytes(mode.program, mode.examples)
        found[f"program {folder} {mode.mode}"] = digest(data)
        game, recorder = Game.new(load_program(data), seed=5), Recorder()
        bot = make_bot("random", 3, 0)
        while game.decision is not None and len(game.answers) < 60:
            game.answer(bot(game, game.decision))
            recorder.note(game)
        found[f"log {folder} {mode.mode}"] = digest(game.events, game.answers, game.view(0))
        found[f"save {folder} {mode.mode}"] = digest(game.save(), recorder.replay(game).to_bytes())
        plan = make_plan(game.program, games=8, seed=5, bots=["random"])
        ran = run(game.program, plan)
        statistics = statistics_of(game.program, plan, ran.sums, stopped=ran.stopped)
        found[f"statistics {folder} {mode.mode}"] = digest(statistics_bytes(statistics, "x"))
print(json.dumps(found, sort_keys=True))
"""


def lay_out(folder: Path, backwards: bool) -> None:
    """Packs on disk, whole and with faults, their files made in one order or the other."""
    packs = {
        "whole": encoded(small_pack()),
        "damaged": mutated_pack(4, small_pack()),
        "wrong": mutated_effects(1, small_pack()),
        "probe": {
            path.relative_to(ROOT / "tests" / "packs").as_posix(): path.read_bytes()
            for path in sorted((ROOT / "tests" / "packs").rglob("*.yaml"))
        },
    }
    for name, files in packs.items():
        for path in sorted(files, reverse=backwards):
            target = folder / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(files[path])


FOLDERS = ("whole", "damaged", "wrong", "probe")


def run_in(folder: Path, code: str = CHILD, packs: tuple[str, ...] = FOLDERS, **environment: str) -> dict[str, str]:
    """What a process of its own finds in the packs of a folder."""
    paths = os.pathsep.join(str(ROOT / part) for part in ("compiler", "runtime", "tests"))
    shown = subprocess.run(
        [sys.executable, "-c", code, *packs],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": paths, **environment},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert shown.returncode == 0, shown.stderr[-3000:]
    found: dict[str, str] = json.loads(shown.stdout)
    return found


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    one, other = tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("anderswo é")
    lay_out(one, backwards=False)
    lay_out(other, backwards=True)
    return one, other


AROUND = {
    "LANG": "C",
    "LC_ALL": "C",
    "TZ": "Pacific/Auckland",
    "HOME": "/nonexistent",
    "USER": "x",
    "COLUMNS": "40",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "SOURCE_DATE_EPOCH": "1",
    "NO_COLOR": "1",
}


def test_nothing_around_a_run_changes_it(folders: tuple[Path, Path]) -> None:
    """Gate G6: programs, diagnostics, logs, saves, replays and statistics are byte-identical."""
    wanted = run_in(folders[0], PYTHONHASHSEED="0", LANG="en_US.UTF-8", TZ="UTC")
    assert len(wanted) > 12 and sum(key.startswith("log") for key in wanted) >= 4
    for seed in HASH_SEEDS:
        assert run_in(folders[1], PYTHONHASHSEED=str(seed), **AROUND) == wanted


PLANTED = """
import kaiju_compiler.pipeline
kaiju_compiler.pipeline.in_file_order = lambda found: sorted(found, key=lambda each: hash(str(each)))
"""


def test_a_walk_through_a_set_would_be_seen(folders: tuple[Path, Path]) -> None:
    """A planted fault: diagnostics in the order of a set."""
    code = PLANTED + CHILD
    ones = [run_in(folders[0], code, ("wrong",), PYTHONHASHSEED=seed) for seed in ("1", "2")]
    assert ones[0]["diagnostics wrong"] != ones[1]["diagnostics wrong"]


def test_shipped_programs_do_not_name_this_machine() -> None:
    for mode in compiled(encoded(small_pack())).modes.values():
        data = json.dumps([mode.program, mode.examples])
        assert str(ROOT) not in data and str(PACK) not in data and not re.search(r'"/(home|tmp|root|work)/', data)


# --- seeds matter (G7) -------------------------------------------------------------------------------


def story(played: Program, seed: int, answers: int, executor: str = "fast") -> str:
    """The beginning of a game with one way of answering: what happened, and what is seen, but not the seed itself."""
    stream = Stream("story", 1)
    game = Game.new(played, seed=seed, executor=executor)
    for _ in range(answers):
        if game.decision is None:
            break
        game.answer(random_answer(game.decision, stream))
    return repr(([(each.name, each.who, each.what, each.amount, each.dice) for each in game.events], game.view(0)))


def different(stories: Iterable[str]) -> int:
    return len(set(stories))


@pytest.mark.parametrize(
    ("mode", "folder"), [*((mode, "content") for mode in concrete_modes()), ("harbour", "tests/packs")]
)
def test_seeds_give_different_games(mode: str, folder: str) -> None:
    played = program(mode, folder)
    assert different(story(played, seed, 8) for seed in range(SEEDS)) >= DIFFERENT


def test_a_seed_gives_the_same_game() -> None:
    assert story(program("duel"), 3, 12) == story(program("duel"), 3, 12)


def test_a_deaf_stream_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: chance that does not listen to the seed."""
    monkeypatch.setattr(DicePool, "below", lambda self, limit: deaf(self, limit))
    assert different(story(program("duel"), seed, 4, "reference") for seed in range(20)) < 19


def deaf(pool: Any, limit: int) -> int:
    state = pool.m.st
    stream = Stream("game", 7, state.one("rng"))
    drawn = stream.below(limit)
    state.set_one("rng", stream.position)
    return drawn
