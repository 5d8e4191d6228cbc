"""The wording: every word of the language has a template, every case reads as it is written down, nothing is left out.

``python tests/test_wording.py --update`` writes the expected texts of ``tests/cases/wording/`` anew; read them aloud.
"""

from __future__ import annotations

import html
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from ruamel.yaml.scalarstring import LiteralScalarString

from fixtures_scope import scope_of
from kaiju_compiler import syntax
from kaiju_compiler.data_files import data_root
from kaiju_compiler.parse import parse_effect
from kaiju_compiler.pipeline import compile_packs
from kaiju_compiler.resolve import Context, Numbering, resolve_effect, resolve_procedures
from kaiju_compiler.source import Source, Text
from kaiju_compiler.symbols import Scope, Type
from kaiju_compiler.wording import (
    Printer,
    Wording,
    label_of_action,
    label_of_offer,
    of_bonus,
    of_counter,
    of_face,
    of_option,
    of_procedure,
    of_record,
    of_rule,
    of_space,
    of_statement,
)
from kaiju_compiler.wording.clauses import clause
from kaiju_compiler.wording.idioms import first_match
from kaiju_compiler.wording.language import language
from kaiju_compiler.wording.names import nodes_of
from kaiju_compiler.wording.sentences import finished
from kaiju_compiler.wording.switches import decided, only_decides
from kaiju_runtime.primitives import FORMS, OPERATIONS, VERBS

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "cases" / "wording"
DRAFTS = Path(__file__).parent / "cases" / "drafts"
SYSTEMS = {
    "duel": ["duel_mode", "duel_cards", "duel_monsters", "duel_tokens"],
    "base": ["base_mode", "base_cards"],
    "wicked": ["base_mode", "wicked_mode", "wicked_tiles"],
    "bay": ["duel_mode", "bay_mode", "bay_monsters"],
}
ABILITY: dict[str, Any] = {
    "id": 1,
    "form": "resolve",
    "first": False,
    "once": -1,
    "stage": 0,
    "on": None,
    "if": None,
    "offer": None,
    "cost": None,
    "window": "",
    "label": "",
    "body": [],
    "locals": 2,
    "stat": None,
    "of": None,
    "for": None,
    "changes": [],
    "self": False,
    "until": [],
    "reads": [],
    "writes": [],
    "table": False,
    "where": "",
}
PATTERN: dict[str, Any] = {
    "event": "",
    "key": None,
    "tests": {},
    "arguments": [],
    "slot": -1,
    "bound": "",
    "whole": False,
}


