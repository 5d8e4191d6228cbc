"""What packs and modes become: order, inheritance, kinds, fields, boards, pieces, and what is told of mistakes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from kaiju_compiler.collect.evaluate import Facts, NeedsGame
from kaiju_compiler.collect.reader import DiskReader, MemoryReader
from kaiju_compiler.collect.records import MOST_PLAYERS
from kaiju_compiler.data_files import schema_dir
from kaiju_compiler.diagnostics import Diagnostic
from kaiju_compiler.pipeline import Compilation, compile_packs
from kaiju_runtime.coverage import cover_items

ROOT = Path(__file__).parent / "cases" / "collect"
NOWHERE = "no-shipped-content"


def files(*changes: tuple[str, str, str], **more: str) -> dict[str, str]:
    """The two packs of the cases, with texts put in place of others, and whole files instead of theirs."""
    found = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in ROOT.rglob("*.yaml")}
    for path, old, new in changes:
        assert old in found[path], (path, old)
        found[path] = found[path].replace(old, new)
    return found | {name.replace("__", "/") + ".yaml": text for name, text in more.items()}


def compiled(texts: dict[str, str], *paths: str) -> Compilation:
    return compile_packs(paths or ("small", "more"), MemoryReader(texts), NOWHERE)


def told(compilation: Compilation) -> list[tuple[str, str, int]]:
    """Code, path and line of everything that was found."""
    return [(each.code, each.path, each.position[1]) for each in compilation.diagnostics]


def one(compilation: Compilation) -> Diagnostic:
    assert len(compilation.diagnostics) == 1, told(compilation)
    return compilation.diagnostics[0]


@pytest.fixture(scope="module")
def good() -> Compilation:
    return compiled(files())


@pytest.fixture(scope="module")
def small(good: Compilation) -> dict[str, Any]:
    return good.modes["small"].program


@pytest.fixture(scope="module")
def more(good: Compilation) -> dict[str, Any]:
    return good.modes["more"].program


def ids(rows: list[dict[str, Any]]) -> list[str]:
    return [row["id"] for row in rows]


def by_id(rows: list[dict[str, Any]], name: str) -> dict[str, Any]:
    return next(row for row in rows if row["id"] == name)


# --- good packs ------------------------------------------------------------------------------------


def test_good_packs_have_no_findings(good: Compilation) -> None:
    assert told(good) == []
    assert good.left_out == {}
    assert list(good.modes) == ["small", "more"]


def test_the_packs_on_disk_are_those_in_memory(good: Compilation) -> None:
    disk = compile_packs([ROOT], DiskReader(), NOWHERE)
    assert {mode.mode: mode.program for mode in disk.modes.values()} == {
        mode.mode: mode.program for mode in good.modes.values()
    }


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_in_a_pack_is_told_and_nobody_is_waited_for(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text("id: leaky\ntitle: Leaky\nversion: 1.0.0\n", encoding="utf-8")
    os.mkfifo(tmp_path / "cards.yaml")
    assert [each.code for each in compile_packs([tmp_path], DiskReader(), NOWHERE).diagnostics] == ["file-unreadable"]


@pytest.mark.parametrize("paths", [("more", "small"), ("small/cards.yaml", "more"), ("more",), (".",)])
def test_neither_the_order_nor_the_form_of_paths_matters(good: Compilation, paths: tuple[str, ...]) -> None:
    assert compiled(files(), *paths).modes["more"].program == good.modes["more"].program


def test_spaces_of_tracks_places_and_tokens(small: dict[str, Any]) -> None:
    assert ids(small["spaces"]) == [
        *("fame-2", "fame-1", "fame0", "fame+1", "fame+2", "load", "fire"),
        *("top_floor", "balcony", "outside", "bridge/1", "bridge/2/1"),
    ]
    assert [row["marks"] for row in small["spaces"]][:5] == [
        [1, None],
        [None, None],
        [None, "glad"],
        [None, None],
        [2, None],
    ]
    assert by_id(small["spaces"], "fame-1")["bonus"] == "spark"
    assert by_id(small["spaces"], "fire")["body"]["body"]
    assert by_id(small["spaces"], "balcony")["open"] is not None
    assert by_id(small["spaces"], "outside")["crowd"]
    assert by_id(small["spaces"], "bridge/2/1")["token"] == "bridge/2"
    assert by_id(small["places"], "tower")["spaces"] == ["top_floor", "balcony"]
    assert small["players"] == {"least": 2, "most": 4, "start": "outside"}


def test_tracks_and_their_zones(small: dict[str, Any]) -> None:
    assert [(row["form"], row["toward"][:2]) for row in small["tracks"]] == [
        ("fixed", [-1, 1]),
        ("row", [-1, 1]),
        ("ring", []),
    ]
    row = by_id(small["zones"], "rubble")
    assert (row["track"], row["slots"], row["in_play"]) == ("rubble", 5, True)
    assert ids(small["zones"])[:2] == ["box", "area"]


def test_pieces_begin_where_their_kind_or_track_says(small: dict[str, Any]) -> None:
    begins = {row["id"]: (row["zone"], row["space"]) for row in small["pieces"]}
    assert begins["knife/3"] == ("deck", None)
    assert begins["ape"] == ("box", None)
    assert begins["fame"] == (None, "fame0")
    assert begins["gunner"] == (None, "load")
    assert begins["first_tile"] == ("rubble", None)
    assert begins["roller"] == (None, "first_tile")
    assert begins["bridge/2"] == ("reserve", None)
    assert by_id(small["pieces"], "bridge/2")["monster"] == "bee"
    assert by_id(small["pieces"], "bridge/2")["spaces"] == [None, "bridge/2/1", None]
    assert by_id(small["pieces"], "knife/3")["key"] == "knife"


def test_kinds_know_their_members(small: dict[str, Any]) -> None:
    members = {row["id"]: row["definitions"] for row in small["kinds"]}
    assert members["keep"] == ["small:knife", "small:spoon"]
    assert members["belonging"] == [*members["card"], *members["tile"]]
    assert by_id(small["kinds"], "keep")["base"] == "card"
    assert by_id(small["kinds"], "keep")["home"] == "gone"
    assert by_id(small["kinds"], "tile")["space"]


def test_fields_of_one_name_with_two_meanings_are_two(small: dict[str, Any]) -> None:
    assert [(row["id"], row["kind"]) for row in small["fields"]] == [
        *(("difficulty", "number"), ("cost", "number"), ("type", "word"), ("wide", "truth")),
        *(("partner", "piece"), ("type@tile", "word")),
    ]
    assert by_id(small["definitions"], "small:knife")["data"] == [None, 2, "keep", False, "fork", None]
    assert by_id(small["definitions"], "small:bee")["data"] == [1, None, None, None, None, None]
    assert by_id(small["definitions"], "small:first_tile")["data"] == [None, None, None, None, None, "calm"]


def test_a_token_that_looks_alike_from_both_ends_is_not_turned(small: dict[str, Any]) -> None:
    assert by_id(small["definitions"], "small:bridge")["turn"] == "free"
    texts = files(("small/pieces.yaml", "{removed: true}", "{bonus: spark}"))
    assert by_id(compiled(texts).modes["small"].program["definitions"], "small:bridge")["turn"] == "none"


def test_a_counter_may_be_on_players_and_on_pieces(small: dict[str, Any]) -> None:
    assert ids(small["counters"]) == ["life", "energy", "energy@piece", "poison"]
    assert [
        node[4] for ability in by_id(small["definitions"], "small:spoon")["abilities"] for node in ability["body"]
    ] == ["energy@piece"]


def test_a_mode_adds_to_the_one_that_it_extends(small: dict[str, Any], more: dict[str, Any]) -> None:
    assert ids(more["phases"]) == ["roll", "shop", "resolve"]
    assert "shame" in ids(more["counters"]) and "shame" not in ids(small["counters"])
    assert by_id(more["definitions"], "more:ladle")["data"][ids(more["fields"]).index("rank")] == 3
    assert by_id(more["definitions"], "small:fork")["data"][ids(more["fields"]).index("rank")] == 0
    assert len(more["setup"]["body"]) == 2
    members = {row["id"]: set(row["definitions"]) for row in more["kinds"]}
    assert members["belonging"] == members["card"] | members["tile"] | members["token"]


def test_a_mode_replaces_by_name(small: dict[str, Any], more: dict[str, Any]) -> None:
    assert ids(small["rules"]) == [each for each in ids(more["rules"]) if each != "shaming"]
    assert by_id(more["rules"], "last")["abilities"][0]["body"][0][0] == "end_game"
    assert by_id(more["rules"], "last")["name"] == by_id(small["rules"], "last")["name"]
    assert by_id(more["faces"], "bolt")["body"]["body"][0][3] == ["int", 2]
    assert by_id(more["procedures"], "enter")["body"]["body"][0][0] == "gain"


def changing(change: str) -> Compilation:
    """The cases with a record changed by the mode that extends the other."""
    return compiled(files(("more/mode.yaml", "  faces:\n", f"  records:\n    {change}\n  faces:\n")))


def test_a_mode_changes_inherited_records_by_name(small: dict[str, Any]) -> None:
    found = changing('spoon: {cost: 5, note: "A note.", effect: this gains 3 energy}')
    assert told(found) == []
    more = found.modes["more"].program
    assert found.modes["small"].program == small
    before, after = by_id(small["definitions"], "small:spoon"), by_id(more["definitions"], "small:spoon")
    cost = ids(small["fields"]).index("cost")
    assert (before["data"][cost], after["data"][cost]) == (1, 5)
    assert (len(before["abilities"]), len(after["abilities"])) == (1, 0)
    assert (before["abilities"][0]["where"], after["body"]["where"]) == ("small/cards.yaml:31", "more/mode.yaml:21")
    record = more["catalog"]["records"]["small:spoon"]
    assert (record["effect"], record["note"], record["file"]) == ("this gains 3 energy", "A note.", "small/cards.yaml")
    assert record["name"] == "Spoon"


def test_a_counter_on_pieces_is_replaced_by_name_too(small: dict[str, Any], more: dict[str, Any]) -> None:
    names = {each["id"]: (each["name"], each["most"]) for each in more["counters"]}
    assert names["energy@piece"] == ("Charge", ["int", 7])
    assert names["energy"] == ("Energy", None)
    assert names["life"] == ("Health", ["int", 10])


@pytest.mark.parametrize("key", ["id: spork", "kind: tile", "replaces: small:knife"])
def test_a_changed_record_stays_the_record_that_it_is(key: str) -> None:
    found = changing("spoon: {" + key + "}")
    assert [(each.code, each.path) for each in found.diagnostics] == [("schema-unknown-field", "more/mode.yaml")]


def test_a_changed_record_must_still_fit_its_kind() -> None:
    found = changing("spoon: {cost: 12}")
    assert [(each.code, each.path) for each in found.diagnostics] == [("schema-bad-value", "more/mode.yaml")]


def test_a_record_of_the_own_pack_is_changed_where_it_stands() -> None:
    each = one(changing("ladle: {cost: 2}"))
    assert each.code == "mode-unknown-name" and "where it stands" in each.help


def test_a_changed_record_must_be_there() -> None:
    each = one(changing("spon: {cost: 2}"))
    assert (each.code, each.path) == ("mode-unknown-name", "more/mode.yaml") and "'spoon'" in each.help


def test_what_is_new_in_a_mode_is_known(good: Compilation) -> None:
    """Examples of an extension have to show what it brings, a replaced effect included, and nothing else."""
    assert {each.mode: each.own_packs for each in good.modes.values()} == {"small": ("small",), "more": ("more",)}
    found = changing("spoon: {effect: this gains 3 energy}").modes["more"]
    items = cover_items(found.program, found.own_packs)
    assert {each.record for each in items} == {
        "small:spoon",
        "face:bolt",
        "procedure:enter",
        "rule:last",
        "rule:shaming",
        "counter:shame",
    }


def test_a_record_stands_in_for_another(small: dict[str, Any], more: dict[str, Any]) -> None:
    assert "small:knife" in ids(small["definitions"])
    assert "small:knife" not in ids(more["definitions"])
    assert "more:big_knife" in ids(more["definitions"])


def test_the_catalog_tells_where_records_are_from(small: dict[str, Any]) -> None:
    record = small["catalog"]["records"]["small:knife"]
    assert (record["file"], record["line"], record["copies"]) == ("small/cards.yaml", 3, 3)
    assert (record["provenance"], record["sources"], record["examples"]) == ("rulebook", ["B-12"], ["it cuts"])
    assert record["effect"] == "modify count(claw): +1"
    assert small["catalog"]["records"]["small:spoon"]["provenance"] == "house"  # it does not say
    assert small["catalog"]["records"]["small:ape"]["fields"] == {"difficulty": 2, "motto": "Hu!"}
    assert list(small["catalog"]["rules"]) == ["small:cutting"]


# --- examples --------------------------------------------------------------------------------------


def test_examples_are_data(good: Compilation) -> None:
    cuts, wins = good.modes["small"].examples
    assert cuts["record"] == "small:knife" and wins["record"] is None
    assert (cuts["monsters"], cuts["players"], cuts["seed"], cuts["turn"]) == (["ape", "bee"], 2, 1, 2)
    assert [(step["verb"], step["words"]) for step in cuts["do"]] == [
        ("keep", ["claw", "bolt", "bolt"]),
        ("resolve", ["all"]),
    ]
    assert (wins["monsters"], wins["options"], wins["turn"]) == (["ape", "bee", "cat"], {"hard": True}, 1)
    assert wins["do"][0] == {"verb": "answer", "who": ["seat_ref", 2], "words": ["no"], "label": None, "line": 9}
    assert wins["do"][1] == {"verb": "play", "who": ["seat_ref", 2], "words": ["roll"], "label": None, "line": 10}
    assert cuts["then"][0]["where"] == "small/cards.yaml:23"


def test_examples_are_played_in_the_mode_of_their_pack(good: Compilation) -> None:
    assert good.modes["more"].examples == []


# --- mistakes --------------------------------------------------------------------------------------


def test_a_broken_card_hides_nothing_and_is_left_out() -> None:
    texts = files(
        ("small/cards.yaml", "gain 1 energy; gain 1 poison", "gain 1 enrgy"),
        ("small/cards.yaml", "this gains 1 energy", "this gains 1 enrgy"),
    )
    found = compiled(texts)
    assert [path for _, path, _ in told(found)] == ["small/cards.yaml"] * 2
    assert found.left_out["small"]["small:fork"] == "it has errors"
    assert found.left_out["small"]["small:spoon"] == "it has errors"
    assert found.left_out["small"]["small:knife"] == "it names 'fork', which is left out"
    assert "knife/it cuts" in found.left_out["small"]
    assert not any("fork" in row["id"] for row in found.modes["small"].program["pieces"])


def test_what_several_modes_share_is_told_once() -> None:
    found = compiled(files(("small/mode.yaml", "eliminate you", "eliminate yu")))
    assert [code for code, _, _ in told(found)] == ["name-unknown"]
    assert found.modes == {}
    assert set(found.left_out) == {"small", "more"}


def test_a_file_that_cannot_be_read_is_told_alone() -> None:
    found = compiled(files() | {"small/cards.yaml": "records: [\n"})
    assert {code for code, _, _ in told(found)} == {"yaml-syntax"}
    assert found.modes == {}


def test_two_packs_with_one_record_id() -> None:
    texts = files(("more/cards.yaml", "id: ladle", "id: fork"))
    for paths in (("small", "more"), ("more", "small")):
        each = one(compiled(texts, *paths))
        assert (each.code, each.path, each.related[0][0].path) == (
            "record-duplicate",
            "more/cards.yaml",
            "small/cards.yaml",
        )
        assert "small:fork" in each.message and "more:fork" in each.message
        assert "replaces: small:fork" in each.help


def test_one_id_in_two_kinds_is_refused_too() -> None:
    each = one(compiled(files(("small/pieces.yaml", "id: wild_tile", "id: spoon"))))
    assert each.code == "record-duplicate"


@pytest.mark.parametrize(
    ("path", "old", "new", "code", "help"),
    [
        ("more/mode.yaml", "extends: small", "extends: smal", "mode-missing", "small"),
        ("more/mode.yaml", "last: {", "lost: {", "mode-unknown-name", "last"),
        ("more/mode.yaml", "energy: {holder", "enrgy: {holder", "mode-unknown-name", "energy"),
        ("more/mode.yaml", "enter: |", "entr: |", "mode-unknown-name", "enter"),
        ("more/mode.yaml", "id: shame,", "id: poison,", "mode-entry-duplicate", "replace: counters"),
        ("more/mode.yaml", "after: roll", "after: rol", "mode-unknown-name", "roll"),
        ("more/pack.yaml", "requires: [small]", "requires: [smal]", "pack-missing", "small"),
        ("small/mode.yaml", "home: gone\n  - {id: keep", "home: gon\n  - {id: keep", "mode-unknown-name", "gone"),
        ("small/mode.yaml", "any_of: [card, tile]", "any_of: [card, tle]", "mode-unknown-name", "tile"),
        ("small/mode.yaml", "partner: card", "partner: crad", "mode-unknown-name", "card"),
        (
            "small/mode.yaml",
            "bonus: spark}\n  - {id: rubble",
            "bonus: spork}\n  - {id: rubble",
            "mode-unknown-name",
            "spark",
        ),
        ("small/mode.yaml", "start: outside", "start: outsid", "mode-unknown-name", "outside"),
        ("small/mode.yaml", "most: claw", "most: clw", "mode-unknown-name", "claw"),
        ("small/cards.yaml", "type: gone", "type: gon", "schema-bad-value", "gone"),
        ("small/cards.yaml", "partner: fork", "partner: frk", "schema-bad-value", "fork"),
        ("small/cards.yaml", "dice: [[claw,", "dice: [[clw,", "example-unknown-name", "claw"),
        (
            "small/cards.yaml",
            "[[claw, bolt, bolt]]",
            "[[Claw, Bolt, bolt]]",
            "example-unknown-name",
            "[claw, bolt, bolt]",
        ),
        ("small/cards.yaml", "[[claw, bolt, bolt]]", "[claw, bolt, bolt]", "schema-wrong-type", "[[claw, bolt, bolt]]"),
        ("small/cards.yaml", "resolve all", 'use "Knif"', "label-unknown", "Knife"),
        ("small/examples/turns.yaml", 'not offered "Knife"', "not offered knife", "claim-unknown", 'offered "knife"'),
        ("small/cards.yaml", "keep claw bolt bolt", "kep claw bolt bolt", "example-step", "keep"),
        ("small/cards.yaml", "resolve all", "resolve al", "example-step", "all"),
        ("small/pieces.yaml", "kind: token", "kind: tokn", "record-unknown-kind", "token"),
        ("small/cards.yaml", "kind: card\n", "", "record-unknown-kind", "card"),
        ("small/pieces.yaml", "{bonus: spark}, {ins", "{bonus: sprk}, {ins", "schema-bad-value", "spark"),
        ("small/rules.yaml", "knife/it cuts", "knife/it cut", "name-cited-unknown", "it cuts"),
        ("small/examples/turns.yaml", "hard: true", "hrd: true", "example-unknown-name", "hard"),
        ("small/examples/turns.yaml", "play to roll", "play to rol", "example-step", "roll"),
        ("small/examples/turns.yaml", "bee answers", "be answers", "example-step", "bee"),
        ("small/examples/turns.yaml", "mode: small", "mode: smal", "example-unknown-name", "small"),
    ],
)
def test_a_mistyped_name_is_told_with_the_right_one(path: str, old: str, new: str, code: str, help: str) -> None:
    found = compiled(files((path, old, new)))
    each = next((each for each in found.diagnostics if each.code == code), None)
    assert each is not None, told(found)
    assert each.path == path
    assert help in each.help or (each.fix is not None and help in each.fix.replacement)


def test_a_check_of_a_pack_names_the_records() -> None:
    each = one(compiled(files(("small/cards.yaml", "cost: 4\n    type: gone", "cost: 0\n    type: gone")), "small"))
    assert each.code == "record-check-failed" and "'fork'" in each.message
    assert each.related[0][0].path == "small/pack.yaml"


def test_what_a_check_counts_waits_for_records_with_errors() -> None:
    """A card that is left out would be missed by every check that counts cards, which hides the mistake itself."""
    counted = ("small/pack.yaml", "always count(cards where cost > 3) <= 1", "always count(cards where cost = 2) = 1")
    slip = ("small/cards.yaml", "modify count(claw): +1", "modify count(clww): +1")
    found = {code for code, _, _ in told(compiled(files(counted, slip), "small"))}
    assert "record-check-failed" not in found and found
    dearer = ("small/cards.yaml", "cost: 2\n    type: keep\n    copies: 3", "cost: 3\n    type: keep\n    copies: 3")
    assert "record-check-failed" in {code for code, _, _ in told(compiled(files(counted, dearer), "small"))}


def test_packs_in_a_circle_and_packs_of_one_id() -> None:
    circle = files(("small/pack.yaml", "version: 1.0.0", "version: 1.0.0\nrequires: [more]"))
    assert "pack-circle" in {code for code, _, _ in told(compiled(circle))}
    twin = files() | {"twin/pack.yaml": files()["small/pack.yaml"]}
    each = next(each for each in compiled(twin, "small", "twin").diagnostics if each.code == "pack-duplicate")
    assert {each.path, each.related[0][0].path} == {"small/pack.yaml", "twin/pack.yaml"}


def test_a_pack_of_cards_alone_is_told_that_nobody_plays_with_it() -> None:
    texts = files(
        extra__pack="id: extra\ntitle: Extra\nversion: 1.0.0\nrequires: [small]\n",
        extra__cards="kind: card\nrecords: [{id: cup, name: Cup, cost: 1, type: keep}]\n",
    )
    each = one(compiled(texts, "extra"))
    assert (each.code, each.severity) == ("pack-without-mode", "warning")


def test_where_there_is_nothing() -> None:
    assert [code for code, _, _ in told(compiled(files(), "elsewhere"))] == ["pack-not-found"]
    assert compiled(files(), "elsewhere").modes == {}


def test_a_declared_thing_that_nothing_uses() -> None:
    each = one(
        compiled(files(("small/mode.yaml", "stats:\n", "stats:\n  - {id: reach, name: reach, base: 0}\n")), "small")
    )
    assert (each.code, each.severity) == ("declared-but-unused", "warning")


@pytest.mark.parametrize(
    ("asked", "raised", "found"),
    [
        ("you.life >= 11", "", 1),
        ("you.life >= 10", "", 0),
        ("you.life < 11", "", 0),
        ("not you.life != 11", "", 0),
        ("you.life >= 11", "modify life.max: +5", 0),
        ("you.energy = 90", "", 0),
        ("you.life <= 0", "", 0),
    ],
)
def test_a_number_that_a_counter_never_has(asked: str, raised: str, found: int) -> None:
    texts = files(("small/mode.yaml", "as soon as you.life = 0: el", f"{raised}\n      as soon as {asked}: el"))
    assert [each.code for each in compiled(texts, "small").diagnostics] == ["counter-out-of-reach"] * found


# --- evaluating ------------------------------------------------------------------------------------


def test_what_a_game_knows_is_not_known_before() -> None:
    facts = Facts({"a": {"cost": 3}, "b": {"cost": None}}, {"card": ["a", "b"]})
    cards = ["pieces", "card", None, ""]
    assert facts.value(["size", ["select", cards, [">", ["data", "cost", ["it"]], ["int", 2]]]]) == 1
    assert facts.value(["size", ["select", cards, ["<", ["data", "cost", ["it"]], ["int", 0]]]]) == 1
    assert facts.value(["/", ["neg", ["int", 7]], ["int", 2]]) == -4
    with pytest.raises(NeedsGame):
        facts.value(["get", "life", ["you"]])


def test_examples_of_a_pack_that_is_only_required_may_be_for_games_not_given() -> None:
    """Packs that several games share have examples for one of them, which cite what that one plays with."""
    texts = files(("small/cards.yaml", "proves: [knife, B-12]\n", "proves: [knife, other_card]\n        mode: other\n"))
    assert told(compiled(texts, "more")) == []
    assert [each.code for each in compiled(texts, "small").diagnostics] == ["example-unknown-name"]


def test_who_play_where_nothing_is_said_are_as_many_as_could_be() -> None:
    """The number stands in the schema too, which no code reads for it."""
    schema = json.loads((schema_dir() / "mode.schema.json").read_text(encoding="utf-8"))
    assert schema["properties"]["players"]["properties"]["most"]["maximum"] == MOST_PLAYERS
