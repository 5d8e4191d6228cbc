"""Parts of the reference site: chances, faces, workings, the grammar's pictures, what is kept between builds."""

from __future__ import annotations

import itertools
import json
import re
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kaiju_compiler.data_files import grammar_file
from kaiju_compiler.parse.grammar import load, words
from kaiju_compiler.pipeline import compile_packs
from kaiju_compiler.wording import Run, Wording
from kaiju_site import build_site
from kaiju_site.cache import Cache
from kaiju_site.chances import at_least, chances, different, percent, same
from kaiju_site.ebnf import Choice, Maybe, Name, Repeat, Sequence, Word, read
from kaiju_site.faces import HIGH, WIDE, Face, Stop, face_svg
from kaiju_site.faces.lettering import shortened, width
from kaiju_site.galleries import shelf_of, shelves_of_all
from kaiju_site.games import Game, games_of
from kaiju_site.icons import spelled
from kaiju_site.interactions import Interactions
from kaiju_site.markup import attributes, scan
from kaiju_site.opening import Opening, opening_of
from kaiju_site.railroad import diagram
from kaiju_site.records import galleries
from kaiju_site.rulebook import home_context
from kaiju_site.samples import fixture_files
from kaiju_site.tracker import tracker_data
from kaiju_site.usage import words_of
from kaiju_site.worked import worked_examples
from kaiju_site.workings import keywords, workings

# --- chances -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "faces", "number"), [(3, 6, 2), (4, 3, 3), (2, 2, 1), (4, 6, 5)])
def test_chances_of_one_and_two_rolls_are_those_of_counting(dice: int, faces: int, number: int) -> None:
    """Every outcome of one roll, and every outcome of a second roll of the dice that did not show the face."""
    one = two = 0
    for first in itertools.product(range(faces), repeat=dice):
        one += first.count(0) >= number
        for second in itertools.product(range(faces), repeat=dice):
            shown = [0 if a == 0 else b for a, b in zip(first, second, strict=True)]
            two += shown.count(0) >= number
    assert at_least(number, dice, faces, 1) == Fraction(one, faces**dice)
    assert at_least(number, dice, faces, 2) == Fraction(two, faces ** (2 * dice))


@pytest.mark.parametrize(("dice", "faces"), [(3, 6), (4, 3), (2, 2)])
def test_chances_of_many_alike_and_of_many_different_are_those_of_counting(dice: int, faces: int) -> None:
    """One roll and two: what is there most, or one of each kind, is kept, and the rest is rolled in every way."""
    one, alike, kinds = [0] * (dice + 1), [0] * (dice + 1), [0] * (dice + 1)
    for first in itertools.product(range(faces), repeat=dice):
        best = max(range(faces), key=first.count)
        one[first.count(best)] += 1
        unique = [first.index(each) for each in set(first)]
        for second in itertools.product(range(faces), repeat=dice):
            shown = [a if a == best else b for a, b in zip(first, second, strict=True)]
            alike[max(shown.count(each) for each in range(faces))] += 1
            kept = [a if die in unique else b for die, (a, b) in enumerate(zip(first, second, strict=True))]
            kinds[len(set(kept))] += 1
    for number in range(1, dice + 1):
        assert same(number, dice, faces, 1) == Fraction(sum(one[number:]), faces**dice)
        assert same(number, dice, faces, 2) == Fraction(sum(alike[number:]), faces ** (2 * dice))
        assert different(number, dice, faces, 2) == Fraction(sum(kinds[number:]), faces ** (2 * dice))


def test_chances_agree_with_the_closed_form() -> None:
    missed = Fraction(5, 6) ** 3
    assert at_least(1, 1, 6, 3) == 1 - missed
    assert at_least(6, 6, 6, 3) == (1 - missed) ** 6
    assert at_least(0, 6, 6, 1) == 1 and at_least(7, 6, 6, 4) == 0


def test_percent_never_rounds_to_nothing_or_all() -> None:
    shown = [percent(Fraction(*each)) for each in ((0, 1), (1, 9999), (1, 8), (9999, 10000), (1, 1))]
    assert shown == ["0 %", "< 0.1 %", "12.5 %", "> 99.9 %", "100 %"]


# --- faces ---------------------------------------------------------------------------------------


