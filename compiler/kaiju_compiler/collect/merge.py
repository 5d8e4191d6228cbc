"""One mode from a chain of files: tables by id, each file's entries added to those before it.

A file adds entries under new ids; under ``replace`` it changes keys of inherited ones by their names.
Neither can happen by accident: adding what exists and replacing what does not are errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from kaiju_compiler.collect.modes import Chain, ModeFile
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Mapping, Node, Scalar, Sequence
from kaiju_compiler.source import Span, Text
from kaiju_compiler.suggest import did_you_mean

TABLES = (
    "counters",
    "faces",
    "bonuses",
    "stats",
    "values",
    "options",
    "zones",
    "kinds",
    "phases",
    "tracks",
    "places",
    "rules",
)
MAPS = ("space_fields",)
"""Tables that are written as maps from id to entry."""
TEXTS = ("setup", "invariants", "procedures")
SINGLES = ("players", "first_player")


@dataclass(frozen=True)
class Entry:
    """One entry of a table."""

    id: str
    node: Mapping = field(repr=False)
    span: Span = field(repr=False)
    """Where its id stands."""
    file: ModeFile = field(repr=False)

    @property
    def name(self) -> str:
        """What it is called in texts; its id unless it has a name."""
        return self.node.string("name", self.id.replace("_", " "))

    @property
    def key(self) -> str:
        """What may not occur twice: a counter on pieces may be called as one of players."""
        return f"{self.id}@piece" if self.node.string("holder") == "piece" else self.id


@dataclass(frozen=True)
class Mode:
    """A mode with all that it inherits."""

    chain: Chain
    tables: dict[str, dict[str, Entry]]
    texts: dict[str, tuple[Text, ...]]
    replaced_procedures: dict[str, tuple[Scalar, Text]]
    singles: dict[str, Mapping]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def id(self) -> str:
        return self.chain.id

    def table(self, name: str) -> tuple[Entry, ...]:
        return tuple(self.tables[name].values())


def merge(chain: Chain) -> Mode:
    """The mode of a chain; what could not be merged is told and left as it was."""
    merger = _Merger()
    for file in chain.files:
        merger.replace(file)
        merger.add(file)
    return Mode(chain, merger.tables, merger.texts, merger.procedures, merger.singles, tuple(merger.found))


class _Merger:
    def __init__(self) -> None:
        self.tables: dict[str, dict[str, Entry]] = {name: {} for name in (*TABLES, *MAPS)}
        self.texts: dict[str, tuple[Text, ...]] = dict.fromkeys(TEXTS, ())
        self.procedures: dict[str, tuple[Scalar, Text]] = {}
        self.singles: dict[str, Mapping] = {}
        self.found: list[Diagnostic] = []

    # --- adding ---

    def add(self, file: ModeFile) -> None:
        """Adds what a file has of its own."""
        for name in (*TABLES, *MAPS):
            for entry in entries(file, name):
                self.add_entry(name, entry)
        for name in TEXTS:
            if text := file.root.text(name):
                self.texts[name] = (*self.texts[name], text)
        for name in SINGLES:
            if node := file.root.mapping(name):
                self.singles[name] = over(self.singles.get(name), node)

    def add_entry(self, name: str, entry: Entry) -> None:
        """Adds one entry, or complains that its id is taken."""
        table = self.tables[name]
        before = table.get(entry.key)
        if before is None:
            self.tables[name] = self.placed(table, entry) if name == "phases" else {**table, entry.key: entry}
        elif name == "kinds" and before.file is not entry.file and "name" not in entry.node:
            table[entry.key] = self.extended(before, entry)
        else:
            message = f"'{entry.id}' stands in '{name}' already"
            help = "give this one another id"
            if before.file is not entry.file:
                help = f"give it another id, or change the other under 'replace: {name}: {entry.id}:'"
            related = [(before.span, "here first")]
            self.found.append(error("mode-entry-duplicate", message, entry.span, related=related, help=help))

    def placed(self, table: dict[str, Entry], entry: Entry) -> dict[str, Entry]:
        """The phases with a new one where its ``after`` or ``before`` says, else at the end."""
        order = list(table.items())
        at = len(order)
        for side, word in enumerate(("before", "after")):
            node = entry.node.get(word)
            if not isinstance(node, Scalar):
                continue
            if node.value in table:
                at = list(table).index(str(node.value)) + side
            else:
                help = did_you_mean(str(node.value), table)
                self.found.append(error("mode-unknown-name", f"there is no phase '{node.value}'", node.span, help=help))
        return dict([*order[:at], (entry.key, entry), *order[at:]])

    def extended(self, before: Entry, entry: Entry) -> Entry:
        """A kind of piece with the fields that a later file gives it."""
        clash = [
            key for key in map(str, entry.node.keys()) if key in before.node and key not in ("id", "fields", "any_of")
        ]
        for key in clash:
            node, first = entry.node.key(key), before.node.key(key)
            message = f"the kind '{entry.id}' has its '{key}' from another mode"
            help = f"change it under 'replace: kinds: {entry.id}:'"
            related = [] if first is None else [(first.span, "here first")]
            self.found.append(
                error("mode-entry-duplicate", message, node.span if node else entry.span, related=related, help=help)
            )
        more = Mapping(tuple(each for each in entry.node if each[0].value not in clash), entry.node.span)
        for field_key, _ in more.mapping("fields") or ():
            self.check_new_field(before, field_key)
        return replace(before, node=over(before.node, _joined(before.node, more)))

    def check_new_field(self, kind: Entry, key: Scalar) -> None:
        """Complains about a field that the kind has already."""
        fields = kind.node.mapping("fields")
        first = None if fields is None else fields.key(str(key.value))
        if first is not None:
            related = [(first.span, "here first")]
            message = f"the kind '{kind.id}' has a field '{key.value}' already"
            self.found.append(error("mode-entry-duplicate", message, key.span, related=related))

    # --- replacing ---

    def replace(self, file: ModeFile) -> None:
        """Changes what a file replaces of those before it."""
        for key, value in file.root.mapping("replace") or ():
            name = str(key.value)
            if name in self.tables and isinstance(value, Mapping):
                for entry_key, node in value:
                    self.replace_entry(name, entry_key, node)
            elif name == "procedures" and isinstance(value, Mapping):
                for entry_key, node in value:
                    if isinstance(node, Scalar) and node.text is not None:
                        self.procedures[str(entry_key.value)] = (entry_key, node.text)
            elif name in TEXTS and isinstance(value, Scalar) and value.text is not None:
                self.texts[name] = (value.text,)

    def replace_entry(self, name: str, key: Scalar, node: Node) -> None:
        """Puts keys of an entry in place of its own, or complains that there is none."""
        table = self.tables[name]
        on_pieces = f"{key.value}@piece"
        only_there = str(key.value) not in table and on_pieces in table
        wanted = on_pieces if only_there or _is_of_pieces(node) else str(key.value)
        before = table.get(wanted)
        if before is None:
            message = f"no mode that this one extends has a '{key.value}' in '{name}', so it cannot be replaced"
            known = [entry.id for entry in table.values()]
            help = did_you_mean(str(key.value), known) or f"to add it, write it under '{name}' itself"
            self.found.append(error("mode-unknown-name", message, key.span, help=help))
        elif isinstance(node, Mapping):
            table[wanted] = replace(before, node=over(before.node, node), span=key.span)


def entries(file: ModeFile, name: str) -> Iterator[Entry]:
    """The entries that a file itself has in a table; what is no entry is the validator's business."""
    if name in MAPS:
        for key, value in file.root.mapping(name) or ():
            if isinstance(value, Mapping):
                yield Entry(str(key.value), value, key.span, file)
        return
    for node in file.root.sequence(name):
        if isinstance(node, Mapping) and node.string("id"):
            id_node = node.get("id")
            yield Entry(node.string("id"), node, node.span if id_node is None else id_node.span, file)


def _is_of_pieces(node: Node) -> bool:
    """Whether what replaces a counter says that it means the one on pieces."""
    return isinstance(node, Mapping) and node.string("holder") == "piece"


def over(before: Mapping | None, node: Mapping) -> Mapping:
    """A map with the keys of another put in place of its own."""
    if before is None:
        return node
    kept = tuple(each for each in before if str(each[0].value) not in node)
    return Mapping((*kept, *node.entries), node.span)


def _joined(before: Mapping, more: Mapping) -> Mapping:
    """The keys of a kind's extension, its fields and members put behind those that there were."""
    return Mapping(tuple((key, _both(before.get(str(key.value)), value)) for key, value in more), more.span)


def _both(old: Node | None, new: Node) -> Node:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return Mapping((*old.entries, *(each for each in new if str(each[0].value) not in old)), new.span)
    if isinstance(old, Sequence) and isinstance(new, Sequence):
        return Sequence((*old.items, *new.items), new.span)
    return new
