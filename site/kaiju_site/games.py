"""One mode as the site shows it: its program, its records and examples, and where each has its page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from kaiju_compiler.collect.merge import Mode
from kaiju_compiler.pipeline import Compilation, Compiled
from kaiju_compiler.wording import Printer, Wording
from kaiju_site.addresses import Addresses
from kaiju_site.cache import Cache
from kaiju_site.text import capital, label
from kaiju_site.traces import ExampleView, example_views
from kaiju_site.uses import uses

Data = dict[str, Any]
WORDINGS = ("definitions", "rules", "faces", "bonuses", "counters", "procedures")
"""Tables of the program whose entries have rules text."""


@dataclass(frozen=True)
class Link:
    """A text that leads somewhere; to nowhere if the target is empty."""

    text: str
    target: str = ""
    note: str = ""


@dataclass(frozen=True)
class Game:
    """One mode. Everything else about it is worked out from its program, its catalog and its files."""

    compiled: Compiled = field(repr=False)
    mode: Mode = field(repr=False)
    """The mode as its files say it, for what a reader wants to see as it was written."""
    examples: tuple[ExampleView, ...] = field(repr=False)
    addresses: Addresses = field(repr=False)
    notes: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """What other modules have worked out about it, by name, so that they do it once."""

    @property
    def program(self) -> Data:
        return self.compiled.program

    @property
    def catalog(self) -> Data:
        return self.program["catalog"]  # type: ignore[no-any-return]

    @property
    def id(self) -> str:
        return self.compiled.mode

    @property
    def title(self) -> str:
        return str(self.program["title"])

    @property
    def summary(self) -> str:
        """The mode's own sentence, else that of its pack."""
        return str(self.catalog["mode"]["summary"] or self.catalog["packs"][self.program["pack"]].get("summary", ""))

    @cached_property
    def tables(self) -> dict[str, dict[str, Data]]:
        """The tables of the program by id."""
        return {
            name: {each["id"]: each for each in rows}
            for name, rows in self.program.items()
            if isinstance(rows, list) and all(isinstance(each, dict) and "id" in each for each in rows)
        }

    @cached_property
    def tones(self) -> list[tuple[str, str]]:
        """The root kinds with their types, in the order of the program."""
        return list(dict.fromkeys(self.tone_of(each) for each in self.program["definitions"]))

    def tone_of(self, definition: Data) -> tuple[str, str]:
        """The root kind and the type (its first field that is a word) of a definition."""
        words = [
            str(value)
            for declared, value in zip(self.program["fields"], definition["data"], strict=True)
            if declared["kind"] == "word" and value is not None
        ]
        return self.addresses.root[definition["kind"]], words[0] if words else ""

    @cached_property
    def names_in(self) -> dict[str, list[str]]:
        """By ``table:id`` of whatever has abilities: the entries that it names."""
        found: dict[str, list[str]] = {}
        for about, users in self.used.items():
            for user in users:
                found.setdefault(user, []).append(about)
        return found

    @cached_property
    def used(self) -> dict[str, list[str]]:
        return uses(self.program)

    @cached_property
    def pieces_of(self) -> dict[str, list[Data]]:
        """The pieces of each record, by its full id."""
        found: dict[str, list[Data]] = {}
        for piece in self.program["pieces"]:
            found.setdefault(piece["definition"], []).append(piece)
        return found

    @cached_property
    def belongings(self) -> dict[str, list[Data]]:
        """The pieces that come with a monster, by the id of its piece."""
        found: dict[str, list[Data]] = {}
        for piece in self.program["pieces"]:
            if piece["monster"]:
                found.setdefault(piece["monster"], []).append(piece)
        return found

    @cached_property
    def kinds_of(self) -> dict[str, list[Data]]:
        """The kinds that each record is of, by its full id; the most special, with the fewest records, first."""
        found: dict[str, list[Data]] = {}
        for kind in sorted(self.program["kinds"], key=lambda each: len(each["definitions"])):
            for full_id in kind["definitions"]:
                found.setdefault(full_id, []).append(kind)
        return found

    @cached_property
    def examples_of(self) -> dict[str, list[ExampleView]]:
        """The examples that stand beside each record, by its full id."""
        found: dict[str, list[ExampleView]] = {}
        for each in self.examples:
            if each.record is not None:
                found.setdefault(each.record, []).append(each)
        return found

    @cached_property
    def proofs(self) -> dict[str, list[ExampleView]]:
        """The examples by what they prove, as they name it."""
        found: dict[str, list[ExampleView]] = {}
        for each in self.examples:
            for name in dict.fromkeys(each.data["proves"]):
                found.setdefault(name, []).append(each)
        return found

    @cached_property
    def rules_by_example(self) -> dict[str, list[str]]:
        """The rules of the rulebook, by full id, that name an example as their proof."""
        found: dict[str, list[str]] = {}
        for full_id, rule in self.catalog["rules"].items():
            for reference in rule.get("examples", []):
                found.setdefault(reference, []).append(full_id)
        return found

    @cached_property
    def by_name(self) -> dict[str, str]:
        """Full ids of records by full id and by the part after the colon; the first of that name counts."""
        found: dict[str, str] = {}
        for full_id in self.addresses.records:
            found.setdefault(full_id.partition(":")[2], full_id)
        return {**found, **{full_id: full_id for full_id in self.addresses.records}}

    @cached_property
    def references(self) -> dict[str, ExampleView]:
        """The examples as rules and rulings name them."""
        return {each.reference: each for each in self.examples}

    @cached_property
    def printer(self) -> Printer:
        """Prints rules texts of this program."""
        return Printer(self.program)

    def wording(self, table: str, identity: str) -> Wording:
        """The rules text of an entry, derived from its program."""
        if table == "definitions":
            return self.printer.record(identity)
        if table == "procedures":
            return self.printer.procedure(identity)
        return self.printer.entry(table, identity)

    def definition(self, full_id: str) -> Data:
        """The definition of a record in the program."""
        return self.tables["definitions"][full_id]

    def find(self, about: str) -> str:
        return self.addresses.find(about)

    def icon_of(self, identity: str) -> str:
        """The icon of whatever has that id: a face, bonus, counter or track."""
        tables = ("faces", "bonuses", "counters", "tracks")
        return next((icon for table in tables if (icon := self.tables[table].get(identity, {}).get("icon") or "")), "")

    def seat(self, number: int) -> str:
        """What examples call the player of a seat, from 0: there is a rival only in games for two."""
        if number == 0:
            return "you"
        return "rival" if self.program["players"]["most"] == 2 else f"seat {number + 1}"

    # --- links -----------------------------------------------------------------------------------

    def name(self, about: str) -> str:
        """What ``table:id`` is called; a procedure as the rules texts call it."""
        table, _, identity = about.partition(":")
        if table == "procedures":
            return self.printer.names.verb(identity)
        entry = self.tables.get(table, {}).get(identity, {})
        return str(entry.get("name") or label(identity))

    def link(self, about: str) -> Link:
        return Link(capital(self.name(about)), self.find(about))

    def example_page(self, example: ExampleView) -> str:
        """The page that shows an example, with its anchor."""
        page = self.addresses.records.get(example.record or "") or self.addresses.topic(example.data["topic"])
        return f"{page}#{example.anchor}"

    def example_link(self, reference: str) -> Link:
        example = self.references.get(reference)
        if example is None:
            return Link(reference.partition("/")[2])
        return Link(capital(example.name), self.example_page(example), "" if example.passed else "failed")

    def proof_link(self, name: str) -> Link:
        """What an example proves: a record, a ruling, or a place in a source."""
        if name in self.by_name:
            return self.link(f"definitions:{self.by_name[name]}")
        for full_id in self.catalog.get("rulings", {}):
            if name in (full_id, full_id.partition(":")[2]):
                return Link(name, self.addresses.ruling(full_id), "ruling")
        return self.source_link(name)

    def source_link(self, name: str) -> Link:
        """A place in a source, with the source's title as its note."""
        return Link(name, "", self.sources.get(name.partition("-")[0], self.sources.get(name.partition(":")[0], "")))

    def ruling_links(self, names: Iterable[str], pack: str) -> list[tuple[Link, str]]:
        """The rulings that a record names, with their questions; and what each of them says."""
        rulings = self.catalog.get("rulings", {})
        found = []
        for name in names:
            full_id = next(
                (each for each in (f"{pack}:{name}", *rulings) if each in rulings and each.partition(":")[2] == name),
                None,
            )
            if full_id is None:
                found.append((Link(name), ""))
            else:
                link = Link(name, self.addresses.ruling(full_id), rulings[full_id]["question"])
                found.append((link, str(rulings[full_id]["pick"])))
        return found

    @cached_property
    def sources(self) -> dict[str, str]:
        """The titles of the sources of all packs, by id."""
        return {
            source["id"]: source.get("title", "")
            for pack in self.catalog["packs"].values()
            for source in pack.get("sources", [])
        }

    def users(self, about: str) -> list[Link]:
        """Links to whatever names an entry in its effects."""
        return [self.link(each) for each in self.used.get(about, [])]

    # --- as it was written -----------------------------------------------------------------------

    def written(self, table: str, identity: str, key: str) -> str:
        """What the mode's file says under a key of an entry."""
        entry = self.mode.tables.get(table, {}).get(identity)
        node = None if entry is None else entry.node.get(key)
        value = None if node is None else node.to_data()
        return "" if value is None or isinstance(value, (list, dict)) else str(value)

    def written_effect(self, table: str, identity: str) -> str:
        return str(self.catalog["mode"]["effects"].get(table, {}).get(identity, ""))


def games_of(compilation: Compilation, cache: Cache | None = None) -> list[Game]:
    """The modes in the order of the compilation, their examples played."""
    return [
        Game(
            compiled,
            compilation.built[name].mode,
            tuple(example_views(compilation, compiled, cache or Cache())),
            Addresses(compiled.program),
        )
        for name, compiled in compilation.modes.items()
    ]
