"""The records that a mode plays with: found in its packs, checked against the fields of their kinds."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from kaiju_compiler.collect.fields import schema_of
from kaiju_compiler.collect.files import PackFile
from kaiju_compiler.collect.kinds import Kind, Kinds
from kaiju_compiler.collect.merge import Mode, over
from kaiju_compiler.collect.modes import ModeFile
from kaiju_compiler.collect.packs import Pack
from kaiju_compiler.diagnostics import Diagnostic, error, has_errors
from kaiju_compiler.document import Mapping, Scalar
from kaiju_compiler.parse.grammar import reserved_words
from kaiju_compiler.resolve import words
from kaiju_compiler.source import Span
from kaiju_compiler.suggest import did_you_mean
from kaiju_compiler.symbols import MONSTER
from kaiju_compiler.validate import SchemaSet

MOST_PLAYERS = 8
"""What is taken where a mode does not say how many play: as many as its schema lets it say."""


@dataclass(frozen=True)
class Record:
    """One card, monster, token …"""

    id: str
    kind: Kind
    node: Mapping = field(repr=False)
    file: PackFile = field(repr=False)
    pack: Pack = field(repr=False)

    @property
    def full_id(self) -> str:
        return f"{self.pack.id}:{self.id}"

    @property
    def name(self) -> str:
        return self.node.string("name", self.id.replace("_", " "))

    @property
    def span(self) -> Span:
        node = self.node.get("id")
        return self.node.span if node is None else node.span

    @property
    def copies(self) -> int:
        return max(1, self.node.integer("copies", 1))

    def piece_ids(self) -> list[str]:
        """The ids of its pieces: the record's own, then with a number behind it."""
        return [self.id, *(f"{self.id}/{number}" for number in range(2, self.copies + 1))]


@dataclass
class Records:
    """Records by id, in the order of packs, files and lines."""

    records: dict[str, Record]
    diagnostics: list[Diagnostic]
    broken: set[str]
    """Ids of records with errors; they stay known, so that others may name them."""
    lost: dict[str, tuple[str, Span]] = field(default_factory=dict)
    """Records whose kind is not known, so that nothing can be made of them: id to full id and place."""

    def of_kind(self, kinds: Kinds, kind_id: str) -> list[str]:
        """Ids of the records of a kind, as far as the kind that they name says so."""
        wanted = {each.id for each in kinds if kind_id == each.id or kind_id in kinds.above(each)}
        members = set(kinds[kind_id].any_of) if kind_id in kinds else set()
        roots = {each.id for each in kinds if kind_id in kinds and kinds[kind_id] in kinds.lineage(each)}
        base = {kinds.root(kinds[kind_id]).id} if kind_id in kinds and kinds[kind_id].where is not None else set()
        return [record.id for record in self.records.values() if record.kind.id in wanted | members | roots | base]


def find_records(mode: Mode, kinds: Kinds, schemas: SchemaSet) -> Records:
    """The records of a mode's packs. A record of an unknown kind is told and left out."""
    found = Records({}, [], set())
    for pack in mode.chain.packs:
        for file in pack.of("records"):
            for node in file.root.sequence("records"):
                if isinstance(node, Mapping) and node.string("id"):
                    _take(node, file, pack, kinds, found)
    _drop_replaced(found)
    for mode_file in mode.chain.files:
        _change(mode_file, found)
    _validate(mode, kinds, schemas, found)
    return found


def _take(node: Mapping, file: PackFile, pack: Pack, kinds: Kinds, found: Records) -> None:
    named = node.get("kind") or file.root.get("kind")
    kind_id = str(named.value) if isinstance(named, Scalar) else ""
    if named is None:
        message = f"nothing says what kind of piece the record '{node.string('id')}' is"
        help = f"write 'kind:' at the top of the file, or in the record: {' or '.join(kinds.concrete())}"
        _lose(node, pack, found)
        found.diagnostics.append(error("record-unknown-kind", message, (node.get("id") or node).span, help=help))
        return
    if kind_id not in kinds or kind_id not in kinds.concrete():
        message = f"there is no kind of piece '{kind_id}' in the mode"
        help = did_you_mean(kind_id, kinds.concrete()) or f"the kinds are {', '.join(kinds.concrete())}"
        if kind_id in kinds:
            kind = kinds[kind_id]
            message = f"a record cannot be of kind '{kind_id}', which is told by its condition or its members"
            help = f"say kind: {kind.of or ' or '.join(kind.any_of)}"
        _lose(node, pack, found)
        found.diagnostics.append(error("record-unknown-kind", message, named.span, help=help))
        return
    record = Record(node.string("id"), kinds[kind_id], node, file, pack)
    if record.id in _words(kinds):
        message = f"`{record.id}` means something else in effects, so no record can be called by it"
        found.diagnostics.append(error("record-id-taken", message, record.span, help="give it another id"))
        _lose(node, pack, found)
        return
    first = found.records.get(record.id)
    if first is not None and not _replaces(record, first):
        message = f"two records are called '{record.id}': {_at(first)} and {_at(record)}"
        help = "give one of them another id"
        if first.pack.id != pack.id:
            help += f"; to put this one in the other's place, add 'replaces: {first.full_id}'"
        related = [(first.span, "the other record of that id")]
        found.broken.add(record.id)
        found.diagnostics.append(error("record-duplicate", message, record.span, related=related, help=help))
        return
    found.records[record.id] = record