def face(text: str = "", **changes: object) -> Face:
    wording = Wording(((Run("text", text),),) if text else ())
    values = {
        "identity": "p:x", "name": "Some Card", "kind": "Keep card", "corner": "5", "fields": (("Buzz", "Cat"),),
        "wording": wording, "icons": ("claw",), **changes,
    }  # fmt: skip
    return Face(**values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "shown",
    [
        face(),
        face("Gain 1."),
        face("word " * 40),
        face("word " * 400),
        face("x" * 500),
        face("Gain 1.", name="A very long name that goes on and on and on and never ends at all, never"),
        face("Gain 1.", name="火の竜 & <b>", stops=(Stop(("claw", "claw")), Stop((), True), Stop((), False, True))),
        face(beast=True),
        face("Gain 1.", beast=True, corner="100"),
        face("Gain 1.", icons=()),
    ],
    ids=lambda each: f"{each.name[:8]}-{len(each.wording.plain())}",
)
def test_a_face_is_a_picture_and_its_text_stays_in_it(shown: Face) -> None:
    """Whatever the length of name and text: well formed, the same each time, every line within the card."""
    text = str(face_svg(shown))
    assert text == str(face_svg(shown))
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == f"0 0 {WIDE} {HIGH}"
    lines = [each for each in root.iter("{http://www.w3.org/2000/svg}text") if "m" not in (each.get("class") or "")]
    assert lines
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        if not (group.get("transform") or "").startswith("translate(0 "):
            continue
        top = float((group.get("transform") or "").removeprefix("translate(0 ").removesuffix(")"))
        size = float(group.get("font-size") or 0)
        for line in group.iter("{http://www.w3.org/2000/svg}text"):
            assert top + float(line.get("y", 0)) <= HIGH - 8
            room = WIDE - float(line.get("x", 0))
            assert line.get("textLength") or width(line.text or "", size) <= room


def test_names_are_cut_to_their_room() -> None:
    assert shortened("short", 100, 10) == "short"
    cut = shortened("a name that is much too long", 60, 10)
    assert cut.endswith("…") and width(cut, 10, True) <= 60
    assert spelled("one") == "1" and spelled("claw") == "" and spelled("") == ""


# --- how records work ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game() -> Game:
    """The made-up game with some cards of its own."""
    return games_of(compile_packs(["harbour"], MemoryReaderOf(cards())))[0]


def MemoryReaderOf(files: dict[str, bytes]):  # type: ignore[no-untyped-def]
    from kaiju_compiler.collect.reader import MemoryReader

    return MemoryReader(files)


EFFECTS = {
    "patience": "when you lose hull:\n  next time before you lose gold: prevent",
    "plug": "before you lose hull: prevent 1",
    "pump": "when you lose hull: gain 1 rum",
    "cannon": "rival loses 2 hull",
    "spyglass": "action in resolve spend 3 coin: gain 1 hull",
    "mast": "modify blows: +1",
    "crow": (
        "when your resolve starts if count(faces where count(it) > 0) = 3: gain 1 rum\n"
        "when your resolve starts if count(faces where count(it) >= 5) > 0: gain 1 rum"
    ),
    "gunner": "once per turn, when you resolve gale if amount >= 2:\n  may: rival loses you.blows hull",
}


def cards(**changed: str) -> dict[str, bytes]:
    records = [
        {"id": name, "name": name.title(), "cost": 1, "type": "crew", "provenance": "house", "effect": effect}
        for name, effect in {**EFFECTS, **changed}.items()
    ]
    return {**fixture_files(), "harbour/own.yaml": json.dumps({"kind": "card", "records": records}).encode()}


def test_wishes_of_the_dice_are_found(game: Game) -> None:
    (row,) = chances(game, 6, game.definition("harbour:spyglass")["abilities"])
    assert row.what == "3 × Coin" and row.values[0] == percent(at_least(3, 6, 3, 1))
    rows = chances(game, 6, game.definition("harbour:crow")["abilities"])
    assert [each.what for each in rows] == ["3 different faces", "5 of any one face"]
    assert not chances(game, 6, game.definition("harbour:pump")["abilities"])


