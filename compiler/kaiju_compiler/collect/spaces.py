"""The spaces of a mode: those of its tracks and places, and those that tokens bring with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from kaiju_compiler.collect.merge import Entry, Mode
from kaiju_compiler.collect.records import Record, Records
from kaiju_compiler.diagnostics import Diagnostic, error
from kaiju_compiler.document import Data, Mapping, Scalar
from kaiju_compiler.source import Span, Text

_LONGEST_TRACK = 200


@dataclass(frozen=True)
class SpaceEntry:
    """One space."""

    id: str
    name: str
    span: Span = field(repr=False)
    track: str | None = None
    place: str | None = None
    marks: tuple[tuple[str, Data], ...] = ()
    bonus: str | None = None
    effect: Text | None = field(default=None, repr=False)
    open: Text | None = field(default=None, repr=False)
    token: str | None = None
    crowd: bool = False
    number: int | None = None
    """Its number on a fixed track."""


@dataclass
class SpaceTable:
    """All spaces by id, in the order of tracks, places and tokens."""

    spaces: dict[str, SpaceEntry] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def add(self, space: SpaceEntry) -> None:
        """Enters a space; one whose id is taken is told and dropped."""
        first = self.spaces.setdefault(space.id, space)
        if first is not space:
            message = f"two spaces are called '{space.id}'"
            related = [(first.span, "the other space of that id")]
            self.diagnostics.append(
                error("space-duplicate", message, space.span, related=related, help="give one of them another id")
            )

    def of_track(self, track: str) -> list[SpaceEntry]:
        return [space for space in self.spaces.values() if space.track == track]

    def of_place(self, place: str) -> list[SpaceEntry]:
        return [space for space in self.spaces.values() if space.place == place]

    def declared(self) -> Iterator[SpaceEntry]:
        """The spaces that effects can name: all but those of tokens."""
        return (space for space in self.spaces.values() if space.token is None)


def find_spaces(mode: Mode) -> SpaceTable:
    """The spaces of the mode's tracks and places."""
    table = SpaceTable()
    for entry in mode.table("tracks"):
        for space in _fixed(entry, table) if entry.node.string("form") == "fixed" else _ring(entry):
            table.add(space)
    for entry in mode.table("places"):
        for space in _standing(entry):
            table.add(space)
    return table


def _fixed(entry: Entry, table: SpaceTable) -> Iterator[SpaceEntry]:
    """The numbered spaces of a track: ``ID-7`` … ``ID0`` … ``ID+7``."""
    first, last = entry.node.integer("from"), entry.node.integer("to")
    if not first <= last <= first + _LONGEST_TRACK:
        node = entry.node.get("to")
        message = f"the track '{entry.id}' runs from {first} to {last}; it wants 1 to {_LONGEST_TRACK} spaces, rising"
        table.diagnostics.append(error("track-range", message, entry.span if node is None else node.span))
        return
    marks = _marks(entry, range(first, last + 1), table)
    bonuses = _bonuses(entry)
    for number in range(first, last + 1):
        sign = f"{number:+d}" if number else "0"
        yield SpaceEntry(
            f"{entry.id}{sign}",
            f"{entry.name} {sign}",
            entry.span,
            track=entry.id,
            number=number,
            marks=tuple(marks.get(number, {}).items()),
            bonus=bonuses.get(number),
        )


def _marks(entry: Entry, numbers: range, table: SpaceTable) -> dict[int, dict[str, Data]]:
    """Printed values by the number of the space and the field."""
    found: dict[int, dict[str, Data]] = {}
    for mark in entry.node.sequence("marks"):
        if not isinstance(mark, Mapping) or not {"from", "to"} <= {str(key.value) for key, _ in entry.node}:
            continue  # of a track that has no numbers at all, which is told by itself
        for node in mark.sequence("at"):
            if not isinstance(node, Scalar) or node.value not in numbers:
                message = f"the track '{entry.id}' has no space {node.to_data()}"
                table.diagnostics.append(error("mode-unknown-name", message, node.span))
                continue
            for key, value in mark:
                if key.value != "at":
                    found.setdefault(int(str(node.value)), {})[str(key.value)] = value.to_data()
    return found


def _bonuses(entry: Entry) -> dict[int, str]:
    found: dict[int, str] = {}
    for each in entry.node.sequence("bonuses"):
        if isinstance(each, Mapping):
            for node in each.sequence("at"):
                if isinstance(node, Scalar) and isinstance(node.value, int):
                    found[node.value] = each.string("bonus")
    return found


def _ring(entry: Entry) -> Iterator[SpaceEntry]:
    for node in entry.node.sequence("spaces"):
        if isinstance(node, Mapping) and node.string("id"):
            yield _space(node, track=entry.id)


def _standing(entry: Entry) -> Iterator[SpaceEntry]:
    """The spaces of a place; without any it is one space for any number of monsters."""
    inside = [node for node in entry.node.sequence("spaces") if isinstance(node, Mapping) and node.string("id")]
    if not inside:
        yield SpaceEntry(
            entry.id,
            entry.name,
            entry.span,
            place=entry.id,
            crowd=entry.node.flag("crowd", True),
            open=entry.node.text("open"),
        )
    for node in inside:
        yield _space(node, place=entry.id)


def _space(node: Mapping, track: str | None = None, place: str | None = None) -> SpaceEntry:
    id_node = node.get("id")
    name = node.string("name", node.string("id").replace("_", " "))
    return SpaceEntry(
        node.string("id"),
        name,
        node.span if id_node is None else id_node.span,
        track,
        place,
        bonus=node.string("bonus") or None,
        effect=node.text("effect"),
        open=node.text("open"),
    )


# --- spaces of tokens ---


def add_inserted(table: SpaceTable, records: Records) -> None:
    """Adds a space for each inserted stop of each token."""
    for record in records.records.values():
        for piece in record.piece_ids():
            for number, stop in enumerate(inserted(record), 1):
                table.add(
                    SpaceEntry(
                        f"{piece}/{number}", record.name, record.span, token=piece, bonus=stop.string("bonus") or None
                    )
                )


def inserted(record: Record) -> list[Mapping]:
    """The stops of a token that bring a space with them."""
    return [each for each in record.node.sequence("stops") if isinstance(each, Mapping) and each.flag("inserted")]
