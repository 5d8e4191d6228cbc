"""Every name of a mode, as the resolver looks it up."""

from __future__ import annotations

from kaiju_compiler.collect.fields import FieldType, field_type
from kaiju_compiler.collect.kinds import Kinds
from kaiju_compiler.collect.merge import Entry, Mode
from kaiju_compiler.collect.records import Records
from kaiju_compiler.collect.spaces import SpaceTable
from kaiju_compiler.document import Scalar
from kaiju_compiler.symbols import AREA, BOX, Scope, Symbol, Type

UNKNOWN = Type("unknown")
"""What has been complained about already: the resolver takes it for anything and is silent about it."""
VALUE_KINDS = tuple("number truth player face die space piece counter zone track phase bonus".split())

NAMED = ("counters", "stats", "faces", "zones", "options", "bonuses", "tracks", "places", "phases", "kinds")
"""The tables whose entries have a name for players beside their id."""


def build_scope(mode: Mode, kinds: Kinds, records: Records, spaces: SpaceTable) -> Scope:
    """The symbols of all tables, kinds, fields, pieces and spaces; procedures are added when they are read."""
    players = mode.singles.get("players")
    two = players is not None and players.integer("least") == players.integer("most") == 2
    scope = Scope(mode.id, two)
    _tables(scope, mode)
    _zones(scope, mode)
    _kinds(scope, kinds)
    _fields(scope, mode, kinds)
    _board(scope, mode, spaces)
    _called(scope, mode, records)
    for record in records.records.values():
        type = Type("piece", of=record.kind.id)
        scope.add(Symbol("piece", record.id, record.id, record.span, type=type, parents=(record.kind.id,)))
    return scope


def _called(scope: Scope, mode: Mode, records: Records) -> None:
    """The names under which players read what effects call by ids."""
    named: list[tuple[str, tuple[str, ...]]] = [(each.id, (each.name,)) for each in records.records.values()]
    for table in NAMED:
        named += [(entry.id, (entry.name, entry.node.string("one"))) for entry in mode.table(table)]
    for own, read in named:
        for name in read:
            folded = name.casefold().replace(" ", "_")
            if folded and folded != own and own not in scope.called.setdefault(folded, []):
                scope.called[folded].append(own)


def _tables(scope: Scope, mode: Mode) -> None:
    for table, kind in (("faces", "face"), ("bonuses", "bonus"), ("phases", "phase")):
        for entry in mode.table(table):
            scope.add(Symbol(kind, entry.id, entry.id, entry.span))
    for entry in mode.table("counters"):
        least, most = entry.node.integer("least", 0), number(entry, "most")
        holder = _holder(entry, "player", "piece", unsaid="")
        scope.add(Symbol("counter", entry.id, entry.key, entry.span, holder=holder, least=least, most=most))
    for entry in mode.table("stats"):
        least = entry.node.integer("least", 0)
        scope.add(Symbol("stat", entry.id, entry.id, entry.span, least=least, most=number(entry, "most")))
    for entry in mode.table("values"):
        scope.add(Symbol("value", entry.id, entry.id, entry.span, type=value_type(entry.node.string("kind"))))
    for entry in mode.table("options"):
        type = Type(option_kind(entry), of=entry.id)
        words = option_words(entry)
        scope.add(Symbol("option", entry.id, entry.id, entry.span, type=type, words=words))
        for word in words:
            scope.add(Symbol("word", word, word, entry.span, type=type))


def _zones(scope: Scope, mode: Mode) -> None:
    scope.add(Symbol("zone", BOX, BOX, holder="table"))
    scope.add(Symbol("zone", AREA, AREA, holder="player"))
    for entry in mode.table("zones"):
        holder = _holder(entry, "table", "player", unsaid="table")
        scope.add(Symbol("zone", entry.id, entry.id, entry.span, holder=holder, form=entry.node.string("order")))


def _holder(entry: Entry, *holders: str, unsaid: str) -> str:
    """Who holds it; empty if that is said wrongly, so that every use of it fits."""
    said = entry.node.string("holder", unsaid)
    return said if said in holders else ""


