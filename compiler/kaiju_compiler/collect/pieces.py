"""From records to definitions (what is printed) and pieces (what lies on the table), as programs have them."""

from __future__ import annotations

from collections.abc import Iterator

from kaiju_compiler.collect.evaluate import Facts, NeedsGame
from kaiju_compiler.collect.kinds import Kind, Kinds
from kaiju_compiler.collect.merge import Entry, Mode
from kaiju_compiler.collect.records import Record, Records
from kaiju_compiler.collect.scope import program_fields
from kaiju_compiler.collect.shown import shown_fields
from kaiju_compiler.collect.spaces import SpaceTable, inserted
from kaiju_compiler.collect.tables import Row
from kaiju_compiler.collect.texts import Texts
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Data, Mapping
from kaiju_compiler.source import Text
from kaiju_compiler.symbols import BOX, MONSTER, Type


def facts(kinds: Kinds, records: Records) -> Facts:
    """What is known about the records: their fields, and which are of the kinds that records name."""
    fields = program_fields(kinds)
    data: dict[str, dict[str, Data]] = {}
    for record in records.records.values():
        own = {each.id for each in kinds.lineage(record.kind)}
        data[record.id] = {
            field_id: _value(record, name, declared.default)
            for field_id, (name, declared, owners) in fields.items()
            if own & set(owners)
        }
    members = {
        kind.id: [record.id for record in records.records.values() if kind in kinds.lineage(record.kind)]
        for kind in kinds
    }
    return Facts(data, members)


def _value(record: Record, name: str, default: Data) -> Data:
    node = record.node.get(name)
    return default if node is None else node.to_data()


def complete_kinds(kinds: Kinds, known: Facts, texts: Texts) -> None:
    """Adds to ``known`` the members of kinds that are told by a condition or by other kinds, and who leaves."""
    for kind in _parents_first(kinds):
        if kind.where is not None:
            known.kinds[kind.id] = _those(kind, kind.where, known.kinds.get(kind.of, []), known, texts)
        if kind.stays is not None:
            mine, mark = known.kinds.get(kind.id, []), len(texts.found)
            staying = _those(kind, kind.stays, mine, known, texts)
            known.leaving |= set() if texts.failed_since(mark) else {*mine} - {*staying}
    for kind in kinds:
        if kind.any_of:
            members = {each for part in kind.any_of for each in known.kinds[part]}
            known.kinds[kind.id] = [each for each in known.data if each in members]


def _those(kind: Kind, where: Text, among: list[str], known: Facts, texts: Texts) -> list[str]:
    """Those of some records for which a condition about their fields is true."""
    context = texts.context("mode", you=False, it=Type("piece", of=kind.of or kind.id))
    condition = texts.condition(where, context)
    try:
        return [each for each in among if condition and known.holds_for(each, condition)]
    except NeedsGame:
        message = f"this about '{kind.plural}' must be told by their fields alone"
        texts.found.append(error("kind-needs-game", message, where.span(0, len(where.value.rstrip()))))
        return []


def _parents_first(kinds: Kinds) -> list[Kind]:
    return sorted(kinds, key=lambda kind: len(kinds.lineage(kind)))


# --- definitions ---


def definition(record: Record, mode: Mode, kinds: Kinds, known: Facts, texts: Texts) -> Row:
    """What a record says, with its effect resolved."""
    stays = record.id not in known.leaving
    context = texts.context("piece", this=Type("piece", of=record.kind.id), stays=stays)
    resolved = texts.effect(record.node.text("effect"), context)
    abilities, body = ([], None) if resolved is None else (resolved.abilities, resolved.body)
    fields = program_fields(kinds)
    mine = {name: each for name, each in fields.items() if name in known.data[record.id]}
    known.data[record.id] |= shown_fields(record, mine, [abilities, body])
    stops = [_stop(each) for each in record.node.sequence("stops") if isinstance(each, Mapping)]
    mirrored = "none" if stops == stops[::-1] else "free"
    return {
        "id": record.full_id,
        "name": record.name,
        "kind": record.kind.id,
        "data": [
            _plain(known.data[record.id].get(field_id))
            for field_id, (_, declared, _) in fields.items()
            if declared.in_program
        ],
        "abilities": abilities,
        "body": body,
        "bonus": record.node.string("bonus") or None,
        "turn": record.node.string("turn", mirrored),
        "stops": stops,
    }


def _plain(value: Data) -> Data:
    return value if isinstance(value, str | int | bool) else None


def _stop(node: Mapping) -> Row:
    kind = "inserted" if node.flag("inserted") else "removed" if node.flag("removed") else "covers"
    return {"bonus": node.string("bonus") or None, "kind": kind}


# --- pieces ---


def pieces(mode: Mode, kinds: Kinds, records: Records, spaces: SpaceTable) -> tuple[list[Row], list[Diagnostic]]:
    """Every piece with the place where it begins, in the order of the records."""
    begins = _board_starts(mode, spaces, records)
    per_player = {entry.id for entry in mode.table("zones") if entry.node.string("holder") == "player"}
    rows: list[Row] = []
    found: list[Diagnostic] = []
    for record in records.records.values():
        zone = kinds.inherited(record.kind, "starts") or BOX
        monster = record.node.string("monster") or None
        if zone in per_player and monster is None and record.id not in begins:
            message = f"'{record.id}' begins in '{zone}', which each player has, and belongs to no monster"
            help = "say whose it is with 'monster:'"
            found.append(error("piece-without-monster", message, record.span, help=help))
            zone = BOX
        where = begins.get(record.id, (BOX if is_monster(kinds, record.kind) else zone, None))
        rows += _rows(record, where, monster)
    return rows, found


def _rows(record: Record, where: tuple[str | None, str | None], monster: str | None) -> Iterator[Row]:
    for piece in record.piece_ids():
        numbers = iter(range(1, len(inserted(record)) + 1))
        spaces = [
            f"{piece}/{next(numbers)}" if isinstance(each, Mapping) and each.flag("inserted") else None
            for each in record.node.sequence("stops")
        ]
        yield {
            "id": piece,
            "key": record.id,
            "definition": record.full_id,
            "name": record.name,
            "monster": monster,
            "zone": where[0],
            "space": where[1],
            "spaces": spaces,
        }


def is_monster(kinds: Kinds, kind: Kind) -> bool:
    return any(each.id == MONSTER for each in kinds.lineage(kind))


def _board_starts(mode: Mode, spaces: SpaceTable, records: Records) -> dict[str, tuple[str | None, str | None]]:
    """Where markers and the first tiles of rows begin: zone, or space (of a row: the tile)."""
    found: dict[str, tuple[str | None, str | None]] = {}
    for entry in mode.table("tracks"):
        start = _start(entry, spaces)
        if entry.node.string("form") == "row" and start in records.records:
            found[start] = (entry.id, None)
        marker = entry.node.string("marker")
        if marker and start:
            found[marker] = (None, start)
    return found


def _start(entry: Entry, spaces: SpaceTable) -> str:
    """The id of the space on which a track's marker begins."""
    node = entry.node.get("start")
    if entry.node.string("form") != "fixed":
        return entry.node.string("start")
    number = 0 if node is None else node.to_data()
    return next((space.id for space in spaces.of_track(entry.id) if space.number == number), "")
