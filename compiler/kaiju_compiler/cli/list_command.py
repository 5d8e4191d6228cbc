"""``kaiju list``: modes, and the records of a mode or pack."""

from __future__ import annotations

import json
from typing import Any

import click

from kaiju_compiler.cli.common import CommandError, finish, rows, say
from kaiju_compiler.suggest import did_you_mean


@click.command("list")
@click.argument("name", required=False, metavar="[MODE|PACK]")
@click.option("--kind", metavar="KIND", help="Only records of this kind, such as card or monster; or rule.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def command(name: str | None, kind: str | None, form: str) -> None:
    """List the modes; or the records of a mode, a pack, a built file or a folder."""
    table = modes_table() if name is None and kind is None else records_table(name, kind)
    if form == "json":
        say(json.dumps(table, ensure_ascii=True, indent=2, sort_keys=False))
    elif name is None and kind is None:
        lines = rows(
            [("mode", "title", "players", "records", "examples")]
            + [(row["id"], row["title"], row["players"], str(row["records"]), str(row["examples"])) for row in table]
        )
        say("\n".join(lines))
    else:
        head = ("id", "kind", "name", "cost", "examples", "provenance")
        lines = rows(
            [head]
            + [
                (row["id"], row["kind"], row["name"], shown(row["cost"]), examples_of(row), row["provenance"])
                for row in table
            ]
        )
        say("\n".join(lines))
        say(f"{len(table)} {'record' if len(table) == 1 else 'records'}")
    finish(0)


def shown(cost: Any) -> str:
    return "" if cost is None else str(cost)


def examples_of(row: dict[str, Any]) -> str:
    """How many examples a record has; beside rules and other entries of a mode none can stand."""
    return str(row["examples"]) if row["table"] == "definitions" or row["examples"] else ""


def modes_table() -> list[dict[str, Any]]:
    """The shipped modes."""
    from kaiju_compiler.cli.records import modes_of

    found = []
    for name, loaded in modes_of(None).items():
        data = loaded.data
        least, most = data["players"]["least"], data["players"]["most"]
        players = str(least) if least == most else f"{least}-{most}"
        found.append(
            {
                "id": name,
                "title": data["title"],
                "pack": data["pack"],
                "players": players,
                "records": len(data["definitions"]),
                "examples": len(loaded.examples),
            }
        )
    return found


def records_table(name: str | None, kind: str | None) -> list[dict[str, Any]]:
    """The records that are meant, as plain data."""
    from kaiju_compiler.cli.records import entries, modes_of

    modes, pack = scope(name)
    table = modes_of(None) if modes is None else modes_of(modes)
    listed: dict[str, dict[str, Any]] = {}
    kinds: set[str] = set()
    for loaded in table.values():
        for entry in entries(loaded):
            row = row_of(entry)
            kinds.update(row["kinds"])
            wanted = kind in row["kinds"] if kind else row["table"] == "definitions"
            if wanted and (pack is None or row["pack"] == pack):
                listed.setdefault(entry.id, row)
    if kind and kind not in kinds:
        near = did_you_mean(kind, kinds) or f"there are {', '.join(sorted(kinds))}"
        raise CommandError("record-unknown", f"there are no records of kind '{kind}'", near)
    return list(listed.values())


def scope(name: str | None) -> tuple[str | None, str | None]:
    """What a name means: a mode (or path) to load, or a pack of the shipped content."""
    from kaiju_compiler.cli.records import modes_of

    if name is None:
        return None, None
    modes = modes_of(None) if "/" not in name else {}
    packs = {pack for loaded in modes.values() for pack in loaded.data["catalog"].get("packs", ())}
    if name in modes or name not in packs:
        return name, None
    return None, name


def row_of(entry: Any) -> dict[str, Any]:
    """One record as it is listed; entries of a mode without an effect have no place."""
    from kaiju_compiler.cli.explained_modes import place_of

    data, record = entry.mode.data, entry.record
    word = entry.entry["kind"] if entry.table == "definitions" else entry.id.partition(":")[0]
    kinds = [each["id"] for each in data["kinds"] if entry.id in each["definitions"]] or [word]
    fields = record.get("fields", {})
    file, _, line = place_of(entry.entry, data).rpartition(":")
    return {
        "id": entry.id,
        "kind": word,
        "kinds": kinds,
        "table": entry.table,
        "name": entry.name,
        "pack": record.get("pack", data["pack"]),
        "cost": fields.get("cost"),
        "type": fields.get("type"),
        "copies": record.get("copies", 1),
        "tags": record.get("tags", []),
        "provenance": record.get("provenance", ""),
        "wording": entry.wording(),
        "examples": len(entry.examples()),
        "file": file,
        "line": int(line or 0),
    }
