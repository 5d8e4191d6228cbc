"""Faults against a schema, told in the words of the format (B11)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from kaiju_compiler.data_files import schema_dir
from kaiju_compiler.diagnostics import Diagnostic
from kaiju_compiler.load import load_bytes
from kaiju_compiler.suggest import did_you_mean, near, nearest
from kaiju_compiler.validate import SchemaSet

SCHEMAS = SchemaSet.load(Path(__file__).parent / "cases" / "schema")
CARD = "  - id: nova\n    kind: card\n    cost: 3\n"


def validate(text: str) -> list[Diagnostic]:
    loaded = load_bytes("cards.yaml", text.encode())
    assert loaded.root is not None
    return [*loaded.diagnostics, *SCHEMAS.validate("creature", loaded.root)]


def brief(found: list[Diagnostic]) -> list[str]:
    return [f"{each.position[1]}:{each.position[2]} {each.code}: {each.message}" for each in found]


def test_a_sound_document_has_no_faults() -> None:
    more = "    name: Nova\n    keep: true\n    speed: slow\n    tags: [a, b]\n    amount: [1, 2]\n    effect:\n"
    assert validate(f"records:\n{CARD}{more}    counters: {{a: 1}}\n  - {{id: x, kind: creature, life: 7}}\n") == []


FAULTS = {
    "cots: 3": ("5:5 schema-unknown-field: 'nova' has no field 'cots'", "the fields here are "),
    "naem: 3": ("5:5 schema-unknown-field: 'nova' has no field 'naem'", "did you mean 'name'?"),
    "name: 7": ("5:11 schema-wrong-type: 'name' wants a text, and this is the number 7", 'quote it if it is a text:'),
    "name: true": ("5:11 schema-wrong-type: 'name' wants a text, and this is true", 'quote it if it is a text: "true"'),
    "name: [a]": ("5:5 schema-wrong-type: 'name' wants a text, and this is a list", "write the text itself, without"),
    "name:": ("5:5 schema-wrong-type: 'name' wants a text, and this is nothing", ""),
    "name: ''": ("5:11 schema-wrong-length: 'name' must not be empty", ""),
    f"name: {'x' * 21}": ("5:11 schema-wrong-length: 'name' has 21 characters, and at most 20 are wanted", ""),
    "keep: 'true'": ("5:11 schema-wrong-type: 'keep' wants true or false, and this is a text", "leave out the quotes"),
    "keep: 1": ("5:11 schema-wrong-type: 'keep' wants true or false, and this is the number 1", ""),
    "speed: fats": ("5:12 schema-bad-value: 'speed' is 'slow' or 'fast', and this is 'fats'", "did you mean 'fast'?"),
    "speed: 7": ("5:12 schema-bad-value: 'speed' is 'slow' or 'fast', and this is the number 7", ""),
    "tags: a": ("5:11 schema-wrong-type: 'tags' wants a list, and this is a text", "write a list, even of one item"),
    "tags: []": ("5:5 schema-wrong-length: 'tags' must not be empty", ""),
    "tags: [a, b, a]": ("5:18 schema-duplicate-item: the same item stands twice in 'tags'", ""),
    "tags: [a, {}]": ("5:15 schema-wrong-type: item 2 of 'tags' wants a text, and this is a map", ""),
    "tags: [a, 7]": ("5:15 schema-wrong-type: item 2 of 'tags' wants a text, and this is the number 7", "quote it"),
    "tags:\n      - a\n      -": ("7:7 schema-wrong-type: item 2 of 'tags' wants a text, and this is nothing", ""),
    "amount: x": ("5:13 schema-wrong-type: 'amount' wants a whole number or a list, and this is a text", ""),
    "amount: [1, x]": ("5:17 schema-wrong-type: item 2 of 'amount' wants a whole number, and this is a text", ""),
    "effect: 7": ("5:13 schema-wrong-type: 'effect' wants a text or nothing, and this is the number 7", "quote it"),
    "pay: x": ("5:5 schema-missing-field: the field 'effect' is missing: it goes together with 'pay'", ""),
    "counters: {Big: 1}": (
        "5:16 schema-bad-value: a key here is an id of small letters, digits and _, and this is 'Big'", ""),
    "counters: {a: x}": ("5:19 schema-wrong-type: 'a' wants a whole number, and this is a text", ""),
    "counters: {a: 1, b: 2, c: 3}": (
        "5:5 schema-wrong-length: 'counters' has 3 fields, and at most 2 are wanted", ""),
    "keep: false\n    tags: [a]": ("6:5 schema-unknown-field: 'tags' may not stand here", ""),
}  # fmt: skip


@pytest.mark.parametrize("line", FAULTS)
def test_one_fault_gives_one_diagnostic(line: str) -> None:
    found = validate(f"records:\n{CARD}    {line}\n")
    message, help = FAULTS[line]
    assert brief(found) == [message]
    assert found[0].help.startswith(help) and bool(help) == bool(found[0].help)


RECORDS = {
    "id: Nova Card\n    kind: card\n    cost: 3": [
        "2:9 schema-bad-value: 'id' wants an id of small letters, digits and _, and this is 'Nova Card'",
    ],
    "id: nova\n    kind: card": ["2:5 schema-missing-field: the field 'cost' is missing in 'nova'"],
    "id: nova\n    kind: crad\n    cost: 3": [
        "3:11 schema-bad-value: 'kind' is 'card' or 'creature', and this is 'crad'"
    ],
    "id: nova\n    cost: 3": ["2:5 schema-missing-field: the field 'kind' is missing in 'nova'"],
    "id: nova\n    kind: creature\n    cost: 3": [
        "2:5 schema-missing-field: the field 'life' is missing in 'nova'",
        "4:5 schema-unknown-field: 'nova' has no field 'cost'",
    ],
    "cost: -1\n    kind: card": [
        "2:5 schema-missing-field: the field 'id' is missing in item 1 of 'records'",
        "2:11 schema-bad-value: 'cost' is at least 0, and this is -1",
    ],
    "nova": ["2:5 schema-wrong-type: item 1 of 'records' wants a map, and this is a text"],
    "": ["2:3 schema-wrong-type: item 1 of 'records' wants a map, and this is nothing"],
}


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_is_judged_by_its_declared_kind(record: str) -> None:
    assert brief(validate(f"records:\n  - {record}\n")) == RECORDS[record]


def test_the_whole_document() -> None:
    assert brief(validate("[a]\n")) == ["1:1 schema-wrong-type: this file wants a map, and this is a list"]
    assert brief(validate("")) == ["1:1 schema-wrong-type: this file wants a map, and this is nothing"]
    assert brief(validate("extra: [a]\n")) == ["1:1 schema-missing-field: the field 'records' is missing in this file"]
    assert brief(validate("records:\n  a: 1\n")) == ["1:1 schema-wrong-type: 'records' wants a list, and this is a map"]


def test_a_value_the_loader_refused_is_not_refused_again() -> None:
    found = validate(f"records:\n{CARD}    name: no\n    tags: [1.5]\n    amount: 010\n")
    assert [each.code for each in found] == ["yaml-ambiguous-word", "yaml-number-form", "yaml-number-form"]


@pytest.mark.parametrize(
    ("line", "replacement"),
    [("naem: x", "name"), ("speed: fsat", "fast"), ("name: 7", '"7"'), ("keep: 'true'", "true")],
)
def test_a_fix_mends(line: str, replacement: str) -> None:
    text = f"records:\n{CARD}    {line}\n"
    fix = validate(text)[0].fix
    assert fix is not None and fix.replacement == replacement
    assert validate(text[: fix.span.start] + replacement + text[fix.span.end :]) == []


def test_twelve_faults_in_a_long_file_give_twelve_diagnostics_in_order() -> None:
    faults = ["cots: 1", "name: 7", "speed: fats", "tags: a", "tags: [a, a]", "keep: 1", "name: ''", "amount: x"]
    faults += ["counters: {a: x}", "tags:\n      -", "effect: [x]", "naem: x"]
    lines = ["records:"]
    expected = []
    for i in range(600):
        lines += [f"  - id: card_{i}", "    kind: card", "    cost: 3", "    effect: |", "      gain 1 energy"]
        if i % 50 == 7:
            fault = faults[i // 50].replace("effect: [x]", "pay: [x]")
            lines += ("    " + fault).split("\n")
            expected.append(len(lines))
    assert len(lines) > 3_000
    found = validate("\n".join(lines) + "\n")
    assert [each.position[1] for each in found] == expected


# --- the shipped schemas -------------------------------------------------------------------------


def _references(schema: Any) -> list[str]:
    if isinstance(schema, list):
        return [ref for item in schema for ref in _references(item)]
    if not isinstance(schema, dict):
        return []
    own = [schema["$ref"]] if isinstance(schema.get("$ref"), str) else []
    return own + [ref for value in schema.values() for ref in _references(value)]


def test_shipped_schemas_are_valid_and_refer_only_to_each_other() -> None:
    files = sorted(schema_dir().glob("*.json"))
    for path in files:
        schema = json.loads(path.read_text(encoding="utf-8"))
        Draft202012Validator.check_schema(schema)
        assert path.name.endswith(".schema.json") and schema.get("description"), path
        for ref in _references(schema):
            file = ref.partition("#")[0]
            assert not file or (path.parent / file).is_file(), (path, ref)


# --- did you mean --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "known", "best"),
    [
        ("enregy", ["energy", "enemy", "victory"], "energy"),
        ("lfie", ["life", "line"], "life"),
        ("Energy", ["energy"], "energy"),
        ("corner-store", ["corner_store"], "corner_store"),
        ("xyz", ["energy"], None),
        ("cost", ["cost"], None),
        ("cos", ["cots", "cost"], "cost"),
        ("a", ["b", "a1"], "a1"),
        ("cots", [], None),
        ("q", ["1", "2"], None),  # nothing of it is left: no slip
    ],
)
def test_nearest(word: str, known: list[str], best: str | None) -> None:
    assert nearest(word, known) == nearest(word, reversed(known)) == best


def test_did_you_mean() -> None:
    assert did_you_mean("lfie", ["life"]) == "did you mean 'life'?" and did_you_mean("x", []) == ""
    assert near("card", ["cards", "cart", "hard", "lard"], most=2) == ["cards", "cart"]
