"""Which records have to do with each other: through events, numbers and rulings. Worked out for a mode at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kaiju_runtime.primitives import FORMS
from kaiju_site.games import Game, Link
from kaiju_site.workings import nodes, reads, writes

Data = dict[str, Any]
Event = tuple[str, str]
_MOST = 12
_COMMON = 40
"""What more records than these raise or hear (or more than a third of all) is common, and tells nothing."""

_EVENT_OF = {
    "gain": "gain",
    "lose": "lose",
    "resolve_face": "resolve_face",
    "resolve_thing": "resolve_thing",
    "roll": "roll",
    "roll_aside": "roll",
    "reroll": "roll",
    "move_piece": "move_piece",
    "move_player": "move_player",
    "step": "move_marker",
    "discard": "discard",
    "eliminate": "eliminate",
    "call": "call",
}
"""The event that an operation raises; ``roll`` is also what a reroll raises."""


@dataclass(frozen=True)
class Traits:
    """What a record raises, hears, changes and looks at."""

    raises: frozenset[Event]
    hears: frozenset[Event]
    changes: frozenset[str]
    looks_at: frozenset[str]


@dataclass
class Interactions:
    """The traits of all records of a mode, and who has them."""

    game: Game = field(repr=False)
    traits: dict[str, Traits] = field(default_factory=dict)
    by_event: dict[tuple[str, Event], list[str]] = field(default_factory=dict)
    by_ruling: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game) -> Interactions:
        found = cls(game)
        procedures = _raised_by_procedures(game.program)
        for definition in game.program["definitions"]:
            found.traits[definition["id"]] = _traits(definition, procedures)
        for full_id, traits in found.traits.items():
            for ruling in game.catalog["records"][full_id]["rulings"]:
                found.by_ruling.setdefault(ruling, []).append(full_id)
            for way, events in (("raises", traits.raises), ("hears", traits.hears)):
                for event in sorted(events):
                    found.by_event.setdefault((way, event), []).append(full_id)
            for what in sorted(traits.changes):
                found.by_event.setdefault(("changes", (what, "")), []).append(full_id)
            for what in sorted(traits.looks_at):
                found.by_event.setdefault(("looks", (what, "")), []).append(full_id)
        return found

    def groups(self, full_id: str) -> list[tuple[str, list[Link], int]]:
        """For one record: headings, the nearest records under each, and how many more there are."""
        mine = self.traits[full_id]
        stats = [(each, "") for each in sorted(mine.changes) if each.partition(":")[0] in ("stats", "faces", "price")]
        looked = [(each, "") for each in sorted(mine.looks_at) if each.partition(":")[0] in ("stats", "faces")]
        found = [
            ("Answers what these do", self._those("raises", sorted(mine.hears), full_id)),
            ("Is answered by", self._those("hears", sorted(mine.raises), full_id)),
            ("Answers the same event", self._those("hears", sorted(mine.hears), full_id)),
            ("Changes the same number", self._those("changes", stats, full_id)),
            ("Changes a number that these look at", self._those("looks", stats, full_id)),
            ("Looks at a number that these change", self._those("changes", looked, full_id)),
            ("Shares a ruling", self._by_ruling(full_id)),
            ("Is played together with, in examples", self._by_example(full_id)),
        ]
        return [
            (title, [self.game.link(f"definitions:{each}") for each in names[:_MOST]], max(0, len(names) - _MOST))
            for title, names in found
            if names
        ]

    def _those(self, way: str, events: Iterable[Event], full_id: str) -> list[str]:
        """The records with one of these, the rarest first; what is common in the mode is left out."""
        lists = [self.by_event.get((way, event), []) for event in events]
        most = min(_COMMON, max(6, len(self.traits) // 3))
        near = sorted((names for names in lists if len(names) <= most), key=len)
        return list(dict.fromkeys(name for names in near for name in names if name != full_id))

    def _by_ruling(self, full_id: str) -> list[str]:
        rulings = self.game.catalog["records"][full_id]["rulings"]
        shared = dict.fromkeys(each for ruling in rulings for each in self.by_ruling[ruling] if each != full_id)
        return list(shared) if len(shared) <= _MOST else []

    def _by_example(self, full_id: str) -> list[str]:
        """Records that prove something in an example of this one, or the other way round."""
        names = (full_id, full_id.partition(":")[2])
        examples = [
            *self.game.examples_of.get(full_id, []),
            *(e for name in names for e in self.game.proofs.get(name, [])),
        ]
        found: dict[str, None] = {}
        for example in examples:
            proved = [self.game.by_name.get(name, "") for name in example.data["proves"]]
            found |= dict.fromkeys(each for each in [example.record or "", *proved] if each and each != full_id)
        return list(found)


def _traits(definition: Data, procedures: dict[str, frozenset[Event]]) -> Traits:
    abilities = [each for each in (definition["body"], *definition["abilities"]) if each is not None]
    hears = {_heard(each["on"]) for each in abilities if each["on"] is not None}
    hears |= {_heard(each) for each in _patterns([ability["body"] for ability in abilities])}
    return Traits(
        _raised([each["body"] for each in abilities], procedures),
        frozenset(hears),
        frozenset(what for each in abilities for what in writes(each)),
        frozenset(what for each in abilities for what in reads(each)),
    )


def _heard(pattern: Data) -> Event:
    return str(pattern["event"]), str(pattern["key"] or "")


def _patterns(value: Any) -> Iterable[Data]:
    """Events of lasting effects within a body."""
    if isinstance(value, dict):
        if "event" in value and "tests" in value:
            yield value
        for each in value.values():
            yield from _patterns(each)
    elif isinstance(value, list):
        for each in value:
            yield from _patterns(each)


def _raised(body: Any, procedures: dict[str, frozenset[Event]]) -> frozenset[Event]:
    """The events of a body, also through the procedures that it calls."""
    found: set[Event] = set()
    for node in nodes(body):
        name = _EVENT_OF.get(node[0])
        if name is None:
            continue
        key = str(node[3]) if name == "call" else _key(node)
        found.add((name, key))
        if name == "call":
            found |= procedures.get(key, frozenset())
    return frozenset(found)


def _key(node: list[Any]) -> str:
    """The counter of a gain or loss, the face that is resolved."""
    operands = (("node", "r"), ("who", "e?"), *FORMS[node[0]].operands)
    for (_, storage), operand in zip(operands, node[1:], strict=False):
        if storage == "c:counters" and isinstance(operand, str):
            return operand
    if node[0] == "resolve_face":
        faces = [each[1] for each in node[1:] if isinstance(each, list) and each and each[0] == "face"]
        return str(faces[0]) if faces else ""
    return ""


def _raised_by_procedures(program: Data) -> dict[str, frozenset[Event]]:
    """What calling each procedure raises in the end; procedures do not call each other in circles."""
    found: dict[str, frozenset[Event]] = {}
    for _ in range(len(program["procedures"])):
        found = {each["id"]: _raised([each["body"]["body"]], found) for each in program["procedures"]}
    return found