def _kinds(scope: Scope, kinds: Kinds) -> None:
    for kind in kinds:
        symbol = Symbol(
            "kind",
            kind.id,
            kind.id,
            kind.entry.span,
            type=Type("piece", of=kind.id),
            parents=kinds.above(kind),
            plural=kind.plural,
            space=kinds.is_space(kind),
        )
        scope.add(symbol, *([kind.plural] if kind.plural and kind.plural != kind.id else []))


def _fields(scope: Scope, mode: Mode, kinds: Kinds) -> None:
    for field_id, (name, declared, owners) in program_fields(kinds).items():
        if declared.kind != "text":
            scope.add(
                Symbol(
                    "field",
                    name,
                    field_id,
                    declared.span,
                    type=_read_as(declared, field_id),
                    parents=owners,
                    words=declared.words,
                )
            )
            _words(scope, declared, field_id)
    for entry in mode.table("space_fields"):
        declared = field_type(entry.node, kinds.ids)
        scope.add(
            Symbol(
                "space_field", entry.id, entry.id, entry.span, type=_read_as(declared, entry.id), words=declared.words
            )
        )
        _words(scope, declared, entry.id)


def _read_as(declared: FieldType, field_id: str) -> Type:
    if not declared.kind:
        return UNKNOWN
    return Type("word", of=field_id) if declared.kind == "word" else declared.type


def _words(scope: Scope, declared: FieldType, field_id: str) -> None:
    for word in declared.words:
        scope.add(Symbol("word", word, word, declared.span, type=Type("word", of=field_id)))


def _board(scope: Scope, mode: Mode, spaces: SpaceTable) -> None:
    for entry in mode.table("tracks"):
        scope.add(Symbol("track", entry.id, entry.id, entry.span, form=entry.node.string("form")))
    for entry in mode.table("places"):
        if entry.node.sequence("spaces"):
            scope.add(Symbol("place", entry.id, entry.id, entry.span))
    for space in spaces.declared():
        scope.add(Symbol("space", space.id, space.id, space.span))


def program_fields(kinds: Kinds) -> dict[str, tuple[str, FieldType, tuple[str, ...]]]:
    """Fields by their id in programs: name, type, and the kinds that have it.

    Kinds may share a field; where they mean different things by one name, the later ones get ids of their own.
    """
    found: dict[str, tuple[str, FieldType, tuple[str, ...]]] = {}
    for kind in kinds:
        for name, declared in kind.fields.items():
            shared = next(
                (
                    each
                    for each, (other, its, _) in found.items()
                    if other == name and its.type == declared.type and its.words == declared.words
                ),
                None,
            )
            if shared is not None:
                found[shared] = (name, found[shared][1], (*found[shared][2], kind.id))
            else:
                found[name if name not in found else f"{name}@{kind.id}"] = (name, declared, (kind.id,))
    return found


# --- small readings of entries ---


def number(entry: Entry, key: str) -> int | None:
    """A key that is written as a plain number."""
    node = entry.node.get(key)
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    return None


def value_type(written: str) -> Type:
    """The type that a declared value says it has: ``number``, ``players``, ``player*``; unknown if it is none."""
    name, many = ("player", True) if written == "players" else (written.removesuffix("*"), written.endswith("*"))
    return Type(name, many) if name in VALUE_KINDS else UNKNOWN


def option_values(entry: Entry) -> list[str | int | bool]:
    """What may be chosen for an option; yes or no unless said."""
    values = [each.value for each in entry.node.sequence("values") if isinstance(each, Scalar)]
    return [each for each in values if each is not None] or [False, True]


def option_words(entry: Entry) -> tuple[str, ...]:
    """The values of an option that are words."""
    return tuple(each for each in option_values(entry) if isinstance(each, str))


def option_kind(entry: Entry) -> str:
    values = option_values(entry)
    if all(isinstance(each, bool) for each in values):
        return "truth"
    return "word" if any(isinstance(each, str) for each in values) else "number"
