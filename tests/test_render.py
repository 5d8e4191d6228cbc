"""How diagnostics look, and in which order they come."""

from __future__ import annotations

import json
import random

import click
import pytest

from kaiju_compiler.diagnostics import (
    Diagnostic,
    Fix,
    count,
    error,
    exit_status,
    has_errors,
    in_file_order,
    note,
    warning,
)
from kaiju_compiler.display import encodable, expand, safe, width
from kaiju_compiler.render import render_json, render_summary, render_text
from kaiju_compiler.source import Source, Span


def at(text: str, word: str, path: str = "a.yaml") -> Span:
    start = text.index(word)
    return Span(Source(path, text), start, start + len(word))


def shown(span: Span, **more: str) -> list[str]:
    return render_text([error("some-code", "something is wrong", span, **more)]).splitlines()[3:]


# --- text ----------------------------------------------------------------------------------------


def test_all_parts() -> None:
    text = "id: nova\ncost: 3\nid: camp\n"
    first, second = Span(Source("a.yaml", text), 0, 2), Span(Source("a.yaml", text), 17, 19)
    found = error(
        "yaml-duplicate-key", "the key id stands twice", second,
        related=[(first, "here first"), (at("x: nova", "nova", "b.yaml"), "used here")],
        help="rename one", fix=Fix(second, "name"),
    )  # fmt: skip
    assert render_text([found]) == (
        "error[yaml-duplicate-key] a.yaml:3:1\n"
        "  the key id stands twice\n"
        "\n"
        "3 | id: camp\n"
        "  | ^^\n"
        "  :\n"
        "1 | id: nova\n"
        "  | -- here first\n"
        "  :\n"
        "  b.yaml:1:4\n"
        "1 | x: nova\n"
        "  |    ---- used here\n"
        "\n"
        "  help: rename one\n"
        "  fix: id -> name\n"
        "\n"
    )


def test_without_a_place() -> None:
    found = warning("file-too-large", "too large", path="a.yaml", help="split it")
    assert render_text([found]) == "warning[file-too-large] a.yaml\n  too large\n  help: split it\n\n"


@pytest.mark.parametrize(
    ("line", "word", "source", "marks"),
    [
        ("name: nova", "nova", "name: nova", "      ^^^^"),
        ("名前: 怪獣 x", "x", "名前: 怪獣 x", "           ^"),
        ("名前: 怪獣", "怪獣", "名前: 怪獣", "      ^^^^"),
        ("e\u0301e\u0301 x", "x", "e\u0301e\u0301 x", "   ^"),
        ("👩\u200d🚀 x", "x", "👩\u200d🚀 x", "   ^"),
        ("a:\tx\ty", "y", "a:  x   y", "        ^"),
        ("\tx", "\t", "    x", "^^^^"),
        ("\x1b[31m x", "x", "\\x1b[31m x", "         ^"),
        ("\u202e x", "x", "\\u202e x", "       ^"),
    ],
)
def test_the_mark_stands_under_the_word(line: str, word: str, source: str, marks: str) -> None:
    assert shown(at(f"first\n{line}\nlast", word)) == [f"2 | {source}", f"  | {marks}", ""]


def test_marks_at_edges() -> None:
    text = "ab\n\ncd"
    source = Source("a.yaml", text)
    assert shown(Span(source, 2, 2)) == ["1 | ab", "  |   ^", ""]
    assert shown(Span(source, 3, 3)) == ["2 |", "  | ^", ""]
    assert shown(Span(source, 6, 6)) == ["3 | cd", "  |   ^", ""]
    assert shown(Span(source, 1, 6)) == ["1 | ab", "  |  ^", ""]
    assert shown(Span(Source("a.yaml", ""), 0, 0)) == ["1 |", "  | ^", ""]


@pytest.mark.parametrize("before", [0, 10, 200, 5000])
@pytest.mark.parametrize("letter", ["x", "怪"])
def test_a_long_line_is_cut_around_the_word(before: int, letter: str) -> None:
    line, mark = shown(at(letter * before + "HERE" + letter * 5000, "HERE"))[:2]
    columns = expand(line)[1]
    assert columns[line.index("HERE")] == mark.index("^") and mark.count("^") == 4
    assert columns[-1] < 180 and line.endswith("...")


