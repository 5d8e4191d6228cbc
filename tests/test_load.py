"""The YAML loader: values, refusals, caps; file positions are in test_positions.py."""

from __future__ import annotations

from typing import Any

import pytest

from kaiju_compiler.document import Mapping, Sequence
from loading import PACK, codes, load_text, only, places

# --- values --------------------------------------------------------------------------------------

VALUES: list[tuple[str, Any]] = [
    ("7", 7),
    ("-7", -7),
    ("0", 0),
    ("9007199254740991", 2**53 - 1),
    ("true", True),
    ("false", False),
    ("null", None),
    ("~", None),
    ("", None),
    ("Corner Store", "Corner Store"),
    ("12:30", "12:30"),
    ("1.2.3", "1.2.3"),
    ("7 dice", "7 dice"),
    ("a#b", "a#b"),
    ("a # b", "a"),
    ("http://x", "http://x"),
    ("-x", "-x"),
    ("=", "="),
    ("<<", "<<"),
    ("nope", "nope"),
    ('"NO"', "NO"),
    ("'1.10'", "1.10"),
    ('"7"', "7"),
    ("[]", []),
    ("{}", {}),
    ("[1, a b, [x]]", [1, "a b", ["x"]]),
    ("{a: 1, b: {c: d}}", {"a": 1, "b": {"c": "d"}}),
    ("\ta\t", "a"),
    ("a\tb", "a\tb"),
    ('"a\\tb\\u00e9\\x41\\U0001F600\\\\"', "a\tbéA😀\\"),
]


@pytest.mark.parametrize(("written", "value"), VALUES)
def test_a_value_is_what_a_reader_thinks(written: str, value: Any) -> None:
    loaded = load_text(f"key: {written}\n")
    assert loaded.diagnostics == ()
    assert isinstance(loaded.root, Mapping)
    assert loaded.root.to_data() == {"key": value}
    assert type(loaded.root.to_data()["key"]) is type(value)


REFUSED = {
    "yaml-ambiguous-word": "no No NO yes Yes YES on On ON off Off OFF y Y n N True TRUE False FALSE Null NULL",
    "yaml-number-form": "1.10 1. .5 1e3 1.5e-3 +5 007 010 0x1F 0o17 0b11 1_000 -0 .inf -.inf .nan",
    "yaml-number-too-large": "9007199254740992 -9007199254740992 " + "9" * 5000,
    "yaml-date": "2024-01-02 2024-1-2 2024-01-02T03:04:05Z",
}


@pytest.mark.parametrize(("code", "word"), [(code, word) for code, words in REFUSED.items() for word in words.split()])
def test_a_word_in_doubt_is_refused_as_value_and_as_key(code: str, word: str) -> None:
    value = load_text(f"key: {word}\n")
    assert places(value) == [(code, 1, 6)]
    assert isinstance(value.root, Mapping)
    assert value.root.to_data() == {"key": word}
    assert only(value).fix is None  # quotes make a text of it, and who knows whether one is wanted
    if len(word) < 1000:  # a longer key is not seen as one
        assert places(load_text(f"{word}: value\n")) == [(code, 1, 1)]


@pytest.mark.parametrize("word", ["1", "true", "false", "null", "~"])
def test_a_key_is_a_text(word: str) -> None:
    assert places(load_text(f"a: 1\n{word}: value\n")) == [("yaml-key-not-text", 2, 1)]


@pytest.mark.parametrize("text", ["? [a]\n: 1\n", "{a: 1}: 2\n", "? \n: 1\n", ": 1\n"])
def test_a_key_is_no_list_map_or_nothing(text: str) -> None:
    assert "yaml-key-not-text" in codes(load_text(text))


