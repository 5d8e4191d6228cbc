"""Is the board whole: marks, bonuses, markers and starts that exist, ends that each seat pulls to?"""

from __future__ import annotations

from typing import Any

from kaiju_compiler.collect.fields import field_type, schema_of
from kaiju_compiler.collect.kinds import Kinds
from kaiju_compiler.collect.merge import Entry, Mode
from kaiju_compiler.collect.names import unknown
from kaiju_compiler.collect.records import Records, names_for_fields
from kaiju_compiler.collect.spaces import SpaceTable
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Mapping
from kaiju_compiler.validate import SchemaSet

MARKER = "a marker is a record of its own in a file of records, as in '{{id: {0}, name: {0}}}'"
"""What to do about a track whose marker is no record."""


def check_board(mode: Mode, kinds: Kinds, table: SpaceTable, records: Records) -> list[Diagnostic]:
    """What is wrong with the tracks and places of a mode."""
    found: list[Diagnostic] = []
    bonuses = [entry.id for entry in mode.table("bonuses")]
    marks = _mark_schema(mode, kinds, records)
    for entry in mode.table("tracks"):
        for each in (*entry.node.sequence("bonuses"), *entry.node.sequence("spaces")):
            if isinstance(each, Mapping):
                found += unknown(each, "bonus", bonuses, "bonus")
        for mark in entry.node.sequence("marks"):
            found += marks.validate("mark", mark) if isinstance(mark, Mapping) else []
        found += unknown(entry.node, "marker", list(records.records), "record", MARKER)
        found += _start(entry, table, records)
        found += _toward(entry, mode)
    players = mode.singles.get("players")
    standing = [space.id for space in table.declared() if space.track is None]
    return found + (unknown(players, "start", standing, "space of a place") if players is not None else [])


def _mark_schema(mode: Mode, kinds: Kinds, records: Records) -> SchemaSet:
    """A schema named ``mark``: what may be printed on spaces."""
    names = names_for_fields(mode, kinds, records)
    properties: dict[str, Any] = {"at": True}
    for entry in mode.table("space_fields"):
        properties[entry.id] = schema_of(field_type(entry.node, kinds.ids), names)
    return SchemaSet({"mark": {"type": "object", "properties": properties, "additionalProperties": False}})


def _start(entry: Entry, table: SpaceTable, records: Records) -> list[Diagnostic]:
    """Complains about a start that is none of the track's spaces, or that there is none, nor any space."""
    node = entry.node.get("start")
    spaces = table.of_track(entry.id)
    form = entry.node.string("form")
    if lacking := [key for key in ("from", "to") if form == "fixed" and key not in entry.node]:
        message = f"the field '{lacking[0]}' is missing in the track '{entry.id}', whose form is fixed"
        help = "say the numbers of its first and last space, as in 'from: 0' and 'to: 12'"
        return [error("schema-missing-field", message, entry.span, help=help)]
    if node is None and form in ("row", "ring") and entry.node.string("marker"):
        help = f"write 'start: {spaces[0].id}'" if spaces else "write 'start:' and the id of the tile where it begins"
        message = f"the field 'start' is missing in the track '{entry.id}', so its marker begins nowhere"
        return [error("schema-missing-field", message, entry.span, help=help)]
    match entry.node.string("form"):
        case "row":
            return unknown(entry.node, "start", list(records.records), "record")
        case "ring":
            return unknown(entry.node, "start", [space.id for space in spaces], "space of the ring")
    if node is None or any(space.number == node.to_data() for space in spaces):
        return []
    return [error("mode-unknown-name", f"the track '{entry.id}' has no space {node.to_data()}", node.span)]


def _toward(entry: Entry, mode: Mode) -> list[Diagnostic]:
    """Complains about seats that pull to no end; where nothing is said, all pull to the last space."""
    said = len(entry.node.sequence("toward"))
    players = mode.singles.get("players")
    node = entry.node.get("toward")
    if node is None or players is None:
        return []
    most = players.integer("most", players.integer("least", 1))
    if said == most:
        return []
    message = f"the track '{entry.id}' says for {said} seats to which end they pull, and up to {most} play"
    return [error("track-toward", message, node.span, help="name an end for each seat: from or to")]
