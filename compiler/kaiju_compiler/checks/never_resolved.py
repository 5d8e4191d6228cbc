"""Is there something that resolves each face, space and piece whose effect only runs when it is resolved?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.collect.records import Record
from kaiju_compiler.diagnostics import Diagnostic, warning
from kaiju_compiler.source import Span
from kaiju_runtime.nodes import nodes_in

SPACES = frozenset({"space_of", "space_ref", "next"})
"""Operations that give a space."""


@dataclass
class Resolvers:
    """What the statements of a program can resolve."""

    faces: bool = False
    pieces: bool = False
    spaces: bool = False
    tracks: set[str] = field(default_factory=set)
    """Tracks of which the space of the marker is resolved."""


def check(built: list[Built], packs: Packs) -> Iterator[Diagnostic]:
    """A warning for each group of effects that no mode with it can ever run, if all texts could be read."""
    never: dict[Span, Diagnostic] = {}
    run: set[Span] = set()
    for each in built:
        if each.program is None or each.left_out:
            return
        for span, found in _groups(each, resolvers(each)):
            if found is None:
                run.add(span)
            else:
                never[span] = found
    yield from (found for span, found in never.items() if span not in run)


def resolvers(built: Built) -> Resolvers:
    """What any text of a program resolves."""
    found = Resolvers()
    markers = {entry.node.string("marker"): entry.id for entry in built.mode.table("tracks")}
    for node in nodes_in({key: part for key, part in (built.program or {}).items() if key != "catalog"}):
        if node[0] not in ("resolve_face", "resolve_thing") or not isinstance(node[1], int):
            continue  # an event of that name has no number
        if node[0] == "resolve_face":
            found.faces = True
        else:
            thing = node[3]
            marker = thing[1][1] if thing[0] == "space_of" and thing[1][:1] == ["piece_ref"] else None
            kind = "space" if thing[0] in SPACES else str(thing[3]) if thing[0] == "local" else ""
            if marker in markers:
                found.tracks.add(markers[marker])
            else:
                found.spaces = found.spaces or kind != "piece"
                found.pieces = found.pieces or kind != "space"
    return found


def _groups(built: Built, by: Resolvers) -> Iterator[tuple[Span, Diagnostic | None]]:
    """Where each group of effects is declared, and what to say of it if nothing runs it."""
    program = built.program or {}
    spaces = [space for space in program["spaces"] if space["body"] is not None]
    faces = [face["id"] for face in program["faces"] if face["body"] and face["body"]["body"]]
    for entry in built.mode.table("faces"):
        if entry.file.pack.given and entry.id == next(iter(faces), None):
            message = "nothing resolves a face, so what faces do never happens"
            help = "add an action that does, such as: choose a face where unspent(it) > 0 as shown; resolve shown"
            yield entry.span, None if by.faces else warning("effect-not-resolved", message, entry.span, help=help)
    for table, key in (("tracks", "track"), ("places", "place")):
        for entry in built.mode.table(table):
            if entry.file.pack.given and any(space[key] == entry.id for space in spaces):
                said = None if by.spaces or entry.id in by.tracks else _of_spaces(entry.id, key, entry.node, entry.span)
                yield entry.span, said
    rows = [entry.id for entry in built.mode.table("tracks") if entry.node.string("form") == "row"]
    first: dict[str, Record] = {}
    for definition in program["definitions"]:
        record = built.records.records[definition["id"].partition(":")[2]]
        if definition["body"] and record.pack.given:
            first.setdefault(built.kinds.root(record.kind).id, record)
    for record in first.values():
        tile = built.kinds.is_space(record.kind) and (by.spaces or not by.tracks.isdisjoint(rows))
        message = (
            f"nothing resolves a {built.kinds.root(record.kind).entry.name}, so what '{record.id}' does never happens"
        )
        help = "say when it happens, such as `when your turn starts:`, or resolve it where it comes into play"
        found = None if by.pieces or tile else warning("effect-not-resolved", message, record.span, help=help)
        yield record.span, found


def _of_spaces(name: str, key: str, node: Any, span: Span) -> Diagnostic:
    marker = node.string("marker")
    how = f"`resolve {marker}.space` behind what moves '{marker}'" if marker else "`resolve` and the space"
    message = f"nothing resolves a space of the {key} '{name}', so what its spaces do never happens"
    return warning("effect-not-resolved", message, span, help=f"nobody resolves a space by standing there: add {how}")
