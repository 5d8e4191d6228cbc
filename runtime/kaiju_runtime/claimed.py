"""What the two sides of a claim are, in the claim's own words: ``you.gold is 6``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaiju_runtime.example_play import ExamplePlay
from kaiju_runtime.frames import NONE
from kaiju_runtime.primitives import OPERATIONS
from kaiju_runtime.stops import KaijuError
from kaiju_runtime.trace import players_of

COMPARISONS = ("=", "!=", "<", "<=", ">", ">=")
JOINS = ("and", "or")
NOTHING = "none"
"""The word for nobody and nothing says what it is by itself."""


def sides(play: ExamplePlay, node: list[Any], text: str) -> Iterator[str]:
    """Each side of each comparison in a condition with what it is now; none that says just that itself."""
    text = without_brackets(" ".join(text.split()))
    if node[0] == "not":
        yield from sides(play, node[1], text.removeprefix("not "))
    elif node[0] in JOINS:
        for part, words in zip(node[1:], parts(text, node[0], ("one part", "another part")), strict=True):
            yield from sides(play, part, words)
    elif node[0] in COMPARISONS:
        for part, words in zip(node[1:], parts(text, node[0], ("the left side", "the right side")), strict=True):
            found = None if part[0] == NOTHING else now(play, part)
            if found is not None and found != words:
                yield f"{words} is {found}"


def parts(text: str, word: str, otherwise: tuple[str, str]) -> tuple[str, str]:
    """What stands before and behind the last such word outside of brackets; other names if there is none."""
    wanted, depth = f" {word} ", 0
    for at in range(len(text) - 1, -1, -1):
        depth += (text[at] in ")]") - (text[at] in "([")
        if depth == 0 and text.startswith(wanted, at):
            return text[:at].strip(), text[at + len(wanted) :].strip()
    return otherwise


def without_brackets(text: str) -> str:
    """A text without a pair of brackets around all of it."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return text[1:-1].strip() if letter == ")" and at == len(text) - 1 else text
    return text


def now(play: ExamplePlay, node: list[Any]) -> str | None:
    """What an expression is, as a person would say it; ``None`` if it is nothing just now."""
    try:
        found = play.evaluate(node)
    except KaijuError:
        return None
    kind = OPERATIONS[node[0]].result if node[0] in OPERATIONS else ""
    if isinstance(found, (list, tuple)):
        return ", ".join(said(play, kind.rstrip("*"), each) for each in found) or "empty"
    return said(play, kind, found)


def said(play: ExamplePlay, kind: str, found: Any) -> str:
    program = play.program
    if not isinstance(found, int) or isinstance(found, bool):
        return str(found)
    tables: dict[str, list[str]] = {
        "face": [each.id for each in program.faces],
        "phase": [each.id for each in program.phases],
        "player": players_of(play.game),
    }
    if kind in (*tables, "piece", "space") and found == NONE:
        return "none"
    if kind in ("piece", "space"):
        pieces = program.pieces
        return str(pieces[found].id if found < len(pieces) else program.space(found).id)
    names = tables.get(kind, [])
    return names[found] if 0 <= found < len(names) else str(found)