def test_getters() -> None:
    root = load_text("name: Nova\ncost: 5\nkeep: true\ntags: [a, b]\nmore: {x: 1}\nnone:\n").root
    assert isinstance(root, Mapping)
    assert root.string("name") == "Nova" and root.string("cost", "?") == "?"
    assert root.integer("cost") == 5 and root.integer("keep", -1) == -1
    assert root.flag("keep") and not root.flag("name")
    assert [item.to_data() for item in root.sequence("tags")] == ["a", "b"] and root.sequence("more") == ()
    more, key, cost = root.mapping("more"), root.key("more"), root.text("cost")
    assert more is not None and more.integer("x") == 1 and root.mapping("tags") is None
    assert key is not None and key.span.line == 5
    assert cost is not None and cost.value == "5"
    assert root.text("none") is None and root.get("absent") is None
    assert "name" in root and root.keys() == ("name", "cost", "keep", "tags", "more", "none")


def test_spans_of_lists_and_maps() -> None:
    root = load_text("a:\n  - b\n  - {c: d,\n     e: [f]}\nz: 1\n").root
    assert isinstance(root, Mapping)
    assert root.span.text == "a:\n  - b\n  - {c: d,\n     e: [f]}\nz: 1"
    items = root.get("a")
    assert isinstance(items, Sequence) and items.span.text == "- b\n  - {c: d,\n     e: [f]}"
    assert items.items[1].span.text == "{c: d,\n     e: [f]}"


def test_an_empty_file_holds_nothing() -> None:
    for text in ("", "# only a comment\n", "---\n", "\ufeff"):
        loaded = load_text(text)
        assert loaded.diagnostics == () and loaded.root is not None and loaded.root.to_data() is None


# --- one file stored in several ways (B04) -------------------------------------------------------


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_byte_order_mark_and_line_ends_do_not_matter(bom: str, end: str) -> None:
    plain, other = load_text(PACK), load_text(bom + PACK.replace("\n", end))
    assert other.source == plain.source and other.root == plain.root and other.diagnostics == ()


@pytest.mark.parametrize(
    "text",
    [
        "key:\tvalue\n",
        "key: value\t\n",
        "key: value\t# comment\n",
        "key:\t|\t# comment\n  value\n",
        "key: 'value'\t\n",
        "key:\t\n  - value\t\n",
        "\t\nkey: value\n\t# comment\n",
        "-\tvalue\n",
        "key: [\ta,\n\tb\t]\n",
        "key: a\tb\n",
    ],
)
def test_a_tab_may_separate(text: str) -> None:
    assert load_text(text).diagnostics == ()


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("key:\n\tvalue: 1\n", 2, 1),
        ("key:\n  a: 1\n\tb: 2\n", 3, 1),
        ("key:\n  a: 1\n  \tb: 2\n", 3, 3),
        ("key:\n  - a\n\t- b\n", 3, 1),
        ("-\tkey: value\n", 1, 2),
        ("-\t- value\n", 1, 2),
        ("key: |\n\tvalue\n", 2, 1),
        ("key: |\n  value\n\tvalue\n", 3, 1),
        ("\tkey: value\n", 1, 1),
    ],
)
def test_a_tab_may_not_indent(text: str, line: int, column: int) -> None:
    found = only(load_text(text))
    assert (found.code, *found.position[1:]) == ("yaml-tab-indent", line, column)
    assert "tab" in found.message


# --- keys (B03) ----------------------------------------------------------------------------------


def test_each_duplicate_key_names_both_lines() -> None:
    loaded = load_text("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\na: 4\nb: 5\na: 6\n")
    assert places(loaded) == [("yaml-duplicate-key", line, column) for line, column in [(5, 3), (6, 1), (7, 1), (8, 1)]]
    assert [(each.related[0][0].line, each.span and each.span.line) for each in loaded.diagnostics] == [
        (3, 5), (1, 6), (2, 7), (1, 8),
    ]  # fmt: skip
    for each in loaded.diagnostics:
        assert f"line {each.related[0][0].line}" in each.message and f"line {each.position[1]}" in each.message
    assert isinstance(loaded.root, Mapping) and loaded.root.to_data() == {"a": 1, "b": {"c": 1, "d": 2}}


def test_keys_that_look_different_may_be_the_same() -> None:
    assert codes(load_text('name: 1\n"name": 2\n')) == ["yaml-duplicate-key"]