def test_workings_say_what_is_heard_read_and_changed(game: Game) -> None:
    (pump,) = workings(game, game.definition("harbour:pump"))
    assert pump.when.plain() == "When you lose planks" and [each.text for each in pump.changes] == ["barrels of rum"]
    (mast,) = workings(game, game.definition("harbour:mast"))
    assert mast.when.paragraphs == () and [each.text for each in mast.changes] == ["blows"]
    (gunner,) = workings(game, game.definition("harbour:gunner"))
    assert {"once per turn", "may be declined"} <= set(gunner.limits)
    assert [each.text for each in gunner.looks_at] == ["blows"]
    (spyglass,) = workings(game, game.definition("harbour:spyglass"))
    assert spyglass.limits == ("costs: spend 3 Coin",) or spyglass.limits[0].startswith("costs: ")


def test_what_may_not_happen_would_and_effects_inside_effects_count(game: Game) -> None:
    (plug,) = workings(game, game.definition("harbour:plug"))
    assert plug.when.plain() == "When you would lose planks"
    patience = game.definition("harbour:patience")
    assert {"when", "next time", "prevent"} <= set(keywords(patience))
    assert {"when", "next_time", "prevent"} <= set(words_of(patience)) and "next" not in words_of(patience)


def test_interactions_come_from_events_and_numbers(game: Game) -> None:
    found = Interactions.of(game)

    def names(full_id: str) -> dict[str, set[str]]:
        return {title: {link.text for link in links} for title, links, _ in found.groups(full_id)}

    assert "Cannon" in names("harbour:pump")["Answers what these do"]
    assert "Pump" in names("harbour:cannon")["Is answered by"]
    assert "Gunner" in names("harbour:mast")["Changes a number that these look at"]
    assert "Mast" in names("harbour:gunner")["Looks at a number that these change"]
    assert not found.groups("harbour:spyglass") or "Pump" not in names("harbour:spyglass").get("Is answered by", set())


def test_galleries_offer_what_can_choose(game: Game) -> None:
    """A filter is there if its records differ in it; every record of a pack is in the pack's gallery, once."""
    cards_of = next(each for each in galleries(game) if any(record.name == "Pump" for record in each.records))
    shelf = shelf_of(game, cards_of)
    filters = dict(shelf.filters)
    assert {"when", "modify", "once per turn"} <= set(filters["Keyword"]) and "Pack" not in filters
    data = [json.loads(each.data) for each in shelf.items]
    assert all(each["numbers"]["Cost"] >= 0 for each in data)
    everything, *packs = shelves_of_all([game, game])
    assert len(everything.items) == len(game.program["definitions"]) == sum(len(each.items) for each in packs)


def test_the_opening_is_seen_in_a_game(game: Game) -> None:
    opening = opening_of(game, Cache())
    track = game.program["tracks"][0]
    assert opening.dice == 6 and opening.paths == {track["id"]: track["spaces"]}


@pytest.mark.parametrize(
    ("setup", "said"),
    [("shuffle deck", False), ("others gain 1 gold", True), ("rival gains 1 gold", True), ("gain 1 gold", True)],
)
def test_who_is_you_in_a_setup_is_said_before_it(setup: str, said: bool) -> None:
    """The setup is that of the player who begins; no step of it says so."""
    files = fixture_files()
    mode = files["harbour/mode.yaml"].decode()
    files["harbour/mode.yaml"] = re.sub(r"setup: \|\n(?:  .*\n)+", f"setup: {setup}\n", mode).encode()
    (made,) = games_of(compile_packs(["harbour"], MemoryReaderOf(files)))
    assert home_context(made, galleries(made), {})["setup_of_first"] is said


def test_the_tracker_knows_the_declarations(game: Game) -> None:
    text = str(tracker_data(game, Opening(6, {})))
    assert "<" not in text
    data = json.loads(text)
    hull = next(each for each in data["counters"] if each["id"] == "hull")
    assert data["players"] == [2, 2] and len(hull["start"]) == len(data["monsters"]) and hull["start"] == hull["most"]
    assert all(each["id"] != "rolls_left" for each in data["counters"])
    (track,) = data["tracks"]
    assert len(track["spaces"]) == 7 and track["start"] == 3 and track["spaces"][0]["marks"][0][1] == 1


