"""The kinds of piece of a mode: what is part of what, which fields they have, where pieces begin and go."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kaiju_compiler.collect.fields import PLAIN_KINDS, FieldType, field_type, fits
from kaiju_compiler.collect.merge import Entry
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Mapping, Scalar
from kaiju_compiler.source import Text
from kaiju_compiler.suggest import did_you_mean

RECORD_KEYS = frozenset(
    "id name kind tags copies provenance sources note flavour rulings effect examples stops turn bonus monster "
    "replaces".split()
)
"""Keys that every record may have; no field can be called like them."""


@dataclass(frozen=True)
class Kind:
    """A kind of piece."""

    id: str
    entry: Entry = field(repr=False)
    of: str
    any_of: tuple[str, ...]
    where: Text | None = field(repr=False)
    fields: dict[str, FieldType]
    """Those that the kind itself declares."""
    stays: Text | None = field(default=None, repr=False)
    """Which of its pieces stay in play once they are resolved; all, if there is no condition."""

    @property
    def plural(self) -> str:
        return self.entry.node.string("plural")

    def key(self, name: str) -> str:
        return self.entry.node.string(name)


class Kinds:
    """All kinds of a mode by id; a broken reference to a kind is told once and then ignored."""

    def __init__(self, entries: tuple[Entry, ...]) -> None:
        self.found: list[Diagnostic] = []
        self.ids = frozenset(entry.id for entry in entries)
        self.kinds = {entry.id: self.kind(entry) for entry in entries}
        self.mend_circles()

    def __getitem__(self, kind_id: str) -> Kind:
        return self.kinds[kind_id]

    def __contains__(self, kind_id: str) -> bool:
        return kind_id in self.kinds

    def __iter__(self) -> Iterator[Kind]:
        return iter(self.kinds.values())

    # --- reading ---

    def kind(self, entry: Entry) -> Kind:
        """The kind that an entry declares."""
        members = tuple(
            str(node.value) for node in entry.node.sequence("any_of") if isinstance(node, Scalar) and self.known(node)
        )
        of = entry.node.get("of")
        parent = str(of.value) if isinstance(of, Scalar) and self.known(of) else ""
        fields = {
            str(key.value): self.field(key, field_type(value, self.ids))
            for key, value in entry.node.mapping("fields") or Mapping((), entry.span)
        }
        return Kind(entry.id, entry, parent, members, entry.node.text("where"), fields, entry.node.text("stays"))

    def known(self, node: Scalar) -> bool:
        if node.value in self.ids:
            return True
        help = did_you_mean(str(node.value), self.ids)
        self.found.append(error("mode-unknown-name", f"there is no kind of piece '{node.value}'", node.span, help=help))
        return False

    def field(self, key: Scalar, declared: FieldType) -> FieldType:
        """The same type, after complaints about what is wrong with it."""
        if key.value in RECORD_KEYS:
            message = f"'{key.value}' has a meaning for every record and cannot be a field"
            self.found.append(error("mode-field-reserved", message, key.span, help="give the field another name"))
        if not declared.kind:
            wanted = f"a kind of piece, a list of words, or one of {', '.join(PLAIN_KINDS)}"
            help = did_you_mean(declared.name, [*self.ids, *PLAIN_KINDS]) or f"write {wanted}"
            message = f"'{declared.name}' is nothing that a field can hold"
            self.found.append(error("mode-unknown-name", message, declared.span, help=help))
        if declared.default is not None and not fits(declared, declared.default):
            message = f"the default of '{key.value}' is not what the field holds"
            self.found.append(error("mode-field-default", message, declared.span))
        return declared

    def mend_circles(self) -> None:
        """Cuts ``of`` and ``any_of`` where a kind would be a part of itself."""
        for kind in list(self.kinds.values()):
            if kind.id in self.above(kind):
                message = f"the kind '{kind.id}' would be a part of itself"
                self.found.append(error("mode-circle", message, kind.entry.span))
                self.kinds[kind.id] = Kind(kind.id, kind.entry, "", (), kind.where, kind.fields)

    # --- questions ---

    def above(self, kind: Kind) -> tuple[str, ...]:
        """The more general kinds, nearest first: what it is a kind of, and the unions that it belongs to."""
        found: list[str] = []
        waiting = [kind.id]
        while waiting:
            current = waiting.pop(0)
            of = self.kinds[current].of
            unions = [each.id for each in self.kinds.values() if current in each.any_of]
            for parent in [*([of] if of else []), *unions]:
                if parent not in found:
                    found.append(parent)
                    waiting.append(parent)
        return tuple(found)

    def root(self, kind: Kind) -> Kind:
        """The most general kind that it is a kind of."""
        seen = {kind.id}
        while kind.of and kind.of not in seen:
            kind = self.kinds[kind.of]
            seen.add(kind.id)
        return kind

    def lineage(self, kind: Kind) -> tuple[Kind, ...]:
        """The kind and those that it is a kind of, nearest first."""
        found = [kind]
        while found[-1].of and self.kinds[found[-1].of] not in found:
            found.append(self.kinds[found[-1].of])
        return tuple(found)

    def fields_of(self, kind: Kind) -> dict[str, FieldType]:
        """All fields of a record of that kind."""
        found: dict[str, FieldType] = {}
        for each in reversed(self.lineage(kind)):
            found |= each.fields
        return found

    def inherited(self, kind: Kind, key: str) -> str:
        """A key of the kind or of the nearest kind above it that has it; empty if none has."""
        return next((each.key(key) for each in self.lineage(kind) if each.key(key)), "")

    def is_space(self, kind: Kind) -> bool:
        """Whether pieces of the kind are spaces."""
        return any(each.entry.node.flag("space") for each in self.lineage(kind))

    def concrete(self) -> list[str]:
        """The kinds that a record may name: not those told by a condition, nor unions."""
        return [kind.id for kind in self.kinds.values() if not kind.any_of and kind.where is None]
