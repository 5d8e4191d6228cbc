"""What the effect of a record shows: how many symbols of a thing a reader sees in it.

A gain or loss of a counter shows as many symbols as its number says, one if the number is not plain; a face
or a piece that is named shows one. Prices are not part of what an effect gives and show nothing.
"""

from __future__ import annotations

from typing import Any

from kaiju_compiler.collect.fields import FieldType
from kaiju_compiler.collect.records import Record

_VERBS = {"gain": "gains", "lose": "loses"}
_REFERENCES = {"face": "face", "piece_ref": "piece"}


def shown_fields(
    record: Record, fields: dict[str, tuple[str, FieldType, tuple[str, ...]]], effect: list[Any]
) -> dict[str, int]:
    """By the ids of a record's fields, what those show that the record does not say; ``effect`` is its program."""
    seen = _seen(effect)
    return {
        field_id: sum(seen.get(each, 0) for each in declared.shows)
        for field_id, (name, declared, _) in fields.items()
        if declared.shows and name not in record.node
    }


def _seen(data: Any) -> dict[tuple[str, str], int]:
    """How many symbols of each thing a part of a program shows."""
    found: dict[tuple[str, str], int] = {}
    waiting = [data]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if part.get("event") == "resolve_face" and part.get("key"):
                _add(found, "face", part["key"], 1)
            waiting += [each for key, each in part.items() if key != "cost"]
        elif isinstance(part, list):
            match part:
                case [("gain" | "lose") as verb, int(), _, number, str(counter)]:
                    _add(found, _VERBS[verb], counter, number[1] if number[0] == "int" else 1)
                case [("face" | "piece_ref") as reference, str(name)]:
                    _add(found, _REFERENCES[reference], name, 1)
            waiting += part
    return found


def _add(found: dict[tuple[str, str], int], what: str, name: str, number: int) -> None:
    found[what, name] = found.get((what, name), 0) + number
