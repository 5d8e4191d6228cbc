"""Events that did not come as they were announced stand in the log, with who saw to that."""

from __future__ import annotations

from pathlib import Path

import pytest

from kaiju_runtime import Game
from kaiju_runtime.game import EXECUTORS
from kaiju_runtime.trace import Story, describe, players_of, why
from support.packs import compile_tiny

RULES = {
    "push": 'action in act "Push": gain 4 coins',
    "hit": 'action in act "Hit":\n  shuffle pile\n  others lose 2 heart',
    "deal": "when your turn starts:\n  choose an other as foe\n  move gadgets of pile to foe",
}
CASES = {
    "prevented": (
        "before you lose heart if amount > 1: prevent",
        "choice:hit",
        'prevented by nail: "Bat loses 2 hearts"',
    ),
    "lowered": ("before you lose heart: prevent 1", "choice:hit", '1 less by nail: "Bat loses 2 hearts"'),
    "all of it": ("before you lose heart: prevent 2", "choice:hit", 'prevented by nail: "Bat loses 2 hearts"'),
    "raised": ("before an other gains coins: add 3", "choice:push", '3 more by nail: "Ape gains 4 coins"'),
    "forbidden": ("you cannot lose heart", "choice:hit", 'forbidden by nail: "Bat loses 2 hearts"'),
}
UNCHANGED = {
    "another event": ("before you lose coins: prevent", "choice:hit"),
    "nothing changed": ("before you lose heart: prevent count(gadgets of pile)", "choice:hit"),
    "not if": ("before you lose heart if amount > 2: prevent", "choice:hit"),
}


def played(folder: Path, effect: str, key: str, executor: str) -> Game:
    """A game of two, in which Bat has a nail with the effect and Ape does something."""
    program = compile_tiny(folder, rules=RULES, gadgets={"nail": effect})
    game = Game.new(program, monsters=["ape", "bat"], seed=1, first=0, executor=executor)
    game.answer(key)
    return game


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("case", CASES)
def test_what_did_not_come_as_it_was_announced_is_told(tmp_path: Path, case: str, executor: str) -> None:
    effect, key, wanted = CASES[case]
    game = played(tmp_path, effect, key, executor)
    players = players_of(game)
    told = [each for each in game.events if " " in each.name]
    assert [describe(game.program, each, players) for each in told] == [wanted]
    causes = why(game.program, told[0], players)
    assert causes[0].startswith("nail (Bat)") and causes[1].startswith(key.removeprefix("choice:"))
    lines = Story(game.program, players).tell(game.events)
    found = next(line for line in lines if line.text == wanted)
    after = [line for line in lines if line.text.startswith(("Bat loses", "Ape gains"))]
    assert bool(after) == (case in ("lowered", "raised")) and all(line.depth == found.depth for line in after)


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize("case", UNCHANGED)
def test_what_came_as_it_was_announced_has_no_line_of_its_own(tmp_path: Path, case: str, executor: str) -> None:
    game = played(tmp_path, *UNCHANGED[case], executor)
    assert [each.name for each in game.events if " " in each.name] == []
    assert any(each.name == "lose" for each in game.events)


@pytest.mark.parametrize("executor", EXECUTORS)
def test_a_counter_that_only_keeps_books_is_left_out(tmp_path: Path, executor: str) -> None:
    game = played(tmp_path, "before you lose heart: prevent", "choice:hit", executor)
    for each in game.program.data["counters"]:
        each["bookkeeping"] = True
    lines = Story(game.program, players_of(game)).tell(game.events)
    assert lines and not any("nail:" in line.text for line in lines)
