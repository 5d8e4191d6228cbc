"""What readers are shown beside the program: records with their fields and sources, the rulebook, rulings."""

from __future__ import annotations

from typing import Any

from kaiju_compiler.collect.evaluate import Facts
from kaiju_compiler.collect.kinds import Kinds
from kaiju_compiler.collect.merge import Mode
from kaiju_compiler.collect.modes import Chain
from kaiju_compiler.collect.records import Record, Records
from kaiju_compiler.collect.scope import program_fields
from kaiju_compiler.collect.tables import Row
from kaiju_compiler.collect.texts import source_text
from kaiju_compiler.document import Data, Mapping, Node, Scalar

INVENTED = "house"
"""Where a record is from that does not say."""


def catalog(mode: Mode, kinds: Kinds, records: Records, known: Facts) -> Row:
    """The catalog of a mode, by full ids."""
    chain = mode.chain
    return {
        "records": {record.full_id: _record(record, kinds, chain, known) for record in records.records.values()},
        "rules": {
            f"{pack.id}:{node.string('id')}": _listed(node, pack.id, file.path, chain)
            for pack in chain.packs
            for file in pack.of("rules")
            for node in file.root.sequence("rules")
            if isinstance(node, Mapping) and node.string("id")
        },
        "rulings": {
            f"{pack.id}:{node.string('id')}": _listed(node, pack.id, file.path, chain)
            for pack in chain.packs
            for file in pack.of("rulings")
            for node in file.root.sequence("rulings")
            if isinstance(node, Mapping) and node.string("id")
        },
        "packs": {pack.id: _pack(pack.manifest) for pack in chain.packs},
        "mode": {
            "summary": chain.top.root.string("summary"),
            "extends": [file.id for file in chain.files[:-1]],
            "setup": "\n".join(source_text(text) for text in mode.texts["setup"]),
            "effects": _effects(mode),
        },
    }


def _record(record: Record, kinds: Kinds, chain: Chain, known: Facts) -> Row:
    node = record.node
    fields = {name: _field(node.get(name), declared.default) for name, declared in kinds.fields_of(record.kind).items()}
    for field_id, (name, declared, _) in program_fields(kinds).items():
        if declared.shows and name in fields:
            fields[name] = known.data[record.id].get(field_id) or None
    return {
        "kind": record.kind.id,
        "name": record.name,
        "pack": record.pack.id,
        "fields": {name: value for name, value in fields.items() if value is not None},
        "tags": _texts(node, "tags"),
        "copies": record.copies,
        "provenance": node.string("provenance", INVENTED),
        "sources": _texts(node, "sources"),
        "note": node.string("note"),
        "flavour": node.string("flavour"),
        "rulings": _texts(node, "rulings"),
        "effect": source_text(node.text("effect")),
        "file": chain.file_of(record.file.path),
        "line": record.span.line,
        "examples": [each.string("name") for each in node.sequence("examples") if isinstance(each, Mapping)],
    }


def _field(node: Node | None, default: Data) -> Any:
    return default if node is None else node.to_data()


def _texts(node: Mapping, key: str) -> list[str]:
    return [str(each.value) for each in node.sequence(key) if isinstance(each, Scalar)]


def _listed(node: Mapping, pack: str, path: str, chain: Chain) -> Any:
    """A rule or ruling as it was written, with its pack and place."""
    data = node.to_data()
    assert isinstance(data, dict)
    return {**data, "pack": pack, "file": chain.file_of(path), "line": node.span.line}


def _pack(manifest: Mapping) -> Any:
    data = manifest.to_data()
    assert isinstance(data, dict)
    return {key: value for key, value in data.items() if key not in ("id", "checks")}


def _effects(mode: Mode) -> dict[str, dict[str, str]]:
    """The effect texts of the mode's own entries, by table and id."""
    return {
        table: {entry.key: source_text(text) for entry in mode.table(table) if (text := entry.node.text("effect"))}
        for table in ("counters", "faces", "bonuses", "rules")
    }
