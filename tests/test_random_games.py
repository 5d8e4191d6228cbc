"""Random legal games of every mode with the invariants of play checked on the way (gates G3, G5, G7)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import chain, permutations, product
from pathlib import Path
from typing import Any

import pytest

from kaiju_compiler.emit import program_bytes
from kaiju_runtime.coverage import cover_items
from kaiju_runtime.dice import Stream
from support.long_run import Happened, LongRun, Start, places_near, play_from, record_near
from support.programs import compiled, concrete_modes, program
from support.random_play import (
    check_end,
    check_state,
    hashes_after,
    may_be_kept,
    play_in_batch,
    play_randomly,
    prepare,
    random_answer,
)

NIGHTLY = os.environ.get("KAIJU_NIGHTLY") == "1"
GAMES_PER_PAIR = 16 if NIGHTLY else 4
GAMES_PER_TABLE = 120 if NIGHTLY else 20
"""Over 500 games of each mode, nightly 2,000 of games for two, which all ordered pairs of monsters play, and 3,000."""
IN_BATCH = 12_500 if NIGHTLY else 25
PARTS = 25 if NIGHTLY else 1
"""The games without a look on the way, of each mode, and in how many tests."""
FORKED = 1_250 if NIGHTLY else 50
"""Games of each mode: 200, nightly 5,000."""
SHARE = 20
"""From one state in so many the game goes on along several ways."""
LATER = 10_000 if NIGHTLY else 10
"""So many later steps are compared; of the game that is played again all."""
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
    """Gate G3: so many games of every table; all options by turns, every second with cards."""
    for game in range(GAMES_PER_PAIR if program(mode).seats == 2 else GAMES_PER_TABLE):
        chosen = options(mode, 7 * number + game)
        dealt = 4 * ((number + game) % 2)
        play_randomly(program(mode), tables(mode)[number], seed=1000 * number + game, dealt=dealt, options=chosen)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("mode", concrete_modes())
def test_many_games_come_to_an_end(mode: str, part: int) -> None:
    """Games at full speed, 50,000 a night: each ends with a legal result in a state that keeps the invariants."""
    found, seated = program(mode), tables(mode)
    for number in range(part, IN_BATCH, PARTS):
        chosen, monsters = options(mode, number), seated[number % len(seated)]
        game = play_in_batch(found, monsters, 100_000 + number, dealt=number % 7, options=chosen)
        check_state(game)
        check_end(game)


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
    for number in range(1, 80, 4):
        start = run.choose_start(number, Stream("near", number))
        if start.lying:  # else a game in which something else of the card happened goes on
            places.add(dict(start.lying)[piece])
    assert places <= set(chain(*places_near(found, piece, found.seats))) and len(places) >= 3


@pytest.mark.parametrize(
    ("mode", "record", "wanted"),
    [
        ("duel", "rule:both_fall", {"duel:the_partys_over", "duel_common:gigarex"}),
        ("even_more_wicked", "counter:chill", {"even_more_wicked:final_push"}),
        ("duel", "duel:hibernation", {"duel:hibernation"}),
    ],
)
def test_the_long_run_knows_what_may_set_a_rule_off(mode: str, record: str, wanted: set[str]) -> None:
    """Records that say something of all players; or that a rule names, or that give what it listens to."""
    items = [each for each in cover_items(program(mode).data) if each.record == record]
    found = [{record_near(program(mode), item, Stream("near", number)) for number in range(20)} for item in items]
    assert wanted in found


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
    # Where few answers are left, one way on may be the old one by chance.
    ways = [play_from(program(mode), start, Stream("back", number))[0] for number in range(2, 8)]
    assert any(tuple(each.answers) != once.game.answers for each in ways)


CHILD = """
import json, sys
from pathlib import Path
from kaiju_runtime import Game, load_program
from support.random_play import hashes_after
folder = Path(sys.argv[1])
program = load_program(folder / "program.json")
for path in sorted(folder.glob("*.save")):
    game = Game.load(program, path.read_bytes())
    assert game.save() == path.read_bytes()
    print(path.stem, *hashes_after(game, json.loads(path.with_suffix(".answers").read_bytes())))
"""


@pytest.mark.parametrize("mode", concrete_modes())
def test_all_ways_on_from_a_state_are_alike(mode: str, tmp_path: Path) -> None:
    """Gate G5: a save in a new process with another hash seed, a clone, and the game played again from its start."""
    found, wanted = program(mode), {}
    (tmp_path / "program.json").write_bytes(program_bytes(found.data, []))
    for seed in range(FORKED):
        monsters, stream = tables(mode)[seed % len(tables(mode))], Stream("forks", seed)
        game, again = (prepare(found, monsters, seed, dealt=3 * (seed % 2)).start() for _ in range(2))
        hashes, saves, clones = [], {}, []
        while game.decision is not None:
            hashes.append(game.state_hash())
            if stream.below(SHARE) == 0:
                saves[len(game.answers)] = game.save()
                clones.append(game.clone())
            game.answer(random_answer(game.decision, stream))
        hashes.append(game.state_hash())
        assert hashes_after(again, game.answers) == hashes[1:]
        assert (again.events, again.result) == (game.events, game.result)
        for clone in clones:
            at = len(clone.answers)
            to = at + LATER
            assert hashes_after(clone, game.answers[at:to]) == hashes[at + 1 : to + 1]
            wanted[f"{seed}-{at}"] = hashes[at + 1 : to + 1]
            (tmp_path / f"{seed}-{at}.save").write_bytes(saves[at])
            (tmp_path / f"{seed}-{at}.answers").write_text(json.dumps(game.answers[at:to]))
    assert len(wanted) > FORKED
    assert in_another_process(tmp_path) == wanted


def in_another_process(folder: Path) -> dict[str, list[str]]:
    """The hashes that the saves of a folder lead to in a process that has a hash seed and a time zone of its own."""
    paths = os.pathsep.join(str(ROOT / part) for part in ("runtime", "tests"))
    shown = subprocess.run(
        [sys.executable, "-c", CHILD, str(folder)],
        capture_output=True,
        text=True,
        timeout=3600,
        env={**os.environ, "PYTHONHASHSEED": "1", "PYTHONPATH": paths, "TZ": "Asia/Tokyo"},
    )
    assert shown.returncode == 0, shown.stderr[-2000:]
    return {line.split()[0]: line.split()[1:] for line in shown.stdout.splitlines()}