def _words(kinds: Kinds) -> set[str]:
    """The words of the language that stand where names of records do, and what all pieces of a kind are called."""
    return {*reserved_words(), *words.pronouns(), *words.NOUNS, *(kind.plural for kind in kinds)}


def _at(record: Record) -> str:
    """What a record is called, and where it stands."""
    return f"{record.full_id} in {record.span.path}:{record.span.line}"


def _lose(node: Mapping, pack: Pack, found: Records) -> None:
    record_id = node.string("id")
    found.lost[record_id] = f"{pack.id}:{record_id}", (node.get("id") or node).span


def _replaces(record: Record, other: Record) -> bool:
    return record.node.string("replaces") == other.full_id and record.pack.id != other.pack.id


def _drop_replaced(found: Records) -> None:
    """Takes away what others replace under a new id; names what is replaced but does not exist."""
    for record in list(found.records.values()):
        target = record.node.get("replaces")
        if not isinstance(target, Scalar):
            continue
        pack_id, _, other = str(target.value).partition(":")
        if found.lost.get(other, ("",))[0] == target.value:
            continue
        replaced = found.records.get(other)
        if replaced is record and pack_id != record.pack.id:
            continue
        if replaced is None or replaced is record or replaced.full_id != target.value:
            known = [each.full_id for each in found.records.values() if each is not record]
            message = f"there is no record '{target.value}' to replace"
            found.diagnostics.append(
                error("record-unknown-name", message, target.span, help=did_you_mean(str(target.value), known))
            )
        else:
            del found.records[other]


def _change(file: ModeFile, found: Records) -> None:
    """Puts keys of inherited records in place of their own, as a mode says under ``replace: records:``."""
    changes = file.root.mapping("replace")
    for key, node in (None if changes is None else changes.mapping("records")) or ():
        record = found.records.get(str(key.value))
        if record is None or record.pack is file.pack:
            known = [each.id for each in found.records.values() if each.pack is not file.pack]
            message = f"no mode that this one extends has a record '{key.value}', so it cannot be changed"
            help = did_you_mean(str(key.value), known) or "change a record of this pack where it stands"
            found.diagnostics.append(error("mode-unknown-name", message, key.span, help=help))
        elif isinstance(node, Mapping):
            found.records[record.id] = replace(record, node=over(record.node, node))


# --- validation against the mode's own fields ---


def _validate(mode: Mode, kinds: Kinds, schemas: SchemaSet, found: Records) -> None:
    """Checks each record against the schema of all records, completed with the fields of its kind."""
    by_kind: dict[str, SchemaSet] = {}
    names = names_for_fields(mode, kinds, found)
    for record in found.records.values():
        if record.kind.id not in by_kind:
            by_kind[record.kind.id] = completed(schemas, kinds, record.kind, names)
        problems = [_of_record(each, record) for each in by_kind[record.kind.id].validate("record", record.node)]
        found.diagnostics += problems
        if has_errors(problems):
            found.broken.add(record.id)


def _of_record(found: Diagnostic, record: Record) -> Diagnostic:
    """What is wrong with a record, said of its kind."""
    kind, help = record.kind.id, found.help
    if found.code == "schema-unknown-field" and not help:
        help = f"a field of its own is declared in the mode, in 'fields' of the kind '{kind}'"
    return replace(found, message=found.message.replace("this file", f"a record of kind '{kind}'"), help=help)


def names_for_fields(mode: Mode, kinds: Kinds, found: Records) -> dict[str, list[str]]:
    """The ids that fields may name, by ``face``, ``bonus``, ``player`` (how many) and kind of piece."""
    names = {kind.id: found.of_kind(kinds, kind.id) for kind in kinds}
    players = mode.singles.get("players")
    names["player"] = [str(players.integer("most", 1) if players else MOST_PLAYERS)]
    return names | {"face": [each.id for each in mode.table("faces")], "bonus": [e.id for e in mode.table("bonuses")]}


def completed(schemas: SchemaSet, kinds: Kinds, kind: Kind, names: dict[str, list[str]]) -> SchemaSet:
    """A schema named ``record``: what a record of that kind may hold beyond what every record may.

    The keys that all records have were checked with their file; here they are only known.
    """
    basic: dict[str, Any] = schemas.schemas["records"]["$defs"]["record"]["properties"]
    fields = kinds.fields_of(kind)
    properties: dict[str, Any] = dict.fromkeys(basic, True)
    properties |= {name: schema_of(each, names) for name, each in fields.items()}
    properties["bonus"] = {"enum": names["bonus"]}
    properties["stops"] = {"items": {"properties": {"bonus": properties["bonus"]}}}
    properties["monster"] = {"enum": names.get(MONSTER, [])}
    required = [name for name, each in fields.items() if each.kind and each.required]
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return SchemaSet({"record": schema})
