"""What a word means in modes: their own verbs, and the ids and names of what they declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from kaiju_compiler.cli.common import text_width
from kaiju_compiler.cli.programs import Loaded
from kaiju_compiler.wording.printer import printer
from kaiju_runtime.play.text import wrapped

NOUNS = {
    "counters": "counter",
    "faces": "face of the dice",
    "bonuses": "bonus",
    "stats": "stat of a player",
    "values": "value of a player",
    "fields": "field of records",
    "space_fields": "field of spaces",
    "zones": "zone",
    "places": "place",
    "tracks": "track",
    "spaces": "space",
    "phases": "phase of a turn",
    "options": "option",
    "kinds": "kind of piece",
    "definitions": "record",
    "rules": "rule",
}
"""Tables of a program, and what an entry of each is called."""
ON_PIECES = "@piece"
"""What programs put behind the id of a counter of pieces, which may be called as one of players."""


def pages(word: str, modes: Iterable[Loaded]) -> list[str]:
    """All that some modes have under a word, each meaning once with the modes in which it is so."""
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for loaded in modes:
        for head, lines in meanings(word, loaded.data):
            found.setdefault((head, lines), []).append(loaded.data["mode"])
    text: list[str] = []
    for (head, lines), names in found.items():
        short = [part for line in lines for part in wrapped(line, text_width() - 2)]
        text += ["", f"{head} in {', '.join(names)})", "", *(f"  {line}".rstrip() for line in short)]
    return text[1:]


def meanings(word: str, data: dict[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The beginning of a headline and the lines of each thing that a mode calls by a word."""
    for each in data["procedures"]:
        if each["id"] == word:
            yield f"{word} (procedure", tuple(procedure(each, data))
    for table, what in NOUNS.items():
        for each in data[table]:
            if word.lower() in called(each):
                name, place = str(each.get("name", "")), place_of(each, data)
                lines = [f"Shown as {name}"] if name not in ("", word) else []
                of_pieces = " of pieces" if each["id"].endswith(ON_PIECES) else ""
                yield f"{short(each)} ({what}{of_pieces}", (*lines, *([f"Written in {place}"] if place else []))


def procedure(entry: dict[str, Any], data: dict[str, Any]) -> Iterator[str]:
    """How a procedure is called, what it does, and where it is written."""
    takes = [f"{{{name}:{kind}}}" for name, kind in zip(entry["params"], entry["kinds"], strict=True)]
    yield " ".join([entry["id"], *takes])
    yield ""
    yield from printer(data).procedure(entry["id"]).plain().split("\n")
    yield f"Written in {entry['body']['where']}"
    yield f"'kaiju show procedure:{entry['id']} --in {data['mode']}' shows its program"


def called(entry: dict[str, Any]) -> set[str]:
    """The id of an entry, with and without its pack, and its name in the singular and the plural."""
    names = (entry["id"].removesuffix(ON_PIECES), short(entry), *(entry.get(key) for key in ("name", "one", "plural")))
    return {str(each).lower() for each in names if each}


def short(entry: dict[str, Any]) -> str:
    """The id of an entry as effects say it."""
    return str(entry["id"]).rpartition(":")[2].removesuffix(ON_PIECES)


def place_of(entry: dict[str, Any], data: dict[str, Any]) -> str:
    """Where an entry is written, as far as the program knows."""
    record = data["catalog"]["records"].get(entry["id"])
    if record is not None:
        return f"{record['file']}:{record['line']}"
    texts = [entry.get("body"), *entry.get("abilities", ())]
    return next((each["where"] for each in texts if isinstance(each, dict) and "where" in each), "")


def known(modes: Iterable[Loaded]) -> list[str]:
    """Every word that :func:`pages` has something on."""
    entries = [each for loaded in modes for table in ("procedures", *NOUNS) for each in loaded.data[table]]
    return sorted({short(each) for each in entries})
