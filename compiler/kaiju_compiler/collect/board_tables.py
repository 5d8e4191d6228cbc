"""The tables of a program about where things lie: zones, tracks, places and spaces."""

from __future__ import annotations

from kaiju_compiler.collect import tables
from kaiju_compiler.collect.fields import field_type
from kaiju_compiler.collect.kinds import Kinds
from kaiju_compiler.collect.merge import Entry, Mode
from kaiju_compiler.collect.scope import number
from kaiju_compiler.collect.spaces import SpaceEntry, SpaceTable
from kaiju_compiler.collect.tables import THING, Row
from kaiju_compiler.collect.texts import Texts
from kaiju_compiler.symbols import AREA, BOX


def zones(mode: Mode) -> list[Row]:
    """The two zones that every mode has, the declared ones, and one for each growing row."""
    rows = [_zone(BOX, "box", "table", "bag", False), _zone(AREA, "area", "player", "bag", True)]
    for entry in mode.table("zones"):
        node = entry.node
        row = _zone(entry.id, entry.name, node.string("holder", "table"), node.string("order"), node.flag("in_play"))
        rows.append(
            row
            | {
                "slots": number(entry, "slots"),
                "slide": node.string("slide", "first"),
                "hidden": node.flag("hidden"),
                "refill_from": node.string("refill_from") or None,
            }
        )
    for entry in mode.table("tracks"):
        if entry.node.string("form") == "row":
            row = _zone(entry.id, entry.name, "table", "row", True)
            rows.append(row | {"slots": number(entry, "most"), "track": entry.id})
    return rows


def _zone(zone_id: str, name: str, holder: str, order: str, in_play: bool) -> Row:
    return {
        "id": zone_id,
        "name": name,
        "holder": holder,
        "order": order,
        "slots": None,
        "slide": "first",
        "hidden": False,
        "in_play": in_play,
        "refill_from": None,
        "track": None,
    }


def places(mode: Mode, spaces: SpaceTable) -> list[Row]:
    return [
        {"id": entry.id, "name": entry.name, "spaces": [each.id for each in spaces.of_place(entry.id)]}
        for entry in mode.table("places")
    ]


def tracks(mode: Mode, spaces: SpaceTable) -> list[Row]:
    """The tracks with their spaces in order."""
    return [
        {
            "id": entry.id,
            "name": entry.name,
            "icon": entry.node.string("icon"),
            "form": entry.node.string("form"),
            "spaces": [each.id for each in spaces.of_track(entry.id)],
            "toward": _toward(entry, tables.players(mode)["most"]),
        }
        for entry in mode.table("tracks")
    ]


def _toward(entry: Entry, seats: int) -> list[int]:
    """For each seat the direction in which it pulls; a ring has only one for all."""
    if entry.node.string("form") == "ring":
        return []
    return [-1 if each.to_data() == "from" else 1 for each in entry.node.sequence("toward")] or [1] * seats


def space_fields(mode: Mode, kinds: Kinds) -> list[Row]:
    """What may be printed on spaces."""
    return [
        {
            "id": entry.id,
            "name": entry.name,
            "kind": field_type(entry.node, kinds.ids).kind,
            "inserted": entry.node.string("inserted") == "same",
            "bends": entry.node.flag("turns_tokens"),
        }
        for entry in mode.table("space_fields")
    ]


def space_rows(mode: Mode, spaces: SpaceTable, texts: Texts) -> list[Row]:
    names = [entry.id for entry in mode.table("space_fields")]
    return [_space(space, names, texts) for space in spaces.spaces.values()]


def _space(space: SpaceEntry, names: list[str], texts: Texts) -> Row:
    context = texts.context("space", this=THING)
    resolved = texts.effect(space.effect, context)
    marks = dict(space.marks)
    place = None if space.token else space.place
    return {
        "id": space.id,
        "name": space.name,
        "track": space.track,
        "place": place,
        "marks": [marks.get(name) for name in names],
        "bonus": space.bonus,
        "body": None if resolved is None else resolved.body,
        "token": space.token,
        "open": texts.condition(space.open, texts.context("mode", you=False)),
        "crowd": space.crowd,
    }
