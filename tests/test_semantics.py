"""What the words of the rules mean: small packs, a few answers and what comes of them (``cases/semantics``).

A case has a name, why it must be so, rules and gadgets, a setup, players, seed, the answers given and what is
expected: a counter by seat, or one of ``READERS``. Of a map (``zones``, ``unspent``, ``offers``) only the named
entries are looked at. ``mode`` adds to the roomier mode of ``support/packs.py``. A case that is ``open`` is a known
mistake: what is found must differ until it is mended, and then moves to the file of its topic.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from kaiju_runtime import Game
from support.packs import compile_tiny, roomy_mode

FOLDER = Path(__file__).parent / "cases" / "semantics"
FIELDS = {"name", "why", "rules", "gadgets", "setup", "mode", "players", "seed", "answers", "expect", "open"}
WAIT = {"wait": 'action in act "wait": gain 1 idle'}

READERS: dict[str, Callable[[Game, dict[str, Any]], Any]] = {
    "asked": lambda game, view: game.decision and game.decision.player,
    "kind": lambda game, view: game.decision and game.decision.kind,
    "number": lambda game, view: game.decision and [game.decision.least, game.decision.most],
    "prompt": lambda game, view: game.decision and game.decision.prompt,
    "keys": lambda game, view: keys_of(game),
    "labels": lambda game, view: game.decision and [option.label for option in game.decision.options],
    "winners": lambda game, view: game.result and list(game.result.winners),
    "alive": lambda game, view: [player["alive"] for player in view["players"]],
    "places": lambda game, view: [player["place"] for player in view["players"]],
    "roll": lambda game, view: len(view["roll"]),
    "unspent": lambda game, view: view["unspent"],
    "zones": lambda game, view: {zone: found["count"] for zone, found in view["zones"].items() if zone != "hand"},
}


def cases() -> list[Any]:
    """One parameter for each case of each file; an open one must fail."""
    found = []
    for path in sorted(FOLDER.glob("*.yaml")):
        for case in YAML(typ="safe").load(path.read_text(encoding="utf-8")):
            marks = [pytest.mark.xfail(strict=True, raises=pytest.fail.Exception)] if case.get("open") else []
            found.append(pytest.param(case, id=f"{path.stem}: {case['name']}", marks=marks))
    return found


@pytest.mark.parametrize("executor, copies", [("reference", False), ("fast", False), ("fast", True)])
@pytest.mark.parametrize("case", cases())
def test_a_rule_means_what_it_says(tmp_path: Path, case: dict[str, Any], executor: str, copies: bool) -> None:
    """Copies of a game log nothing, and are the same game."""
    game = play(tmp_path, case, executor, copies)
    found = {key: read(game, key, wanted) for key, wanted in case["expect"].items()}
    if found != case["expect"]:
        pytest.fail(f"{case['why']}\nexpected {case['expect']}\nfound    {found}")


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_cases_are_whole(path: Path) -> None:
    """No misspelt field, no name twice, and open cases only in the file for them."""
    found = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    assert len({case["name"] for case in found}) == len(found)
    for case in found:
        assert set(case) <= FIELDS and {"name", "why", "rules", "expect"} <= set(case)
        assert case.get("open", False) == (path.stem == "open")


def play(folder: Path, case: dict[str, Any], executor: str, copies: bool) -> Game:
    """The game of a case after its answers, perhaps each given to a copy."""
    mode = roomy_mode(case.get("setup", "shuffle pile"), **case.get("mode", {}))
    program = compile_tiny(folder, rules=case["rules"] | WAIT, gadgets=case.get("gadgets"), mode=mode)
    players, seed = case.get("players", 2), case.get("seed", 1)
    game = Game.new(program, players=players, seed=seed, first=0, executor=executor)
    for key in case.get("answers", []):
        game = game.clone() if copies else game
        game.answer(key)
    return game


def read(game: Game, key: str, wanted: Any) -> Any:
    """What there is, in the shape of what is wanted."""
    view = game.view(None)
    if key == "offers":
        return {each: each in keys_of(game) for each in wanted}
    if key not in READERS:
        return [player["counters"][key] for player in view["players"]]
    found = READERS[key](game, view)
    return {each: found[each] for each in wanted} if isinstance(found, dict) else found


def keys_of(game: Game) -> list[str]:
    return [] if game.decision is None else list(game.decision.keys())