def test_duplicates_above_a_syntax_error_are_reported_too() -> None:
    assert codes(load_text("a: 1\na: 2\nb: [1\n")) == ["yaml-duplicate-key", "yaml-syntax"]


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("a: &x 1\nb: *x\n", "yaml-alias", 1, 4),
        ("a: *x\n", "yaml-alias", 1, 4),
        ("&x\na: 1\n", "yaml-alias", 1, 1),
        ("&x a: 1\nb: 2\n", "yaml-alias", 1, 1),
        ("a: &x [*x]\n", "yaml-alias", 1, 4),
        ("a: !!str 10\n", "yaml-tag", 1, 4),
        ("!mine\na: 1\n", "yaml-tag", 1, 1),
        ("!<tag:x> a: 1\nb: 2\n", "yaml-tag", 1, 1),
        ("%YAML 1.1\n---\na: 1\n", "yaml-directive", 1, 1),
        ("%TAG ! tag:x,2000:\n---\na: 1\n", "yaml-directive", 1, 1),
        ("a: 1\n---\nb: 2\n", "yaml-several-documents", 2, 1),
        ("a: 1\n...\nb: 2\n", "yaml-several-documents", 3, 1),
        ("a: 1\n<<: {b: 2}\n", "yaml-merge-key", 2, 1),
        ('a: "x\\qy"\n', "yaml-bad-escape", 1, 6),
        ('a: "x\\e[31m"\n', "yaml-bad-escape", 1, 6),
        ('a: "\\ud83d"\n', "yaml-bad-escape", 1, 5),
        ('a: "\\U00110000"\n', "yaml-bad-escape", 1, 5),
        ('a: "\\u202e"\n', "yaml-bad-escape", 1, 5),
        ('a: "\\x1"\n', "yaml-bad-escape", 1, 5),
        ('a: "x\nb: 2\n', "yaml-unclosed-quote", 1, 4),
        ("a: 'x\nb: it's\n", "yaml-unclosed-quote", 1, 4),
        ('a: "x', "yaml-unclosed-quote", 1, 4),
        ('a: "x\\', "yaml-unclosed-quote", 1, 4),
        ("a: x: y\n", "yaml-syntax", 1, 5),
        ("a: 1\nword\nb: 2\n", "yaml-syntax", 2, 1),
        ("a:\n  - 1\n - 2\n", "yaml-syntax", 3, 2),
        ("a:\n   b: 1\n  c: 2\n", "yaml-syntax", 3, 3),
        ("a: [1, 2\nb: 3\n", "yaml-syntax", 2, 2),
        ("a: [1, 2", "yaml-syntax", 1, 4),
        ("a: {b: 2", "yaml-syntax", 1, 4),
        ("a: ]\n", "yaml-syntax", 1, 4),
        ("a: @x\n", "yaml-syntax", 1, 4),
        ("a: `x`\n", "yaml-syntax", 1, 4),
        ("a: 'x' y\n", "yaml-syntax", 1, 8),
        ("a: - b\n", "yaml-syntax", 1, 4),
        ("a: |x\n  b\n", "yaml-syntax", 1, 4),
        ("a: |0\n  b\n", "yaml-syntax", 1, 4),
        ("a: |\n     \n  b\n", "yaml-syntax", 2, 1),
    ],
)
def test_refusals(text: str, code: str, line: int, column: int) -> None:
    found = only(load_text(text))
    assert (found.code, *found.position[1:]) == (code, line, column)
    assert found.help and found.severity == "error"


def test_independent_problems_of_a_file_are_all_reported_in_file_order() -> None:
    text = 'a: no\na: 1.5\nb: !t x\n1: c\nd: "\\q\\z"\ne: 010\n'
    assert places(load_text(text)) == [
        ("yaml-ambiguous-word", 1, 4),
        ("yaml-duplicate-key", 2, 1),
        ("yaml-number-form", 2, 4),
        ("yaml-tag", 3, 4),
        ("yaml-key-not-text", 4, 1),
        ("yaml-bad-escape", 5, 5),
        ("yaml-bad-escape", 5, 7),
        ("yaml-number-form", 6, 4),
    ]


def test_many_anchors_are_one_complaint() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 10)]
    found = only(load_text("\n".join(lines)))
    assert found.code == "yaml-alias" and "90 more" in found.message
