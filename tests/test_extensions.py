"""Packs that extend a game: the base stays as it is alone, and all that it shows holds in the larger game too."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kaiju_compiler.data_files import site_docs_dir
from kaiju_compiler.pipeline import Compilation, compile_packs
from kaiju_runtime import Game, program_from_data
from kaiju_runtime.coverage import cover_items
from kaiju_runtime.dice import Stream
from kaiju_runtime.examples import run_example
from kaiju_runtime.game import EXECUTORS
from kaiju_runtime.program import Program
from support.random_play import play_randomly, random_answer

TESTS = Path(__file__).parent
ROOT = TESTS.parent
EXPANSIONS = {"even_more_wicked": "king_of_tokyo", "duel_tides": "duel"}
"""Mode → the mode that it extends. The first is shipped, the second a small one by somebody else."""
FOLDERS = {"even_more_wicked": "content/even_more_wicked", "duel_tides": "tests/expansions/duel_tides"}
STEPS = 60
"""Answers after which the hash of a game is taken again and again."""


@cache
def compiled(*folders: str) -> Compilation:
    return compile_packs([str(ROOT / folder) for folder in folders])


@cache
def program(mode: str, *folders: str) -> Program:
    return program_from_data(compiled(*folders).modes[mode].program)


def hashes(played: Program, seed: int) -> list[str]:
    """The state hashes of one game of random answers, at its start and after every one of them."""
    stream = Stream("extensions", seed)
    monsters = [played.pieces[piece].key for piece in played.monsters[: played.seats]]
    game = Game.new(played, monsters=monsters[: max(played.least_players, 4 if played.seats > 2 else 2)], seed=seed)
    found = [game.state_hash()]
    while game.decision is not None and len(found) < STEPS:
        game.answer(random_answer(game.decision, stream))
        found.append(game.state_hash())
    return found


# --- the base ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "base"), EXPANSIONS.items())
def test_the_base_is_the_same_with_and_without_the_expansion(mode: str, base: str) -> None:
    """Compiled from its own folder alone and beside the expansion: one program, and one course of every game."""
    alone, beside = compiled(f"content/{base}"), compiled(f"content/{base}", FOLDERS[mode])
    assert mode not in alone.modes and mode in beside.modes
    assert alone.modes[base].program == beside.modes[base].program
    for seed in range(4):
        assert hashes(program(base, f"content/{base}"), seed) == hashes(
            program(base, f"content/{base}", FOLDERS[mode]), seed
        )


@pytest.mark.parametrize(
    "path", sorted((TESTS / "playthroughs").glob("king_of_tokyo-*.json")), ids=lambda path: path.stem
)
def test_stored_games_of_the_base_alone_end_in_their_stored_hash(path: Path) -> None:
    """The stored games were recorded before there was an expansion; the base compiled alone plays them so still."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    setup = stored["setup"]
    game = Game.new(
        program("king_of_tokyo", "content/king_of_tokyo"),
        monsters=setup["monsters"],
        seed=setup["seed"],
        options=setup["options"],
        first=setup["first"],
    )
    for answer in stored["answers"]:
        game.answer(answer)
    assert game.state_hash() == stored["outcome"]["hash"]


@pytest.mark.parametrize(("mode", "base"), EXPANSIONS.items())
def test_all_examples_of_the_base_hold_in_the_expansion(mode: str, base: str) -> None:
    """What the base shows is still so when more lies on the table, replaced effects included."""
    found = compiled(FOLDERS[mode])
    played = program(mode, FOLDERS[mode])
    different = {
        f"{each['topic']}/{each['name']}": [failure.found for failure in failures]
        for each in found.modes[base].examples
        if (failures := run_example(played, each, "fast").failures)
    }
    assert len(found.modes[base].examples) > 500
    assert not different


def test_the_shipped_expansion_repeats_nothing_of_the_base() -> None:
    """No record twice, and of the base's files none is there under another name."""
    files = {path.name: path for path in (ROOT / FOLDERS["even_more_wicked"]).rglob("*.yaml")}
    ids = {
        name: re.findall(r"^ *- (?:\{)?id: (\w+)", path.read_text(encoding="utf-8"), re.M)
        for name, path in files.items()
    }
    base = compiled("content/king_of_tokyo").modes["king_of_tokyo"].program
    theirs = {each["id"].partition(":")[2] for each in base["definitions"]}
    assert not theirs & {each for name, found in ids.items() if name.startswith("tiles") for each in found}


# --- the expansion -------------------------------------------------------------------------------


def test_every_record_says_where_it_comes_from() -> None:
    """Base records keep their origin, also where their effect is replaced; the tiles have theirs."""
    catalog = compiled(FOLDERS["even_more_wicked"]).modes["even_more_wicked"].program["catalog"]["records"]
    bare = [name for name, each in catalog.items() if not (each["provenance"] and each["sources"])]
    assert not bare, bare
    assert sum(name.startswith("even_more_wicked:") for name in catalog) == 20
    base = compiled("content/king_of_tokyo").modes["king_of_tokyo"].program["catalog"]["records"]
    for name, each in base.items():
        assert {key: catalog[name][key] for key in ("file", "line", "provenance", "sources")} == {
            key: each[key] for key in ("file", "line", "provenance", "sources")
        }


def test_the_small_expansion_is_whole() -> None:
    """No word of complaint; its examples pass and run all that it adds; random games end."""
    found = compiled(FOLDERS["duel_tides"])
    assert [f"{each.code} {each.position}: {each.message}" for each in found.diagnostics] == []
    mode, played = found.modes["duel_tides"], program("duel_tides", FOLDERS["duel_tides"])
    results = [run_example(played, each) for each in mode.examples]
    failed = {
        f"{each['topic']}/{each['name']}" for each, found in zip(mode.examples, results, strict=True) if found.failures
    }
    assert not failed
    ran = {item for each in results for item in each.covered}
    assert [each.where for each in cover_items(mode.program, mode.own_packs) if each.item not in ran] == []
    monsters = [played.pieces[piece].key for piece in played.monsters]
    for seed in range(4):
        assert play_randomly(played, [monsters[seed], monsters[-1]], seed, dealt=2 * (seed % 2)).decisions > 0


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_card_of_the_duel_line_is_in_play_only_after_its_own_effect(executor: str) -> None:
    """No shipped card tells; one that puts tokens on itself does, for whatever comes into play is empty."""
    found = compiled("tests/expansions/duel_wells")
    assert not found.diagnostics
    (example,) = [each for each in found.modes["duel_wells"].examples if each["topic"] == "deep_well"]
    assert not run_example(program("duel_wells", "tests/expansions/duel_wells"), example, executor).failures


def test_the_guide_shows_the_small_expansion_as_it_is() -> None:
    """Every YAML sample of the page that names a file of it stands in that file."""
    page = (site_docs_dir() / "guide/extend_a_game.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```yaml\n# (\w+\.yaml)\n(.*?)^```$", page, re.M | re.S)
    assert len(shown) >= 3
    for name, text in shown:
        written = (ROOT / FOLDERS["duel_tides"] / name).read_text(encoding="utf-8")
        assert squeezed(text) in squeezed(written), name


def squeezed(text: str) -> Any:
    return " ".join(text.split())