def test_nothing_steers_the_terminal() -> None:
    evil = "\x1b[2J\x07\r\u202e\n\x9b"
    span = at(f"a: {evil}x", "x", f"{evil}.yaml")
    found = error("some-code", evil, span, related=[(span, evil)], help=evil, fix=Fix(span, evil))
    text = render_text([found, error("some-code", evil, path=evil)])
    assert not any(char in text for char in "\x1b\x07\r\u202e\x9b")
    assert all(line.isprintable() for line in text.splitlines())


def test_colour_only_paints() -> None:
    found = error("some-code", "wrong", at("a: b", "b"), help="mend it")
    painted = render_text([found], colour=True)
    assert "\x1b[" in painted and click.unstyle(painted) == render_text([found])


def test_widths() -> None:
    assert [width(char) for char in "aé怪Ａ\u0301\u200d😀"] == [1, 1, 2, 2, 0, 0, 2]
    assert safe("a\tb\nc\x00\U000e0001") == "a\\tb\\nc\\x00\U000e0001"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8", "no such", None])
def test_any_console_can_show_it(encoding: str | None) -> None:
    result = encodable("Ж 怪 é a", encoding)
    assert result.endswith("a") and (encoding not in ("ascii", "cp1252") or "\\u0416" in result)


def test_summary() -> None:
    some = [error("a-b", "x"), error("a-b", "y"), warning("a-c", "z"), note("a-d", "n")]
    assert render_summary(some) == "2 errors, 1 warning"
    assert render_summary([note("a-d", "n")]) == render_summary([]) == "no problems found"


# --- JSON ----------------------------------------------------------------------------------------


def test_json() -> None:
    span = at("id: a\nid: b\n", "b\n")
    found = error("some-code", "wrong Ж", span, related=[(span, "here")], help="mend", fix=Fix(span, "c"))
    place = {"start": {"line": 2, "column": 5}, "end": {"line": 3, "column": 1}}
    text = render_json([found, warning("other-code", "odd", path="p.yaml")])
    assert text.isascii() and json.loads(text) == [
        {
            "code": "some-code", "severity": "error", "message": "wrong Ж", "path": "a.yaml", "range": place,
            "related": [{"path": "a.yaml", "range": place, "message": "here"}],
            "help": "mend", "fix": {"path": "a.yaml", "range": place, "replacement": "c"},
        },
        {
            "code": "other-code", "severity": "warning", "message": "odd", "path": "p.yaml", "range": None,
            "related": [], "help": "", "fix": None,
        },
    ]  # fmt: skip
    assert render_json([]) == "[]\n"


# --- order ---------------------------------------------------------------------------------------


def test_order_is_by_file_and_place_and_each_comes_once() -> None:
    a, b = Source("a.yaml", "xyz"), Source("b.yaml", "xyz")
    right = [
        error("c-c", "whole file", path="a.yaml"),
        error("c-c", "1", Span(a, 0, 1)),
        error("c-c", "2", Span(a, 0, 2)),
        error("a-a", "3", Span(a, 1, 2)),
        error("b-b", "4", Span(a, 1, 2)),
        warning("a-a", "5", Span(a, 1, 2)),
        error("a-a", "6", Span(b, 0, 1)),
    ]
    draw = random.Random(1)
    for _ in range(20):
        mixed: list[Diagnostic] = [*right, *right]
        draw.shuffle(mixed)
        assert in_file_order(mixed) == right


def test_counts_and_exit_status() -> None:
    warned, noted = warning("a-b", "x"), note("a-b", "x")
    assert count([warned, noted, noted]) == {"error": 0, "warning": 1, "note": 2}
    assert (exit_status([]), exit_status([noted]), exit_status([warned])) == (0, 0, 1)
    assert has_errors([error("a-b", "x")]) and not has_errors([warned, noted])
