"""What an example's steps take and refuse, what its claims say when they fail, and what may count as a proof."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from kaiju_compiler.pipeline import compile_packs
from kaiju_runtime.example_proof import strangers
from kaiju_runtime.examples import ExampleResult, run_example
from kaiju_runtime.game import program_from_data
from support.packs import MODE, errors_of, write_pack

RULES = {"won": "as soon as you.coins = 1000: win", "throw": "when your act starts: roll 2 dice"}
TAKING = "action in act:\n  choose a gadget of others where you.coins > 0 as taken\n  move taken to you"
GADGETS = {
    "stall": 'once per turn, action in act "Sell" pay 1 heart: gain 3 coins',
    "fair": """
        action in act "Ride" pay 1 heart: gain 1 coins
        action in act "Swing" pay 1 heart: gain 2 coins
    """,
    "armour": "modify heart.max: +5, at most 22",
    "dear": "action in act pay 9 heart: gain 1 coins",
    "poor": "action in act if you.heart > 7: gain 1 coins",
    "stranger": "when your turn ends: gain 1 coins",
}


def compiled(folder: Path, example: str, rules: dict[str, str], mode: str) -> Any:
    pack = write_pack(folder, rules=rules, gadgets=GADGETS, mode=mode)
    (pack / "examples").mkdir()
    text = indent(dedent(example).strip(), " " * 4)
    (pack / "examples/e.yaml").write_text(f"mode: tiny\nexamples:\n  - name: e\n{text}\n", encoding="utf-8")
    return compile_packs([str(pack)])


def played(folder: Path, example: str, rules: dict[str, str] = RULES, mode: str = MODE) -> ExampleResult:
    compilation = compiled(folder, example, rules, mode)
    assert not errors_of(compilation)
    mode = compilation.modes["tiny"]
    return run_example(program_from_data(mode.program), mode.examples[0])


def told(result: ExampleResult) -> list[tuple[int, str, str]]:
    return [(each.line, each.expected, each.found) for each in result.failures]


# --- options by the id of their record ------------------------------------------------------------


def test_an_id_takes_the_action_with_a_label(tmp_path: Path) -> None:
    result = played(
        tmp_path,
        """
        given: move stall to area of you
        do: use stall
        then: |
          you.coins = 3
          offered "stall"
        """,
    )
    assert not told(result)


def test_an_usable_card_is_not_proven_unusable_by_its_id(tmp_path: Path) -> None:
    result = played(tmp_path, "given: move stall to area of you\ndo: use stall\nerror: illegal-answer")
    assert [each.found for each in result.failures] == ["no error"]


@pytest.mark.parametrize("end", ["error: illegal-answer", "then: refused", "then: you.coins = 1"])
def test_an_id_with_several_actions_asks_for_the_label(tmp_path: Path, end: str) -> None:
    [(line, _, found)] = told(played(tmp_path, f"given: move fair to area of you\ndo: use fair\n{end}"))
    assert line == 5 and found == 'it offers several: name one of "Ride", "Swing"'


def test_an_answer_to_what_was_not_asked_says_that_one_candidate_is_no_question(tmp_path: Path) -> None:
    """In a game of two there is one other: nobody is asked which one is meant."""
    rules = RULES | {"hit": 'action in act "Hit":\n  choose an other as foe\n  foe loses 2 heart'}
    [(line, _, found)] = told(played(tmp_path, 'do: |\n  use "Hit"\n  answer bat\nthen: you.coins = 0', rules))
    assert line == 6
    assert found == "seat 1 may answer choice:hit, pass; where there is one candidate alone, nobody is asked"


@pytest.mark.parametrize(
    ("more", "do", "reason"),
    [
        ("", "use fair", "fair lies in the pile; offered were Sell"),
        ("", 'use "Ride"', "offered were Sell"),
        ("move fair to area of rival", "use fair", "fair is with Bat; offered were Sell"),
        ("", "use stall\n  use stall", "the action of stall (tiny/gadgets.yaml:6) has been used in this turn"),
        (
            "move dear to area of you",
            "use dear",
            "the action of dear (tiny/gadgets.yaml:19) costs 9 hearts, and there are 5",
        ),
        (
            "move poor to area of you",
            "use poor",
            "the action of poor (tiny/gadgets.yaml:23) asks for 5 > 7, which is not so",
        ),
        (
            "move fair to area of rival",
            "buy fair",
            "the action of taking (tiny/mode.yaml:37) wants 0 > 0, which is not so",
        ),
        ("", "buy fair", "the action of taking (tiny/mode.yaml:37) chooses from elsewhere: fair lies in the pile"),
    ],
)
def test_a_step_that_cannot_be_done_says_what_was_lacking(more: str, do: str, reason: str, tmp_path: Path) -> None:
    """So that one sees whether the phase, the price, the place or the name was wrong."""
    example = (
        f"given: |\n  move stall to area of you\n  set you.heart to 5\n  {more}\ndo: |\n  {do}\nthen: you.coins = 0"
    )
    [(_, _, found)] = told(played(tmp_path, example, RULES | {"taking": TAKING}))
    assert found == f"it was not offered before the turn was over: {reason}"


# --- texts between quotes -------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["Sell", "sell", "choice:sell", "stall", "gadget:stall", "Done", "pass", "moon"])
@pytest.mark.parametrize("text", ["2 Moon", "Moon, Sun", "dice:moon+sun", "Ape", "gadget:stall#2", "yes", "Yes"])
def test_what_the_engine_calls_an_option_is_known(tmp_path: Path, label: str, text: str) -> None:
    assert not errors_of(
        compiled(tmp_path, f'then: |\n  not offered "{label}" to you\n  not offered "{text}"', RULES, MODE)
    )


@pytest.mark.parametrize("step", ['use "Sall"', 'answer "Sall"', 'ape answers "dice:mon+sun"'])
def test_a_misspelt_label_of_a_step_is_told(tmp_path: Path, step: str) -> None:
    [found] = errors_of(compiled(tmp_path, f"do: |\n  {step}\nerror: illegal-answer", RULES, MODE))
    assert found.startswith("label-unknown: no option in the mode is called")


def test_a_label_is_not_judged_while_records_with_errors_are_left_out(tmp_path: Path) -> None:
    compilation = compiled(tmp_path, 'then: not offered "Smash it"', RULES, MODE)
    assert len(errors_of(compilation)) == 1
    gadgets = tmp_path / "tiny/gadgets.yaml"
    gadgets.write_text(gadgets.read_text("utf-8").replace("gain 3 coins", "gain 3 cions"), "utf-8")
    assert [each.partition(":")[0] for each in errors_of(compile_packs([str(tmp_path / "tiny")]))] == ["name-unknown"]


# --- proofs ----------------------------------------------------------------------------------------


def test_a_record_that_takes_no_part_is_not_proven(tmp_path: Path) -> None:
    result = played(
        tmp_path, "proves: [stall, stranger]\ngiven: move stall to area of you\ndo: end turn\nthen: you.coins = 0"
    )
    [(line, expected, _)] = told(result)
    assert line == 4 and expected == "stranger, which this is to prove, takes part"


def test_a_record_that_acts_or_is_named_is_proven(tmp_path: Path) -> None:
    acting = "proves: [stranger]\ngiven: move stranger to area of you\ndo: end turn\nthen: you.coins = 1"
    assert not told(played(tmp_path / "acting", acting))
    named = "proves: [stranger]\ndo: end turn\nthen: stranger in pile"
    assert not told(played(tmp_path / "named", named))


# --- what is given ---------------------------------------------------------------------------------


def test_a_counter_beyond_an_end_that_nothing_raises_is_told(tmp_path: Path) -> None:
    [found] = errors_of(compiled(tmp_path, "given: set you.coins to 1000001\nthen: you.coins = 1", RULES, MODE))
    assert found.startswith("counter-range: `coins` goes from 0 to 1000000")


def test_a_counter_may_be_set_as_far_as_something_has_raised_it(tmp_path: Path) -> None:
    setting = "given: |\n  move armour to area of you\n  set you.heart to {}\nthen: you.heart = 22"
    assert not told(played(tmp_path / "raised", setting.format(22)))
    assert told(played(tmp_path / "beyond", setting.format(23))) == [(6, "hearts set to 23", "it goes up to 22")]


# --- the second seat ------------------------------------------------------------------------------


def test_rival_is_the_second_seat_however_many_play(tmp_path: Path) -> None:
    result = played(
        tmp_path,
        """
        monsters: [ape, bat, cat]
        given: move stranger to area of bat.owner
        do: |
          end turn
          rival answers pass
        then: |
          rival.coins = 1
          rival = bat.owner
          happened rival gains 1 coins
          not happened you gain coins
          offered "Done" to rival
        """,
    )
    assert not told(result)


# --- what is said of a failure ---------------------------------------------------------------------


def test_a_throw_of_the_wrong_size_is_told_where_it_stands(tmp_path: Path) -> None:
    dice = "dice:\n  - [moon, sun]\n  - [moon]\ndo: |\n  end turn\n  end turn\nthen: you.coins = 0"
    [(line, _, found)] = told(played(tmp_path, dice))
    assert line == 6 and found == "example-dice: throw 2 is of 2 dice, but the example scripts 1"


DAWN = MODE.replace("phases:\n", "phases:\n  - {id: dawn, name: Dawn, ends: pass}\n")
DUSK = MODE.replace("ends: pass}\n", "ends: pass}\n  - {id: dusk, name: Dusk, ends: you.coins >= 0}\n")


@pytest.mark.parametrize("mode", [DAWN, DUSK], ids=["dawn", "dusk"])
@pytest.mark.parametrize("end", ["end phase", "pass"])
def test_laid_out_dice_are_not_thrown_in_a_turn_that_no_step_leads_to(end: str, mode: str, tmp_path: Path) -> None:
    """Phases in which nothing can be done are passed over, but not those of the next turn."""
    rules = {"throw": "when your act starts: roll 2 dice"} if mode is DAWN else {"throw": "action in act: roll 2 dice"}
    example = f"""
        dice: [[moon, moon], [sun, sun]]
        do: {end}
        then: |
          not happened rival rolls dice
          active = rival
    """
    assert not told(played(tmp_path, example, rules, mode))


def test_a_turn_without_a_question_that_matters_stays_at_its_beginning(tmp_path: Path) -> None:
    """The last phase is not asked for, so that to pass the one before would end the turn."""
    example = "dice: [[moon, moon]]\ndo: play to act of rival\nthen: you.coins = 2"
    rules = {"dues": "when your turn ends: gain 2 coins"}
    assert not told(played(tmp_path, example, rules, DUSK))
    example = "do: play to act\nthen: you.coins = 0"
    assert not told(played(tmp_path / "here", example, rules, DUSK))


@pytest.mark.parametrize("step", ["end turn", "play to turn of rival", "play to act of rival"])
def test_a_step_into_another_turn_leads_up_to_what_can_be_done_there(step: str, tmp_path: Path) -> None:
    """Whoever throws next throws what is laid out next."""
    example = f"""
        dice: [[moon, moon], [sun, sun]]
        do: {step}
        then: |
          happened rival rolls dice
    """
    result = played(tmp_path, example, {"throw": "when your act starts: roll 2 dice"}, DAWN)
    assert not told(result)
    assert [each.dice for each in result.events if each.name == "roll"] == [(0, 0), (1, 1)]


def test_nobody_is_said_in_words(tmp_path: Path) -> None:
    failing = played(tmp_path / "none", "given: move stall to area of you\nthen: stall.owner = none")
    assert [each.found for each in failing.failures] == ["stall.owner is Ape"]
    other = played(tmp_path / "other", "then: stall.owner = you")
    assert [each.found for each in other.failures] == ["stall.owner is none; you is Ape"]


# --- found by a fresh reader ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "label", "then", "found"),
    [
        (["blank"], None, [], []),
        ([], "Blank", [], []),
        ([], "gadget:blank", [], []),
        ([], None, [{"offered": "Blank"}], []),
        ([], "Fair", [{"offered": "gadget:fair"}], ["blank"]),
    ],
)
def test_a_record_takes_part_however_it_is_named(words: Any, label: Any, then: Any, found: Any, tmp_path: Path) -> None:
    gadgets = {"blank": "when you lose coins: gain 1 coins", "fair": "when you lose coins: gain 1 coins"}
    compilation = compile_packs([str(write_pack(tmp_path, rules=RULES, gadgets=gadgets))])
    assert not errors_of(compilation)
    data = compilation.modes["tiny"].program
    data["definitions"] = [each | {"name": str(each["name"]).capitalize()} for each in data["definitions"]]
    step = {"words": words, "label": label}
    example = {"record": None, "proves": ["blank"], "given": [], "then": then, "monsters": [], "do": [step]}
    assert list(strangers(data, example, set())) == found


def test_that_nothing_was_refused_and_who_has_not_won_can_be_said(tmp_path: Path) -> None:
    result = played(
        tmp_path,
        """
        given: move stall to area of you
        do: use stall
        then: |
          not refused
          not winner = you
        """,
    )
    assert told(result) == []


def test_rules_are_known_by_id_and_key(tmp_path: Path) -> None:
    for number, text in enumerate(('not offered "won"', 'not offered "rule:won"')):
        folder = tmp_path / str(number)
        folder.mkdir()
        compilation = compiled(folder, f"then: {text!r}", RULES, MODE)
        assert [each.code for each in errors_of(compilation)] == []


def test_one_who_plays_alone_has_no_rival(tmp_path: Path) -> None:
    alone = MODE.replace("players: {least: 2", "players: {least: 1")
    assert alone != MODE
    pack = write_pack(tmp_path, rules=RULES, gadgets=GADGETS, mode=alone)
    (pack / "examples").mkdir()
    said = "given: set rival.coins to 4\n    do: rival passes\n    then: rival.coins = 4"
    for monsters, codes in (("[ape]", ["pronoun-rival"] * 3), ("[ape, bat]", [])):
        text = f"mode: tiny\nexamples:\n  - name: e\n    monsters: {monsters}\n    {said}\n"
        (pack / "examples/e.yaml").write_text(text, encoding="utf-8")
        assert [each.code for each in compile_packs([str(pack)]).diagnostics if each.code.startswith("pron")] == codes
