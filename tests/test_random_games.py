"""Random legal games with the invariants of play, over every ordered pair of monsters (gates G3, G5)."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest

from kaiju_compiler.emit import program_bytes
from kaiju_runtime import Game
from kaiju_runtime.dice import Stream
from support.programs import program
from support.random_play import deal_cards, play_randomly, random_answer, replay

NIGHTLY = os.environ.get("KAIJU_NIGHTLY") == "1"
GAMES_PER_PAIR = 20 if NIGHTLY else 2
FORKED = 200 if NIGHTLY else 20
ROOT = Path(__file__).parent.parent


def pairs() -> list[tuple[str, str]]:
    duel = program("duel")
    return list(permutations([duel.pieces[piece].key for piece in duel.monsters], 2))


def test_there_are_thirty_pairs() -> None:
    assert len(pairs()) == 30


@pytest.mark.parametrize("number", range(30))
def test_random_games_keep_the_invariants(number: int) -> None:
    """Two games (nightly 20) of one ordered pair; in every second one cards are dealt at the start."""
    one, other = pairs()[number]
    for game in range(GAMES_PER_PAIR):
        dealt = 4 if game % 2 else 0
        play_randomly(program("duel"), [one, other], seed=1000 * number + game, dealt=dealt)


@pytest.mark.parametrize("seed", range(FORKED))
def test_replay_gives_the_same_game(seed: int) -> None:
    """Setup and answers alone rebuild the game: state hash and log."""
    monsters = list(pairs()[seed % 30])
    played = play_randomly(program("duel"), monsters, seed, sample=0).game
    again = replay(program("duel"), played)
    assert again.state_hash() == played.state_hash()
    assert again.events == played.events
    assert again.result == played.result


def fork_points(seed: int) -> list[tuple[bytes, list[str]]]:
    """Saves at three moments of a game, each with the hashes after the next answers."""
    stream = Stream("forks", seed)
    game = Game.prepare(program("duel"), monsters=list(pairs()[seed % 30]), seed=seed)
    deal_cards(game, stream, 3)
    game.start()
    points: list[tuple[bytes, list[str]]] = []
    while game.decision is not None:
        if len(points) < 3 and stream.below(15) == 0:
            twin = game.clone()
            points.append((game.save(), [hash_after(twin) for _ in range(5) if twin.decision]))
        game.answer(random_answer(game.decision, stream))
    return points


def hash_after(game: Game) -> str:
    assert game.decision is not None
    game.answer(random_answer(game.decision, Stream("after", len(game.answers))))
    return game.state_hash()


CHILD = """
import sys
from pathlib import Path
from kaiju_runtime import Game, load_program
from kaiju_runtime.dice import Stream
from support.random_play import random_answer
folder = Path(sys.argv[1])
program = load_program(folder / "program.json")
for path in sorted(folder.glob("*.save")):
    game = Game.load(program, path.read_bytes())
    assert game.save() == path.read_bytes()
    hashes = []
    while game.decision and len(hashes) < 5:
        game.answer(random_answer(game.decision, Stream("after", len(game.answers))))
        hashes.append(game.state_hash())
    print(path.stem, *hashes)
"""


def test_saves_go_on_alike_in_another_process(tmp_path: Path) -> None:
    """Gate G5: load in a new process with another hash seed; equal state hash after each later step."""
    duel = program("duel")
    (tmp_path / "program.json").write_bytes(program_bytes(duel.data, []))
    wanted = {}
    for seed in range(FORKED):
        for number, (saved, hashes) in enumerate(fork_points(seed)):
            (tmp_path / f"{seed}-{number}.save").write_bytes(saved)
            wanted[f"{seed}-{number}"] = hashes
    assert len(wanted) > FORKED
    paths = os.pathsep.join(str(ROOT / part) for part in ("runtime", "tests"))
    for hash_seed in ("1", "2"):
        shown = subprocess.run([sys.executable, "-c", CHILD, str(tmp_path)], capture_output=True, text=True, timeout=900,
                               env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths, "TZ": "Asia/Tokyo"})
        assert shown.returncode == 0, shown.stderr[-2000:]
        found = {line.split()[0]: line.split()[1:] for line in shown.stdout.splitlines()}
        assert found == wanted


def test_seeds_matter() -> None:
    """Gate G7 in small: different seeds give different games."""
    ends = {play_randomly(program("duel"), list(pairs()[0]), seed, sample=0).game.state_hash() for seed in range(20)}
    assert len(ends) == 20
