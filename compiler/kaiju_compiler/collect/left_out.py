"""Which records a program must do without: those with errors, and those that name one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kaiju_compiler.collect.records import Records
from kaiju_compiler.collect.tables import Row


def without_broken(records: Records, definitions: dict[str, Row], pieces: dict[str, Row]) -> dict[str, str]:
    """The ids of the records to leave out, each with the reason."""
    reasons = dict.fromkeys(sorted(records.broken & records.records.keys()), "it has errors")
    changed = True
    while changed:
        changed = False
        for record_id, row in definitions.items():
            missing = next((each for each in named(row, pieces[record_id]) if each in reasons), None)
            if missing is not None and record_id not in reasons:
                reasons[record_id] = f"it names '{missing}', which is left out"
                changed = True
    return reasons


def named(definition: Row, piece: Row) -> Iterator[str]:
    """The records that a record names: in its fields, as its monster, in its effect."""
    yield from (value for value in definition["data"] if isinstance(value, str))
    if piece["monster"]:
        yield piece["monster"]
    yield from pieces_in(definition["abilities"])
    yield from pieces_in(definition["body"])


def pieces_in(data: Any) -> Iterator[str]:
    """Every piece that is named in program nodes."""
    if isinstance(data, list):
        if len(data) == 2 and data[0] == "piece_ref":
            yield data[1]
        for each in data:
            yield from pieces_in(each)
    elif isinstance(data, dict):
        for each in data.values():
            yield from pieces_in(each)


def has_op(data: Any, ops: frozenset[str]) -> bool:
    """Whether program nodes have one of some operations."""
    if isinstance(data, dict):
        return any(has_op(each, ops) for each in data.values())
    if not isinstance(data, list):
        return False
    return bool(data and isinstance(data[0], str) and data[0] in ops) or any(has_op(each, ops) for each in data)


def names_in(data: Any, key: str) -> Iterator[str]:
    """What stands under a key anywhere in a program."""
    if isinstance(data, list):
        for each in data:
            yield from names_in(each, key)
    elif isinstance(data, dict):
        for name, value in data.items():
            if name == key and isinstance(value, str):
                yield value
            else:
                yield from names_in(value, key)
