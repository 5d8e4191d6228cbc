"""What a file may be made of and how large it may be: the reader, the caps, hostile shapes (B08)."""

from __future__ import annotations

import time

import pytest

from kaiju_compiler.load import load_bytes
from loading import codes, load_text, only, places

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