def read(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


# --- cases of nodes ---------------------------------------------------------------------------------------------------


def filled(value: Any) -> Any:
    """A case with what its abilities and patterns leave out."""
    if isinstance(value, list):
        return [filled(each) for each in value]
    if not isinstance(value, dict):
        return value
    found = {key: filled(each) for key, each in value.items()}
    if "form" in found:
        return {**ABILITY, **found}
    if "event" in found:
        who = found.pop("who", None)
        if who is not None:
            found["tests"] = {"who": ["=", ["it"], who], **found.get("tests", {})}
        return {**PATTERN, **found}
    return found


PROGRAM: dict[str, Any] = filled(read(FOLDER / "program.yaml"))
CASES: dict[str, list[dict[str, Any]]] = read(FOLDER / "nodes.yaml")
EXPECTED: dict[str, dict[str, str]] = read(FOLDER / "nodes.expected.yaml")


def said(sort: str, case: dict[str, Any]) -> str:
    """How a case reads."""
    printer = Printer(PROGRAM)
    if sort == "abilities":
        return finished([printer.ability(filled(case["ability"]))]).plain()
    if sort == "conditions":
        return finished([clause(printer.speaker(), case["node"])]).plain()
    ability = filled({"form": "resolve", "body": case.get("block") or [case["node"]]})
    return finished([printer.ability(ability)]).plain()


@pytest.mark.parametrize(
    ("sort", "case"),
    [pytest.param(sort, case, id=f"{sort}-{case['name']}") for sort, cases in CASES.items() for case in cases],
)
def test_a_node_reads_as_expected(sort: str, case: dict[str, Any]) -> None:
    text = said(sort, case)
    assert text == EXPECTED[sort][case["name"]]
    assert well_formed(text)


# --- drafts of the four systems ---------------------------------------------------------------------------------------


def sections(name: str) -> list[tuple[str, Text]]:
    """The drafts of a file with their titles."""
    text = (DRAFTS / f"{name}.eff").read_text(encoding="utf-8")
    source = Source(f"{name}.eff", text)
    heads = [(m.start(), m.end(), m[1]) for m in re.finditer(r"^## (.*)\n", text, re.M)]
    ends = [start for start, _, _ in heads[1:]] + [len(text)]
    return [
        (title, Text(text[start:end], source, range(start, end + 1)))
        for (_, start, title), end in zip(heads, ends, strict=True)
    ]


def items_of(system: str) -> list[tuple[str, str, syntax.Effect]]:
    """File, title and tree of every draft of a system."""
    return [
        (name, title, parse_effect(text)[0])
        for name in SYSTEMS[system]
        for title, text in sections(name)
        if title != "invariants"
    ]


def procedures_of(effects: list[syntax.Effect], scope: Scope, numbering: Numbering, totals: list[Any]) -> list[Any]:
    """The procedures of a system; one that is defined again replaces the one before."""
    defines: dict[str, syntax.Define] = {}
    for effect in effects:
        defines |= {item.name.id: item for item in effect.items if isinstance(item, syntax.Define)}
    found = tuple(defines.values())
    made = resolve_procedures(syntax.Effect(found[0].span, found), scope, Context("procedure", numbering, totals))
    return [{"name": each["id"], "params": each["parameters"], **each} for each in made.procedures]


def owner_of(name: str, title: str) -> tuple[str, str]:
    """Whose an effect is, and of what kind of piece."""
    if title.startswith("face"):
        return "face", ""
    if title.startswith("counter"):
        return "counter", ""
    if title.startswith("debris"):
        return "space", "debris"
    kind = {"duel_tokens": "token", "wicked_tiles": "tile"}.get(name, "card" if "cards" in name else "")
    kind = {"king_stop_1": "stopper", "kraken token": "trap"}.get(title, "fan" if title.startswith("fan ") else kind)
    return ("piece", kind) if kind or "monsters" in name else ("rule", "")


def tables_of(system: str, scope: Scope) -> dict[str, Any]:
    """The tables of a program, from what the scope declares and what ``names.yaml`` calls it."""
    names = read(FOLDER / "names.yaml")["every"]
    tables: dict[str, Any] = {"definitions": [], "rules": []}
    for kind, table in (
        ("counter", "counters"),
        ("face", "faces"),
        ("stat", "stats"),
        ("bonus", "bonuses"),
        ("zone", "zones"),
        ("place", "places"),
        ("space", "spaces"),
        ("track", "tracks"),
        ("phase", "phases"),
        ("option", "options"),
        ("piece", "pieces"),
        ("field", "fields"),
        ("space_field", "space_fields"),
        ("value", "values"),
        ("kind", "kinds"),
    ):
        rows = {symbol.id: symbol for found in scope.tables.get(kind, {}).values() for symbol in found}
        tables[table] = [
            {"id": each, **called(names.get(table, {}), each), **extra(kind, symbol)} for each, symbol in rows.items()
        ]
    return tables


def called(names: dict[str, Any], name: str) -> dict[str, Any]:
    entry = names.get(name.partition("@")[0], {"name": name.replace("_", " ")})
    return dict(entry)


def extra(kind: str, symbol: Any) -> dict[str, Any]:
    """What the wording reads of an entry beside its name."""
    home = {"card": "power_deck", "debris": "debris_stack", "fan": "fans"}
    if kind == "kind":
        return {
            "base": symbol.parents[-1]
            if symbol.parents and symbol.parents[-1] != "belonging"
            else "card"
            if symbol.id == "keep"
            else symbol.id,
            "home": home.get(symbol.id),
        }
    if kind == "piece":
        return {"zone": None, "definition": symbol.id}
    if kind == "field":
        return {"kinds": list(symbol.parents), "kind": symbol.type.name}
    if kind == "value":
        return {"kind": symbol.type.name + "*" * symbol.type.many}
    return {"base": ["int", 3] if symbol.id != "hits" else ["count"]} if kind == "stat" else {}


@cache
def drafts(system: str) -> tuple[dict[str, Any], dict[str, list[tuple[Any, str, str]]]]:
    """The program of a system's drafts, and for each title its abilities with their owner and kind."""
    scope, numbering, totals = scope_of(system), Numbering(), []
    items = items_of(system)
    procedures = procedures_of([effect for _, _, effect in items], scope, numbering, totals)
    found: dict[str, list[tuple[Any, str, str]]] = {}
    for name, title, effect in items:
        rest = tuple(item for item in effect.items if not isinstance(item, syntax.Define))
        owner, kind = owner_of(name, title)
        this = Type("piece", of=kind) if owner == "piece" else Type("piece") if owner == "space" else None
        made = resolve_effect(syntax.Effect(effect.span, rest), scope, Context(owner, numbering, totals, this))
        parts = [each for each in (made.body, *made.abilities) if each is not None]
        if parts:
            found[f"{name}/{title}"] = [(each, owner, kind) for each in parts]
    return {**tables_of(system, scope), "procedures": procedures, "totals": totals, "words": []}, found


def draft_text(system: str, title: str) -> str:
    """How a draft reads, one line an ability."""
    program, found = drafts(system)
    printer = Printer(program)
    lines = []
    for ability, owner, kind in found[title]:
        noun = printer.names.noun("kinds", kind).one if kind else "Monster"
        face = title.partition("face ")[2].partition(" ")[0] if owner == "face" else None
        lines.append(printer.ability(ability, noun, face))
    return finished(lines).plain()


DRAFT_TEXTS: dict[str, dict[str, str]] = read(FOLDER / "drafts.expected.yaml")


@pytest.mark.parametrize("system", SYSTEMS)
def test_drafts_read_as_expected(system: str) -> None:
    _, found = drafts(system)
    texts = {title: draft_text(system, title) for title in found}
    expected = DRAFT_TEXTS[system]
    assert texts.keys() == expected.keys()
    for title, text in texts.items():
        assert text == expected[title].strip(), title
        assert well_formed(text), title


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_of_a_draft_is_missing(system: str) -> None:
    program, found = drafts(system)
    for title, parts in found.items():
        assert missing(program, [ability for ability, _, _ in parts], draft_text(system, title)) == [], title


# --- the shipped content ----------------------------------------------------------------------------------------------


@cache
def content(folder: str = "content") -> dict[str, Any]:
    """The programs of the modes in a folder, without what has errors."""
    return {name: each.program for name, each in compile_packs([str(ROOT / folder)]).modes.items()}


PRINTED_BY = {
    "rules": of_rule,
    "faces": of_face,
    "bonuses": of_bonus,
    "counters": of_counter,
    "spaces": of_space,
    "procedures": of_procedure,
}


def content_texts(program: dict[str, Any]) -> dict[str, Wording]:
    """Every record, rule, face, bonus, counter, space and procedure of a program."""
    found = {each["id"]: of_record(program, each["id"]) for each in program["definitions"]}
    for table, printed in PRINTED_BY.items():
        found |= {f"{table}/{each['id']}": printed(program, each["id"]) for each in program[table]}
    return found


@pytest.mark.parametrize("folder", ["content", "tests/packs"])
def test_every_record_is_complete_and_well_formed(folder: str) -> None:
    for mode, program in content(folder).items():
        for name, wording in content_texts(program).items():
            text = wording.plain()
            assert text == "" or all(well_formed(line) for line in text.splitlines()), (mode, name, text)
        for each in program["definitions"]:
            abilities = [each["body"], *each["abilities"]] if each["body"] else each["abilities"]
            assert missing(program, abilities, of_record(program, each["id"]).plain()) == [], (mode, each["id"])


def test_the_content_reads_as_expected() -> None:
    expected = read(FOLDER / "content.expected.yaml")
    for mode, program in content().items():
        for name, wording in content_texts(program).items():
            if name in expected.get(mode, {}):
                assert wording.plain() == expected[mode][name].strip(), name


# --- properties -------------------------------------------------------------------------------------------------------


def well_formed(text: str) -> bool:
    """Capital and full stop, single spaces, balanced punctuation, nothing unfilled."""
    return all(
        (
            re.match(r"[“(]?[A-Z0-9]", text) is not None,
            text.endswith((".", ".)")),
            "  " not in text,
            not re.search(r" [,.;:]|,[,.;:]|\.\.|[{}\[\]|_]|\bNone\b|[\x00-\x09\x0b-\x1f]", text),
            text.count("(") == text.count(")"),
            text.count("“") == text.count("”"),
            not re.search(
                r"(?<!\.[A-Z])[.!?] [a-z]", text
            ),  # an abbreviation such as R.U.R. may stand within a sentence
        )
    )


def missing(program: dict[str, Any], abilities: list[Any], text: str) -> list[str]:
    """What is in the nodes and not in the text: numbers, names, budgets, durations."""
    lower = text.lower()
    found = [each for each in wanted(program, abilities) if not any(stands_in(way.lower(), lower) for way in each)]
    return [" | ".join(each) for each in found]


def switches(program: dict[str, Any], ability: dict[str, Any]) -> bool:
    """Whether an ability changes a stat that only switches what values of the mode are: these are named instead."""
    stat = ability["stat"]
    speaker = Printer(program).speaker()
    return bool(stat and stat[0] == "stat" and decided(speaker, stat[1]) and only_decides(speaker, stat[1]))


def stands_in(way: str, text: str) -> bool:
    """Whether a word or number stands in a text, not within another."""
    return re.search(rf"(?<![0-9a-z]){re.escape(way)}(?![0-9a-z])", text) is not None


def wanted(program: dict[str, Any], abilities: list[Any]) -> list[tuple[str, ...]]:
    """For everything that must be in the text, the ways to say it."""
    abilities = [each for each in abilities if not switches(program, each)]
    implied = implied_counters(abilities)
    sizes = {each.get("slots") for each in program["zones"] if each.get("track")}
    ways: list[tuple[str, ...]] = []
    for ability in abilities_in(abilities):
        if ability["once"] >= 0:
            ways.append(("once per turn", "once on each of"))
        if ability["first"]:
            ways.append(("This comes before other effects",))
        if ability["until"]:
            ways.append(("until",))
    for node in nodes_of(abilities):
        if node[0] == "int" and len(node) == 2 and isinstance(node[1], int):
            full = ("complete",) if node[1] in sizes else ()
            ways.append((*number_ways(node[1]), *full))
        elif node[0] == "record" and node[4]:
            ways.append(("until",))
        for table, name in named_in(node):
            if (table, name) not in implied:
                ways.append(names_of(Printer(program), table, name))
    return ways


def number_ways(number: int) -> tuple[str, ...]:
    if number == 0:
        return tuple(f"{word}" for word in language().data["zero_words"])
    words = [language().data[table].get(number) for table in ("often", "ordinals")]
    words += language().data["multiples"]["of"].get(number, {}).values()
    return (str(number), *(word for word in words if word), *(("top",) if number == 1 else ()))


PRINTED = ("counters", "faces", "stats", "places", "zones", "phases", "bonuses", "tracks", "kinds", "space_fields")


def named_in(node: list[Any]) -> list[tuple[str, str]]:
    """The counters, faces and stats that a node names."""
    operands = (
        OPERATIONS[node[0]].operands
        if node[0] in OPERATIONS
        else ((("node", "r"), ("who", "e?"), *FORMS[node[0]].operands) if node[0] in FORMS else ())
    )
    return [
        (storage[2:], value)
        for (_, storage), value in zip(operands, node[1:], strict=False)
        if storage.startswith("c:") and storage[2:] in PRINTED and isinstance(value, str)
    ]


def names_of(printer: Printer, table: str, name: str) -> tuple[str, ...]:
    entry = printer.names.entry(table, name)
    noun = printer.names.noun(table, name)
    return (entry["name"], entry.get("one", entry["name"]), noun.one, noun.many)


def implied_counters(abilities: list[Any]) -> set[tuple[str, str]]:
    """What special cases leave out: one pays with the counter that everything is paid with."""
    found = set()
    for node in nodes_of(abilities):
        special = first_match(language().idioms["clauses"], node)
        if special is not None:
            found |= {("counters", special[1][f"${name}"]) for name in special[0].implied}
    return found


def abilities_in(value: Any) -> list[Any]:
    if isinstance(value, dict):
        inner = [each for part in value.values() for each in abilities_in(part)]
        return [value, *inner] if "form" in value and "until" in value else inner
    return [each for part in value for each in abilities_in(part)] if isinstance(value, list) else []


def test_every_operation_has_a_template() -> None:
    words = language()
    special = {"label", "select", "pieces", "every"}  # said by the templates of what they are made of
    for op, operation in OPERATIONS.items():
        section = (
            "statements"
            if operation.role == "control" and not operation.result
            else ("clauses" if operation.result == "truth" else "phrases")
        )
        sections = (section, "extremes")
        assert op in special or any(words.find(f"{each}.{op}") is not None for each in sections), (section, op)
    for op in FORMS:
        assert words.find(f"statements.{op}") is not None, op


def test_every_event_has_a_template() -> None:
    words = language()
    events = {event.event for verb in VERBS.values() for event in verb.events} | {"call", "reroll"}
    for event in events:
        assert words.find(f"events.{event}") is not None, event
    for boundary in ("turn_starts", "turn_ends", "phase_starts", "phase_ends"):
        for way in ("when", "before", "until", "next"):
            assert {way, f"any_{way}"} <= words.data[boundary].keys()


def test_every_change_of_a_stat_has_a_template() -> None:
    for kind in ("count", "stat", "price", "most"):
        limits = {"at most", "at least", "only at most", "only at least"}
        assert language().data["modify"][kind].keys() == {"+", "-", "*", "=", *limits}


def test_every_statement_and_phrase_is_in_some_case() -> None:
    used = {node[0] for cases in CASES.values() for case in cases for node in nodes_of(filled(case))}
    never = {*OPERATIONS, *FORMS} - used - {"turned", "first"}
    assert not never


@pytest.mark.parametrize(
    ("verb", "past"),
    [
        ("yield", "yielded"),
        ("buy", "bought"),
        ("use", "used"),
        ("carry", "carried"),
        ("play", "played"),
        ("rob", "robbed"),
        ("reach level", "reached level"),
        ("steal", "did steal"),
    ],
)
def test_what_was_done(verb: str, past: str) -> None:
    """Procedures are verbs that authors choose; a past that is not known is said with "did"."""
    assert language().past(verb) == past


@pytest.mark.parametrize(
    ("phase", "gerund"),
    [("plan", "planning"), ("bid", "bidding"), ("resolve", "resolving"), ("tie", "tying"), ("buy", "buying")],
)
def test_a_phase_as_what_is_being_done(phase: str, gerund: str) -> None:
    """ "When planning": a short verb doubles its last letter, once."""
    assert language().ending("gerund", phase) == gerund


# --- labels and runs --------------------------------------------------------------------------------------------------


def test_every_language_says_the_same_things() -> None:
    for path in data_root().glob("grammar/wording/*.yaml"):
        other = language(path.stem).data
        assert other.keys() == language().data.keys(), path.name
        for section, entries in language().data.items():
            if isinstance(entries, dict) and section not in ("endings", "idioms"):
                assert other[section].keys() == entries.keys(), (path.name, section)


def test_labels_are_short_orders_with_their_price() -> None:
    pull = ["call", 1, ["you"], "pull", [["int", 1], ["piece_ref", "fame"]]]
    buy = ["call", 1, ["you"], "buy", [["local", 0, "pick", "piece"]]]
    cost = {"verb": "pay", "number": ["int", 2], "what": "energy", "source": None}
    assert of_statement(PROGRAM, pull) == "Pull Fame 1"
    assert of_option(PROGRAM, [buy], {0: "Acid Attack"}, (6, "energy")) == "Buy Acid Attack (6 Energy)"
    action = {**ABILITY, "form": "action", "cost": cost, "body": [pull]}
    assert label_of_action(PROGRAM, action) == "Pull Fame 1 (2 Energy)"
    assert label_of_action(PROGRAM, {**action, "label": "Sweep", "cost": None}) == "Sweep"
    assert label_of_offer(PROGRAM, {"who": None, "label": "", "cost": cost}, [pull]) == "Pull Fame 1 (2 Energy)"


@pytest.mark.parametrize(
    "name, told",
    [
        ("Buy Power Cards", "When buying Power Cards, you may pull Fame 1."),
        ("Acting", "When acting, you may pull Fame 1."),
        ("Set up camp", "When setting up camp, you may pull Fame 1."),
        ("After the dice", "After the dice, you may pull Fame 1."),
        ("Fate", "During the Fate phase, you may pull Fame 1."),
        ("Night Market", "During the Night Market phase, you may pull Fame 1."),
        ("Dusk Phase", "During the Dusk phase, you may pull Fame 1."),
        ("The Storm", "During the Storm phase, you may pull Fame 1."),
    ],
)
def test_a_phase_is_something_that_is_done_or_a_time(name: str, told: str) -> None:
    pull = ["call", 1, ["you"], "pull", [["int", 1], ["piece_ref", "fame"]]]
    phases = [{**each, "name": name} if each["id"] == "buy" else each for each in PROGRAM["phases"]]
    action = {**ABILITY, "form": "action", "window": "buy", "body": [pull]}
    assert finished([Printer({**PROGRAM, "phases": phases}).ability(action)]).plain() == told


def test_icons_and_keywords_are_runs_of_their_own() -> None:
    printer = Printer(PROGRAM)
    wording = finished([printer.ability({**ABILITY, "body": [["gain", 1, ["you"], ["int", 2], "energy"]]})])
    assert [(run.kind, run.text, run.icon) for run in wording.paragraphs[0]] == [
        ("text", "Gain 2 ", ""),
        ("icon", "Energy", "bolt"),
        ("text", ".", ""),
    ]
    assert wording.to_html(html.escape) == (
        '<p>Gain 2 <span class="wording-icon" data-about="counters:energy" data-icon="bolt">Energy</span>.</p>'
    )


# --- updating ---------------------------------------------------------------------------------------------------------


def update() -> None:
    """Writes all expected texts anew."""
    nodes = {sort: {case["name"]: said(sort, case) for case in cases} for sort, cases in CASES.items()}
    write("nodes.expected.yaml", nodes)
    write(
        "drafts.expected.yaml",
        {
            system: {title: LiteralScalarString(draft_text(system, title) + "\n") for title in drafts(system)[1]}
            for system in SYSTEMS
        },
    )
    write(
        "content.expected.yaml",
        {
            mode: {
                name: LiteralScalarString(wording.plain() + "\n")
                for name, wording in content_texts(program).items()
                if wording.paragraphs
            }
            for mode, program in content().items()
        },
    )


def write(name: str, data: Any) -> None:
    yaml = YAML()
    yaml.width = 4096
    with (FOLDER / name).open("w", encoding="utf-8") as file:
        file.write("# How the cases read. Written by `python tests/test_wording.py --update`.\n")
        yaml.dump(data, file)


if __name__ == "__main__" and "--update" in sys.argv:
    update()
