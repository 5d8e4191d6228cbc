"""Who and what plays: names and printed prices of pieces, and names of rules, from the data of a program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

PRICE = "cost"
"""The field of records that the rules of buying read."""


@dataclass(frozen=True)
class Cast:
    """What the keys in statistics stand for. A key that the program does not know stands for itself."""

    title: str
    names: Mapping[str, str] = field(repr=False)
    records: Mapping[str, str] = field(repr=False)
    """The full id of the record behind a key."""
    prices: Mapping[str, int] = field(repr=False)
    labels: Mapping[str, str] = field(repr=False)
    """Names of rules and options."""
    monsters: tuple[str, ...] = ()
    """Keys of all that can be played."""
    pack: str = ""
    """The pack whose mode it is."""

    def name(self, key: str) -> str:
        return self.names.get(key, key)

    def is_own(self, key: str) -> bool:
        """Whether a record is of the mode's own pack, and not of one that it requires."""
        return self.records.get(key, "").partition(":")[0] == self.pack

    def label(self, key: str) -> str:
        """The name of a rule, or of whatever else brought about a victory."""
        return self.labels.get(key) or self.names.get(key) or key.replace("_", " ").capitalize()


def cast_of(data: Mapping[str, Any]) -> Cast:
    """The cast of a program, from its data."""
    fields = [each["id"] for each in data["fields"]]
    at = fields.index(PRICE) if PRICE in fields else -1
    definitions = {each["id"]: each for each in data["definitions"]}
    names: dict[str, str] = {}
    records: dict[str, str] = {}
    prices: dict[str, int] = {}
    for piece in data["pieces"]:
        record = definitions[piece["definition"]]
        for key in (piece["key"], piece["id"], record["id"]):
            names.setdefault(key, str(record["name"]))
            records.setdefault(key, record["id"])
            if at >= 0 and record["data"][at] is not None:
                prices.setdefault(key, int(record["data"][at]))
    labels = {each["id"]: str(each["name"]) for each in _named(data)}
    told_apart = _told_apart(names, records)
    monsters = tuple(map(str, data["monsters"]))
    return Cast(str(data["title"]), told_apart, records, prices, labels, monsters, str(data["pack"]))


def _named(data: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    for table in ("procedures", "counters", "options", "rules"):  # of two with one id, the rule counts
        yield from data[table]


def _told_apart(names: Mapping[str, str], records: Mapping[str, str]) -> dict[str, str]:
    """Names, with the id of its record behind one that several records have."""
    bearers: dict[str, set[str]] = {}
    for key, name in names.items():
        bearers.setdefault(name, set()).add(records[key])
    return {key: name if len(bearers[name]) == 1 else f"{name} ({records[key]})" for key, name in names.items()}
