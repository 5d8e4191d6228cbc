"""The YAML loader: values, refusals, caps; file positions are in test_positions.py."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from ruamel.yaml import YAML

from kaiju_compiler.diagnostics import Diagnostic
from kaiju_compiler.document import Mapping, Node, Scalar, Sequence
from kaiju_compiler.limits import ReadLimits
from kaiju_compiler.load import Loaded, load_bytes


def load_text(text: str, **limits: int) -> Loaded:
    return load_bytes("pack/cards.yaml", text.encode(), ReadLimits(**limits))


def codes(loaded: Loaded) -> list[str]:
    return [each.code for each in loaded.diagnostics]


def places(loaded: Loaded) -> list[tuple[str, int, int]]:
    return [(each.code, *each.position[1:]) for each in loaded.diagnostics]


def only(loaded: Loaded) -> Diagnostic:
    assert len(loaded.diagnostics) == 1, loaded.diagnostics
    return loaded.diagnostics[0]


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
    fix = only(value).fix
    assert fix is not None and fix.replacement == f'"{word}"'
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

PACK = (
    "cards:\n  - id: nova\n    effect: |\n      gain 1 energy\n\n      lose 2 life\n    text: >\n      a b\n      c\n"
)


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


# --- the reader ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "char", ["\x00", "\x07", "\x1b", "\x7f", "\x85", "\u2028", "\u202e", "\u2066", "\ufeff", "\uffff"]
)
def test_forbidden_characters(char: str) -> None:
    loaded = load_text(f"a: 1\nb: x{char}y\n")
    assert places(loaded) == [("file-forbidden-character", 2, 5)] and loaded.root is None


def test_letters_of_every_script_and_emoji_are_fine() -> None:
    names = ["Ёжик", "怪獣", "كايجو", "e\u0301", "👩\u200d🚀", "\U0001f3f4\U000e0067\U000e007f", "\ue000"]
    assert load_text("\n".join(f"- {name}" for name in names)).diagnostics == ()


def test_not_utf8_names_byte_and_place() -> None:
    found = only(load_bytes("x.yaml", "a: 1\r\nb: Zoé".encode("latin-1")))
    assert (found.code, *found.position) == ("file-not-utf8", "x.yaml", 2, 6)
    assert "byte 12 is 0xe9" in found.message


@pytest.mark.parametrize("data", [b"\xff\xfea\x00", b"\xed\xa0\x80", b"\xc0\x80", b"ab\xe2\x82"])
def test_other_encodings_are_refused(data: bytes) -> None:
    assert codes(load_bytes("x.yaml", data)) == ["file-not-utf8"]


# --- caps, each at the limit and one beyond (B08) ------------------------------------------------


def nested(depth: int, kind: str) -> str:
    if kind == "flow":
        return "[" * depth + "]" * depth
    if kind == "maps":
        return "".join(f"{' ' * i}a:\n" for i in range(depth - 1)) + " " * (depth - 1) + "a: 1\n"
    return "- " * depth + "x\n"


@pytest.mark.parametrize("kind", ["flow", "maps", "lists"])
def test_depth(kind: str) -> None:
    assert load_text(nested(64, kind)).diagnostics == ()
    assert codes(load_text(nested(65, kind))) == ["yaml-too-deep"]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 500,
        "[" * 5000,
        "[" * 100_000,
        "{a: " * 100_000,
        "- " * 100_000,
        "? " * 100_000,
        nested(400, "maps"),
        "[{" * 50_000,
        "a: [" * 50_000,
        "[\n" * 100_000,
        "[]," * 1000,
        "'" * 99_999,
        '"\\' * 50_000,
        "a: |\n" + " \n" * 99_999,
    ],
)
def test_hostile_shapes_end_soon_with_one_complaint(text: str) -> None:
    began = time.perf_counter()
    loaded = load_text(text)
    assert time.perf_counter() - began < 20  # usually well under 2
    assert len(loaded.diagnostics) <= 1
    assert all("recursion" not in each.message.lower() for each in loaded.diagnostics)


def test_number_of_values() -> None:
    assert load_text("[1, 2, 3]", nodes=4).diagnostics == ()
    assert codes(load_text("[1, 2, 3, 4]", nodes=4)) == ["yaml-too-many-values"]
    assert codes(load_text("- a: 1\n", nodes=3)) == ["yaml-too-many-values"]


def test_length_of_a_text() -> None:
    assert load_text(f"a: {'x' * 10}\nb: {'é' * 5}\n", scalar_bytes=10).diagnostics == ()
    assert places(load_text(f"a: {'x' * 11}\nb: {'é' * 6}\n", scalar_bytes=10)) == [
        ("yaml-text-too-long", 1, 4),
        ("yaml-text-too-long", 2, 4),
    ]


def test_size_of_a_file() -> None:
    assert load_text("a: 123\n", file_bytes=7).diagnostics == ()
    found = only(load_text("a: 1234\n", file_bytes=7))
    assert found.code == "file-too-large" and found.span is None and found.path == "pack/cards.yaml"


# --- against another reader ----------------------------------------------------------------------

PIECES = [
    "a",
    "b",
    "c: ",
    "- ",
    "\n",
    "\n  ",
    "\n    ",
    "  ",
    " ",
    '"',
    "'",
    "|",
    ">",
    "|-\n   ",
    ">+\n    ",
    "|2\n",
    " # x",
]
PIECES += ["#", ":", "x: |\n  ", "y: >\n   ", "{", "}", "[", "]", ",", ", ", "é", "日", "\\", "\\n", "\\\n", "?", "k: "]
PIECES += [
    "\n- ",
    "\nq: ",
    '"a\n    b"',
    "''",
    "-",
    "1",
    "---\n",
    "...",
    "%",
    "\n\n",
    "\n  \n",
    "\n   z",
    "w v",
    "\t",
    "&a ",
    "*a",
]


def _plain(node: Any) -> Any:
    """A tree of ruamel.yaml: texts as they are, lists, and maps as lists of pairs."""
    if node is None:
        return ""
    if isinstance(node.value, str):
        return node.value
    return [tuple(map(_plain, item)) if isinstance(item, tuple) else _plain(item) for item in node.value]


def _typed(node: Node) -> Any:
    if isinstance(node, Scalar):
        return node.text.value if node.text else ""
    if isinstance(node, Sequence):
        return [_typed(item) for item in node]
    return [(_typed(key), _typed(value)) for key, value in node]


def _other_reader(text: str) -> Any:
    yaml = YAML(typ="safe", pure=True)
    yaml.allow_duplicate_keys = True
    return _plain(yaml.compose(text))


def soup(seed: int) -> str:
    draw = random.Random(seed)
    return "".join(draw.choice(PIECES) for _ in range(draw.randint(1, 14)))


def check_soup(seeds: range) -> None:
    compared = 0
    for seed in seeds:
        text = soup(seed)
        mine = load_text(text)
        lines = text.count("\n") + 1
        for each in mine.diagnostics:
            assert each.span is not None and 1 <= each.position[1] <= lines and each.message, (seed, text)
        if mine.root is not None and all(each.code.startswith("yaml-number") for each in mine.diagnostics):
            try:
                other = _other_reader(text)
            except Exception:
                continue  # it refuses tabs and some blank lines that YAML allows
            compared += 1
            assert _typed(mine.root) == other, (seed, text)
    assert compared > len(seeds) // 10


def test_made_up_yaml_reads_as_another_reader_does() -> None:
    check_soup(range(6_000))


@pytest.mark.nightly
def test_made_up_yaml_reads_as_another_reader_does_in_full() -> None:
    check_soup(range(6_000, 300_000))


def test_any_bytes_give_diagnostics_and_no_exception() -> None:
    draw = random.Random(8)
    base = PACK.encode() * 3
    for _ in range(3_000):
        data = bytearray(base)
        for _ in range(draw.randint(1, 6)):
            at = draw.randrange(len(data))
            data[at : at + draw.randint(0, 3)] = draw.randbytes(draw.randint(0, 3))
        loaded = load_bytes("x.yaml", bytes(data))
        assert loaded.root is not None or loaded.diagnostics
