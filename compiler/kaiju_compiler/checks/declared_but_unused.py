"""Is everything that a mode declares used by something?"""

from __future__ import annotations

from collections.abc import Iterator

from kaiju_compiler.collect.left_out import names_in
from kaiju_compiler.collect.merge import Entry
from kaiju_compiler.collect.packs import Packs
from kaiju_compiler.collect.program import Built
from kaiju_compiler.diagnostics import Diagnostic, warning
from kaiju_compiler.document import Mapping
from kaiju_compiler.source import Span

TABLES = {
    "counters": "counter",
    "bonuses": "bonus",
    "stats": "stat",
    "values": "value",
    "options": "option",
    "zones": "zone",
    "places": "place",
    "space_fields": "space_field",
}
"""Tables whose entries only effects and records make use of, with the kind of their symbols."""

WORDS = {"space_field": "field of spaces"}


def check(built: list[Built], packs: Packs) -> Iterator[Diagnostic]:
    """A warning for each entry of a given pack that no mode with it uses, if all texts could be read."""
    unused: dict[Span, tuple[str, Entry]] = {}
    used: set[Span] = set()
    for each in built:
        if each.program is None or each.left_out:
            return
        for table, kind in TABLES.items():
            for entry in each.mode.table(table):
                if is_used(entry, table, kind, each):
                    used.add(entry.span)
                else:
                    unused[entry.span] = (kind, entry)
    for span, (kind, entry) in unused.items():
        if span not in used and entry.file.pack.given:
            message = f"nothing uses the {WORDS.get(kind, kind)} '{entry.id}'"
            yield warning("declared-but-unused", message, span, help="use it, or leave it out")


def is_used(entry: Entry, table: str, kind: str, built: Built) -> bool:
    """Whether an effect, a record or another entry names it."""
    if (kind, entry.key) in built.used:
        return True
    if table == "places":
        return any(("space", space.id) in built.used for space in built.spaces.of_place(entry.id)) or (
            built.mode.singles.get("players", Mapping((), entry.span)).string("start") == entry.id
        )
    if table == "space_fields":
        return entry.node.flag("turns_tokens")
    if table == "zones":
        return any(entry.id in (kind.key("starts"), kind.key("home")) for kind in built.kinds) or any(
            zone.node.string("refill_from") == entry.id for zone in built.mode.table("zones")
        )
    return table == "bonuses" and entry.id in names_in(built.program, "bonus")
