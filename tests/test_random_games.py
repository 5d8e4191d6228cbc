"""Random legal games of every mode with the invariants of play checked on the way (gates G3, G5, G7)."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from kaiju_compiler.emit import program_bytes
from kaiju_runtime import Game
from kaiju_runtime.dice import Stream
from kaiju_runtime.program import Program
from support.long_run import Happened, LongRun, Start, places_near, play_from
from support.programs import compiled, concrete_modes, program
from support.random_play import deal_cards, may_be_kept, play_randomly, random_answer, replay

NIGHTLY = os.environ.get("KAIJU_NIGHTLY") == "1"
GAMES_PER_PAIR = 10 if NIGHTLY else 1
GAMES_PER_TABLE = 40 if NIGHTLY else 4
"""At least 100 games of each mode, nightly 1,000: games for two are played by all ordered pairs of monsters."""
FORKED = 200 if NIGHTLY else 20
EXECUTED_IN = 20
"""In the long run every effect node is executed in at least so many games."""
ROOT = Path(__file__).parent.parent


def tables(mode: str) -> list[list[str]]:
    """Who plays: every ordered pair of monsters in games for two, else five tables of each number of players."""
    found = program(mode)
    names = [found.pieces[piece].key for piece in found.monsters]
    if found.seats == 2:
        return [list(pair) for pair in permutations(names, 2)]
    chosen = []
    for players in range(found.least_players, found.seats + 1):
        for turn in range(5):
            chosen.append((names[turn:] + names[:turn])[:players])
    return chosen


def all_tables() -> list[tuple[str, int]]:
    return [(mode, number) for mode in concrete_modes() for number in range(len(tables(mode)))]


def options(mode: str, number: int) -> dict[str, Any]:
    """The choices about the rules for a game of that number: by and by all that can be chosen together."""
    found = program(mode).options
    chosen = list(product(*(option.values for option in found)))
    return {option.id: value for option, value in zip(found, chosen[number % len(chosen)], strict=True)}


def test_every_option_has_its_games() -> None:
    games = [options("even_more_wicked", 7 * number + game) for number in range(25) for game in range(GAMES_PER_TABLE)]
    assert {(each["tile_sides"], each["starburst_energy"]) for each in games} == set(
        product(("orange", "green", "mixed"), (False, True))
    )


@pytest.mark.parametrize("mode", ["duel", "tokyo_bay"])
def test_every_ordered_pair_of_the_line_is_a_table(mode: str) -> None:
    """All twelve monsters of the Duel line play in both boxes."""
    assert len(tables(mode)) == 132


@pytest.mark.parametrize(("mode", "number"), all_tables())
def test_random_games_keep_the_invariants(mode: str, number: int) -> None:
    """One game (nightly ten) of a pair, four (40) of a larger table; all options by turns, every second with cards."""
    for game in range(GAMES_PER_PAIR if program(mode).seats == 2 else GAMES_PER_TABLE):
        chosen = options(mode, 7 * number + game)
        dealt = 4 * ((number + game) % 2)
        play_randomly(program(mode), tables(mode)[number], seed=1000 * number + game, dealt=dealt, options=chosen)


@pytest.mark.skipif(not NIGHTLY, reason="a long run")
@pytest.mark.parametrize("mode", concrete_modes())
def test_everything_is_executed_in_the_long_run(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every record is used and every ability, side and option runs in at least 20 games; prints the table.

    The run has 1,000 games, and up to 2,000 while something has happened in too few.
    """
    run = LongRun(program(mode), tables(mode), enough=EXECUTED_IN, packs=compiled().modes[mode].own_packs)
    for number in range(2000):
        if number >= 1000 and not run.seldom():
            break
        run.play(number)
    with capsys.disabled():
        for number, item in run.rows():
            print(f"{number:6} {item.record:40} {item.what}  {item.where}")
    assert not [f"{item.record}: {item.what} ({item.where})" for item in run.seldom()]


@pytest.mark.parametrize("mode", concrete_modes())
def test_the_long_run_brings_near_what_is_seldom(mode: str) -> None:
    """With everything else common, the one card that nobody has had yet lies where it is soon reached."""
    found = program(mode)
    run = LongRun(found, tables(mode), enough=1)
    piece = next(piece for piece in range(len(found.pieces)) if may_be_kept(found, piece))
    card = found.pieces[piece].definition
    common = Happened(Start(tuple(tables(mode)[0]), 0), 0)
    run.happened.update({item.item: [common] for item in run.items if item.item != (card, "used")})
    assert [item.item for item in run.seldom()] == [(card, "used")]
    places = set()
    for number in range(1, 40, 4):
        start = run.choose_start(number, Stream("near", number))
        places.add(dict(start.lying)[piece])
    assert places <= set(places_near(found, piece, found.seats)) and len(places) >= 3


@pytest.mark.parametrize("mode", concrete_modes())
def test_the_long_run_goes_back_to_what_happened(mode: str) -> None:
    """A game is played again up to a decision before a thing happened, and from there on otherwise."""
    run = LongRun(program(mode), tables(mode), enough=2)
    run.play(1)
    once = max((each[0] for each in run.happened.values() if each), key=lambda happened: happened.after)
    start = once.again(Stream("back", 1))
    assert 0 < len(start.answers) <= once.after
    game, _ = play_from(program(mode), start, Stream("back", 2))
    assert tuple(game.answers[: len(start.answers)]) == start.answers == once.game.answers[: len(start.answers)]
    assert tuple(game.answers) != once.game.answers


@pytest.mark.parametrize("seed", range(FORKED))
@pytest.mark.parametrize("mode", concrete_modes())
def test_replay_gives_the_same_game(mode: str, seed: int) -> None:
    """Setup and answers alone rebuild the game: state hash and log."""
    monsters = tables(mode)[seed % len(tables(mode))]
    played = play_randomly(program(mode), monsters, seed, sample=0).game
    again = replay(program(mode), played)
    assert again.state_hash() == played.state_hash()
    assert again.events == played.events
    assert again.result == played.result


def fork_points(found: Program, monsters: list[str], seed: int) -> list[tuple[bytes, list[str]]]:
    """Saves at three moments of a game, each with the hashes after the next answers."""
    stream = Stream("forks", seed)
    game = Game.prepare(found, monsters=monsters, seed=seed)
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
from typing import Any
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


@pytest.mark.parametrize("mode", concrete_modes())
def test_saves_go_on_alike_in_another_process(mode: str, tmp_path: Path) -> None:
    """Gate G5: load in a new process with another hash seed; equal state hash after each later step."""
    found = program(mode)
    (tmp_path / "program.json").write_bytes(program_bytes(found.data, []))
    wanted = {}
    for seed in range(FORKED):
        for number, (saved, hashes) in enumerate(fork_points(found, tables(mode)[seed % len(tables(mode))], seed)):
            (tmp_path / f"{seed}-{number}.save").write_bytes(saved)
            wanted[f"{seed}-{number}"] = hashes
    assert len(wanted) > FORKED
    paths = os.pathsep.join(str(ROOT / part) for part in ("runtime", "tests"))
    for hash_seed in ("1", "2"):
        shown = subprocess.run(
            [sys.executable, "-c", CHILD, str(tmp_path)],
            capture_output=True,
            text=True,
            timeout=900,
            env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths, "TZ": "Asia/Tokyo"},
        )
        assert shown.returncode == 0, shown.stderr[-2000:]
        assert {line.split()[0]: line.split()[1:] for line in shown.stdout.splitlines()} == wanted
