"""The records, rules and faces of programs, found by their names."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kaiju_compiler.cli.common import CommandError
from kaiju_compiler.cli.programs import Loaded, load_mode, note_left_out, refuse_left_out, shipped_modes
from kaiju_compiler.suggest import did_you_mean


@dataclass(frozen=True)
class Found:
    """One entry of one mode. ``table`` is ``definitions``, or a table of the mode such as ``rules``."""

    mode: Loaded = field(repr=False)
    table: str
    id: str
    entry: dict[str, Any] = field(repr=False)

    @property
    def record(self) -> dict[str, Any]:
        """What the catalog says about a record; empty for entries of the mode."""
        found: dict[str, Any] = self.mode.data["catalog"]["records"].get(self.id, {})
        return found

    @property
    def name(self) -> str:
        return str(self.entry["name"])

    @property
    def called(self) -> tuple[str, str, str]:
        """What it can be called: with its pack, without, and by its name."""
        return self.id, self.id.partition(":")[2], self.name.lower()

    def wording(self) -> str:
        """The derived rules text."""
        from kaiju_compiler.wording.printer import printer

        made = printer(self.mode.data)
        if self.table == "definitions":
            return made.record(self.id).plain()
        name = self.id.partition(":")[2]
        return (made.procedure(name) if self.table == "procedures" else made.entry(self.table, name)).plain()

    def examples(self) -> list[dict[str, Any]]:
        """The examples beside the record, and those that say that they prove it, also those of the pack's own mode."""
        names = {self.id, self.id.partition(":")[2]} if self.table == "definitions" else {self.id}
        return [each for each in self.mode.proofs if each["record"] == self.id or names & set(each.get("proves", ()))]


TABLES = {"rule": "rules", "face": "faces", "bonus": "bonuses", "counter": "counters", "procedure": "procedures"}
"""Words before the colon that mean entries of a mode."""


def modes_of(names: tuple[str, ...] | str | None) -> dict[str, Loaded]:
    """The modes to look in: those named, or all that are shipped."""
    if not names:
        modes = shipped_modes()
        for loaded in modes.values():
            note_left_out(loaded)
        return modes
    chosen = [names] if isinstance(names, str) else list(names)
    loaded_modes = [load_mode(name) for name in chosen]
    return {loaded.data["mode"]: loaded for loaded in loaded_modes}


def entries(loaded: Loaded) -> list[Found]:
    """Every entry of a mode that can be asked for."""
    found = [Found(loaded, "definitions", each["id"], each) for each in loaded.data["definitions"]]
    for word, table in TABLES.items():
        found += [Found(loaded, table, f"{word}:{each['id']}", each) for each in loaded.data[table]]
    return found


def find(name: str, modes: dict[str, Loaded]) -> Found:
    """The one entry of that name. Raises ``CommandError``, also if several packs have one."""
    found = find_all(name, modes)
    if len(found) > 1:
        listed = ", ".join(sorted(each.id for each in found))
        raise CommandError("record-ambiguous", f"'{name}' can mean several records", f"say which: {listed}")
    return found[0]


def find_all(name: str, modes: dict[str, Loaded]) -> list[Found]:
    """The entries of that name: ``pack:id``, ``id``, ``rule:id``, or what people call them. Raises ``CommandError``."""
    known = [entry for loaded in modes.values() for entry in entries(loaded)]
    for way in range(3):
        hits = {each.id: each for each in known if each.called[way] in (name, name.lower())}
        records = {key: each for key, each in hits.items() if each.table == "definitions"} or hits
        if records:
            return [records[key] for key in sorted(records)]
    for loaded in modes.values():
        refuse_left_out(loaded, name)
    ids = [each.id for each in known] + [each.id.partition(":")[2] for each in known if each.table == "definitions"]
    near = did_you_mean(name, ids) or did_you_mean(name, [each.name for each in known])
    raise CommandError("record-unknown", f"there is no record '{name}'", near or "'kaiju list MODE' lists them")
