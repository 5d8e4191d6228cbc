"""Every character of a text is found where it was typed, in every style of YAML scalar (B06)."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable

import pytest
from ruamel.yaml import YAML

from kaiju_compiler.document import Mapping, Node, Scalar, Sequence
from kaiju_compiler.load import load_bytes
from kaiju_compiler.source import Text

WORD = "planted"
PIECES = [
    "gain",
    "1",
    "energy",
    "日本語",
    "e\u0301",
    "it's",
    "a#b",
    "say",
    "x:y",
    "😀",
    "ﬀ",
    "Ж",
    "[",
    "}",
    "*",
    "&",
    "%",
    "-",
    "?",
]


def load_root(text: str) -> Node:
    loaded = load_bytes("cards.yaml", text.encode())
    assert loaded.diagnostics == (), (text, loaded.diagnostics)
    assert loaded.root is not None
    return loaded.root


def scalars(node: Node) -> list[Text]:
    if isinstance(node, Scalar):
        return [node.text] if node.text is not None else []
    children = list(node) if isinstance(node, Sequence) else [value for _, value in node]
    return [text for child in children for text in scalars(child)]


# --- writers: from lines to a scalar at an indent -------------------------------------------------


def plain(draw: random.Random, lines: list[str], indent: int) -> str:
    margin = "\n" + " " * indent
    words = "x " + " ".join(lines).replace("#", "").replace(": ", " ")
    return "".join(margin * draw.choice([1, 1, 2]) if c == " " and draw.random() < 0.2 else c for c in words)


def single(draw: random.Random, lines: list[str], indent: int) -> str:
    margin = " \t\n" + " " * indent
    text = " ".join(lines).replace("'", "''")
    return "'" + "".join(margin if c == " " and draw.random() < 0.2 else c for c in text) + "'"


def double(draw: random.Random, lines: list[str], indent: int) -> str:
    written = []
    for char in "\n".join(lines):
        roll = draw.random()
        if char == "\n":
            written.append("\\n")
        elif char in '"\\':
            written.append("\\" + char)
        elif char == " " and roll < 0.15:
            written.append(draw.choice([" \\\n", "\n"]) + " " * indent)
        elif char not in WORD and roll < 0.1:
            written.append(f"\\U{ord(char):08x}")
        elif char not in WORD and roll < 0.2 and ord(char) < 0x10000:
            written.append(f"\\u{ord(char):04X}")
        else:
            written.append(char)
    return '"' + "".join(written) + '"'


def _block(mark: str) -> Callable[[random.Random, list[str], int], str]:
    def write(draw: random.Random, lines: list[str], indent: int) -> str:
        deeper = draw.randint(0, 3)
        digit = str(2 + deeper) if lines[0][:1] == " " or draw.random() < 0.3 else ""
        header = mark + "".join(draw.sample([digit, draw.choice(["", "-", "+"])], 2))
        header += draw.choice(["", " # comment |", "\t# tab", " "])
        margin = " " * (indent + deeper)
        body = [margin + line if line else " " * draw.randint(0, indent) for line in lines]
        blanks = [""] * draw.choice([0, 0, 1, 2])
        return "\n".join([header, *blanks, *body, *[""] * draw.choice([0, 0, 1, 2])])

    return write


STYLES = {"plain": plain, "single": single, "double": double, "literal": _block("|"), "folded": _block(">")}


def random_lines(draw: random.Random, block: bool) -> list[str]:
    lines = []
    for _ in range(draw.randint(1, 6)):
        words = [draw.choice(PIECES) for _ in range(draw.randint(1, 6))]
        lines.append(" " * draw.choice([0, 0, 0, 2, 4] if block else [0]) + " ".join(words))
    if block and draw.random() < 0.5:
        lines.insert(draw.randint(1, len(lines)), "")
    at = draw.choice([i for i, line in enumerate(lines) if line])
    lines[at] += f" {WORD}"
    return lines


def random_file(draw: random.Random, style: str) -> str:
    """A file that holds one planted word in a scalar of the style, somewhere in lists and maps."""
    depth = draw.randint(0, 4)
    text, indent = "# a comment\nfirst: 'other'\nhere:", 0
    for _ in range(depth):
        indent += 2
        text += f"\n{' ' * indent}" + draw.choice(["- ", "key: x\n" + " " * indent + "deep:"]).rstrip()
    lines = random_lines(draw, style in ("literal", "folded"))
    text += " " + STYLES[style](draw, lines, indent + 2)
    return text + draw.choice(["", "\n", "\n\nlast: 1\n", "\n# end\n"])


def check(seed: int, style: str) -> None:
    draw = random.Random(f"{style} {seed}")
    typed = random_file(draw, style)
    stored = "\ufeff" * draw.randint(0, 1) + typed.replace("\n", draw.choice(["\n", "\r\n"]))
    root = load_root(stored)
    found = [text for text in scalars(root) if WORD in text.value]
    assert len(found) == 1, (seed, typed)
    text = found[0]
    assert len(text.offsets) == len(text.value) + 1
    assert all(a <= b for a, b in zip(text.offsets, text.offsets[1:], strict=False)), (seed, typed)
    for char, offset in zip(text.value, text.offsets, strict=False):
        there = typed[offset]
        assert char == there or there == "\\" or (char == " " and there == "\n"), (seed, typed, char, there)
    place = typed.index(WORD)
    span = text.span(text.value.index(WORD), text.value.index(WORD) + len(WORD))
    line = typed.count("\n", 0, place) + 1
    assert (span.start, span.text, span.line) == (place, WORD, line), (seed, typed)
    assert span.column == place - (typed.rfind("\n", 0, place) + 1) + 1
    other = YAML(typ="safe", pure=True).load(typed.replace("\t# tab", " # tab").replace(" \t\n", "\n"))
    assert _same(other, root), (seed, typed)


def _same(other: object, mine: Node) -> bool:
    if isinstance(mine, Mapping):
        return isinstance(other, dict) and all(_same(other[key.value], value) for key, value in mine)
    if isinstance(mine, Sequence):
        return isinstance(other, list) and all(_same(a, b) for a, b in zip(other, mine, strict=True))
    return other == mine.value


@pytest.mark.parametrize("style", STYLES)
def test_characters_stand_where_they_were_typed(style: str) -> None:
    for seed in range(600):
        check(seed, style)


@pytest.mark.nightly
@pytest.mark.parametrize("style", STYLES)
def test_characters_stand_where_they_were_typed_in_full(style: str) -> None:
    for seed in range(600, 20_000):
        check(seed, style)


# --- by hand -------------------------------------------------------------------------------------

BLOCK_HEADERS = [
    "|",
    "|-",
    "|+",
    "|2",
    "|2-",
    "|-2",
    ">",
    ">+",
    ">2",
    "| # comment",
    "|\t# comment",
    "|\n\n",
    "|\n  \n",
]


@pytest.mark.parametrize("header", BLOCK_HEADERS)
@pytest.mark.parametrize("indent", [0, 2, 7])
def test_a_word_in_the_third_line_of_a_block(header: str, indent: int) -> None:
    margin = " " * indent
    open_maps = "".join(f"{' ' * i}k:\n" for i in range(0, indent, indent or 1))
    blanks = header.count("\n")
    head = header.split("\n")[0]
    lines = [
        f"{margin}effect: {head}",
        *[""] * blanks,
        *[f"{margin}  {line}" for line in ("one", "two", f"gain {WORD} x")],
    ]
    typed = open_maps + "\n".join(lines) + "\n"
    (text,) = scalars(load_root(typed))
    span = text.span(text.value.index(WORD), text.value.index(WORD) + len(WORD))
    assert (span.line, span.column) == (typed[: typed.index(WORD)].count("\n") + 1, indent + 8)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("|\n  a\n  b\n", "a\nb\n"),
        ("|-\n  a\n  b\n", "a\nb"),
        ("|+\n  a\n\n", "a\n\n"),
        ("|\n  a\n\n\n", "a\n"),
        ("|\n  a", "a"),
        ("|\n", ""),
        ("|+\n\n", "\n"),
        ("|-", ""),
        ("|2\n    a\n", "  a\n"),
        ("|\n  a\n    b\n  c\n", "a\n  b\nc\n"),
        ("|\n  a\n \n  b\n", "a\n\nb\n"),
        ("|\n  a\n     \n  b\n", "a\n   \nb\n"),
        ("|\n\n\n  a\n", "\n\na\n"),
        ("|\n  \ta\n", "\ta\n"),
        ("|\n  # no comment\n", "# no comment\n"),
        ("|\n  a\n # comment\n", "a\n"),
        (">\n  a\n  b\n\n  c\n", "a b\nc\n"),
        (">\n  a\n    b\n  c\n", "a\n  b\nc\n"),
        (">-\n  a\n\n\n  b\n\n", "a\n\nb"),
        (">+\n  a\n\n", "a\n\n"),
        (">\n\n  a\n  b", "\na b"),
        ("a\n  b\n\n  c\n", "a b\nc"),
        ("'a\n  b'\n", "a b"),
        ("'a''b'\n", "a'b"),
        ("'a \n\n  b'\n", "a\nb"),
        ('"a\\\n  b"\n', "ab"),
        ('"a \\\n  \\ b"\n', "a  b"),
        ('"a\\n\\\n\n  b"\n', "a\n\nb"),
        ('"\n  a\n  "\n', " a "),
    ],
)
def test_values(typed: str, value: str) -> None:
    root = load_root(f"k: {typed}")
    assert isinstance(root, Mapping) and root.string("k") == value
    assert YAML(typ="safe", pure=True).load(f"k: {typed}") == {"k": value}


def test_the_end_of_a_block_is_the_end_of_its_last_line() -> None:
    (text,) = scalars(load_root("k: |\n  a\n  bc\n\n\nz:\n"))
    assert text.source.position(text.offsets[-1]) == (3, 5)


def test_columns_count_code_points() -> None:
    (text,) = scalars(load_root("k: |\n  日e\u0301 x\n"))
    assert unicodedata.combining(text.value[2])
    assert text.span(4, 5).column == 7
