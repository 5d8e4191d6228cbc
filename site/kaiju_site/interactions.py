"""Which records have to do with each other: through events, numbers and rulings. Worked out for a mode at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from kaiju_runtime.nodes import mappings_in, nodes_in
from kaiju_runtime.primitives import FORMS
from kaiju_site.games import Game, Link
from kaiju_site.workings import reads, writes

Data = dict[str, Any]
Event = tuple[str, str, str]
"""Name, key (a counter, a face, a procedure), and the face whose resolving it comes from; ``""``: from anything."""
Chains = dict[str, frozenset[Event]]
"""What running the body of a face or a procedure raises in the end, by ``table:id``."""
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
_OWN = ["from_thing", ["this"]]
"""The cause of an event that only the record itself can raise."""


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
        chains = _chains(game.program)
        spaces = {kind["id"] for kind in game.program["kinds"] if kind["space"]}
        for definition in game.program["definitions"]:
            met = _meeting(chains) if definition["kind"] in spaces else []
            found.traits[definition["id"]] = _traits(definition, chains, met)
        for full_id, traits in found.traits.items():
            for ruling in game.catalog["records"][full_id]["rulings"]:
                found.by_ruling.setdefault(ruling, []).append(full_id)
            for way, events in (("raises", traits.raises), ("hears", traits.hears)):
                for event in sorted(events):
                    found.by_event.setdefault((way, event), []).append(full_id)
            for what in sorted(traits.changes):
                found.by_event.setdefault(("changes", (what, "", "")), []).append(full_id)
            for what in sorted(traits.looks_at):
                found.by_event.setdefault(("looks", (what, "", "")), []).append(full_id)
        return found

    def groups(self, full_id: str) -> list[tuple[str, list[Link], int]]:
        """For one record: headings, the nearest records under each, and how many more there are."""
        mine = self.traits[full_id]
        stats, looked = _numbers(mine.changes, "stats", "faces", "price"), _numbers(mine.looks_at, "stats", "faces")
        found = [
            ("Answers what these do", self._those("raises", sorted(mine.hears), full_id)),
            ("Is answered by", self._those("hears", sorted(mine.raises), full_id)),
            ("Answers the same event", self._those("hears", self._alike(mine.hears), full_id)),
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

    def _alike(self, events: Iterable[Event]) -> list[Event]:
        """The events that may be the same as one of these: from anything, or from the same face."""
        heard = [event for way, event in self.by_event if way == "hears"]
        found = {
            each
            for name, key, face in events
            for each in heard
            if each[:2] == (name, key) and ("" in (face, each[2]) or face == each[2])
        }
        return sorted(found)

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


def _traits(definition: Data, chains: Chains, met: list[str]) -> Traits:
    """The traits of a record; ``met``: the faces that may lead to its being resolved."""
    abilities = [each for each in (definition["body"], *definition["abilities"]) if each is not None]
    patterns = [each["on"] for each in abilities if each["on"] is not None]
    patterns += _patterns([each["body"] for each in abilities])
    raised = _raised([each["body"] for each in abilities], chains)
    if definition["body"] is not None:
        for face in met:
            raised |= _caused(_raised(definition["body"]["body"], chains), face)
    return Traits(
        raised,
        frozenset(event for each in patterns for event in _heard(each)),
        frozenset(what for each in abilities for what in writes(each)),
        frozenset(what for each in abilities for what in reads(each)),
    )


def _numbers(whats: Iterable[str], *tables: str) -> list[Event]:
    """Those that are numbers, as they stand beside the events."""
    return [(each, "", "") for each in sorted(whats) if each.partition(":")[0] in tables]


def _heard(pattern: Data) -> Iterable[Event]:
    """The event of a pattern; none if only the record itself can cause it."""
    cause = pattern["tests"].get("cause") or [""]
    if cause == _OWN:
        return
    face = _faces_in(cause) if cause[0] == "from_face" else []
    yield str(pattern["event"]), str(pattern["key"] or ""), face[0] if face else ""


def _patterns(value: Any) -> Iterable[Data]:
    """Events of lasting effects within a body."""
    return mappings_in(value, "event", "tests")


def _raised(body: Any, chains: Chains) -> frozenset[Event]:
    """The events of a body, also through the procedures that it calls and the faces that it resolves."""
    found: set[Event] = set()
    for node in nodes_in(body):
        name = _EVENT_OF.get(node[0])
        if name is None:
            continue
        key = str(node[3]) if name == "call" else _key(node)
        found.add((name, key, ""))
        if name == "call":
            found |= chains.get(f"procedures:{key}", frozenset())
        elif name == "resolve_face":
            for about, events in chains.items():
                table, _, face = about.partition(":")
                if table == "faces" and key in (face, ""):
                    found |= {(name, face, "")} | _caused(events, face)
    return frozenset(found)


def _caused(events: frozenset[Event], face: str) -> frozenset[Event]:
    """The events, and that they come from resolving a face."""
    return events | {(name, key, face) for name, key, _ in events}


def _key(node: list[Any]) -> str:
    """The counter of a gain or loss, the face that is resolved."""
    operands = (("node", "r"), ("who", "e?"), *FORMS[node[0]].operands)
    for (_, storage), operand in zip(operands, node[1:], strict=False):
        if storage == "c:counters" and isinstance(operand, str):
            return operand
    return next(iter(_faces_in(node)), "") if node[0] == "resolve_face" else ""


def _faces_in(node: list[Any]) -> list[str]:
    """The faces that are named among the operands of a node."""
    return [str(each[1]) for each in node[1:] if isinstance(each, list) and each and each[0] == "face"]


def _chains(program: Data) -> Chains:
    """What each face and each procedure raises in the end: worked out again until nothing new is found."""
    bodies = {f"{table}:{each['id']}": each["body"] for table in ("faces", "procedures") for each in program[table]}
    found: Chains = {about: frozenset() for about in bodies}
    while True:
        wider = {
            about: frozenset[Event]() if body is None else _raised(body["body"], found)
            for about, body in bodies.items()
        }
        if wider == found:
            return found
        found = wider


def _meeting(chains: Chains) -> list[str]:
    """The faces whose resolving may resolve a space as well, as where a marker stops."""
    return [
        about.partition(":")[2]
        for about, events in chains.items()
        if about.startswith("faces:") and any(name == "resolve_thing" for name, _, _ in events)
    ]