def test_a_worked_example_shows_every_step() -> None:
    example = """
topic: sailing
examples:
  - name: two steps
    dice: [[wave, wave, wave, wave, gale, gale]]
    do: resolve wave
    then: buoy.space = current-2
"""
    files = {**fixture_files(), "harbour/examples/sailing.yaml": example.encode()}
    (made,) = games_of(compile_packs(["harbour"], MemoryReaderOf(files)))
    worked = next(each for each in worked_examples(made) if each.link.text == "Two steps")
    assert len(worked.steps) == 3
    pictures = [ElementTree.fromstring(str(step.lying)) for step in worked.steps]
    places = [
        float(next(e for e in each.iter("circle") if e.get("class") == "marker").get("cx", 0)) for each in pictures
    ]
    assert places[0] > places[1] > places[2]


# --- the grammar ---------------------------------------------------------------------------------


def test_rules_are_read_as_they_are_written() -> None:
    (section,) = read('// --- one ---\n\n// Says a.\na: "x" [b] (c | D+)* -> made\n    | _e?\n')
    (rule,) = section.rules
    assert rule.comment == "Says a."
    loop = Maybe(Repeat(Choice((Name("c"), Repeat(Name("D"))))))
    assert rule.part == Choice((Sequence((Word("x"), Maybe(Name("b")), loop)), Maybe(Name("_e"))))


def test_every_rule_of_the_grammar_has_its_picture() -> None:
    sections = read(grammar_file("effects.lark").read_text("utf-8"))
    rules = {rule.name: rule for section in sections for rule in section.rules}
    assert set(rules) == {str(rule.origin.name) for rule in load().rules if not rule.origin.name.startswith("__")}
    shown = "".join(str(diagram(rule.part, name)) for name, rule in rules.items())
    for name, rule in rules.items():
        ElementTree.fromstring(str(diagram(rule.part, name)))
    missing = [word for spellings in words().values() for word in spellings if f">{word}<" not in shown]
    assert not missing


# --- pages tag by tag ----------------------------------------------------------------------------


def test_tags_are_seen_as_a_browser_sees_them() -> None:
    html = 'a<!-- <b> --><i title="x > y" data-z>b &amp; c</i><script>1 < 2 <p></script><br>d'
    found = [(text, closing, tag) for text, closing, tag, _ in scan(html)]
    assert found == [
        ("a", "", "i"), ("b &amp; c", "/", "i"), ("", "", "script"), ("", "/", "script"), ("", "", "br"),
        ("d", "", ""),
    ]  # fmt: skip
    assert attributes(" title=\"x &gt; y\" data-z class='a b' id=k") == {
        "title": "x > y", "data-z": "", "class": "a b", "id": "k",
    }  # fmt: skip


# --- what is kept --------------------------------------------------------------------------------


def test_a_cache_forgets_what_depends_on_something_else(tmp_path: Path) -> None:
    part = Cache(tmp_path).part("x", {"a": 1})
    part.keep("k", [1])
    part.save()
    assert Cache(tmp_path).part("x", {"a": 1}).get("k") == [1]
    assert Cache(tmp_path).part("x", {"a": 2}).get("k") is None
    (tmp_path / "x.json").write_text("{ no json")
    assert Cache(tmp_path).part("x", {"a": 1}).get("k") is None
    assert Cache().part("x", {"a": 1}).get("k") is None


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_no_page_is_stale_after_a_change(tmp_path: Path) -> None:
    """A build over an older one gives the same bytes as a build from nothing: texts, faces, traces, search, lists."""
    old, new = tmp_path / "old", tmp_path / "new"
    for changed in ({}, {"pump": "when you lose hull: gain 2 rum", "cannon": "rival loses 3 hull"}):
        for name, data in cards(**changed).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        assert build_site([tmp_path / "harbour"], old).ok
    assert build_site([tmp_path / "harbour"], new).ok
    again, fresh = files_of(old / "site"), files_of(new / "site")
    assert again.keys() == fresh.keys()
    assert not [name for name in fresh if again[name] != fresh[name]]
    assert "loses 3" in fresh["harbour/card/cannon.html"].decode()
    assert b"loses 3" in fresh["harbour/card/cannon.svg"] and b"loses 3" in fresh["assets/search_index.js"]
